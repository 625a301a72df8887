// Talks to the program `quarry`: arguments out, documents in. Knows nothing of the editor, so that it can be tested
// without one.

import { execFile } from "node:child_process";

/** A hit of `quarry search --json`, as far as it is used here. Lines count from 1. */
export interface Hit {
  path: string;
  start_line: number;
  end_line: number;
  first_line: number;
  text: string;
  score: number;
  language: string;
  symbol: { kind: string; name: string; qualified_name: string; line: number } | null;
}

/** A file that hits use, or that uses them. */
export interface Related {
  path: string;
  line: number;
  /** Seen from `of`: what `of` does to it. */
  relationship: string;
  of: string;
}

/** `quarry search --json`, schema `quarry.search.v1`. */
export interface SearchDocument {
  schema: "quarry.search.v1";
  root: string;
  fresh: boolean;
  notices: string[];
  elapsed_ms: number;
  hits: Hit[];
  /** Older versions of quarry do not look around. */
  related?: Related[];
}

/** `quarry status --json`, schema `quarry.status.v1`. */
export interface StatusDocument {
  schema: "quarry.status.v1";
  root: string;
  bytes: number;
  committed_at: number;
  complete: boolean;
  files: number;
  chunks: number;
  symbols: number;
  model: { name: string } | null;
  languages: { language: string; files: number }[];
  skipped: unknown[];
}

/** Where and how `quarry` is run. */
export interface Place {
  /** The program: a name on the PATH, or a path. */
  program: string;
  /** The folder that is asked about. */
  folder: string;
}

/** The program is not there. */
export class MissingProgram extends Error {
  constructor(readonly program: string) {
    super(`\`${program}\` was not found`);
  }
}

/** The program ran and said why it could not answer. */
export class Refused extends Error {}

/** A newer question took the place of this one. */
export class Overtaken extends Error {}

/** Exit code of a search that found nothing: an answer, no failure. */
const NOTHING_FOUND = 1;
/** Bytes of an answer that are read; a thousand long results need less. */
const MAX_BYTES = 64 * 1024 * 1024;

export async function search(place: Place, question: string, limit: number, signal?: AbortSignal): Promise<SearchDocument> {
  const args = ["search", "--json", "--quiet", "--limit", String(limit), "--", question];
  return document(await run(place, args, signal), "quarry.search.v1");
}

export async function status(place: Place, signal?: AbortSignal): Promise<StatusDocument> {
  return document(await run(place, ["status", "--json"], signal), "quarry.status.v1");
}

/** What an answer to the question needs, as Markdown. Empty if nothing is found. */
export async function context(place: Place, question: string, signal?: AbortSignal): Promise<string> {
  return run(place, ["context", "--quiet", "--", question], signal);
}

function document<T extends { schema: string }>(text: string, schema: T["schema"]): T {
  let read: T;
  try {
    read = JSON.parse(text) as T;
  } catch {
    throw new Refused("quarry answered with something that is not JSON; is this its newest version?");
  }
  if (read.schema !== schema) {
    throw new Refused(`quarry answered with ${read.schema}, and ${schema} was expected; is one of both out of date?`);
  }
  return read;
}

/** Runs quarry; what it prints. The question is one argument and never seen by a shell. */
function run(place: Place, args: string[], signal?: AbortSignal): Promise<string> {
  const options = { cwd: place.folder, maxBuffer: MAX_BYTES, windowsHide: true, ...(signal ? { signal } : {}) };
  return new Promise((resolve, reject) => {
    execFile(place.program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      if (signal?.aborted) return reject(new Overtaken("a newer question was asked"));
      if (error.code === "ENOENT") return reject(new MissingProgram(place.program));
      // Numbers are exit codes; 1 without a word means that nothing was found.
      if (Number(error.code) === NOTHING_FOUND && !stderr.includes("error:")) return resolve(stdout);
      reject(new Refused(stderr.trim() || error.message));
    });
  });
}
