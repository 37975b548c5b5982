/** Results kept while the data stand still: without it an agent's repeated question would be computed every time. @module */

import type { DataState, Deps, Operation } from "../operations/mod.ts";

/** A result with its size as text, in UTF-16 units. */
export type Weighed<T> = { result: T; size: number };

const MAX_ENTRIES = 1_000;
const MAX_SIZE = 8 * 1024 * 1024;

type State = Pick<DataState, "revision" | "asOfMs" | "source">;

function toKey({ revision, asOfMs, source }: State): string {
  return `${revision} ${asOfMs} ${source}`;
}

/** The least recently used go first; all go when the state of the data moves. */
export class CallCache<T> {
  #state = "";
  #size = 0;
  readonly #kept = new Map<string, Weighed<T>>();
  readonly #underWay = new Map<string, Promise<T>>();

  constructor(private readonly deps: Deps) {}

  /**
   * The result of a question, made once for all who ask meanwhile. It is kept if it is of the state that the picture in
   * memory shows; cold, the state is known to the database only and every question is answered by it.
   */
  find(operation: Operation, input: unknown, make: () => Promise<Weighed<T> & { state: State }>): Promise<T> | T {
    const current = this.deps.snapshots.current();
    if (!current) return make().then(({ result }) => result);
    const state = toKey(current);
    const minute = operation.usesClock(input) ? Math.floor(this.deps.clock().getTime() / 60_000) : "";
    const question = `${operation.id} ${minute} ${JSON.stringify(input)}`;
    const found = this.#get(state, question);
    if (found !== undefined) return found;
    const key = `${state}\n${question}`;
    const running = this.#underWay.get(key) ?? make().then((made) => {
      if (toKey(made.state) === state) this.#keep(state, question, made);
      return made.result;
    }).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, running);
    return running;
  }

  #get(state: string, question: string): T | undefined {
    if (state !== this.#state) return undefined;
    const found = this.#kept.get(question);
    if (!found) return undefined;
    this.#kept.delete(question);
    this.#kept.set(question, found);
    return found.result;
  }

  #keep(state: string, question: string, entry: Weighed<T>): void {
    if (state !== this.#state) {
      this.#kept.clear();
      this.#size = 0;
      this.#state = state;
    }
    this.#kept.set(question, entry);
    this.#size += entry.size;
    for (const [oldest, { size }] of this.#kept) {
      if (this.#kept.size <= MAX_ENTRIES && this.#size <= MAX_SIZE) break;
      this.#kept.delete(oldest);
      this.#size -= size;
    }
  }
}
