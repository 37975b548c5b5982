/**
 * Downloads a feed. Its bytes decide whether it is a feed, and redirects never lead to an address
 * that only this machine can reach.
 *
 * @module
 */

import { lookup } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { collect } from "../lib/platform/collect.ts";
import { FeedRefused, FetchFailed } from "./refusals.ts";
import { isZip, requireFeedMagic } from "./unpack.ts";

/** Validators of an earlier response; null if it had none. */
export type Validators = { etag: string | null; lastModified: string | null };

/** Bounds of a download. */
export type FetchOptions = {
  /** Longest wait for the head of the response. */
  headTimeoutMs: number;
  /** Longest pause between two pieces of the body. */
  pauseTimeoutMs: number;
  /** Longest time in all, so that a slow source cannot hold the ingest for ever. */
  totalTimeoutMs: number;
  /** Maximum number of bytes. A feed has 1.2 MB as a ZIP, 14 MB as plain XML. */
  maxBytes: number;
  /** Wait before the one retry after a temporary fault. */
  backoffMs: number;
  /** Throws `FeedRefused` if the bytes are not the expected file; expects a feed by default. */
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

/** The response of a source; `bytes` is null if nothing has changed since the validators. */
type Fetched = { bytes: Uint8Array | null; validators: Validators };

/** Aborts a request that exceeds one of its bounds. */
function createDeadline({ totalTimeoutMs }: FetchOptions) {
  const controller = new AbortController();
  const abortAfter = (ms: number, reason: string) =>
    setTimeout(
      () => controller.abort(new FetchFailed(`The source is too slow: ${reason}`, true)),
      ms,
    );
  const total = abortAfter(totalTimeoutMs, `not done within ${totalTimeoutMs} ms`);
  let step: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(step);
  return {
    signal: controller.signal,
    allow(ms: number, what: string) {
      end();
      step = abortAfter(ms, `${what} took more than ${ms} ms`);
    },
    end() {
      end();
      clearTimeout(total);
    },
  };
}

/**
 * Throws `FetchFailed` for a status of an error, whatever its body, and `FeedRefused` for a good
 * status with a body that is not a feed.
 */
function validateAnswer(
  { status }: Response,
  bytes: Uint8Array,
  validate: (bytes: Uint8Array) => void,
): void {
  if (isZip(bytes)) return;
  if (status >= 400) {
    const isTemporary = status >= 500 || status === 429 || status === 408;
    throw new FetchFailed(`The source answered with status ${status}`, isTemporary);
  }
  if (bytes.length === 0) throw new FeedRefused("not_a_feed", `status ${status} and no bytes`);
  validate(bytes);
}

function toHeaders({ etag, lastModified }: Validators): Headers {
  const headers = new Headers({ accept: "application/zip, application/xml;q=0.9, */*;q=0.1" });
  if (etag) headers.set("if-none-match", etag);
  if (lastModified) headers.set("if-modified-since", lastModified);
  return headers;
}

/** The platform's words for a failed request, which contain the whole address, and ours. */
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

const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Returns the IP addresses of a host, or the host itself if it is one; none if the name cannot be
 * resolved here (behind a proxy).
 */
async function findAddresses({ hostname }: URL): Promise<ipaddr.IPv4[] | ipaddr.IPv6[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = ipaddr.isValid(host)
    ? [{ address: host }]
    : await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => ipaddr.process(address)) as ipaddr.IPv4[];
}

async function isLoopback(url: URL): Promise<boolean> {
  const addresses = await findAddresses(url);
  return addresses.length > 0 && addresses.every((address) => address.range() === "loopback");
}

/**
 * Returns true if a redirect may lead to `target`: within the configured origin, to a public host
 * by https, or from loopback to loopback.
 */
export async function mayRedirect(configured: URL, target: URL): Promise<boolean> {
  if (target.origin === configured.origin) return true;
  if (await isLoopback(configured) && await isLoopback(target)) return true;
  if (target.protocol !== "https:") return false;
  return (await findAddresses(target)).every((address) => address.range() === "unicast");
}

/** The message does not name the target, which may be a secret of a private network. */
function refuse(where: string): never {
  throw new FetchFailed(`The source redirects ${where}`, false);
}

function toTarget(response: Response, at: URL): URL | null {
  const location = response.headers.get("location");
  if (!REDIRECTS.includes(response.status) || location === null) return null;
  return URL.parse(location, at) ?? refuse("to an invalid address");
}

/**
 * Returns the response after all redirects. Throws a {@link FetchFailed}, and what `fetch` throws.
 */
async function fetchFollowing(address: string, init: RequestInit): Promise<Response> {
  const configured = new URL(address);
  let at = configured;
  for (let count = 0; count <= MAX_REDIRECTS; count++) {
    const response = await fetch(at, { ...init, redirect: "manual" });
    const target = toTarget(response, at);
    if (target === null) return response;
    await response.body?.cancel();
    if (!await mayRedirect(configured, target)) {
      refuse("to an address that is not https on a public host");
    }
    at = target;
  }
  return refuse(`more than ${MAX_REDIRECTS} times`);
}

async function fetchOnce(
  url: string,
  validators: Validators,
  options: FetchOptions,
): Promise<Fetched> {
  const deadline = createDeadline(options);
  const allowPause = () => deadline.allow(options.pauseTimeoutMs, "a pause in the answer");
  deadline.allow(options.headTimeoutMs, "the first byte");
  try {
    const response = await fetchFollowing(url, {
      headers: toHeaders(validators),
      signal: deadline.signal,
    });
    allowPause();
    if (response.status === 304 && (validators.etag || validators.lastModified)) {
      await response.body?.cancel();
      return { bytes: null, validators };
    }
    const { maxBytes } = options;
    const refuse = () => new FeedRefused("too_large", `more than ${maxBytes} bytes`);
    const bytes = await collect(response.body ?? [], { maxBytes, refuse, onPiece: allowPause });
    validateAnswer(response, bytes, options.validate ?? requireFeedMagic);
    const { headers } = response;
    return {
      bytes,
      validators: { etag: headers.get("etag"), lastModified: headers.get("last-modified") },
    };
  } catch (error) {
    if (error instanceof FetchFailed || error instanceof FeedRefused) throw error;
    if (deadline.signal.reason instanceof FetchFailed) throw deadline.signal.reason;
    throw new FetchFailed(`The source cannot be read: ${toReason(error as Error)}`, true);
  } finally {
    deadline.end();
  }
}

/**
 * Downloads the feed at an address, and retries once after a temporary fault. Throws {@link
 * FetchFailed}, and `FeedRefused` (`html`, `not_a_feed`, `too_large`).
 */
export async function fetchFeed(
  url: string,
  validators: Validators,
  options: FetchOptions,
): Promise<Fetched> {
  try {
    return await fetchOnce(url, validators, options);
  } catch (error) {
    if (!(error instanceof FetchFailed) || !error.isTemporary) throw error;
    await delay(options.backoffMs);
    return await fetchOnce(url, validators, options);
  }
}

/** Returns the bytes at an address. Throws as {@link fetchFeed} does. */
export async function fetchBytes(url: string, options: FetchOptions): Promise<Uint8Array> {
  return (await fetchFeed(url, { etag: null, lastModified: null }, options)).bytes!;
}
