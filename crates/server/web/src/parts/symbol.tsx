// What is known about a name: where it is defined, who uses it, what it calls.

import { useEffect, useRef } from "preact/hooks";
import { useAnswer } from "../api";
import { counted } from "../figures";
import { href } from "../route";
import type { Place, Symbols, Use, Uses } from "../wire";
import { PathLink } from "./path";
import { Notices, ProblemNote } from "./told";

const SHOWN = 60;

export function SymbolPanel({ target, close }: { target: string; close: () => void }) {
  const found = useAnswer<Symbols>("symbols", { target });
  const callers = useAnswer<Uses>("graph", { target, relation: "callers", limit: SHOWN });
  const callees = useAnswer<Uses>("graph", { target, relation: "callees", limit: SHOWN });
  const refs = useAnswer<Uses>("graph", { target, relation: "refs", limit: SHOWN });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [target]);
  const first = found.answer?.symbols[0];
  const others = refs.answer && { ...refs.answer, uses: refs.answer.uses.filter((use) => use.kind !== "calls") };
  return (
    <aside class="symbol" aria-label={`About ${target}`}>
      <div class="symbol-head">
        <h2 tabIndex={-1} ref={heading}>
          {first?.symbol?.qualified_name ?? target}
        </h2>
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      </div>
      {found.problem ? <ProblemNote problem={found.problem} /> : null}
      {found.answer && <Notices notices={found.answer.notices} />}
      {first && (
        <p class="actions">
          <a class="quiet" href={href("graph", { target, mode: "calls" })}>
            Draw its calls
          </a>
          <a class="quiet" href={href("graph", { target, mode: "impact" })}>
            Impact of a change
          </a>
        </p>
      )}
      {found.answer && (
        <section>
          <h3>{counted(found.answer.total, "definition")}</h3>
          <ul>
            {found.answer.symbols.map((one) => (
              <li key={`${one.path}:${one.symbol?.line}`}>
                <PlaceLink place={one} />
                <code class="signature">{one.signature}</code>
                {one.doc && <p class="doc">{one.doc.split("\n\n")[0]}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {!found.problem && <UseList title="Callers" uses={callers.answer} side="from" />}
      {!found.problem && <UseList title="Callees" uses={callees.answer} side="to" />}
      {!found.problem && others && others.uses.length > 0 && <UseList title="Other uses" uses={others} side="from" />}
    </aside>
  );
}

function UseList({ title, uses, side }: { title: string; uses: Uses | null; side: "from" | "to" }) {
  if (!uses) return null;
  const nMore = title === "Other uses" ? 0 : uses.total - uses.uses.length;
  return (
    <section>
      <h3>
        {title} <span class="faint">{uses.uses.length + nMore}</span>
      </h3>
      {uses.uses.length === 0 && <p class="faint">None known.</p>}
      <ul>
        {uses.uses.map((use, index) => (
          <li key={index}>
            <UseRow use={use} side={side} />
          </li>
        ))}
      </ul>
      {nMore > 0 && <p class="faint">{nMore} more</p>}
    </section>
  );
}

export function UseRow({ use, side }: { use: Use; side: "from" | "to" }) {
  const other = use[side];
  const site = href("file", { path: use.from.path, line: use.line });
  return (
    <>
      {other ? <PlaceLink place={other} /> : <span>{use.text}</span>}
      <a class="site" href={site}>
        <code>{use.text}</code>
      </a>
      {use.confidence === "ambiguous" && (
        <span class="chip dashed" title="Several definitions have this name">
          unsure
        </span>
      )}
    </>
  );
}

export function PlaceLink({ place }: { place: Place }) {
  const { path, symbol } = place;
  if (!symbol) return <PathLink path={path} href={href("file", { path })} />;
  return (
    <span class="place">
      <a href={href("file", { path, line: symbol.line, symbol: `${path}:${symbol.line}` })}>
        <span class="kind">{symbol.kind}</span> {symbol.qualified_name}
      </a>
      <span class="where">
        {path}:{symbol.line}
      </span>
    </span>
  );
}
