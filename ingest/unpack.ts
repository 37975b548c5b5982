/** Unpacks a feed or an archive: a ZIP of one XML, or the XML itself, recognised by its first bytes. @module */

import { createHash } from "node:crypto";
import { BlobReader, configure, type FileEntry, type Reader, ZipReader } from "@zip.js/zip.js";
import { Slices } from "../lib/db/slices.ts";
import { FeedRefused } from "./refusals.ts";

/** What unpacking may grow to; a feed has 14 MB, a year's archive up to 400 MB. */
type UnpackOptions = {
  maxUnpackedBytes: number;
  /** Called with the number of bytes of XML that a ZIP declares. */
  onSize?: (unpackedBytes: number) => void;
};

// Packed bytes that are unpacked at a time: those of the library's default take 8 ms.
configure({ useWebWorkers: false, chunkSize: 32_768 });

const ZIP_MAGIC = [0x50, 0x4b];

/** Whether bytes begin like a ZIP archive. */
export function isZip(head: Uint8Array): boolean {
  return ZIP_MAGIC.every((byte, index) => head[index] === byte);
}

/** Refuses what begins like neither a ZIP nor an XML document. Blanks and a byte order mark may come first. */
export function requireFeedMagic(head: Uint8Array): void {
  if (isZip(head)) return;
  const text = new TextDecoder("windows-1252").decode(head.subarray(0, 512)).replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  if (/^<(!doctype\s+html|html|head|body)/i.test(text)) throw new FeedRefused("html");
  if (!text.startsWith("<")) throw new FeedRefused("not_a_feed");
}

/** Lets so many bytes pass and then fails with `too_large`: the sizes that an archive declares may be wrong. */
export function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.length;
      if (seen > maxBytes) throw new FeedRefused("too_large", `more than ${maxBytes} bytes unpacked`);
      controller.enqueue(chunk);
    },
  });
}

async function requireOneXml(reader: ZipReader<unknown>): Promise<FileEntry> {
  const entries = await reader.getEntries();
  const files = entries.filter((entry): entry is FileEntry => !entry.directory);
  const [xml, ...more] = files.filter((entry) => /\.xml$/i.test(entry.filename));
  if (xml && files.length === 1) return xml;
  const xmlCount = xml ? 1 + more.length : 0;
  throw new FeedRefused("bad_zip", `it holds ${files.length} files, ${xmlCount} of them XML; expected one XML`);
}

/** The one XML of a ZIP, read from wherever it is. The stream fails as that of {@link unpackFeed}. */
export function unzipFeed(zip: Reader<unknown>, options: UnpackOptions): ReadableStream<Uint8Array> {
  const limited = limitBytes(options.maxUnpackedBytes);
  const reader = new ZipReader(zip, { checkSignature: true });
  const work = async () => {
    const entry = await requireOneXml(reader);
    if (entry.uncompressedSize > options.maxUnpackedBytes) {
      const detail = `${entry.uncompressedSize} bytes unpacked, at most ${options.maxUnpackedBytes}`;
      throw new FeedRefused("too_large", detail);
    }
    options.onSize?.(entry.uncompressedSize);
    await entry.getData(limited.writable, { checkSignature: true });
    await reader.close();
  };
  work().catch((cause) => limited.writable.abort(cause).catch(() => {}));
  return ReadableStream.from(refuseFaults(limited.readable));
}

/** Whatever breaks while unpacking is a fault of the archive. */
async function* refuseFaults(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw cause instanceof FeedRefused ? cause : new FeedRefused("bad_zip", undefined, { cause });
  }
}

const PIECE_BYTES = 1 << 18;

/** The bytes in pieces: a blob's own stream may give all of them at once. */
async function* readPieces(bytes: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
    yield new Uint8Array(await bytes.slice(at, at + PIECE_BYTES).arrayBuffer());
  }
}

/**
 * The XML of a published feed or archive (a ZIP of one XML, or the XML itself) as a stream. The stream fails with
 * `FeedRefused`: `html`, `not_a_feed`, `bad_zip` (damaged, wrong checksum, not exactly one XML), `too_large`.
 */
export async function unpackFeed(packed: Blob, options: UnpackOptions): Promise<ReadableStream<Uint8Array>> {
  const head = new Uint8Array(await packed.slice(0, 512).arrayBuffer());
  requireFeedMagic(head);
  if (isZip(head)) return unzipFeed(new BlobReader(packed), options);
  return ReadableStream.from(readPieces(packed)).pipeThrough(limitBytes(options.maxUnpackedBytes));
}

/** A feed has 14 MB; nothing sane is seven times as large. */
const MAX_FEED_BYTES = 100_000_000;

/** A feed's XML in pieces, with its SHA-256: the same XML comes in different ZIPs. Throws as {@link unpackFeed} fails. */
export async function readXml(bytes: Uint8Array): Promise<{ xml: Uint8Array[]; hash: string }> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const xml: Uint8Array[] = [];
  const sha = createHash("sha256");
  const slices = new Slices();
  for await (const piece of await unpackFeed(packed, { maxUnpackedBytes: MAX_FEED_BYTES })) {
    xml.push(piece);
    sha.update(piece);
    if (slices.isOver) await slices.rest();
  }
  return { xml, hash: sha.digest("hex") };
}
