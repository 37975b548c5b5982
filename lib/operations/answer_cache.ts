/** Keeps finished HTTP answers while the data are the same. @module */

import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DataState } from "../db/data_state.ts";
import { type Backend, type Operation, readAnswer, readState, type Result } from "./operation.ts";

/**
 * Makes the finished answer of a result, with its size, in UTF-16 units of a text or in bytes;
 * `key` names the question and the state of the data.
 */
type Finish<T> = (result: Result<unknown>, key: string) => { value: T; size: number };

/** Bounds: answers, and the sum of their sizes. */
export type CacheBounds = { maxEntries: number; maxSize: number };

/** Longer questions are named by a hash: many are remembered, and a line may take 256 kB. */
const MAX_KEY_LENGTH = 1_000;

function toKey(text: string): string {
  return text.length <= MAX_KEY_LENGTH
    ? text
    : createHash("sha256").update(text).digest("base64url");
}

const MAX_REQUESTED = 10_000;

// All answers from a snapshot have one state object.
const stateNames = new WeakMap<DataState, string>();

/** The name of a state of the data: equal name, equal answers. */
function stateNameOf(state: DataState): string {
  return stateNames.getOrInsertComputed(
    state,
    ({ revision, asOfMs, source }) => `${revision} ${asOfMs} ${source}`,
  );
}

/**
 * Answers by question and form. The least recently used go first; all go when the state of the data
 * moves. Without a snapshot only files are kept: the state is then known to the database alone, and
 * reading it costs as much as most answers.
 */
export class AnswerCache {
  #state = "";
  // The library's types want objects without undefined; each form of an answer is read with the
  // type it was made with.
  // deno-lint-ignore no-explicit-any
  readonly #kept: LRUCache<string, any>;
  /** Questions with an answer that is kept, by the address that asked them. */
  readonly #questions = new Map<string, string>();
  readonly #requested = new Set<string>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(
    private readonly backend: Backend,
    bounds: CacheBounds = { maxEntries: 3_000, maxSize: 20 * 1024 * 1024 },
  ) {
    this.#kept = new LRUCache({ max: bounds.maxEntries, maxSize: bounds.maxSize });
  }

  get size(): number {
    return this.#kept.size;
  }

  /**
   * The kept answer of a request with an address that was given to {@link find} before; undefined
   * if there is none.
   */
  recall<T extends object>(address: string): T | undefined {
    const snapshot = this.backend.snapshots.current();
    if (!snapshot) return undefined;
    this.#forgetOthers(stateNameOf(snapshot));
    const question = this.#questions.get(address);
    return question === undefined ? undefined : this.#kept.get(question) as T | undefined;
  }

  /**
   * The answer of an operation to a parsed input in a form (`json`, `csv` …), made by `finish`
   * unless it is kept. What the snapshot answers at once is cheap, so it is kept only when the
   * question comes again; what takes time is kept at once and made once for all who wait meanwhile.
   * Failures are not kept. `address` names all of a request that input and form follow from, for
   * {@link recall}; null if anything else decides about the response.
   */
  find<I, T extends object>(
    { operation, input, form, address = null }: {
      operation: Operation<I, unknown>;
      input: I;
      form: string;
      address?: string | null;
    },
    finish: Finish<T>,
  ): T | Promise<T> {
    const { backend } = this;
    const question = `${operation.id} ${form} ${toKey(JSON.stringify(input))}`;
    const finishAs = (result: Result<unknown>, isKept = result.external !== "momentary"): T => {
      const state = stateNameOf(result.state!);
      const { value, size } = finish(result, `${state}\n${question}`);
      if (isKept && state === this.#state) {
        this.#kept.set(question, value, { size: Math.max(1, size) });
      }
      return value;
    };
    const snapshot = backend.snapshots.current();
    if (!snapshot && operation.kind !== "file") {
      return readAnswer(operation, backend, input).then((result) => finishAs(result, false));
    }
    if (!snapshot) {
      return readState(backend).then((state) =>
        this.#find<T>(question, state) ??
          this.#run(question, readAnswer(operation, backend, input).then((it) => finishAs(it)))
      );
    }
    const kept = this.#find<T>(question, snapshot);
    if (kept !== undefined) {
      if (address !== null) this.#remember(address, question);
      return kept;
    }
    const found = operation.fromSnapshot?.(snapshot, input, backend) ??
      operation.fromDatabase(backend, input);
    return found instanceof Promise
      ? this.#run(question, found.then((result) => finishAs(result)))
      : finishAs(found, operation.kind !== "api" || this.#isRepeated(question));
  }

  /**
   * The answer to a question in this state, kept or in progress; those of any other state are
   * dropped.
   */
  #find<T>(question: string, state: DataState): T | Promise<T> | undefined {
    this.#forgetOthers(stateNameOf(state));
    return this.#kept.get(question) as T | undefined ??
      this.#running.get(question) as Promise<T> | undefined;
  }

  /** Shares what is being made of a question with all who wait meanwhile. */
  #run<T>(question: string, making: Promise<T>): Promise<T> {
    const made = making.finally(() => {
      if (this.#running.get(question) === made) this.#running.delete(question);
    });
    this.#running.set(question, made);
    return made;
  }

  #forgetOthers(state: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#kept.clear();
    this.#questions.clear();
    this.#requested.clear();
    this.#running.clear();
  }

  #remember(address: string, question: string): void {
    if (this.#questions.size >= MAX_REQUESTED) this.#questions.clear();
    this.#questions.set(address, question);
  }

  /** Whether a question came before in this state; notes it where it did not. */
  #isRepeated(question: string): boolean {
    if (this.#requested.delete(question)) return true;
    if (this.#requested.size >= MAX_REQUESTED) this.#requested.clear();
    this.#requested.add(question);
    return false;
  }
}
