// Which folder is asked, and by which program.

import * as vscode from "vscode";

import type { Place } from "./quarry";

/** The folder of the open file; of several, the one that is chosen. `undefined`: none is open, or none was chosen. */
export async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folder = likelyFolder();
  if (folder) return folder;
  if (vscode.workspace.workspaceFolders?.length) return vscode.window.showWorkspaceFolderPick();
  void vscode.window.showInformationMessage("Quarry: open a folder first; it is what is searched.");
  return undefined;
}

/** The folder that can be meant without asking. */
export function likelyFolder(): vscode.WorkspaceFolder | undefined {
  const open = vscode.window.activeTextEditor?.document.uri;
  const folders = vscode.workspace.workspaceFolders ?? [];
  return (open && vscode.workspace.getWorkspaceFolder(open)) ?? (folders.length === 1 ? folders[0] : undefined);
}

export function place(folder: vscode.WorkspaceFolder): Place {
  const settings = vscode.workspace.getConfiguration("quarry");
  return { program: settings.get("path", "quarry"), folder: folder.uri.fsPath };
}

export function limit(): number {
  return vscode.workspace.getConfiguration("quarry").get("limit", 20);
}
