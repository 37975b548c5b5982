/** Makes entity tags and compares them with `If-None-Match`. @module */

/**
 * 53 bits of a text, by a multiplying hash (cyrb53, public domain). A cryptographic hash costs ten times as
 * much and holds memory outside of the heap; tags are compared within one address only, and nobody gains by a collision.
 */
export function fingerprint(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}

/** A weak tag of the fingerprint of whatever the answer is a function of. */
export function toEtag(print: number): string {
  return `W/"${print.toString(36).padStart(11, "0")}"`;
}

/** A weak tag of whatever the answer is a function of: equal parts, equal tag. */
export function makeEtag(...parts: (string | number)[]): string {
  return toEtag(fingerprint(parts.join("\n")));
}

/**
 * Whether an `If-None-Match` holds a tag, compared weakly; `*` matches whatever exists. A malformed list matches nothing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(matchesEtag('"a", W/"b"', 'W/"b"'), true);
 * equal(matchesEtag('b', 'W/"b"'), false);
 * ```
 */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const bare = etag.replace(/^W\//, "");
  return (ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag.replace(/^W\//, "") === bare);
}
