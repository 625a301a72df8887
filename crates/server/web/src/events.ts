// Events of indexing, read from a stream. `EventSource` cannot send a token, so the stream is read by hand.

import { useEffect, useState } from "preact/hooks";
import { access, request } from "./api";
import type { Repository } from "./wire";

/** Before the stream is opened again. */
const RETRY_MS = 2000;

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
      const response = await request("GET", "events", {}, signal);
      if (response.body) await read(response.body.getReader(), tell);
    } catch {
      if (signal.aborted || access.get().isWanted) return;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Events are separated by an empty line; of each only the data matters. */
async function read(reader: ReadableStreamDefaultReader<Uint8Array>, tell: (told: Repository) => void): Promise<void> {
  const decoder = new TextDecoder();
  let waiting = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    waiting += decoder.decode(value, { stream: true });
    const events = waiting.split("\n\n");
    waiting = events.pop() ?? "";
    for (const event of events) {
      const data = event
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trim());
      if (data.length > 0) tell(JSON.parse(data.join("\n")) as Repository);
    }
  }
}
