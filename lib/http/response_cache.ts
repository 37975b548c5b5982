/** Answers kept while the data stand still: without it the same question would be computed for every caller. @module */

import type { Representation } from "./representation.ts";

/** Bounds of a cache. */
export type CacheBounds = { maxEntries: number; maxBytes: number };

/** An answer and the state that it was read from. */
type Made = { representation: Representation; state: string };

const ENTRY_OVERHEAD_BYTES = 1_000;

/** Places of the questions asked once, in the order of their fingerprints; 256 kB. */
const ASKED_PLACES = 32_768;

/** The least recently used go first; all go when the state of the data moves. */
export class ResponseCache {
  #state = "";
  #bytes = 0;
  readonly #kept = new Map<string, Representation>();
  /** Fingerprints of questions asked once. One that falls on the place of another makes it forgotten. */
  readonly #asked = new Float64Array(ASKED_PLACES);
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
    make: () => Promise<Made>,
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

  /**
   * Keeps an answer that was cheap to make when its question is asked the second time (most are never asked again) and if it
   * is of `state`; answers it in any case. `print`: the fingerprint of state and question.
   */
  offer(state: string, question: string, made: Made & { print: number }): Representation {
    const { representation, print } = made;
    const place = print % ASKED_PLACES;
    if (this.#asked[place] !== print) this.#asked[place] = print;
    else if (made.state === state) this.#keep(state, question, representation);
    return representation;
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
