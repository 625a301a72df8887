// The extension: its commands, its place in the status bar, its messages.

import * as vscode from "vscode";

import { inFull, refusal } from "./format";
import { MissingProgram, Overtaken, context, status } from "./quarry";
import { chooseFolder, place } from "./place";
import { openSearch } from "./search";
import { StatusBar } from "./statusBar";

export function activate(extension: vscode.ExtensionContext): void {
  const bar = new StatusBar();
  const command = (name: string, run: () => Promise<void>) =>
    vscode.commands.registerCommand(name, () => run().catch(tell));
  extension.subscriptions.push(
    bar,
    command("quarry.search", () => search(bar)),
    command("quarry.status", () => showStatus(bar)),
    command("quarry.copyContext", () => copyContext().finally(() => void bar.refresh())),
    vscode.workspace.onDidChangeWorkspaceFolders(() => bar.refresh()),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("quarry") && bar.refresh()),
    vscode.window.onDidChangeWindowState((window) => window.focused && bar.refresh()),
  );
  void bar.refresh();
}

async function search(bar: StatusBar): Promise<void> {
  const folder = await chooseFolder();
  if (folder) openSearch(folder, { fail: tell, answered: () => void bar.refresh() });
}

async function showStatus(bar: StatusBar): Promise<void> {
  const folder = await chooseFolder();
  if (!folder) return;
  const lines = inFull(await status(place(folder)), new Date());
  void bar.refresh();
  await vscode.window.showInformationMessage("Quarry", { modal: true, detail: lines.join("\n") });
}

async function copyContext(): Promise<void> {
  const folder = await chooseFolder();
  if (!folder) return;
  const question = await vscode.window.showInputBox({
    title: "Copy context for question",
    prompt: "What should be understood? Code that answers it is copied, with what it depends on.",
    placeHolder: "where are passwords checked",
  });
  if (!question?.trim()) return;
  const progress = { location: vscode.ProgressLocation.Notification, title: "Quarry: assembling context", cancellable: true };
  const text = await vscode.window.withProgress(progress, (_report, cancelled) => {
    const abort = new AbortController();
    cancelled.onCancellationRequested(() => abort.abort());
    return context(place(folder), question, abort.signal);
  });
  if (!text.trim()) {
    void vscode.window.showInformationMessage("Quarry: nothing was found, nothing is copied.");
    return;
  }
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(`Quarry: copied ${text.split("\n").length} lines of context.`);
}

/** Says what went wrong, and what to do about a program that is missing. */
async function tell(error: unknown): Promise<void> {
  if (error instanceof Overtaken) return;
  if (error instanceof MissingProgram) {
    const settings = "Open settings";
    const what = `Quarry: ${error.message}. Install it, or set quarry.path to where it is.`;
    if ((await vscode.window.showErrorMessage(what, settings)) === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "quarry.path");
    }
    return;
  }
  void vscode.window.showErrorMessage(`Quarry: ${refusal(error instanceof Error ? error.message : String(error))}`);
}
