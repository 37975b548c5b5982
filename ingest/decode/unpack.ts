/** Unpacks ZIP or plain XML to a stream of XML bytes, within bounds. @module */

import { BlobReader, type FileEntry, type Reader, ZipReader } from "@zip.js/zip.js";
import { FeedRefused } from "../refusal.ts";

/** What unpacking may grow to; a feed has 14 MB, a year's archive up to 400 MB. */
export type UnpackOptions = {
  maxUnpackedBytes: number;
  /** Told how many bytes of XML a ZIP says that it holds. */
  onSize?: (unpackedBytes: number) => void;
};

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
  const excerpt = JSON.stringify(text.slice(0, 80));
  if (/^<(!doctype\s+html|html|head|body)/i.test(text)) throw new FeedRefused("html", excerpt);
  if (!text.startsWith("<")) throw new FeedRefused("not_a_feed", `it begins with ${excerpt}`);
}

/** Lets so many bytes pass and then fails: the sizes that an archive declares may lie. */
function limitBytes(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
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
  const xml = files.filter((entry) => /\.xml$/i.test(entry.filename));
  if (xml.length !== 1 || files.length !== 1) {
    throw new FeedRefused("bad_zip", `it holds ${files.length} files, ${xml.length} of them XML; expected one XML`);
  }
  return xml[0];
}

function toRefusal(cause: unknown): FeedRefused {
  if (cause instanceof FeedRefused) return cause;
  return new FeedRefused("bad_zip", cause instanceof Error ? cause.message : String(cause), { cause });
}

/** The one XML of a ZIP, read from wherever it lies. The stream fails as that of {@link unpackFeed}. */
export function unzipFeed(zip: Reader<unknown>, options: UnpackOptions): ReadableStream<Uint8Array> {
  const limited = limitBytes(options.maxUnpackedBytes);
  const reader = new ZipReader(zip, { useWebWorkers: false, checkSignature: true });
  const work = async () => {
    const entry = await requireOneXml(reader);
    if (entry.uncompressedSize > options.maxUnpackedBytes) {
      throw new FeedRefused(
        "too_large",
        `${entry.uncompressedSize} bytes unpacked, at most ${options.maxUnpackedBytes}`,
      );
    }
    options.onSize?.(entry.uncompressedSize);
    await entry.getData(limited.writable, { checkSignature: true, useWebWorkers: false });
    await reader.close();
  };
  work().catch((cause) => limited.writable.abort(cause).catch(() => {}));
  return ReadableStream.from(refuseFaults(limited.readable));
}

/** Whatever breaks while unpacking is a fault of the archive, in the words of the library or in ours. */
async function* refuseFaults(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (cause) {
    throw toRefusal(cause);
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
  return packed.stream().pipeThrough(limitBytes(options.maxUnpackedBytes));
}
