/** Downloads a feed: its bytes decide whether it is one, not the status or type that the server sends. @module */

import { Buffer } from "node:buffer";
import { setTimeout as delay } from "node:timers/promises";
import { fetchFollowing, RedirectRefused } from "./follow_redirects.ts";
import { FeedRefused } from "./refusals.ts";
import { isZip, requireFeedMagic } from "./unpack.ts";

/** Validators of an earlier answer; null when it had none. */
export type Validators = { etag: string | null; lastModified: string | null };

/** Bounds of a download. */
export type FetchOptions = {
  /** Until the first byte of the answer's head. */
  headTimeoutMs: number;
  /** Longest pause between two pieces of the body. */
  pauseTimeoutMs: number;
  /** For everything: a source that drips slowly must not hold the ingest for ever. */
  totalTimeoutMs: number;
  /** A feed has 1.2 MB packed, 14 MB as plain XML. */
  maxBytes: number;
  /** Before the one retry after a passing fault. */
  backoffMs: number;
  /** Throws `FeedRefused` on bytes that are not the expected file; by default a feed is expected. */
  validate?: (bytes: Uint8Array) => void;
};

/** Bounds for the ten-minute feed. */
export const FEED_FETCH: FetchOptions = {
  headTimeoutMs: 20_000,
  pauseTimeoutMs: 15_000,
  totalTimeoutMs: 90_000,
  maxBytes: 64_000_000,
  backoffMs: 3_000,
};

/** The answer of a source. */
type Fetched = { kind: "bytes"; bytes: Uint8Array; validators: Validators } | { kind: "not_modified" };

/**
 * The source could not be read: it was unavailable, too slow, or returned an error. The message is our own words: those of the
 * source or the platform may have secrets, addresses with their keys among them.
 */
export class FetchFailed extends Error {
  override readonly name = "FetchFailed";

  /** `isPassing`: the same request may succeed a moment later. */
  constructor(message: string, readonly isPassing: boolean) {
    super(message);
  }
}

/** Aborts a request when one of its bounds is passed, and remembers which. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #total: ReturnType<typeof setTimeout>;
  #step: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FetchOptions) {
    this.#total = setTimeout(() => this.#abort(`not done within ${options.totalTimeoutMs} ms`), options.totalTimeoutMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  allow(ms: number, what: string): void {
    clearTimeout(this.#step);
    this.#step = setTimeout(() => this.#abort(`${what} took more than ${ms} ms`), ms);
  }

  end(): void {
    clearTimeout(this.#step);
    clearTimeout(this.#total);
  }

  #abort(reason: string): void {
    this.#controller.abort(new FetchFailed(`The source is too slow: ${reason}`, true));
  }
}

async function readBody(response: Response, deadline: Deadline, options: FetchOptions): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  // what arrives is unpacked by its Content-Encoding already, so a bomb is noticed here
  for await (const part of response.body ?? []) {
    deadline.allow(options.pauseTimeoutMs, "a pause in the answer");
    size += part.length;
    if (size > options.maxBytes) throw new FeedRefused("too_large", `more than ${options.maxBytes} bytes`);
    parts.push(part.slice()); // a few bytes of an unpacked body may hold a buffer of 64 kB
  }
  return Buffer.concat(parts);
}

/** A server in trouble says so with a status and any body; a good status with a page in it is a refused feed. */
function validateAnswer(response: Response, bytes: Uint8Array, validate: (bytes: Uint8Array) => void): void {
  if (isZip(bytes)) return;
  const { status } = response;
  if (status >= 400) {
    const isPassing = status >= 500 || status === 429 || status === 408;
    throw new FetchFailed(`The source answered with status ${status}`, isPassing);
  }
  if (bytes.length === 0) throw new FeedRefused("not_a_feed", `status ${status} and no bytes`);
  validate(bytes);
}

function toHeaders(validators: Validators | null): Headers {
  const headers = new Headers({ accept: "application/zip, application/xml;q=0.9, */*;q=0.1" });
  if (validators?.etag) headers.set("if-none-match", validators.etag);
  if (validators?.lastModified) headers.set("if-modified-since", validators.lastModified);
  return headers;
}

/** The platform's words for a failed request (with the whole address in them), and ours. */
const REASONS: [platform: RegExp, ours: string][] = [
  [/dns error|lookup/i, "its name is unknown"],
  [/refused/i, "the connection was refused"],
  [/certificate|tls|ssl/i, "its certificate is not accepted"],
  [/timed? ?out/i, "the connection timed out"],
  [/reset|closed|body|eof|incomplete/i, "the connection broke off"],
];

function toReason(error: Error): string {
  const said = error.cause instanceof Error ? error.cause.message : error.message;
  return REASONS.find(([platform]) => platform.test(said))?.[1] ?? "the request failed";
}

async function fetchOnce(url: string, validators: Validators | null, options: FetchOptions): Promise<Fetched> {
  const deadline = new Deadline(options);
  deadline.allow(options.headTimeoutMs, "the first byte");
  try {
    const response = await fetchFollowing(url, { headers: toHeaders(validators), signal: deadline.signal });
    deadline.allow(options.pauseTimeoutMs, "a pause in the answer");
    if (response.status === 304 && (validators?.etag || validators?.lastModified)) {
      await response.body?.cancel();
      return { kind: "not_modified" };
    }
    const bytes = await readBody(response, deadline, options);
    validateAnswer(response, bytes, options.validate ?? requireFeedMagic);
    const { headers } = response;
    return {
      kind: "bytes",
      bytes,
      validators: { etag: headers.get("etag"), lastModified: headers.get("last-modified") },
    };
  } catch (error) {
    if (error instanceof FetchFailed || error instanceof FeedRefused) throw error;
    if (deadline.signal.reason instanceof FetchFailed) throw deadline.signal.reason;
    if (error instanceof RedirectRefused) throw new FetchFailed(error.message, false);
    throw new FetchFailed(`The source cannot be read: ${toReason(error as Error)}`, true);
  } finally {
    deadline.end();
  }
}

/**
 * The feed at an address; with the validators of the last good answer the source may say that nothing changed. A passing fault
 * is tried once more. Throws {@link FetchFailed}, and `FeedRefused` (`html`, `not_a_feed`, `too_large`).
 */
export async function fetchFeed(
  url: string,
  validators: Validators | null,
  options: FetchOptions = FEED_FETCH,
): Promise<Fetched> {
  try {
    return await fetchOnce(url, validators, options);
  } catch (error) {
    if (!(error instanceof FetchFailed) || !error.isPassing) throw error;
    await delay(options.backoffMs);
    return await fetchOnce(url, validators, options);
  }
}

/** The bytes at an address; throws as {@link fetchFeed} does. */
export async function fetchBytes(url: string, options: FetchOptions): Promise<Uint8Array> {
  const fetched = await fetchFeed(url, null, options);
  if (fetched.kind !== "bytes") throw new TypeError("A request without validators was answered 304");
  return fetched.bytes;
}
