// Keys and filters, in a dialog.

import { useEffect, useRef } from "preact/hooks";

const KEYS: [string, string][] = [
  ["/", "go to the question"],
  ["↑ ↓", "choose a result; in a graph, go from node to node"],
  ["Enter", "open the chosen result"],
  ["w", "why the chosen result is where it is"],
  ["Esc", "close, or go back to the results"],
  ["?", "this help"],
];
const FILTERS: [string, string][] = [
  ["lang:rust lang:go", "only these languages"],
  ["path:src -path:tests", "only, or not, in a folder or by a glob"],
  ["kind:function", "only definitions of a kind"],
  ["name:parse_*", "only definitions of a name"],
  ["type:docs", "only code, docs or config"],
];

export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const list = (rows: [string, string][]) => (
    <dl class="pairs">
      {rows.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <dialog
      ref={dialog}
      onClose={close}
      aria-labelledby="help-title"
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="dialog">
        <h2 id="help-title">Keys</h2>
        {list(KEYS)}
        <h2>Filters inside a question</h2>
        {list(FILTERS)}
        <p class="faint">Every view has its own address: copy it to share what you see.</p>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
