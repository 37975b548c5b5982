/** Answers kept while the data stand still: without it the same question would be computed for every caller. @module */

import type { Representation } from "./representation.ts";

/** Bounds of a cache. */
export type CacheBounds = { maxEntries: number; maxBytes: number };

const ENTRY_OVERHEAD_BYTES = 1_000;

/** The least recently used go first; all go when the state of the data moves. */
export class ResponseCache {
  #state = "";
  #bytes = 0;
  readonly #kept = new Map<string, Representation>();
  /** Questions asked once, this time and the time before: two halves, so that forgetting costs nothing. */
  #askedOnce = new Set<string>();
  #askedBefore = new Set<string>();
  readonly #underWay = new Map<string, Promise<Representation>>();

  /** 2 000 entries and 32 MB unless told. */
  constructor(private readonly bounds: CacheBounds = { maxEntries: 2_000, maxBytes: 32 * 1024 * 1024 }) {}

  /** How many answers are kept. */
  get size(): number {
    return this.#kept.size;
  }

  /** The kept answer of a state to a question; undefined when there is none. */
  get(state: string, question: string): Representation | undefined {
    if (state !== this.#state) return undefined;
    const found = this.#kept.get(question);
    if (found) {
      this.#kept.delete(question);
      this.#kept.set(question, found);
    }
    return found;
  }

  /**
   * Makes an answer once for all who ask meanwhile, and keeps it if `make` says that it is of `state` (it may be of a newer
   * one). Failures are not kept.
   */
  async make(
    state: string,
    question: string,
    make: () => Promise<{ representation: Representation; state: string }>,
  ): Promise<Representation> {
    const key = `${state}\n${question}`;
    let running = this.#underWay.get(key);
    if (!running) {
      running = make().then((made) => {
        if (made.state === state) this.#keep(state, question, made.representation);
        return made.representation;
      }).finally(() => this.#underWay.delete(key));
      this.#underWay.set(key, running);
    }
    return await running;
  }

  /** Keeps an answer that was cheap to make when its question is asked the second time: most are never asked again. */
  offer(state: string, question: string, representation: Representation): void {
    if (this.#askedOnce.has(question) || this.#askedBefore.has(question)) {
      this.#keep(state, question, representation);
      return;
    }
    if (this.#askedOnce.size >= this.bounds.maxEntries * 4) {
      this.#askedBefore = this.#askedOnce;
      this.#askedOnce = new Set();
    }
    this.#askedOnce.add(question);
  }

  #keep(state: string, question: string, representation: Representation): void {
    if (state !== this.#state) {
      this.#kept.clear();
      this.#bytes = 0;
      this.#state = state;
    }
    const other = this.#kept.get(question);
    if (other) this.#bytes -= weigh(other);
    this.#kept.set(question, representation);
    this.#bytes += weigh(representation);
    for (const [oldest, entry] of this.#kept) {
      if (this.#kept.size <= this.bounds.maxEntries && this.#bytes <= this.bounds.maxBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= weigh(entry);
    }
  }
}

/** Bytes of an answer with its compressed forms, which come later and are a third at most. */
function weigh(representation: Representation): number {
  return ENTRY_OVERHEAD_BYTES + representation.text.length * 1.5;
}
