/** Decodes character references such as `&#8217;`. @module */

import { FeedRefused } from "../refusal.ts";

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function toCharacter(reference: string, code: number): string {
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw new FeedRefused("bad_xml", `${reference} stands for no character`);
  }
  return String.fromCodePoint(code);
}

function decodeReference(reference: string, name: string): string {
  if (name.startsWith("#x")) return toCharacter(reference, Number.parseInt(name.slice(2), 16));
  if (name.startsWith("#")) return toCharacter(reference, Number.parseInt(name.slice(1), 10));
  const character = NAMED[name];
  if (character === undefined) throw new FeedRefused("dtd", `entity ${reference} is not one of the five of XML`);
  return character;
}

/**
 * Text with numeric references and XML's five entities decoded, once: `&amp;lt;` becomes `&lt;`. A stray `&` stays.
 * Any other entity throws {@link FeedRefused} (`dtd`), since only a document type could define it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(decodeEntities("l&#8217;c&#x153;ur &amp;amp;"), "l’cœur &amp;");
 * ```
 */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#\d{1,8}|#x[\dA-Fa-f]{1,6}|[A-Za-z_][\w.-]{0,60});/g, decodeReference);
}
