// A value that several parts of the page share: whoever uses it is drawn again when it changes.

import { useEffect, useState } from "preact/hooks";

export interface Cell<T> {
  get(): T;
  set(value: T): void;
  /** The value, inside a component. */
  use(): T;
}

export function cell<T>(first: T): Cell<T> {
  let value = first;
  const listeners = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      listeners.forEach((listener) => listener(next));
    },
    use() {
      const [seen, setSeen] = useState({ value });
      useEffect(() => {
        const listener = (next: T) => setSeen({ value: next });
        listeners.add(listener);
        // It may have changed between drawing and listening.
        if (value !== seen.value) listener(value);
        return () => void listeners.delete(listener);
      }, []);
      return seen.value;
    },
  };
}
