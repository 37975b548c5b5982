/** Holds a finished body with its tag and its compressed forms, and answers requests with it. @module */

import { chooseEncoding, compress, type Encoding, MIN_COMPRESSED_BYTES } from "./negotiation.ts";
import { matchesEtag } from "./etag.ts";
import { COMMON_HEADERS, type HeaderRecord } from "./headers.ts";
import { noteOf } from "./state.ts";

/** A body that may be answered to many requests. */
export type Representation = {
  text: string;
  etag: string;
  /** Content type, caching, `Vary` and whatever else goes with all bodies of its kind. */
  headers: Readonly<HeaderRecord>;
  /** 1: compress fast; 2: compress well, for what is kept long: until that is done, the fast form serves. */
  effort: 1 | 2;
  /** Compressed forms, once somebody has asked for one. */
  packed: Map<string, Packing> | null;
};

/** A compression under way, and what came of it. */
type Packing = { running: Promise<Uint8Array<ArrayBuffer>>; bytes: Uint8Array<ArrayBuffer> | null };

const encoder = new TextEncoder();

/** A representation of a text. */
export function toRepresentation(
  text: string,
  options: { etag: string; headers: Readonly<HeaderRecord>; effort?: 1 | 2 },
): Representation {
  return { text, etag: options.etag, headers: options.headers, effort: options.effort ?? 1, packed: null };
}

function startPacking(kept: Representation, encoding: Encoding, effort: 1 | 2): Packing {
  const key = `${encoding} ${effort}`;
  kept.packed ??= new Map();
  let packing = kept.packed.get(key);
  if (!packing) {
    const made: Packing = { running: compress(encoder.encode(kept.text), { encoding, effort }), bytes: null };
    made.running.then((bytes) => made.bytes = bytes);
    kept.packed.set(key, packing = made);
  }
  return packing;
}

async function pack(kept: Representation, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  if (kept.effort === 1) return await startPacking(kept, encoding, 1).running;
  const small = startPacking(kept, encoding, 2);
  return small.bytes ?? await startPacking(kept, encoding, 1).running;
}

// A property and not a WeakSet, as in state.ts.
const FINISHED = Symbol("finished");
type Marked = Response & { [FINISHED]?: true };

/** Whether a response has all headers and its coding already. */
export function isFinished(response: Marked): boolean {
  return response[FINISHED] === true;
}

/**
 * The response to GET or HEAD: 304 when `If-None-Match` holds the tag, else 200 with the body in the coding that the client
 * likes best. `own` headers and those of every response are added to both; `own` is used up.
 */
export function respond(req: Request, kept: Representation, own: HeaderRecord = {}): Response | Promise<Response> {
  own["x-request-id"] = noteOf(req).requestId;
  own.etag = kept.etag;
  const ifNoneMatch = req.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, kept.etag)) {
    const response = setHeaders(new Response(null, { status: 304 }), kept, own);
    response.headers.delete("content-type");
    return response;
  }
  const isSmall = kept.text.length < MIN_COMPRESSED_BYTES;
  const encoding = isSmall ? null : chooseEncoding(req.headers.get("accept-encoding"));
  if (!encoding) return setHeaders(toResponse(req, kept.text, own), kept, own);
  own["content-encoding"] = encoding;
  return pack(kept, encoding).then((bytes) => setHeaders(toResponse(req, bytes, own), kept, own));
}

function toResponse(req: Request, body: string | Uint8Array<ArrayBuffer>, own: HeaderRecord): Response {
  if (req.method !== "HEAD") return new Response(body);
  own["content-length"] = String(typeof body === "string" ? encoder.encode(body).length : body.length);
  return new Response(null);
}

/**
 * Gives a response its headers and marks it as finished. They come after its making, since a constructor that is given more
 * than one copies the whole response and has the garbage collector watch the copy. No name is in two of the records.
 */
function setHeaders(response: Marked, kept: Representation, own: HeaderRecord): Response {
  const { headers } = response;
  headers.delete("content-type"); // the constructor has noted one
  for (const name in kept.headers) headers.append(name, kept.headers[name]);
  for (const name in COMMON_HEADERS) headers.append(name, COMMON_HEADERS[name]);
  for (const name in own) headers.append(name, own[name]);
  response[FINISHED] = true;
  return response;
}
