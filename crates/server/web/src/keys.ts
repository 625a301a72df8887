// Keys of the whole page. Whoever was added last is asked first, and says whether the key was meant for it.

type Handler = (event: KeyboardEvent) => boolean;

const handlers: Handler[] = [];

/** Listens until the returned function is called. */
export function onKeys(handler: Handler): () => void {
  handlers.unshift(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}

/** Whether the key goes into a field. */
export function isTyping(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
}

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (handlers.some((handler) => handler(event))) event.preventDefault();
  });
}
