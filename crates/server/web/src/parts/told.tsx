// What is said beside an answer: that it is on its way, why there is none, what should be known about it.

import type { Problem } from "../api";

export function ProblemNote({ problem }: { problem: Problem }) {
  return (
    <div class="note problem" role="alert">
      <strong>
        {problem.status === 503 ? "Not yet: " : ""}
        {sentence(problem.detail)}
      </strong>
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

/** What comes from the server begins small, as part of a sentence. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
