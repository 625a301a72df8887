// The state of an index: what it holds, how well that was parsed, how fresh it is, what the server has done.

import { useEffect, useState } from "preact/hooks";
import { Problem, request, useAnswer } from "../api";
import { Parts, Share } from "../parts/bars";
import { ProblemNote } from "../parts/told";
import { ago, bytes, count, counted, milliseconds, percent } from "../figures";
import { href } from "../route";
import type { Activity, Indexing, Repository, Status } from "../wire";

/** How often figures are looked at again. */
const REFRESH_MS = 5000;
const SHOWN_LANGUAGES = 12;

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
        <p role="status">{isBusy ? doing(indexing) : isAsked ? "Looking at the files" : `${repository.name} is up to date`}</p>
        {isBusy && <progress aria-label="Indexing" max={indexing.total || 1} value={indexing.total ? indexing.done : undefined} />}
      </div>
      <button type="button" class="button" onClick={start} disabled={isBusy}>Update index</button>
      {problem && (problem.status === 403
        ? <p class="note">Your token may read. Indexing needs one with the scope <code>admin</code>.</p>
        : <ProblemNote problem={problem} />)}
    </section>
  );
}

function doing({ doing, done, total }: Indexing): string {
  const so = { idle: "Idle", waiting: "Another process is indexing", discovering: "Looking for files", indexing: "Reading files",
    embedding: "Embedding chunks", committing: "Writing the index" }[doing];
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
      {figures.map(([name, figure]) => <div key={name}><dt>{name}</dt><dd>{figure}</dd></div>)}
    </dl>
  );
}

function Languages({ status }: { status: Status }) {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? status.languages : status.languages.slice(0, SHOWN_LANGUAGES);
  const most = Math.max(...status.languages.map((one) => one.lines), 1);
  return (
    <section class="panel">
      <h2>Languages</h2>
      <table class="rows">
        <thead><tr><th scope="col">Language</th><th scope="col"><span class="unseen">Share of lines</span></th>
          <th scope="col">Files</th><th scope="col">Lines</th><th scope="col">Definitions</th></tr></thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.language}>
              <th scope="row">{one.language}</th>
              <td class="drawn"><Share share={one.lines / most} /></td>
              <td class="figure">{count(one.files)}</td>
              <td class="figure">{count(one.lines)}</td>
              <td class="figure">{count(one.symbols)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {status.languages.length > SHOWN_LANGUAGES && (
        <button type="button" class="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Show fewer" : `All ${status.languages.length} languages`}
        </button>
      )}
    </section>
  );
}

function Health({ status }: { status: Status }) {
  const { ok, partial, error, no_grammar } = status.health;
  const part = (name: string, value: number, tone: number) => ({ name, value, text: count(value), tone });
  const parts = [part("parsed well", ok, 1), part("in part", partial, 0), part("with errors", error, 5), part("without a grammar", no_grammar, 3)];
  const unhealthy = status.unhealthy.filter((one) => one.status !== "no_grammar");
  return (
    <section class="panel">
      <h2>Parsing</h2>
      <Parts parts={parts} label="Files by how well they were parsed" />
      {unhealthy.length > 0 && (
        <details>
          <summary>{counted(unhealthy.length, "file")} with errors</summary>
          <ul>
            {unhealthy.slice(0, 100).map((one) => (
              <li key={one.path}><a href={href("file", { path: one.path })}>{one.path}</a> <span class="faint">{one.status}, {counted(one.errors, "error")}</span></li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Freshness({ activity, status }: { activity: Activity; status: Status | null }) {
  const { last_check: check, last_run: run } = activity;
  return (
    <section class="panel">
      <h2>Freshness</h2>
      <dl class="pairs">
        <div><dt>Files last looked at</dt><dd>{check ? `${ago(check.ago_ms)}, in ${milliseconds(check.elapsed_ms)}` : "not yet"}</dd></div>
        <div><dt>Last indexed</dt><dd>{run
          ? `${ago(run.ago_ms)}, in ${milliseconds(run.elapsed_ms)}: ${run.added} new, ${run.changed} changed, ${run.removed} gone`
          : "before this server was started"}</dd></div>
        {status && <div><dt>Generation</dt><dd>{status.generation}, written {ago(Date.now() - status.committed_at * 1000)}{status.complete ? "" : ", not complete"}</dd></div>}
        {status && <div><dt>Model</dt><dd>{status.model ? `${status.model.name}, ${status.model.dimension} dimensions` : "none: by words only"}</dd></div>}
      </dl>
    </section>
  );
}

function Answers({ activity }: { activity: Activity }) {
  const { exact, near, new: made, kept } = activity.cache;
  const all = exact + near + made;
  const part = (name: string, value: number) => ({ name, value, text: count(value) });
  return (
    <section class="panel">
      <h2>Cache</h2>
      <p><b class="large">{all > 0 ? percent((exact + near) / all) : "–"}</b> of {counted(all, "search", "searches")} answered from {counted(kept, "kept answer")}</p>
      <Parts label="Searches by how they were answered"
        parts={[part("the same question", exact), part("a like question", near), part("answered anew", made)]} />
    </section>
  );
}

function Times({ activity }: { activity: Activity }) {
  const routes = activity.routes.filter((one) => one.route.startsWith("/api/") && !one.route.endsWith("/events"));
  const slowest = Math.max(...routes.map((one) => one.mean_ms), 0.001);
  return (
    <section class="panel">
      <h2>Timings</h2>
      <table class="rows">
        <thead><tr><th scope="col">Route</th><th scope="col"><span class="unseen">Drawn</span></th><th scope="col">Requests</th>
          <th scope="col">Mean</th></tr></thead>
        <tbody>
          {routes.map((one) => (
            <tr key={one.route}>
              <th scope="row">{one.route.replace("/api/v1/", "")}</th>
              <td class="drawn"><Share share={one.mean_ms / slowest} /></td>
              <td class="figure">{count(one.requests)}</td>
              <td class="figure">{milliseconds(one.mean_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Skipped({ status }: { status: Status }) {
  const reasons = new Map<string, number>();
  for (const { reason } of status.skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return (
    <section class="panel">
      <h2>Left out</h2>
      {status.skipped.length === 0 && <p class="faint">Nothing.</p>}
      {[...reasons].map(([reason, number]) => (
        <details key={reason}>
          <summary>{reason.replaceAll("_", " ")} <span class="faint">{number}</span></summary>
          <ul>
            {status.skipped.filter((one) => one.reason === reason).slice(0, 100).map((one) => (
              <li key={one.path}>{one.path} <span class="faint">{one.detail}</span></li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
