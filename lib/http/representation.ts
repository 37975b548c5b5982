/** A finished body with its tag and its compressed forms: without it equal answers would be made and packed again. @module */

import { chooseEncoding, compress, type Encoding, MIN_COMPRESSED_BYTES } from "./encoding.ts";
import { matchesEtag } from "./etag.ts";
import { COMMON_HEADERS, type HeaderRecord } from "./headers.ts";
import { noteOf } from "./state.ts";

/** A body that may be answered to many requests. */
export type Representation = {
  text: string;
  etag: string;
  /** Content type, caching, tag and whatever else goes with the body. */
  headers: HeaderRecord;
  /** 1: compress fast; 2: compress well, for what is kept long: until that is done, the fast form serves. */
  effort: 1 | 2;
  /** Compressed forms, once somebody has asked for one. */
  packed: Map<string, Packing> | null;
};

/** A compression under way, and what came of it. */
type Packing = { running: Promise<Uint8Array<ArrayBuffer>>; bytes: Uint8Array<ArrayBuffer> | null };

const encoder = new TextEncoder();

/** A representation of a text. `vary`: request headers beside Accept-Encoding that the body depends on. */
export function toRepresentation(
  text: string,
  options: { etag: string; headers: HeaderRecord; vary?: string; effort?: 1 | 2 },
): Representation {
  const { etag, vary, effort = 1 } = options;
  const headers = { ...options.headers, etag, vary: vary ? `${vary}, Accept-Encoding` : "Accept-Encoding" };
  return { text, etag, headers, effort, packed: null };
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

/** Marks a response as one that has the headers of every response and needs no compression. */
function markFinished(response: Marked): Response {
  response[FINISHED] = true;
  return response;
}

/**
 * The response to GET or HEAD: 304 when `If-None-Match` holds the tag, else 200 with the body in the coding that the client
 * likes best. `own` headers and those of every response are added to both; `own` is used up. They are given all at once,
 * since each one set later costs as much as three given at first.
 */
export function respond(req: Request, kept: Representation, own: HeaderRecord = {}): Response | Promise<Response> {
  const headers = Object.assign(own, COMMON_HEADERS, kept.headers);
  headers["x-request-id"] = noteOf(req).requestId;
  const ifNoneMatch = req.headers.get("if-none-match");
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, kept.etag)) {
    delete headers["content-type"];
    return markFinished(new Response(null, { status: 304, headers }));
  }
  const isSmall = kept.text.length < MIN_COMPRESSED_BYTES;
  const encoding = isSmall ? null : chooseEncoding(req.headers.get("accept-encoding"));
  if (!encoding) return finish(req, kept.text, headers);
  headers["content-encoding"] = encoding;
  return pack(kept, encoding).then((bytes) => finish(req, bytes, headers));
}

function finish(req: Request, body: string | Uint8Array<ArrayBuffer>, headers: HeaderRecord): Response {
  if (req.method !== "HEAD") return markFinished(new Response(body, { headers }));
  headers["content-length"] = String(typeof body === "string" ? encoder.encode(body).length : body.length);
  return markFinished(new Response(null, { headers }));
}
