/** Cuts a stream of XML text at its `pdv` elements, so that a year's archive never sits in memory. @module */

import { FeedRefused } from "../refusal.ts";

/** Characters of one element beyond which the text cannot be a station; the longest of a year's archive has 0.3 million. */
const MAX_ELEMENT_CHARS = 8_000_000;

/** What may stand between stations, tried at one place: blanks, comments, the declaration, the list's own tags. */
const BETWEEN = /\s+|<!--(?:[^-]|-(?!->))*-->|<\?[^>]*\?>|<pdv_liste(?:\s[^<>]*)?>/y;
const END_OF_LIST = "</pdv_liste>";
const START_OF_STATION = /<pdv(?=[\s/>])/y;
/** The rest of a start tag, quoted values taken whole since they may hold `>`. */
const START_TAG = /<pdv(?:[^"'>]|"[^"]*"|'[^']*')*>/y;

type Cut = { element: string | null; next: number };

/** The text as far as it has been read and not yet been given away. */
class Cutter {
  #text = "";
  #at = 0;
  #opened = false;
  #ended = false;

  push(chunk: string): void {
    this.#text = this.#at > 0 ? this.#text.slice(this.#at) + chunk : this.#text + chunk;
    this.#at = 0;
  }

  /** The next whole element, or null when more text is needed. */
  take(last: boolean): string | null {
    for (;;) {
      if (this.#at >= this.#text.length) return null;
      const cut = this.#matches(START_OF_STATION) ? this.#cutStation() : this.#skipBetween(last);
      if (cut === null) return null;
      this.#at = cut.next;
      if (cut.element !== null) return cut.element;
    }
  }

  /** Throws unless the list was opened and closed. */
  finish(): void {
    if (this.#ended) return;
    if (!this.#opened) throw new FeedRefused("not_a_feed", this.#excerpt());
    throw new FeedRefused("truncated", `no </pdv_liste> at the end; the last characters are ${this.#excerpt(-80)}`);
  }

  #matches(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #cutStation(): Cut | null {
    if (!this.#opened || this.#ended) throw new FeedRefused("bad_xml", "a <pdv> stands outside of <pdv_liste>");
    const tag = this.#matches(START_TAG);
    if (tag === null) return this.#wait();
    const afterTag = this.#at + tag[0].length;
    if (tag[0].endsWith("/>")) return { element: tag[0], next: afterTag };
    const close = this.#text.indexOf("</pdv>", afterTag);
    if (close < 0) return this.#wait();
    const next = close + "</pdv>".length;
    return { element: this.#text.slice(this.#at, next), next };
  }

  #wait(): null {
    if (this.#text.length - this.#at <= MAX_ELEMENT_CHARS) return null;
    throw new FeedRefused("too_large", `one <pdv> has more than ${MAX_ELEMENT_CHARS} characters`);
  }

  #skipBetween(last: boolean): Cut | null {
    if (this.#text.startsWith(END_OF_LIST, this.#at) && this.#opened) {
      this.#ended = true;
      return { element: null, next: this.#at + END_OF_LIST.length };
    }
    const match = this.#matches(BETWEEN);
    if (match === null) return this.#refuseOrWait(last);
    if (match[0].startsWith("<pdv_liste")) {
      this.#opened = true;
      if (match[0].endsWith("/>")) this.#ended = true;
    }
    return { element: null, next: this.#at + match[0].length };
  }

  /** Nothing known stands here: either its end has not arrived yet, or it does not belong into a feed. */
  #refuseOrWait(last: boolean): null {
    const start = this.#text.slice(this.#at, this.#at + 64);
    if (/^<!(DOCTYPE|ENTITY)/i.test(start)) {
      if (/^<!DOCTYPE\s+html/i.test(start)) throw new FeedRefused("html", this.#excerpt());
      throw new FeedRefused("dtd", this.#excerpt());
    }
    const canGrow = start.startsWith("<") && !last && this.#text.length - this.#at < 100_000;
    if (canGrow && /^<(\/?$|[!?]|\/?p)/.test(start)) return null;
    if (/^<(html|head|body)[\s>]/i.test(start)) throw new FeedRefused("html", this.#excerpt());
    if (last && this.#opened && !this.#ended) return null;
    throw new FeedRefused(this.#opened ? "bad_xml" : "not_a_feed", `unexpected ${this.#excerpt()}`);
  }

  #excerpt(from = 0): string {
    const rest = this.#text.slice(this.#at);
    return JSON.stringify(from < 0 ? rest.slice(from) : rest.slice(0, 80));
  }
}

/**
 * The `pdv` elements of a feed's text, each whole, in order, however the chunks are cut. Holds one element and one chunk.
 * Throws {@link FeedRefused}: `html`, `not_a_feed`, `dtd`, `bad_xml`, `too_large`, and `truncated` when the list is not closed.
 */
export async function* cutElements(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const cutter = new Cutter();
  for await (const chunk of chunks) {
    cutter.push(chunk);
    for (let element = cutter.take(false); element !== null; element = cutter.take(false)) yield element;
  }
  for (let element = cutter.take(true); element !== null; element = cutter.take(true)) yield element;
  cutter.finish();
}
