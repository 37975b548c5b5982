/** Listens to several events until it is undone. @module */

type Handlers = { readonly [name: string]: (event: never) => void };

/** Adds a handler for each event by name. Returns what removes them all. */
export function listen(target: EventTarget, handlers: Handlers, options: { once?: boolean } = {}): () => void {
  const ending = new AbortController();
  for (const [name, handler] of Object.entries(handlers)) {
    target.addEventListener(name, handler as (event: Event) => void, { ...options, signal: ending.signal });
  }
  return () => ending.abort();
}
