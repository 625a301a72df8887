// The search panel: results while a question is typed, opened at their lines; below them the files around.

import * as vscode from "vscode";

import { type Target, count, refusal, relatedRow, relatedTarget, row, target } from "./format";
import { limit, place } from "./place";
import { Refused, type SearchDocument, search } from "./quarry";

/** Milliseconds without a key after which a question is asked: short enough to feel live, longer than between two keys. */
const PAUSE = 120;
/** An answer takes less, unless there are files to index first. */
const LONG = 1500;

interface Item extends vscode.QuickPickItem {
  /** Where it leads. */
  target: Target;
}

/** Whom to tell what comes of it. */
export interface Listener {
  fail(error: unknown): unknown;
  /** The index may hold something else now. */
  answered(): void;
}

const ASIDE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("split-horizontal"),
  tooltip: "Open to the side",
};

export function openSearch(folder: vscode.WorkspaceFolder, listener: Listener): void {
  const panel = vscode.window.createQuickPick<Item>();
  let root = folder.uri;
  let asking: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;

  const say = (...told: string[]) => (panel.title = [`Quarry: ${folder.name}`, ...told].join(" · "));
  say();
  panel.placeholder = "ask in plain words or by name; filters: lang:rust path:src kind:function";
  // Results are in order already, and need not hold the letters that are typed.
  panel.matchOnDescription = false;

  const show = (document: SearchDocument) => {
    root = vscode.Uri.file(document.root);
    panel.items = items(document);
    const n = document.hits.length;
    const found = n === 0 ? "nothing found" : `${count(n)} ${n === 1 ? "result" : "results"}`;
    say(`${found} in ${document.elapsed_ms.toFixed(1)} ms`, ...document.notices);
  };
  const ask = async (question: string) => {
    asking?.abort();
    const own = (asking = new AbortController());
    panel.busy = true;
    const long = setTimeout(() => own === asking && say("the index is brought up to date first …"), LONG);
    try {
      show(await search(place(folder), question, limit(), own.signal));
      listener.answered();
    } catch (error) {
      if (own !== asking) return;
      panel.items = [];
      // Half a filter is no reason for a message: the next letter mends it.
      if (error instanceof Refused) say(refusal(error.message));
      else void listener.fail(error);
    } finally {
      clearTimeout(long);
      if (own === asking) panel.busy = false;
    }
  };
  const open = ({ path, line, column: at, endLine }: Target, column: vscode.ViewColumn) => {
    const start = new vscode.Position(line, at);
    const seen = new vscode.Range(start, new vscode.Position(endLine, 0));
    return vscode.window.showTextDocument(vscode.Uri.joinPath(root, path), { viewColumn: column }).then((editor) => {
      editor.selection = new vscode.Selection(start, start);
      editor.revealRange(seen, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    });
  };

  panel.onDidChangeValue((question) => {
    clearTimeout(timer);
    if (/[\p{L}\p{N}]/u.test(question)) {
      timer = setTimeout(() => void ask(question), PAUSE);
    } else {
      asking?.abort();
      panel.items = [];
      say();
    }
  });
  panel.onDidAccept(() => {
    const chosen = panel.selectedItems[0]?.target;
    // Enter before there is anything to open: the panel stays, the answer comes.
    if (!chosen) return;
    panel.hide();
    open(chosen, vscode.ViewColumn.Active).then(undefined, listener.fail);
  });
  panel.onDidTriggerItemButton(({ item }) => open(item.target, vscode.ViewColumn.Beside).then(undefined, listener.fail));
  panel.onDidHide(() => {
    clearTimeout(timer);
    asking?.abort();
    // A question that was given up may have left the index in the middle of an update.
    listener.answered();
    panel.dispose();
  });
  panel.show();
}

function items({ hits, related = [] }: SearchDocument): Item[] {
  const always = { alwaysShow: true, buttons: [ASIDE] };
  const found: Item[] = hits.map((hit) => ({ ...row(hit), ...always, target: target(hit) }));
  // The editor hides separators while something is typed, so each row says what it is.
  const around: Item[] = related.map((file) => ({ ...relatedRow(file), ...always, target: relatedTarget(file) }));
  return [...found, ...around];
}
