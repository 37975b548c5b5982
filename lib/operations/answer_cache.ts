/** Caches finished HTTP responses while the data stay the same. @module */

import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DataState } from "../db/data_state.ts";
import { fingerprint } from "../shared/fingerprint.ts";
import { type Backend, type Operation, readAnswer, readState, type Result } from "./operation.ts";

/**
 * Builds the finished response from a result and returns its size, in UTF-16 units of text or in
 * bytes. `key` identifies the request and the state of the data.
 */
type Finish<T> = (result: Result<unknown>, key: string) => { value: T; size: number };

/** Limits on the number of entries and on the sum of their sizes. */
export type CacheBounds = { maxEntries: number; maxSize: number };

/** Longer keys are hashed: the cache holds many of them, and a line may take 256 kB. */
const MAX_KEY_LENGTH = 1_000;

function toKey(text: string): string {
  return text.length <= MAX_KEY_LENGTH
    ? text
    : createHash("sha256").update(text).digest("base64url");
}

const MAX_ADDRESSES = 10_000;
/** How many new requests are remembered. */
const REQUESTED = 8_192;

// Every result from a snapshot has the same state object.
const stateNames = new WeakMap<DataState, string>();

/** Returns a name for a state of the data. States with equal names give equal responses. */
function stateNameOf(state: DataState): string {
  return stateNames.getOrInsertComputed(
    state,
    ({ revision, asOfMs, source }) => `${revision} ${asOfMs} ${source}`,
  );
}

/**
 * Caches responses by request and format. It evicts the least recently used first, and everything
 * when the state of the data changes. Without a snapshot it caches only files: only the database
 * then knows the state, and reading it costs as much as most queries.
 */
export class AnswerCache {
  #state = "";
  // LRUCache rejects value types that include undefined. Callers read each format with the type
  // they stored.
  // deno-lint-ignore no-explicit-any
  readonly #kept: LRUCache<string, any>;
  /** The keys of cached responses, by the address of the request. */
  readonly #questions = new Map<string, string>();
  /** Fingerprints of requests in this state, each at a place that it shares with others. */
  readonly #requested = new Float64Array(REQUESTED);
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
   * Returns the cached response for an address that {@link find} received before; undefined if it
   * is not cached.
   */
  recall<T extends object>(address: string): T | undefined {
    const snapshot = this.backend.snapshots.current();
    if (!snapshot) return undefined;
    this.#forgetOthers(stateNameOf(snapshot));
    const question = this.#questions.get(address);
    return question === undefined ? undefined : this.#kept.get(question) as T | undefined;
  }

  /**
   * Returns the response of an operation to a parsed input in a format (`json`, `csv` …), built by
   * `finish` unless it is cached. A synchronous snapshot result is cheap, so it is cached only when
   * the request repeats. An asynchronous result is cached at once and shared with all requests that
   * wait for it. Failures are not cached. `address` holds every part of the request that determines
   * input and format, for {@link recall}; pass null if anything else affects the response.
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
   * Returns the response to a request in this state, cached or in progress. Drops the responses of
   * any other state.
   */
  #find<T>(question: string, state: DataState): T | Promise<T> | undefined {
    this.#forgetOthers(stateNameOf(state));
    return this.#kept.get(question) as T | undefined ??
      this.#running.get(question) as Promise<T> | undefined;
  }

  /** Shares a running computation with all requests that wait for it. */
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
    this.#requested.fill(0);
    this.#running.clear();
  }

  #remember(address: string, question: string): void {
    if (this.#questions.size >= MAX_ADDRESSES) this.#questions.clear();
    this.#questions.set(address, question);
  }

  /**
   * Returns whether the request came before in this state, unless another one has taken its place
   * since. Remembers it if not.
   */
  #isRepeated(question: string): boolean {
    const mark = fingerprint(question);
    const at = mark % REQUESTED;
    const isRepeated = this.#requested[at] === mark;
    this.#requested[at] = mark;
    return isRepeated;
  }
}
