/** Negotiates content coding and media type, compares entity tags, and compresses. @module */

import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Returns true if an `If-None-Match` contains a tag, compared weakly. `*` matches every tag, and a
 * malformed list none.
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) =>
    tag.replace(/^W\//, "") === bare
  );
}

/** Content codings, best first. */
export const ENCODINGS = ["br", "gzip"] as const;

/** A content coding. */
export type Encoding = (typeof ENCODINGS)[number];

/** Fewer bytes than this fit into one packet even without compression. */
export const MIN_COMPRESSED_BYTES = 256;

/** No client sends longer headers. */
const MAX_HEADER_LENGTH = 1_000;

/**
 * Returns the weights of an `Accept…` header (0 to 1) by lower-case name; a malformed weight is 0.
 */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.slice(0, MAX_HEADER_LENGTH).toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    weights.set(name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0);
  }
  return weights;
}

function heaviest<T>(options: readonly [T, ...T[]], weigh: (option: T) => number): T {
  return options.reduce((best, option) => weigh(option) > weigh(best) ? option : best);
}

/**
 * Returns the coding with the highest weight of an `Accept-Encoding`, Brotli on a tie; null if none
 * is accepted.
 */
export function chooseEncoding(accepted: string | null): Encoding | null {
  if (!accepted) return null;
  const weights = parseWeights(accepted);
  const weigh = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = heaviest(ENCODINGS, weigh);
  return weigh(best) > 0 && weigh(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/**
 * Returns the media type with the highest weight of an `Accept`, or the first offered one on a tie
 * or if none is accepted.
 */
export function chooseMediaType(
  offered: readonly [string, ...string[]],
  accepted: string | null,
): string {
  if (accepted === null) return offered[0];
  const weights = parseWeights(accepted);
  const weigh = (type: string) =>
    weights.get(type) ?? weights.get(type.replace(/\/.*/, "/*")) ?? weights.get("*/*") ?? 0;
  return heaviest(offered, weigh);
}

const COMPRESSIBLE =
  /^text\/(?!event-stream)|javascript|json|xml|wasm|font\/(ttf|otf)|image\/(bmp|x-icon|vnd\.microsoft\.icon)/;

/** Returns true if a content type is worth compressing. */
export function isCompressible(contentType: string | null): boolean {
  return contentType !== null && COMPRESSIBLE.test(contentType);
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * Compresses outside of the main thread. `level` is that of zlib, 1 to 9, or Brotli's quality, 0 to
 * 11.
 */
export async function compress(
  bytes: Uint8Array,
  { encoding, level }: { encoding: Encoding; level: number },
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "gzip") return new Uint8Array(await packGzip(bytes, { level }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return new Uint8Array(await packBrotli(bytes, { params }));
}
