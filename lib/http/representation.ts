/** Answers with a finished body: its tag, the coding that the client likes best, and 304 where the client has it already. @module */

import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Eventual } from "../shared/eventual.ts";
import { COMMON_HEADERS, type HeaderList, type HeaderRecord } from "./headers.ts";
import { noteOf } from "./state.ts";

/**
 * 53 bits of a text, by a multiplying hash (cyrb53, public domain). A cryptographic hash costs ten times as
 * much and holds memory outside of the heap; tags are compared within one address only, and nobody gains by a collision.
 */
function fingerprint(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** A weak tag of a text that names all that the answer is a function of: equal text, equal tag. */
export function makeEtag(text: string): string {
  return `W/"${fingerprint(text).toString(36).padStart(11, "0")}"`;
}

/**
 * Whether an `If-None-Match` holds a tag, compared weakly; `*` matches whatever exists. A malformed list matches nothing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(matchesEtag('"a", W/"b"', 'W/"b"'), true);
 * equal(matchesEtag('b', 'W/"b"'), false);
 * ```
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === bare);
}

/** A content coding that the service offers. */
export type Encoding = "br" | "gzip";

const ENCODINGS: readonly [Encoding, ...Encoding[]] = ["br", "gzip"];

/** Fewer bytes than this fit one packet either way. */
export const MIN_COMPRESSED_BYTES = 256;

/** Longer headers are no client's. */
const MAX_HEADER_LENGTH = 1_000;

/** The weights of an `Accept…` header by name in lower case, 0 to 1; 0 for one that is malformed. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, MAX_HEADER_LENGTH).toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    weights.set(name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0);
  }
  return weights;
}

/** The heaviest option, the first one on a tie. */
function heaviest<T>(options: readonly [T, ...T[]], weigh: (option: T) => number): T {
  return options.reduce((best, option) => weigh(option) > weigh(best) ? option : best);
}

const encodings = new Map<string, Encoding | null>();

function findEncoding(accepted: string): Encoding | null {
  const weights = parseWeights(accepted);
  const weigh = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = heaviest(ENCODINGS, weigh);
  return weigh(best) > 0 && weigh(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** The coding for an `Accept-Encoding`: the one of most weight, Brotli on a tie; null when none is accepted. */
export function chooseEncoding(accepted: string | null): Encoding | null {
  if (!accepted) return null;
  let encoding = encodings.get(accepted);
  if (encoding === undefined) {
    encoding = findEncoding(accepted);
    // a handful of browsers send a handful of different ones
    if (encodings.size > 500) encodings.clear();
    encodings.set(accepted, encoding);
  }
  return encoding;
}

/** The media type for an `Accept`: the one of most weight, the first offered on a tie or when none is accepted. */
export function chooseMediaType(offered: readonly [string, ...string[]], accepted: string | null): string {
  if (accepted === null) return offered[0];
  const weights = parseWeights(accepted);
  const weigh = (type: string) =>
    weights.get(type) ?? weights.get(type.replace(/\/.*/, "/*")) ?? weights.get("*/*") ?? 0;
  return heaviest(offered, weigh);
}

/** Whether a content type is worth compressing. */
export function isCompressible(contentType: string | null): boolean {
  return contentType !== null && !contentType.startsWith("text/event-stream") &&
    /^(text\/|application\/(javascript|xml|manifest\+json|([\w.-]+\+)?json)|image\/svg)/.test(contentType);
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Compresses off the main thread. `effort`: 1 fast, 2 small (for what is representation). */
export async function compress(
  bytes: Uint8Array,
  options: { encoding: Encoding; effort: 1 | 2 },
): Promise<Uint8Array<ArrayBuffer>> {
  if (options.encoding === "gzip") {
    return new Uint8Array(await packGzip(bytes, { level: options.effort === 1 ? 6 : 9 }));
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: options.effort === 1 ? 4 : 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return new Uint8Array(await packBrotli(bytes, { params }));
}

/** A body that may be answered to many requests. */
export type Representation = {
  text: string;
  etag: string;
  /** Content type, caching, `Vary` and whatever else goes with all bodies of its kind. */
  headers: HeaderList;
  /** 1: compress fast; 2: compress well, for what is sent often: until that is done, the fast form serves. */
  effort: 1 | 2;
  /** Compressed forms, each made at the first request that takes it. */
  packed: Map<string, Packing> | null;
};

/** A compression under way, and what came of it. */
type Packing = { running: Promise<Uint8Array<ArrayBuffer>>; bytes: Uint8Array<ArrayBuffer> | null };

const encoder = new TextEncoder();

/** A representation of a text. */
export function toRepresentation(
  text: string,
  options: { etag: string; headers: HeaderList; effort?: 1 | 2 },
): Representation {
  return { text, etag: options.etag, headers: options.headers, effort: options.effort ?? 1, packed: null };
}

function startPacking(representation: Representation, encoding: Encoding, effort: 1 | 2): Packing {
  const key = `${encoding} ${effort}`;
  representation.packed ??= new Map();
  let packing = representation.packed.get(key);
  if (!packing) {
    const made: Packing = { running: compress(encoder.encode(representation.text), { encoding, effort }), bytes: null };
    made.running.then((bytes) => made.bytes = bytes, () => representation.packed?.delete(key));
    representation.packed.set(key, packing = made);
  }
  return packing;
}

async function pack(representation: Representation, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (representation.effort === 1) return await startPacking(representation, encoding, 1).running;
  const small = startPacking(representation, encoding, 2);
  return small.bytes ?? await startPacking(representation, encoding, 1).running;
}

// A property and not a WeakSet, as in state.ts.
const FINISHED = Symbol("finished");
type Marked = Response & { [FINISHED]?: true };

/** Whether a response has all headers and its coding already. */
export function isFinished(response: Marked): boolean {
  return response[FINISHED] === true;
}

/**
 * The response to GET, HEAD or POST: 304 when `If-None-Match` holds the tag (never to POST), else 200 with the body in the
 * coding that the client likes best, or plain when compressing fails. `own` headers and those of every response are added to
 * both; `own` is used up.
 */
export function respond(
  req: Request,
  representation: Representation,
  own: HeaderRecord = {},
): Eventual<Response> {
  own["x-request-id"] = noteOf(req).requestId;
  own.etag = representation.etag;
  const ifNoneMatch = req.method === "POST" ? null : req.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, representation.etag)) {
    const response = setHeaders(new Response(null, { status: 304 }), representation, own);
    response.headers.delete("content-type");
    return response;
  }
  const isSmall = representation.text.length < MIN_COMPRESSED_BYTES;
  const encoding = isSmall ? null : chooseEncoding(req.headers.get("accept-encoding"));
  if (!encoding) return setHeaders(new Response(representation.text), representation, own);
  own["content-encoding"] = encoding;
  return pack(representation, encoding).then(
    (bytes) => setHeaders(new Response(bytes), representation, own),
    (error) => {
      noteOf(req).compressionError = error;
      delete own["content-encoding"];
      return setHeaders(new Response(representation.text), representation, own);
    },
  );
}

/**
 * Gives a response its headers and marks it as finished. They come after its making, since a constructor that is given more
 * than one copies the whole response and has the garbage collector watch the copy. No name is in two of the records.
 */
function setHeaders(response: Marked, representation: Representation, own: HeaderRecord): Response {
  const { headers } = response;
  headers.delete("content-type"); // the constructor has noted one
  for (const [name, value] of representation.headers) headers.append(name, value);
  for (const [name, value] of COMMON_HEADERS) headers.append(name, value);
  for (const name in own) headers.append(name, own[name]!);
  response[FINISHED] = true;
  return response;
}
