// What the index holds, in a few letters at the edge of the window.

import * as vscode from "vscode";

import { inFull, inShort } from "./format";
import { likelyFolder, place } from "./place";
import { MissingProgram, status } from "./quarry";

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("quarry.status", vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.item.name = "Quarry";
  }

  async refresh(): Promise<void> {
    const folder = likelyFolder();
    if (!folder) return this.item.hide();
    try {
      const document = await status(place(folder));
      this.show(inShort(document), inFull(document, new Date()).join("\n"), "quarry.status");
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      // A folder without an index is no fault: the first search makes it.
      const text = error instanceof MissingProgram ? "$(warning) Quarry is missing" : "$(search) no index yet";
      this.show(text, what, "quarry.search");
    }
  }

  dispose(): void {
    this.item.dispose();
  }

  private show(text: string, tooltip: string, command: string): void {
    Object.assign(this.item, { text, tooltip, command });
    this.item.show();
  }
}
