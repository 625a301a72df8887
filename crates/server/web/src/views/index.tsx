// The state of an index: what it holds, how well that was parsed, how fresh it is, what the server has done.

import { useEffect, useState } from "preact/hooks";
import { Problem, request, useAnswer } from "../api";
import { Answers, Freshness, Health, Languages, Skipped, Times } from "../parts/panels";
import { ProblemNote } from "../parts/told";
import { bytes, count, percent } from "../figures";
import type { Activity, Indexing, Repository, Status } from "../wire";

/** How often figures are looked at again. */
const REFRESH_MS = 5000;

export function IndexView({ status, repository }: { status: Status | null; repository: Repository | null }) {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((now) => now + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const { answer: activity } = useAnswer<Activity>("activity", {}, { version: `${tick} ${repository?.generation}` });
  return (
    <div class="view dashboard">
      <h1>Index</h1>
      {repository && <Progress repository={repository} />}
      {status && <Totals status={status} />}
      <div class="panels">
        {status && <Languages status={status} />}
        {status && <Health status={status} />}
        {activity && <Freshness activity={activity} status={status} />}
        {activity && <Answers activity={activity} />}
        {activity && <Times activity={activity} />}
        {status && <Skipped status={status} />}
      </div>
    </div>
  );
}

function Progress({ repository }: { repository: Repository }) {
  const { indexing } = repository;
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsked, setAsked] = useState(false);
  const start = () => {
    setProblem(null);
    setAsked(true);
    request("POST", "index", { repository: repository.name }).catch((error: unknown) => {
      setAsked(false);
      setProblem(error instanceof Problem ? error : new Problem(0, String(error)));
    });
  };
  // A run that finds nothing may be over before its first event.
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setAsked(false), 1500);
    return () => clearTimeout(timer);
  }, [isAsked, repository]);
  const isBusy = indexing.doing !== "idle";
  return (
    <section class="progress">
      <div>
        <p role="status">
          {isBusy ? doing(indexing) : isAsked ? "Looking at the files" : `${repository.name} is up to date`}
        </p>
        {isBusy && (
          <progress
            aria-label="Indexing"
            max={indexing.total || 1}
            value={indexing.total ? indexing.done : undefined}
          />
        )}
      </div>
      <button type="button" class="button" onClick={start} disabled={isBusy}>
        Update index
      </button>
      {problem &&
        (problem.status === 403 ? (
          <p class="note">
            Your token may read. Indexing needs one with the scope <code>admin</code>.
          </p>
        ) : (
          <ProblemNote problem={problem} />
        ))}
    </section>
  );
}

function doing({ doing, done, total }: Indexing): string {
  const so = {
    idle: "Idle",
    waiting: "Another process is indexing",
    discovering: "Looking for files",
    indexing: "Reading files",
    embedding: "Embedding chunks",
    committing: "Writing the index",
  }[doing];
  return total > 0 ? `${so}: ${count(done)} of ${count(total)}` : so;
}

function Totals({ status }: { status: Status }) {
  const figures: [string, string][] = [
    ["Files", count(status.files)],
    ["Lines", count(status.lines)],
    ["Definitions", count(status.symbols)],
    ["Chunks", count(status.chunks)],
    ["With vectors", status.chunks > 0 ? percent(status.embedded_chunks / status.chunks) : "–"],
    ["On disk", bytes(status.bytes)],
  ];
  return (
    <dl class="totals">
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
