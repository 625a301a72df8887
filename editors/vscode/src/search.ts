// The search panel: results while a question is typed, opened at their lines.

import * as vscode from "vscode";

import { row, target } from "./format";
import { limit, place } from "./place";
import { type Hit, Refused, type SearchDocument, search } from "./quarry";

/** Milliseconds without a key after which a question is asked: short enough to feel live, longer than between two keys. */
const PAUSE = 120;

interface HitItem extends vscode.QuickPickItem {
  hit: Hit;
}

/** Whom to tell what comes of it. */
export interface Listener {
  fail(error: unknown): unknown;
  answered(): void;
}

export function openSearch(folder: vscode.WorkspaceFolder, listener: Listener): void {
  const panel = vscode.window.createQuickPick<HitItem>();
  let root = folder.uri;
  let asking: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;

  panel.title = `Quarry: ${folder.name}`;
  panel.placeholder = "ask in plain words or by name; filters: lang:rust path:src kind:function";
  // Results are in order already, and need not hold the letters that are typed.
  panel.matchOnDescription = false;
  const aside: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("split-horizontal"), tooltip: "Open to the side" };

  const show = (document: SearchDocument) => {
    root = vscode.Uri.file(document.root);
    panel.items = document.hits.map((hit) => ({ ...row(hit), alwaysShow: true, buttons: [aside], hit }));
    const found = `${document.hits.length} results in ${document.elapsed_ms.toFixed(1)} ms`;
    panel.title = [`Quarry: ${folder.name}`, found, ...document.notices].join(" · ");
  };
  const ask = async (question: string) => {
    asking?.abort();
    const own = (asking = new AbortController());
    panel.busy = true;
    try {
      show(await search(place(folder), question, limit(), own.signal));
      listener.answered();
    } catch (error) {
      if (own !== asking) return;
      panel.items = [];
      // Half a filter is no reason for a message: the next letter mends it.
      if (error instanceof Refused) panel.title = error.message.replace(/\s+/g, " ");
      else void listener.fail(error);
    } finally {
      if (own === asking) panel.busy = false;
    }
  };
  const open = (hit: Hit, column: vscode.ViewColumn) => {
    const { path, line, column: at, endLine } = target(hit);
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
    }
  });
  panel.onDidAccept(() => {
    const chosen = panel.selectedItems[0];
    panel.hide();
    if (chosen) open(chosen.hit, vscode.ViewColumn.Active).then(undefined, listener.fail);
  });
  panel.onDidTriggerItemButton(({ item }) => open(item.hit, vscode.ViewColumn.Beside).then(undefined, listener.fail));
  panel.onDidHide(() => {
    clearTimeout(timer);
    asking?.abort();
    panel.dispose();
  });
  panel.show();
}
