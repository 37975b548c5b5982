/** Opens an archive wherever it is and however it is packed, as a stream of XML. @module */

import { Reader, Uint8ArrayReader } from "@zip.js/zip.js";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import xzDecompress from "xz-decompress"; // CommonJS: its names are properties of the default export
import { isZip, limitBytes, requireFeedMagic, unzipFeed } from "../unpack.ts";
import { FeedRefused } from "../refusals.ts";

/** Reads pieces of a file. Close the file when the reading has ended. */
class FileZipReader extends Reader<Deno.FsFile> {
  readonly #file: Deno.FsFile;

  constructor(file: Deno.FsFile) {
    super(file);
    this.#file = file;
  }

  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.#file.stat()).size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.min(length, Math.max(0, this.size - index)));
    await this.#file.seek(index, Deno.SeekMode.Start);
    let filled = 0;
    while (filled < bytes.length) {
      const read = await this.#file.read(bytes.subarray(filled));
      if (read === null) break;
      filled += read;
    }
    return bytes.subarray(0, filled);
  }
}

/** Where an archive comes from. */
export type ArchiveSource =
  | { kind: "file"; path: string }
  | { kind: "stdin" }
  | { kind: "bytes"; name: string; bytes: Uint8Array };

/** An archive that can be read once, from its beginning. */
export type OpenArchive = {
  name: string;
  /** Tells what it holds: SHA-256 of its size and of the first mebibyte of its XML. */
  identity: string;
  xml: ReadableStream<Uint8Array>;
  /** How much of it was read, and how much there is (null: unknown), in bytes of the same kind. */
  position(): { bytes: number; totalBytes: number | null };
  /** Gives the file back; also when it was not read to its end. */
  close(): Promise<void>;
};

/** A year has 250 to 400 MB of XML; no archive is sanely ten times as large. */
const MAX_UNPACKED_BYTES = 4_000_000_000;
/** Standard input cannot be read from its end, where a ZIP has its directory; a year has 33 MB. */
const MAX_ZIP_BYTES = 300_000_000;
const IDENTITY_BYTES = 1 << 20;
const XZ_MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];

type Bytes = Uint8Array<ArrayBuffer>;
type Counter = { bytes: number; totalBytes: number | null };
/** A stream of which the first bytes have been looked at. */
type Peeked = { head: Bytes; rest: AsyncIterator<Uint8Array>; size: number | null };

async function peek(
  stream: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<{ head: Bytes; rest: AsyncIterator<Uint8Array> }> {
  const rest = stream[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  for (let size = 0; size < bytes;) {
    const { done, value } = await rest.next();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  return { head: Buffer.concat(parts), rest };
}

/** The whole stream again, counted as it is read. */
async function* unpeek({ head, rest }: Omit<Peeked, "size">, counter?: Counter): AsyncGenerator<Uint8Array> {
  let chunk: Uint8Array | undefined = head;
  while (chunk !== undefined) {
    if (counter) counter.bytes += chunk.length;
    if (chunk.length > 0) yield chunk;
    const { done, value }: IteratorResult<Uint8Array> = await rest.next();
    chunk = done ? undefined : value;
  }
}

async function* refuseBadXz(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    if (cause instanceof FeedRefused) throw cause;
    throw new FeedRefused("truncated", "the xz stream is cut or corrupt", { cause });
  }
}

/** All bytes of a stream that cannot be read from its end. */
async function readAll(packed: Peeked): Promise<Bytes> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of unpeek(packed)) {
    size += part.length;
    if (size > MAX_ZIP_BYTES) throw new FeedRefused("too_large", `a ZIP of more than ${MAX_ZIP_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function toStream(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes);
}

/** The XML of a ZIP, and how far it was read, in bytes of XML. */
async function unpackZip(zip: Reader<unknown>): Promise<Unpacked> {
  const counter: Counter = { bytes: 0, totalBytes: null };
  const options = { maxUnpackedBytes: MAX_UNPACKED_BYTES, onSize: (size: number) => counter.totalBytes = size };
  const { head, rest } = await peek(unzipFeed(zip, options), 1);
  return { xml: unpeek({ head, rest }, counter), counter };
}

/** The XML of a packed or plain stream, and how far it was read, in bytes of the stream. */
function unpack(packed: Peeked): Unpacked {
  const counter: Counter = { bytes: 0, totalBytes: packed.size };
  if (XZ_MAGIC.every((byte, index) => packed.head[index] === byte)) {
    const xz: ReadableStream<Uint8Array> = new xzDecompress.XzReadableStream(toStream(unpeek(packed, counter)));
    return { xml: refuseBadXz(xz.pipeThrough(limitBytes(MAX_UNPACKED_BYTES))), counter };
  }
  requireFeedMagic(packed.head);
  return { xml: unpeek(packed, counter), counter };
}

type Unpacked = { xml: AsyncIterable<Uint8Array>; counter: Counter };
type OpenSource = { name: string; bytes: ReadableStream<Uint8Array>; size: number | null };

async function openSource(source: ArchiveSource): Promise<OpenSource> {
  if (source.kind === "stdin") return { name: "standard input", bytes: Deno.stdin.readable, size: null };
  if (source.kind === "bytes") {
    return { name: source.name, bytes: ReadableStream.from([source.bytes]), size: source.bytes.length };
  }
  const { size } = await Deno.stat(source.path);
  const file = await Deno.open(source.path);
  // public while it is being loaded (`/readyz`), so without its folders
  return { name: source.path.split(/[\\/]/).at(-1) ?? "", bytes: file.readable, size };
}

/** What reads a ZIP: the file or the bytes themselves; standard input must be read whole. */
async function openZip(source: ArchiveSource, packed: Peeked): Promise<{ zip: Reader<unknown>; close(): void }> {
  if (source.kind === "stdin") return { zip: new Uint8ArrayReader(await readAll(packed)), close() {} };
  await packed.rest.return?.();
  if (source.kind === "bytes") return { zip: new Uint8ArrayReader(source.bytes), close() {} };
  const file = await Deno.open(source.path);
  return { zip: new FileZipReader(file), close: () => file.close() };
}

/**
 * Opens an archive: XML, a ZIP of one XML, or XML packed by xz, recognised by its first bytes and not by its name. Throws
 * `FeedRefused` (`html`, `not_a_feed`, `bad_zip`, `too_large`, `truncated`) when it is none, and what the system says when
 * a file cannot be read.
 */
export async function openArchive(source: ArchiveSource): Promise<OpenArchive> {
  const { name, bytes, size } = await openSource(source);
  const packed = { ...await peek(bytes, 512), size };
  let close = async () => {
    await packed.rest.return?.();
  };
  try {
    const opened = isZip(packed.head) ? await openZip(source, packed) : null;
    if (opened) close = () => Promise.resolve(opened.close());
    const { xml, counter } = opened ? await unpackZip(opened.zip) : unpack(packed);
    const unpacked = await peek(xml, IDENTITY_BYTES);
    if (isEmpty(unpacked.head)) throw new FeedRefused("not_a_feed", "it is empty");
    const start = unpacked.head.subarray(0, IDENTITY_BYTES);
    const identity = createHash("sha256").update(`${size ?? "stream"}\n`).update(start).digest("hex");
    return { name, identity, xml: toStream(unpeek(unpacked)), position: () => ({ ...counter }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.length === 0;
}
