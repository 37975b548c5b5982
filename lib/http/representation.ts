/**
 * Sends a finished body with its tag, in the client's preferred coding, as a part of a file, or as
 * 304 if the client already has it.
 *
 * @module
 */

import {
  chooseEncoding,
  compress,
  type Encoding,
  matchesEtag,
  MIN_COMPRESSED_BYTES,
} from "../platform/content_coding.ts";
import { isLong, toBody } from "../platform/transfer/pieces.ts";
import { fingerprint } from "../shared/fingerprint.ts";
import { COMMON_HEADERS, type HeaderList, type HeaderRecord } from "./headers.ts";
import { quotaHeaders } from "./quota/quota.ts";
import type { Ctx } from "./state.ts";

/**
 * Returns a weak tag for a text that identifies everything the response depends on. Equal texts
 * give equal tags. Clients compare tags only within one address.
 */
export function makeEtag(text: string): string {
  return `W/"${fingerprint(text).toString(36).padStart(11, "0")}"`;
}

/**
 * A body for many clients. `effort` 1 compresses fast. `effort` 2 compresses well, for files, which
 * are sent often; until that is done, the fast form is sent. Files are also sent in part, so they
 * are kept as bytes: encoding them takes milliseconds.
 */
export type Representation =
  & ({ effort: 1; body: string } | { effort: 2; body: Uint8Array<ArrayBuffer> })
  & {
    etag: string;
    /** Content type, caching, `Vary` and other headers of all bodies of this kind. */
    headers: HeaderList;
    /** Compressed forms, each built on the first request for it. */
    compressed: Map<string, Compression> | null;
  };

type Compression = {
  running: Promise<Uint8Array<ArrayBuffer>>;
  bytes: Uint8Array<ArrayBuffer> | null;
};

/** The parts of a request that affect its response. */
type AnswerCtx = Pick<Ctx, "req" | "info" | "state">;

/** Compression levels by coding and effort. */
export const LEVELS = { br: { 1: 4, 2: 10 }, gzip: { 1: 6, 2: 9 } } as const;

const encoder = new TextEncoder();

/** Returns a representation of a text, with `effort` 1 by default. */
export function toRepresentation(
  text: string,
  { etag, headers, effort = 1 }: { etag: string; headers: HeaderList; effort?: 1 | 2 },
): Representation {
  const common = { etag, headers, compressed: null };
  return effort === 1
    ? { effort, body: text, ...common }
    : { effort, body: encoder.encode(text), ...common };
}

function startCompression(
  representation: Representation,
  encoding: Encoding,
  effort: 1 | 2,
): Compression {
  const key = `${encoding} ${effort}`;
  representation.compressed ??= new Map();
  return representation.compressed.getOrInsertComputed(key, () => {
    const level = LEVELS[encoding][effort];
    const { body } = representation;
    const bytes = typeof body === "string" ? encoder.encode(body) : body;
    const compression: Compression = { running: compress(bytes, { encoding, level }), bytes: null };
    compression.running.then(
      (bytes) => compression.bytes = bytes,
      () => representation.compressed?.delete(key),
    );
    return compression;
  });
}

async function getCompressed(
  representation: Representation,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (representation.effort === 1) {
    return await startCompression(representation, encoding, 1).running;
  }
  const best = startCompression(representation, encoding, 2);
  return best.bytes ?? await startCompression(representation, encoding, 1).running;
}

/**
 * Returns the response to GET, HEAD or POST: 304 if `If-None-Match` has the tag (never for POST),
 * otherwise 200 with the body in the client's preferred coding, or plain if compression fails. Both
 * get the `own` headers and those of every response. Modifies `own`.
 */
