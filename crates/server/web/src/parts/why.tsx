// Why a result is where it is: how the question was understood, what each stage took, what each piece of evidence adds.

import { milliseconds } from "../figures";
import type { Candidate, Explanation, Hit } from "../wire";
import { Bar, Parts } from "./bars";

/** In the order in which they happen. */
const STAGES: [string, string][] = [
  ["plan", "Understand the question"],
  ["recall", "Recall by word and by meaning"],
  ["rank", "Rank files, choose chunks"],
  ["rerank", "Re-rank by a model"],
  ["fetch", "Fetch the lines"],
  ["expand", "Look around along the code graph"],
];

export function Why({ hit, explanation }: { hit: Hit; explanation: Explanation | null }) {
  if (!explanation)
    return (
      <p class="why faint" role="status">
        Asking why …
      </p>
    );
  const candidate = explanation.candidates.find((one) => one.path === hit.path);
  return (
    <section class="why" aria-label={`Why ${hit.path} is result ${hit.rank}`}>
      <div class="why-plan">
        <h3>The question</h3>
        <Plan explanation={explanation} />
        <h3>Stages</h3>
        <Stages explanation={explanation} />
      </div>
      <div class="why-score">
        <h3>Evidence, score {candidate?.score.toFixed(2) ?? hit.score.toFixed(2)}</h3>
        {candidate ? <Evidence candidate={candidate} /> : <p class="faint">No evidence is recorded for this file.</p>}
      </div>
    </section>
  );
}

function Plan({ explanation }: { explanation: Explanation }) {
  const { plan, ranker } = explanation;
  return (
    <>
      <p>
        Taken as <strong>{plan.intent}</strong>, ranked by <strong>{ranker}</strong> weights.
      </p>
      <p class="terms">
        {plan.terms.map((one) => (
          <span key={one.term} class="chip" title={`weight ${one.weight.toFixed(2)}`}>
            {one.term} <span class="kind">{one.weight.toFixed(1)}</span>
          </span>
        ))}
        {plan.expansions.map((one) => (
          <span key={one.term} class="chip dashed" title="a synonym">
            {one.term} <span class="kind">{one.weight.toFixed(1)}</span>
          </span>
        ))}
      </p>
      {plan.suggested_filters.length > 0 && <p>Filters that may fit: {plan.suggested_filters.join(" ")}</p>}
    </>
  );
}

function Stages({ explanation }: { explanation: Explanation }) {
  const times = STAGES.filter(([stage]) => stage in explanation.stages_ms);
  const parts = times.map(([stage, label]) => {
    const ms = explanation.stages_ms[stage] ?? 0;
    return { name: label, value: ms, text: milliseconds(ms) };
  });
  return <Parts parts={parts} label="Time of each stage" />;
}

function Evidence({ candidate }: { candidate: Candidate }) {
  const features = Object.entries(candidate.features).filter(([, one]) => Math.abs(one.adds) >= 0.005);
  features.sort(([, a], [, b]) => Math.abs(b.adds) - Math.abs(a.adds));
  const most = Math.max(...features.map(([, one]) => Math.abs(one.adds)), 0);
  const place = (rank: number | null) => (rank === null ? "not found" : `place ${rank}`);
  return (
    <>
      <p>
        By words: {place(candidate.word_rank)}. By meaning: {place(candidate.meaning_rank)}.
      </p>
      <table class="evidence">
        <caption class="unseen">What each piece of evidence adds to the score</caption>
        <thead class="unseen">
          <tr>
            <th>Evidence</th>
            <th>Drawn</th>
            <th>Adds</th>
          </tr>
        </thead>
        <tbody>
          {features.map(([name, { value, adds }]) => (
            <tr key={name} title={`value ${value.toFixed(3)}`}>
              <th scope="row">{name.replaceAll("_", " ")}</th>
              <td class="drawn">
                <Bar share={most === 0 ? 0 : adds / most} />
              </td>
              <td class="figure">
                {adds > 0 ? "+" : "−"}
                {Math.abs(adds).toFixed(2)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
