/**
 * Unpacks a feed or an archive: a ZIP of one XML, or plain XML, recognised by its first bytes.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { configure, type FileEntry, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { FILE_LIMITS } from "../lib/platform/limits.ts";
import { Slices } from "../lib/shared/slices.ts";
import { FeedRefused, type RefusalCode } from "./refusals.ts";

/** Bytes in pieces. */
export type Bytes = AsyncIterable<Uint8Array>;

/** `onSize` is called with the number of bytes of XML that a ZIP declares. */
type UnpackOptions = { maxUnpackedBytes: number; onSize?: (unpackedBytes: number) => void };

// Unpacks smaller chunks than the library's default, which take 8 ms each.
configure({ useWebWorkers: false, chunkSize: 32_768 });

/** Returns true if the bytes begin like a ZIP. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b;
}

/**
 * Throws `FeedRefused` unless the bytes begin like a ZIP or an XML document. Blanks and a byte
 * order mark may come first.
 */
export function requireFeedMagic(head: Uint8Array): void {
  if (isZip(head)) return;
  const start = new TextDecoder("windows-1252").decode(head.subarray(0, 512));
  const text = start.replace(/^\u00ef\u00bb\u00bf/, "").trimStart();
  if (/^<(!doctype\s+html|html|head|body)/i.test(text)) throw new FeedRefused("html");
  if (!text.startsWith("<")) throw new FeedRefused("not_a_feed");
}

/** A stream whose first bytes were read ahead; `whole` yields it from its beginning. */
export type Peeked = { head: Uint8Array; whole: Bytes; close(): Promise<void> };

/** Reads ahead at least `bytes` bytes of a stream, or all of a shorter one. */
export async function peek(stream: Bytes, bytes: number): Promise<Peeked> {
  const chunks = stream[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let size = 0; size < bytes;) {
    const { done, value } = await chunks.next();
    if (done) break;
    read.push(value);
    size += value.length;
  }
  const head = Buffer.concat(read);
  async function* readWhole(): AsyncGenerator<Uint8Array> {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head, whole: readWhole(), close: async () => void await chunks.return?.() };
}

/**
 * Yields unpacked bytes, up to a maximum, since sizes that an archive declares may be wrong. An
 * error of the stream becomes a refusal with the code `fault`.
 */
export async function* guardUnpacked(
  stream: Bytes,
  { maxUnpackedBytes, fault, detail }: {
    maxUnpackedBytes: number;
    fault: RefusalCode;
    detail?: string;
  },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of stream) {
      size += piece.length;
      if (size > maxUnpackedBytes) {
        throw new FeedRefused("too_large", `more than ${maxUnpackedBytes} bytes unpacked`);
      }
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof FeedRefused ? cause : new FeedRefused(fault, detail, { cause });
  }
}

/**
 * Returns the one XML of a ZIP. Stops at the maximum of entries: reading a million takes seconds
 * and gigabytes.
 */
async function requireOneXml(reader: ZipReader<unknown>): Promise<FileEntry> {
  const files: FileEntry[] = [];
  const { zipEntries } = FILE_LIMITS;
  let count = 0;
  for await (const entry of reader.getEntriesGenerator()) {
    if (++count > zipEntries) {
      throw new FeedRefused("bad_zip", `it holds more than ${zipEntries} entries`);
    }
    if (!entry.directory) files.push(entry);
  }
  const xmls = files.filter((entry) => /\.xml$/i.test(entry.filename));
  if (files.length === 1 && xmls[0]) return xmls[0];
  throw new FeedRefused(
    "bad_zip",
    `it holds ${files.length} files, ${xmls.length} of them XML; expected one XML`,
  );
}

/** Returns the one XML of a ZIP. The stream fails as that of {@link unpackFeed} does. */
export function unzipFeed(zip: Uint8Array, { maxUnpackedBytes, onSize }: UnpackOptions): Bytes {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const unzip = async () => {
    const reader = new ZipReader(new Uint8ArrayReader(zip), { checkSignature: true });
    const entry = await requireOneXml(reader);
    onSize?.(entry.uncompressedSize);
    await entry.getData(writable, { checkSignature: true });
    await reader.close();
  };
  unzip().catch((cause) => writable.abort(cause).catch(() => {}));
  return guardUnpacked(readable, { maxUnpackedBytes, fault: "bad_zip" });
}

const PIECE_BYTES = 1 << 18;

async function* readPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/**
 * Yields the XML of a feed (a ZIP of one XML, or plain XML). Throws `FeedRefused`: `html`,
 * `not_a_feed`, `bad_zip`, `too_large`. Uses no `Blob`, whose bytes would stay in memory after the
 * ingest's thread ends.
 */
export async function* unpackFeed(
  packed: Uint8Array,
  options: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  requireFeedMagic(packed);
  if (isZip(packed)) yield* unzipFeed(packed, options);
  else yield* guardUnpacked(readPieces(packed), { ...options, fault: "bad_xml" });
}

/** A feed has 14 MB; no real feed is seven times as large. */
const MAX_FEED_BYTES = 100_000_000;

/**
 * Returns the XML of a feed in pieces, with its SHA-256, since the same XML comes in different
 * ZIPs. Throws as {@link unpackFeed} does.
 */
export async function readXml(bytes: Uint8Array): Promise<{ xml: Uint8Array[]; hash: string }> {
  const xml: Uint8Array[] = [];
  const sha = createHash("sha256");
  const slices = new Slices();
  for await (const piece of unpackFeed(bytes, { maxUnpackedBytes: MAX_FEED_BYTES })) {
    xml.push(piece);
    sha.update(piece);
    if (slices.isOver) await slices.pause();
  }
  return { xml, hash: sha.digest("hex") };
}
