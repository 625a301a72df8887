// How far an index is, and the two ways to go on: what has changed, or everything anew.

import { useEffect, useRef, useState } from "preact/hooks";
import { Problem } from "../api";
import { index } from "../events";
import { count, counted, milliseconds } from "../figures";
import type { Indexing, IndexRun, Repository } from "../wire";
import { Notices, ProblemNote } from "./told";

/** What the reader asked for and what came of it. */
type Run =
  | { state: "none" }
  | { state: "running"; how: "changes" | "anew" }
  | { state: "done"; how: "changes" | "anew"; run: IndexRun }
  | { state: "failed"; problem: Problem };

export function IndexingPanel({ repository }: { repository: Repository }) {
  const [run, setRun] = useState<Run>({ state: "none" });
  const [isAsking, setAsking] = useState(false);
  // What was done to one repository says nothing about another.
  useEffect(() => setRun({ state: "none" }), [repository.name]);
  const start = (how: "changes" | "anew") => {
    setAsking(false);
    setRun({ state: "running", how });
    index(repository.name, how).then(
      (report) => setRun({ state: "done", how, run: report }),
      (error: unknown) => {
        const problem = error instanceof Problem ? error : new Problem(0, String(error));
        setRun({ state: "failed", problem });
      },
    );
  };
  const { indexing } = repository;
  const isBusy = indexing.doing !== "idle" || run.state === "running";
  return (
    <section class="progress" aria-label="Indexing">
      <div>
        <p role="status">{stateOf(repository, run)}</p>
        {isBusy && (
          <progress
            aria-label="How far indexing is"
            max={indexing.total || 1}
            value={indexing.total ? indexing.done : undefined}
          />
        )}
      </div>
      <div class="buttons">
        <button type="button" class="button" onClick={() => start("changes")} disabled={isBusy}>
          Update index
        </button>
        <button type="button" class="button" onClick={() => setAsking(true)} disabled={isBusy}>
          Rebuild …
        </button>
      </div>
      {run.state === "done" && <Notices notices={run.run.notices} />}
      {run.state === "failed" && <Failed problem={run.problem} />}
      {isAsking && (
        <RebuildDialog repository={repository} close={() => setAsking(false)} rebuild={() => start("anew")} />
      )}
    </section>
  );
}

function stateOf({ name, generation, indexing }: Repository, run: Run): string {
  if (indexing.doing !== "idle") return doing(indexing);
  if (run.state === "running") return run.how === "anew" ? "Beginning anew" : "Looking at the files";
  if (run.state !== "done") return generation === null ? `${name} is not indexed yet` : `${name} is up to date`;
  const { files, added, changed, removed, elapsed_ms, cancelled } = run.run;
  if (cancelled) return "Indexing was stopped before its end";
  const took = milliseconds(elapsed_ms);
  if (run.how === "anew") return `${name} is up to date: ${counted(files, "file")} indexed anew in ${took}`;
  const nTouched = added + changed + removed;
  return `${name} is up to date: ${nTouched > 0 ? `${counted(nTouched, "file")} brought in` : "nothing had changed"}`;
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

function Failed({ problem }: { problem: Problem }) {
  if (problem.status !== 403) return <ProblemNote problem={problem} />;
  return (
    <p class="note" role="alert">
      Your token may read. Indexing needs one with the scope <code>admin</code>.
    </p>
  );
}

interface RebuildProps {
  repository: Repository;
  close: () => void;
  rebuild: () => void;
}

/** It costs all the work again, so it is not done by a slip of the finger. */
function RebuildDialog({ repository, close, rebuild }: RebuildProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      onClose={close}
      aria-labelledby="rebuild-title"
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog">
        <h2 id="rebuild-title">Rebuild the index of {repository.name}?</h2>
        <p>
          All {counted(repository.files, "file")} are read, parsed and embedded again. An update does less and finds the
          same: rebuild if you doubt what the index holds. Until it is done, searches are answered from the index as it is.
        </p>
        <div class="buttons">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="button" class="button primary" onClick={rebuild}>
            Rebuild
          </button>
        </div>
      </div>
    </dialog>
  );
}
