/**
 * Opens an archive from a file, a stream or memory, compressed or not, as a stream of XML.
 *
 * @module
 */

import { createHash } from "node:crypto";
// A CommonJS module: its names are properties of the default export.
import xzDecompress from "xz-decompress";
import { collect } from "../../lib/platform/collect.ts";
import { FeedRefused } from "../refusals.ts";
import {
  type Bytes,
  guardUnpacked,
  isZip,
  peek,
  type Peeked,
  requireFeedMagic,
  unzipFeed,
} from "../unpack.ts";

/** Where an archive comes from. */
export type ArchiveSource =
  | { kind: "file"; path: string }
  | { kind: "stdin" }
  | { kind: "bytes"; name: string; bytes: Uint8Array };

type Position = { bytes: number; totalBytes: number | null };

/** An archive that can be read once, from its beginning. */
export type OpenArchive = {
  name: string;
  /** SHA-256 of its size and of the first mebibyte of its XML. */
  identity: string;
  xml: ReadableStream<Uint8Array>;
  /** Bytes read so far, and the total (null if unknown). */
  position(): Position;
  /** Closes the file, even if it was not read to its end. */
  close(): Promise<void>;
};

/** A year has 250 to 400 MB of XML; no real archive is ten times as large. */
const MAX_UNPACKED_BYTES = 4_000_000_000;
/** A ZIP is read into memory, since its directory is at its end; a year has 33 MB. */
const MAX_ZIP_BYTES = 300_000_000;
const IDENTITY_BYTES = 1 << 20;
const XZ_MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];

async function* count(stream: Bytes, position: Position): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) {
    position.bytes += piece.length;
    yield piece;
  }
}

/**
 * Returns the XML of an archive. `position` counts bytes of the XML for a ZIP, else bytes of the
 * stream.
 */
async function unpack({ head, whole }: Peeked, position: Position): Promise<Bytes> {
  const maxUnpackedBytes = MAX_UNPACKED_BYTES;
  if (isZip(head)) {
    const onSize = (size: number) => position.totalBytes = size;
    const refuse = () => new FeedRefused("too_large", `a ZIP of more than ${MAX_ZIP_BYTES} bytes`);
    const zip = await collect(whole, { maxBytes: MAX_ZIP_BYTES, refuse });
    return count(unzipFeed(zip, { maxUnpackedBytes, onSize }), position);
  }
  const stream = count(whole, position);
  if (XZ_MAGIC.every((byte, index) => head[index] === byte)) {
    const xz = new xzDecompress.XzReadableStream(ReadableStream.from(stream));
    return guardUnpacked(xz, {
      maxUnpackedBytes,
      fault: "truncated",
      detail: "the xz stream is cut or corrupt",
    });
  }
  requireFeedMagic(head);
  return stream;
}

async function openSource(
  source: ArchiveSource,
): Promise<{ name: string; stream: Bytes; size: number | null }> {
  if (source.kind === "stdin") {
    return { name: "standard input", stream: Deno.stdin.readable, size: null };
  }
  if (source.kind === "bytes") {
    return {
      name: source.name,
      stream: ReadableStream.from([source.bytes]),
      size: source.bytes.length,
    };
  }
  const { size } = await Deno.stat(source.path);
  const file = await Deno.open(source.path);
  // The name is public while the archive is loaded (`/readyz`), so it has no folders.
  return { name: source.path.split(/[\\/]/).at(-1) ?? "", stream: file.readable, size };
}

/**
 * Opens XML, a ZIP of one XML, or XML compressed by xz. Throws `FeedRefused`, or the error of the
 * system if the file cannot be read.
 */
export async function openArchive(source: ArchiveSource): Promise<OpenArchive> {
  const { name, stream, size } = await openSource(source);
  const packed = await peek(stream, 512);
  try {
    const position: Position = { bytes: 0, totalBytes: size };
    const { head, whole } = await peek(await unpack(packed, position), IDENTITY_BYTES);
    if (head.length === 0) throw new FeedRefused("not_a_feed", "it is empty");
    const start = head.subarray(0, IDENTITY_BYTES);
    const identity = createHash("sha256")
      .update(`${size ?? "stream"}\n`)
      .update(start)
      .digest("hex");
    const xml = ReadableStream.from(whole);
    return { name, identity, xml, position: () => ({ ...position }), close: packed.close };
  } catch (error) {
    await packed.close();
    throw error;
  }
}
