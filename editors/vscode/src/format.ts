// Documents of quarry as an editor shows them. Plain data in and out.

import type { Hit, Related, StatusDocument } from "./quarry";

/** A row of the list of results. */
export interface Row {
  label: string;
  description: string;
  detail: string;
}

/** A stretch of a file, in lines and columns from 0, as editors count. */
export interface Target {
  path: string;
  /** Where the cursor goes. */
  line: number;
  column: number;
  /** The last line that should be seen. */
  endLine: number;
}

/** Icons of the editor for kinds of definitions; others have one for code or prose. */
const ICONS: Record<string, string> = {
  function: "symbol-function",
  method: "symbol-method",
  class: "symbol-class",
  struct: "symbol-struct",
  enum: "symbol-enum",
  interface: "symbol-interface",
  trait: "symbol-interface",
  implementation: "symbol-class",
  type: "symbol-interface",
  module: "symbol-module",
  constant: "symbol-constant",
  variable: "symbol-variable",
  field: "symbol-field",
  macro: "symbol-snippet",
  section: "symbol-string",
  block: "symbol-object",
};

/** What a related file does to the other one; quarry's words are seen from there. */
const PHRASES: Record<string, string> = {
  imports: "used by",
  imported_by: "uses",
  test_for: "tests",
  interface_of: "extends or is extended by",
  sibling: "near",
  calls: "called by",
  called_by: "calls",
};

/** Where a hit is opened: at the name of its definition if that is part of it, else where it begins. */
export function target(hit: Hit): Target {
  const lines = hit.text.split("\n");
  const named = hit.symbol && hit.symbol.line >= hit.first_line && hit.symbol.line <= hit.end_line ? hit.symbol : null;
  const line = named ? named.line : hit.start_line;
  const text = lines[line - hit.first_line] ?? "";
  const at = named ? text.indexOf(named.name) : -1;
  // A name that is not written in that line stands where the line begins.
  const column = at >= 0 ? at : text.length - text.trimStart().length;
  return { path: hit.path, line: line - 1, column, endLine: hit.end_line - 1 };
}

export function row(hit: Hit): Row {
  const { line } = target(hit);
  const text = hit.text.split("\n")[line + 1 - hit.first_line] ?? "";
  const icon = hit.symbol ? (ICONS[hit.symbol.kind] ?? "code") : "file";
  const name = hit.symbol ? hit.symbol.qualified_name : (hit.path.split("/").pop() ?? hit.path);
  return { label: `$(${icon}) ${name}`, description: `${hit.path}:${line + 1}`, detail: text.trim() };
}

/** A file around the results, as a row below theirs. */
export function relatedRow(file: Related): Row {
  const name = (path: string) => path.split("/").pop() ?? path;
  const tie = `${PHRASES[file.relationship] ?? file.relationship} ${name(file.of)}`;
  const label = `$(references) ${name(file.path)}`;
  return { label, description: `${file.path}:${file.line}`, detail: `around the results: ${tie}` };
}

export function relatedTarget(file: Related): Target {
  return { path: file.path, line: file.line - 1, column: 0, endLine: file.line - 1 };
}

/** What quarry says when it cannot answer, on one line. The cause says more than that there is an error. */
export function refusal(message: string): string {
  const lines = message.split("\n").map((line) => line.trim());
  const said = (word: string) => lines.find((line) => line.startsWith(`${word}: `))?.slice(word.length + 2);
  const help = said("help");
  // A guess is enough; what follows it is for terminals.
  const guess = /^did you mean [^?]*\?/.exec(help ?? "")?.[0];
  return [said("cause") ?? said("error") ?? lines.join(" "), guess ?? help].filter(Boolean).join(" · ");
}

/** For the status bar. */
export function inShort(status: StatusDocument): string {
  return `$(search) ${count(status.files)} files${status.complete ? "" : " (not all)"}`;
}

/** For whoever asks, a line each. */
export function inFull(status: StatusDocument, now: Date): string[] {
  const languages = status.languages.slice(0, 5).map((one) => `${one.language} ${count(one.files)}`);
  return [
    `${status.root}`,
    `${count(status.files)} files, ${count(status.chunks)} chunks, ${count(status.symbols)} definitions`,
    `languages: ${languages.join(", ")}`,
    `model: ${status.model?.name ?? "none, words only"}`,
    `indexed ${ago(now.getTime() / 1000 - status.committed_at)}${status.complete ? "" : ", not to the end"}`,
    `${count(status.skipped.length)} paths left out; \`quarry status --skipped\` names them`,
  ];
}

export function count(number: number): string {
  return number.toLocaleString("en-US");
}

function ago(seconds: number): string {
  const sizes: [number, string][] = [[86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [size, noun] of sizes) {
    const n = Math.floor(seconds / size);
    if (n > 0) return `${n} ${noun}${n === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
