// What depends on what: imports of a file, calls of a definition, files that a change affects. Drawn, and as a list.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "../api";
import { GraphDrawing } from "../graph/drawing";
import { graphOfCalls, graphOfDeps, graphOfImpact } from "../graph/model";
import { CallLists, DepLists, ImpactList } from "../graph/lists";
import { PathLink } from "../parts/path";
import { Notices, ProblemNote } from "../parts/told";
import { counted, percent } from "../figures";
import { go, href, hrefHere, type Route } from "../route";
import type { CodeMap, Deps, Impact, Uses } from "../wire";

const MODES = { deps: "Dependencies", calls: "Calls", impact: "Impact" } as const;
type Mode = keyof typeof MODES;

const SURENESS = { import: "sure only", unique_name: "likely", ambiguous: "all" };
const LIMIT = 400;

export function GraphView({ route }: { route: Route }) {
  const { params } = route;
  const target = params.get("target")?.trim() ?? "";
  const mode: Mode = (Object.keys(MODES) as Mode[]).find((known) => known === params.get("mode")) ?? "deps";
  const depth = Number(params.get("depth")) || (mode === "impact" ? 2 : 1);
  const confidence = params.get("confidence") ?? "unique_name";
  const [typed, setTyped] = useState(target);
  useEffect(() => setTyped(target), [target]);
  const asked = { target, depth, confidence, limit: LIMIT };
  return (
    <div class="view graph">
      <h1>Graph</h1>
      <form
        class="graph-controls"
        onSubmit={(event) => {
          event.preventDefault();
          go(hrefHere({ target: typed.trim() }));
        }}
      >
        <label class="filter wide">
          <span>File, definition or FILE:LINE</span>
          <input
            name="target"
            type="text"
            value={typed}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          Draw
        </button>
        <div class="tabs" role="group" aria-label="What is drawn">
          {Object.entries(MODES).map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === mode}
              onClick={() => go(hrefHere({ mode: name, depth: null, confidence: null }))}
            >
              {label}
            </button>
          ))}
        </div>
        <label class="filter">
          <span>Steps</span>
          <select value={depth} onChange={(event) => go(hrefHere({ depth: event.currentTarget.value }))}>
            {[1, 2, 3, 4].map((steps) => (
              <option key={steps} value={steps}>
                {steps}
              </option>
            ))}
          </select>
        </label>
        <label class="filter">
          <span>Uses</span>
          <select value={confidence} onChange={(event) => go(hrefHere({ confidence: event.currentTarget.value }))}>
            {Object.entries(SURENESS).map(([word, label]) => (
              <option key={word} value={word}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </form>
      {!target && <Central />}
      {target && mode === "deps" && <DepsGraph asked={asked} />}
      {target && mode === "calls" && <CallsGraph asked={asked} />}
      {target && mode === "impact" && <ImpactGraph asked={asked} />}
    </div>
  );
}

interface Asked {
  [name: string]: string | number;
  target: string;
}

const hrefOf = (id: string): string => hrefHere({ target: id });

/** A name is no file: what can be asked about it stands beside the refusal. */
function NoFile({ target }: { target: string }) {
  return (
    <>
      {!target.includes("/") && (
        <p class="actions">
          <a class="quiet" href={hrefHere({ mode: "calls", depth: null })}>
            Calls of {target}
          </a>
          <a class="quiet" href={hrefHere({ mode: "impact", depth: null })}>
            Impact of a change of {target}
          </a>
        </p>
      )}
      <Central />
    </>
  );
}

function DepsGraph({ asked }: { asked: Asked }) {
  // Imports are of files: of `FILE:LINE` the file is meant.
  const target = asked.target.replace(/:\d+$/, "");
  const { answer, problem } = useAnswer<Deps>("deps", { ...asked, target });
  const graph = useMemo(() => answer && graphOfDeps(answer), [answer]);
  return (
    <>
      {problem && <ProblemNote problem={problem} />}
      {problem?.status === 404 && <NoFile target={target} />}
      {answer && <Notices notices={answer.notices} />}
      {graph && <Hidden nHidden={graph.nHidden} />}
      {graph && (
        <GraphDrawing
          graph={graph}
          hrefOf={hrefOf}
          label={`Imports around ${target}`}
          sides={{ left: "imported by", right: "imports" }}
        />
      )}
      {answer && <DepLists deps={answer} hrefOf={hrefOf} />}
    </>
  );
}

function CallsGraph({ asked }: { asked: Asked }) {
  const callers = useAnswer<Uses>("graph", { ...asked, relation: "callers" });
  const callees = useAnswer<Uses>("graph", { ...asked, relation: "callees" });
  const [up, down] = [callers.answer, callees.answer];
  const graph = useMemo(() => up && down && graphOfCalls(up, down), [up, down]);
  return (
    <>
      {callers.problem && <ProblemNote problem={callers.problem} />}
      {up && <Notices notices={up.notices} />}
      {graph && <Hidden nHidden={graph.nHidden} />}
      {graph && (
        <GraphDrawing
          graph={graph}
          hrefOf={hrefOf}
          label={`Calls around ${asked.target}`}
          sides={{ left: "callers", right: "callees" }}
        />
      )}
      {up && down && <CallLists callers={up} callees={down} hrefOf={hrefOf} />}
    </>
  );
}

function ImpactGraph({ asked }: { asked: Asked }) {
  const impact = useAnswer<Impact>("graph", { ...asked, relation: "impact" });
  const refs = useAnswer<Uses>("graph", { ...asked, relation: "refs", limit: 1000 });
  const graph = useMemo(() => impact.answer && graphOfImpact(impact.answer, refs.answer), [impact.answer, refs.answer]);
  return (
    <>
      {impact.problem && <ProblemNote problem={impact.problem} />}
      {impact.answer && <Notices notices={impact.answer.notices} />}
      {graph && <Hidden nHidden={graph.nHidden} />}
      {graph && (
        <GraphDrawing
          graph={graph}
          hrefOf={hrefOf}
          label={`Files affected by a change of ${asked.target}`}
          sides={{ left: "", right: "affected" }}
        />
      )}
      {impact.answer && <ImpactList impact={impact.answer} hrefOf={hrefOf} />}
    </>
  );
}

function Hidden({ nHidden }: { nHidden: number }) {
  return nHidden > 0 ? <p class="note">The nearest are drawn; {nHidden} further ones stand in the list only.</p> : null;
}

/** Where to begin, if the reader does not know. */
function Central() {
  const { answer, problem } = useAnswer<CodeMap>("map", { budget: 4000 });
  return (
    <section>
      {problem && <ProblemNote problem={problem} />}
      <h2>The most central files</h2>
      <p class="faint">Where most ways through the code lead to, a place to begin.</p>
      <ol class="central">
        {answer?.files.slice(0, 24).map((file) => (
          <li key={file.path}>
            <PathLink path={file.path} href={href("graph", { target: file.path, mode: "deps" })} />
            <span class="faint" title={`${percent(file.rank)} of a random walk along uses ends here`}>
              used by {counted(file.users, "file")}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
