/** Content codings: without it a list of stations would take five times its bytes. @module */

import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** A content coding that the service offers. */
export type Encoding = "br" | "gzip";

const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

/** Fewer bytes than this fit one packet either way. */
export const MIN_COMPRESSED_BYTES = 256;

const chosen = new Map<string, Encoding | null>();

function toWeight(parameters: string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  if (text === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

function choose(accepted: string): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name, ...parameters] = part.split(";").map((text) => text.trim());
    weights.set(name, toWeight(parameters));
  }
  const weigh = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  const best = ENCODINGS.reduce((a, b) => weigh(b) > weigh(a) ? b : a);
  return weigh(best) > 0 && weigh(best) >= (weights.get("identity") ?? 0) ? best : null;
}

/** The coding for an `Accept-Encoding`: the one of most weight, Brotli on a tie; null when none is accepted. */
export function chooseEncoding(accepted: string | null): Encoding | null {
  if (!accepted) return null;
  let encoding = chosen.get(accepted);
  if (encoding === undefined) {
    encoding = choose(accepted.slice(0, 500));
    if (chosen.size > 500) chosen.clear();
    chosen.set(accepted, encoding);
  }
  return encoding;
}

/** Whether a content type is worth compressing. */
export function isCompressible(contentType: string | null): boolean {
  return contentType !== null && !contentType.startsWith("text/event-stream") &&
    /^(text\/|application\/(javascript|xml|manifest\+json|([\w.-]+\+)?json)|image\/svg)/.test(contentType);
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Compresses off the main thread. `effort`: 1 fast, 2 small (for what is kept). */
export async function compress(
  bytes: Uint8Array,
  options: { encoding: Encoding; effort: 1 | 2 },
): Promise<Uint8Array<ArrayBuffer>> {
  if (options.encoding === "gzip") {
    return new Uint8Array(await packGzip(bytes, { level: options.effort === 1 ? 6 : 9 }));
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: options.effort === 1 ? 4 : 10,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return new Uint8Array(await packBrotli(bytes, { params }));
}
