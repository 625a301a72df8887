// Questions to the server, and what comes back.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cell } from "./cell";
import { useRoute, type Params } from "./route";
import type { ProblemDocument } from "./wire";

/** Where the token is kept: in this tab, until it is closed. */
const TOKEN = "quarry-token";
/** Before a question is asked again that came too early or too often. */
const RETRY_MS = 1500;

/** Why there is no answer. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly help?: string,
  ) {
    super(detail);
  }
}

/** Whether the server wants a token; the number counts the tokens tried. */
export const access = cell<{ isWanted: boolean; tried: number }>({ isWanted: false, tried: 0 });

export function keepToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
  access.set({ isWanted: false, tried: access.get().tried + 1 });
}

function addressOf(route: string, params: Params): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `api/v1/${route}${text && "?" + text}`;
}

export async function request(
  method: "GET" | "POST",
  route: string,
  params: Params,
  signal?: AbortSignal,
  accept = "application/json",
): Promise<Response> {
  const token = sessionStorage.getItem(TOKEN);
  const headers: Record<string, string> = { accept, ...(token && { authorization: `Bearer ${token}` }) };
  const init: RequestInit = { method, headers };
  if (signal) init.signal = signal;
  const response = await fetch(addressOf(route, params), init).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Problem(0, "The server does not answer.", "Is `quarry serve` still running?");
  });
  if (response.ok) return response;
  if (response.status === 401) access.set({ isWanted: true, tried: access.get().tried });
  const document = (await response.json().catch(() => null)) as ProblemDocument | null;
  throw new Problem(response.status, document?.detail ?? response.statusText, document?.help);
}

export async function ask<T>(route: string, params: Params, signal?: AbortSignal): Promise<T> {
  return (await (await request("GET", route, params, signal)).json()) as T;
}

/** What is known about a question while and after it is asked. */
export interface Asking<T> {
  /** Of this question, or of the one before as long as this one is not answered. */
  answer: T | null;
  problem: Problem | null;
  isAsking: boolean;
}

/** How a question is asked. */
export interface Manner {
  /** Wait so long for the reader to go on typing. */
  delay?: number;
  /** Ask again when this changes. */
  version?: unknown;
}

/** Asks the repository that is shown, whenever the question changes; `null` asks nothing. */
export function useAnswer<T>(route: string | null, params: Params, manner: Manner = {}): Asking<T> {
  const repository = useRoute().params.get("repository");
  const { tried } = access.use();
  const [state, setState] = useState<Asking<T>>({ answer: null, problem: null, isAsking: route !== null });
  const question = route && addressOf(route, { repository, ...params });
  const delay = useRef(manner.delay);
  delay.current = manner.delay;
  // At once, not after the next frame: the reader waits.
  useLayoutEffect(() => {
    if (!route) {
      setState({ answer: null, problem: null, isAsking: false });
      return;
    }
    const abort = new AbortController();
    let timer = 0;
    const begin = () => {
      ask<T>(route, { repository, ...params }, abort.signal).then(
        (answer) => !abort.signal.aborted && setState({ answer, problem: null, isAsking: false }),
        (error: unknown) => {
          if (abort.signal.aborted) return;
          const problem = error instanceof Problem ? error : new Problem(0, String(error));
          // The first index is being made, or there were too many questions: this one will be answered later.
          const isEarly = problem.status === 503 || problem.status === 429;
          if (isEarly) timer = window.setTimeout(begin, RETRY_MS);
          setState((before) => ({ answer: isEarly ? before.answer : null, problem, isAsking: isEarly }));
        },
      );
    };
    setState((before) => ({ ...before, isAsking: true }));
    if (delay.current) timer = window.setTimeout(begin, delay.current);
    else begin();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [question, tried, manner.version]);
  return state;
}
