/** Answers one served file, with its type, tag and compressed forms. @module */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import mime from "mime";

/** Encodings offered, best first. */
export const ENCODINGS = ["br", "gzip"] as const;
/** A content coding. */
export type Encoding = (typeof ENCODINGS)[number];

/** A file ready to be served. */
export type Resource = {
  /** Content type with its charset. */
  type: string;
  /** First 16 hexadecimal digits of the SHA-256 of the content. */
  hash: string;
  /** Whether the other encodings are offered. */
  isCompressible: boolean;
  /** The content; null stands for no encoding. */
  load(encoding: Encoding | null): Promise<BodyInit>;
};

/** First 16 hexadecimal digits of the SHA-256 of `content`. */
export function toHash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

/** The content type of a file name; unknown endings are bytes. */
export function toContentType(name: string): string {
  const type = mime.getType(name) ?? "application/octet-stream";
  return /^text\/|javascript|json|xml/.test(type) ? `${type}; charset=utf-8` : type;
}

/** Whether files of a content type grow smaller by compression. */
export function isCompressible(type: string): boolean {
  return /^text\/|javascript|json|xml|wasm|font\/(ttf|otf)|image\/(bmp|x-icon|vnd\.microsoft\.icon)/.test(type);
}

/** Compresses; `quality` is brotli's, 0 to 11. */
export async function compress(
  content: Uint8Array,
  { encoding, quality }: { encoding: Encoding; quality: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const packed = encoding === "gzip" ? await promisify(gzip)(content, { level: 9 }) : await promisify(brotliCompress)(
    content,
    { params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } },
  );
  return new Uint8Array(Buffer.from(packed));
}
