// What is said beside an answer: that it is on its way, why there is none, what should be known about it.

import type { ComponentChildren } from "preact";
import type { Problem } from "../api";

export function ProblemNote({ problem }: { problem: Problem }) {
  // That an index is still being made is no fault, and passes by itself.
  if (problem.status === 503) {
    return (
      <div class="note" role="status">
        <strong>Not yet:</strong> {marked(problem.detail)}
        {problem.help && <p>{sentence(problem.help)}</p>}
      </div>
    );
  }
  return (
    <div class="note problem" role="alert">
      <strong>{sentence(problem.detail)}</strong>
      {problem.help && <p>{sentence(problem.help)}</p>}
    </div>
  );
}

export function Notices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null;
  return (
    <ul class="note" aria-label="Notices">
      {notices.map((notice) => (
        <li key={notice}>{sentence(notice)}</li>
      ))}
    </ul>
  );
}

/** Words that sentences of the server begin with, unless it is a path or a name that must stay as it is. */
const BEGINNINGS =
  /^(a|all|an|another|answers|cannot|did|files|give|if|indexing|it|no|nothing|only|results|say|some|the|there|this|to|too|try|use) /;

/** What comes from the server begins small, as part of a sentence. */
const sentence = (text: string): ComponentChildren =>
  marked(BEGINNINGS.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

/** Code stands between backticks. */
function marked(text: string): ComponentChildren {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