export function respond(
  ctx: AnswerCtx,
  representation: Representation,
  own: HeaderRecord = {},
): Response | Promise<Response> {
  const { req, state } = ctx;
  state.isComplete = true;
  if (state.quota) Object.assign(own, quotaHeaders(state.quota));
  own["x-request-id"] = state.requestId;
  own.etag = representation.etag;
  const ifNoneMatch = req.method === "POST" ? null : req.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, representation.etag)) {
    const response = setHeaders(new Response(null, { status: 304 }), representation, own);
    response.headers.delete("content-type");
    return response;
  }
  const isFile = representation.effort === 2;
  const isPlain = representation.body.length < MIN_COMPRESSED_BYTES ||
    (isFile && req.headers.has("range"));
  const encoding = isPlain ? null : chooseEncoding(req.headers.get("accept-encoding"));
  if (encoding) return respondCompressed(ctx, representation, { own, encoding });
  return respondPlain(ctx, representation, own);
}

function respondPlain(ctx: AnswerCtx, representation: Representation, own: HeaderRecord): Response {
  return representation.effort === 2
    ? respondPart(ctx, representation, own)
    : setHeaders(new Response(representation.body), representation, own);
}

/** Returns a response with shared bytes, in pieces if they are long. HEAD gets only the length. */
function toResponse(
  req: Request,
  bytes: Uint8Array<ArrayBuffer>,
  own: HeaderRecord,
  status = 200,
): Response {
  own["content-length"] = String(bytes.length);
  if (req.method === "HEAD") return new Response(null, { status });
  return new Response(toBody(bytes), { status });
}

/**
 * A part of a file, `length` bytes from `first`: all of it (200), a range (206), or nothing because
 * the range lies outside (416).
 */
type FilePart = { status: 200 | 206 | 416; first: number; length: number; headers: HeaderRecord };

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * Returns the requested part of a file of `size` bytes: all of it if the request has no range,
 * several ranges, or the tag of another version.
 */
export function readRange(
  { method, headers }: Request,
  { size, etag }: { size: number; etag: string },
): FilePart {
  const [, from = "", to = ""] = ONE_RANGE.exec(headers.get("range")?.trim() ?? "") ?? [];
  const isBackward = from !== "" && to !== "" && Number(to) < Number(from);
  const isOtherVersion = ![null, etag].includes(headers.get("if-range"));
  if (method !== "GET" || `${from}${to}` === "" || isBackward || isOtherVersion) {
    return { status: 200, first: 0, length: size, headers: {} };
  }
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (last < first) {
    return { status: 416, first: 0, length: 0, headers: { "content-range": `bytes */${size}` } };
  }
  const range = { "content-range": `bytes ${first}-${last}/${size}` };
  return { status: 206, first, length: last - first + 1, headers: range };
}

/** Returns an uncompressed file or the requested part, with a strong tag. Throws a `BusyError`. */
function respondPart(
  ctx: AnswerCtx,
  file: Representation & { effort: 2 },
  own: HeaderRecord,
): Response {
  const { req } = ctx;
  const etag = file.etag.replace("W/", "");
  const { status, first, length, headers } = readRange(req, { size: file.body.length, etag });
  Object.assign(own, headers, { etag });
  if (isLong(length) && req.method !== "HEAD") ctx.state.service.downloads.begin(ctx);
  return setHeaders(
    toResponse(req, file.body.subarray(first, first + length), own, status),
    file,
    own,
  );
}

async function respondCompressed(
  ctx: AnswerCtx,
  representation: Representation,
  { own, encoding }: { own: HeaderRecord; encoding: Encoding },
): Promise<Response> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await getCompressed(representation, encoding);
  } catch (error) {
    ctx.state.compressionError = error;
    return respondPlain(ctx, representation, own);
  }
  own["content-encoding"] = encoding;
  return setHeaders(toResponse(ctx.req, bytes, own), representation, own);
}

/**
 * Sets the headers of a response after its construction: a constructor with more than one header
 * copies the whole response and makes the garbage collector track the copy. No name may be in two
 * of the records.
 */
function setHeaders(
  response: Response,
  representation: Representation,
  own: HeaderRecord,
): Response {
  const { headers } = response;
  for (const [name, value] of representation.headers) {
    // The constructor has set a content type. Deleting it would take as long as setting all the
    // others.
    if (name === "content-type") headers.set(name, value);
    else headers.append(name, value);
  }
  for (const [name, value] of COMMON_HEADERS) headers.append(name, value);
  for (const name in own) headers.append(name, own[name]!);
  return response;
}
