/** Decodes bytes to text by the encoding that the document declares. @module */

import { FeedRefused } from "../refusal.ts";

/** The declaration must fit into so many first bytes. */
const HEAD_BYTES = 256;

/** WHATWG reads ISO-8859-1 as windows-1252, whose extra letters are the only sense that bytes 80 to 9F make in the feed. */
const DECODERS: Record<string, string> = {
  "iso-8859-1": "windows-1252",
  "latin1": "windows-1252",
  "windows-1252": "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "us-ascii": "windows-1252",
  "utf-8": "utf-8",
};

/**
 * The decoder for a document that begins with `head`: what its XML declaration says, else UTF-8 as XML has it. Throws
 * {@link FeedRefused} (`bad_xml`) on an encoding that no feed uses.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const head = new TextEncoder().encode('<?xml version="1.0" encoding="ISO-8859-1"?>');
 * equal(toTextDecoder(head).encoding, "windows-1252");
 * ```
 */
export function toTextDecoder(head: Uint8Array): TextDecoder {
  const start = new TextDecoder("windows-1252").decode(head.subarray(0, HEAD_BYTES));
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ??
    "utf-8";
  const label = DECODERS[declared.toLowerCase()];
  if (label === undefined) throw new FeedRefused("bad_xml", `encoding ${JSON.stringify(declared)}`);
  return new TextDecoder(label, { fatal: true });
}

function decodeChunk(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes as Uint8Array<ArrayBuffer>, { stream: true }) : decoder.decode();
  } catch (cause) {
    throw new FeedRefused("bad_xml", `not valid ${decoder.encoding}`, { cause });
  }
}

function join(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The characters of a byte stream, in pieces. Throws {@link FeedRefused} (`bad_xml`) on bytes that the encoding does not have. */
export async function* textChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head: Uint8Array[] = [];
  for await (const chunk of bytes) {
    if (decoder !== null) {
      yield decodeChunk(decoder, chunk);
      continue;
    }
    head.push(chunk);
    const start = join(head);
    if (start.length < HEAD_BYTES) continue;
    head = [];
    decoder = toTextDecoder(start);
    yield decodeChunk(decoder, start);
  }
  if (decoder === null) {
    const start = join(head);
    decoder = toTextDecoder(start);
    yield decodeChunk(decoder, start);
  }
  yield decodeChunk(decoder);
}
