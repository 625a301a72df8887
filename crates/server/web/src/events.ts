// Events of indexing, read from a stream. `EventSource` cannot send a token, so the stream is read by hand.

import { useEffect, useState } from "preact/hooks";
import { access, Problem, request } from "./api";
import type { IndexRun, ProblemDocument, Repository } from "./wire";

/** Before the stream is opened again. */
const RETRY_MS = 2000;
const STREAM = "text/event-stream";

/** An event's name and its document. */
type Tell = (name: string, document: unknown) => void;

/** All repositories as the server last told them, in its order. */
export function useRepositories(): Repository[] {
  const [known, setKnown] = useState<Repository[]>([]);
  const { tried } = access.use();
  useEffect(() => {
    const abort = new AbortController();
    const tell = (told: Repository) =>
      setKnown((before) => {
        const isKnown = before.some((one) => one.name === told.name);
        return isKnown ? before.map((one) => (one.name === told.name ? told : one)) : [...before, told];
      });
    void listen(tell, abort.signal);
    return () => abort.abort();
  }, [tried]);
  return known;
}

async function listen(tell: (told: Repository) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await request("GET", "events", {}, signal, STREAM);
      await read(response, (_, document) => tell(document as Repository));
    } catch {
      if (signal.aborted || access.get().isWanted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Brings an index up to date, or makes it from nothing; the answer comes when that is done. */
export async function index(repository: string, how: "changes" | "anew"): Promise<IndexRun> {
  const rebuild = how === "anew" ? "true" : null;
  const response = await request("POST", "index", { repository, rebuild }, undefined, STREAM);
  let end: IndexRun | Problem = new Problem(0, "The server went away before the index was made.");
  await read(response, (name, document) => {
    if (name === "report") end = document as IndexRun;
    if (name === "problem") {
      const { status, detail, help } = document as ProblemDocument;
      end = new Problem(status, detail, help);
    }
  });
  if (end instanceof Problem) throw end;
  return end;
}

/** Events are separated by an empty line. */
async function read(response: Response, tell: Tell): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let waiting = "";
  while (reader) {
    const { value, done } = await reader.read();
    if (done) return;
    waiting += decoder.decode(value, { stream: true });
    const events = waiting.split("\n\n");
    waiting = events.pop() ?? "";
    for (const event of events) {
      const fields = (name: string) =>
        event
          .split("\n")
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trim());
      const data = fields("data");
      if (data.length > 0) tell(fields("event")[0] ?? "message", JSON.parse(data.join("\n")));
    }
  }
}
