/** Reads a feed's XML as a stream of stations, so that a year's archive needs no more memory than a day's feed. @module */

import { Buffer } from "node:buffer";
import { FeedRefused } from "./refusals.ts";
import { parseStation, type RawStation } from "./parse_station.ts";

/** Bytes as they arrive, or as they were kept. */
type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The declaration must fit into so many first bytes. */
const HEAD_BYTES = 256;

/** The decoder for a document that begins with `head`: the declared encoding, else UTF-8. Throws `bad_xml` on strange ones. */
function toTextDecoder(head: Uint8Array): TextDecoder {
  const start = new TextDecoder("windows-1252").decode(head.subarray(0, HEAD_BYTES));
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ??
    "utf-8";
  try {
    // the platform reads ISO-8859-1 as windows-1252, whose extra letters are the only sense of bytes 80 to 9F in the feed
    return new TextDecoder(declared, { fatal: true });
  } catch {
    throw new FeedRefused("bad_xml", "it declares an encoding that no feed uses");
  }
}

function decodeChunk(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes as Uint8Array<ArrayBuffer>, { stream: true }) : decoder.decode();
  } catch {
    throw new FeedRefused("bad_xml", `not valid ${decoder.encoding}`);
  }
}

/** The characters of a byte stream, in pieces. Throws {@link FeedRefused} (`bad_xml`) on bytes that the encoding does not have. */
async function* textChunks(bytes: Pieces): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (decoder !== null) yield decodeChunk(decoder, chunk);
    else head = Buffer.concat([head, chunk]);
    if (decoder !== null || head.length < HEAD_BYTES) continue;
    decoder = toTextDecoder(head);
    yield decodeChunk(decoder, head);
  }
  if (decoder === null) yield decodeChunk(decoder = toTextDecoder(head), head);
  yield decodeChunk(decoder);
}

/** Characters of one element beyond which the text cannot be a station; the longest of a year's archive has 0.3 million. */
const MAX_ELEMENT_CHARS = 1_000_000;

/** What may be between stations, tried at one place: blanks, comments, the declaration, the list's own tags. */
const BETWEEN = /\s+|<!--(?:[^-]|-(?!->))*-->|<\?[^>]*\?>|<pdv_liste(?:\s[^<>]*)?>/y;
const END_OF_LIST = "</pdv_liste>";
const START_OF_STATION = /<pdv(?=[\s/>])/y;
/** The rest of a start tag, quoted values taken whole since they may hold `>`. */
const START_TAG = /<pdv(?:[^"'>]|"[^"]*"|'[^']*')*>/y;

/** Splits text, given in pieces, into the elements of stations. */
class StationSplitter {
  #text = "";
  #at = 0;
  #opened = false;
  #ended = false;
  #taken = 0;

  /** The whole elements of the text so far, with the next piece of it; null: no more will come. */
  *take(chunk: string | null): Generator<string> {
    this.#text = this.#text.slice(this.#at) + (chunk ?? "");
    this.#at = 0;
    while (this.#at < this.#text.length) {
      const isStation = this.#match(START_OF_STATION) !== null;
      const element = isStation ? this.#takeStation() : null;
      if (element !== null) yield element;
      else if (isStation || !this.#skipBetween(chunk === null)) return;
    }
  }

  /** Throws unless the list was opened and closed. */
  finish(): void {
    if (this.#ended) return;
    if (!this.#opened) throw new FeedRefused("not_a_feed");
    throw new FeedRefused("truncated", `no </pdv_liste> at the end, ${this.#place()}`);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #takeStation(): string | null {
    if (!this.#opened || this.#ended) throw new FeedRefused("bad_xml", "a <pdv> stands outside of <pdv_liste>");
    const tag = this.#match(START_TAG);
    if (tag === null) return this.#wait();
    const close = tag.endsWith("/>") ? this.#at : this.#text.indexOf("</pdv>", this.#at + tag.length);
    if (close < 0) return this.#wait();
    const element = close === this.#at ? tag : this.#text.slice(this.#at, close + "</pdv>".length);
    this.#at += element.length;
    this.#taken++;
    return element;
  }

  #wait(): null {
    if (this.#text.length - this.#at <= MAX_ELEMENT_CHARS) return null;
    throw new FeedRefused("too_large", `one <pdv> has more than ${MAX_ELEMENT_CHARS} characters`);
  }

  /** Skips what may be between stations; false when more text is needed. */
  #skipBetween(last: boolean): boolean {
    const isEnd = this.#opened && this.#text.startsWith(END_OF_LIST, this.#at);
    const skipped = isEnd ? END_OF_LIST : this.#match(BETWEEN);
    if (skipped === null) return this.#refuseOrWait(last);
    if (skipped.startsWith("<pdv_liste")) this.#opened = true;
    if (isEnd || /^<pdv_liste.*\/>$/s.test(skipped)) this.#ended = true;
    this.#at += skipped.length;
    return true;
  }

  /** Either the end of what is here has not arrived yet, or it does not belong into a feed. */
  #refuseOrWait(last: boolean): false {
    const start = this.#text.slice(this.#at, this.#at + 64);
    if (/^<!(DOCTYPE|ENTITY)/i.test(start)) {
      throw new FeedRefused(/^<!DOCTYPE\s+html/i.test(start) ? "html" : "dtd", this.#place());
    }
    const canGrow = start.startsWith("<") && !last && this.#text.length - this.#at < 100_000;
    if (canGrow && /^<(\/?$|[!?]|\/?p)/.test(start)) return false;
    if (/^<(html|head|body)[\s>]/i.test(start)) throw new FeedRefused("html", this.#place());
    if (last && this.#opened && !this.#ended) return false;
    throw new FeedRefused(this.#opened ? "bad_xml" : "not_a_feed", this.#place());
  }

  /** Where the fault is, for a person with the file at hand: never its words, see `FeedRefused`. */
  #place(): string {
    return `after ${this.#taken} stations`;
  }
}

/** The station of an element; a fault in it is reported with the `number` of the element. */
function parseNumbered(element: string, number: number): RawStation {
  try {
    return parseStation(element);
  } catch (error) {
    if (!(error instanceof FeedRefused)) throw error;
    throw new FeedRefused(error.code, `${error.detail}, in station ${number} of the file`);
  }
}

/** The stations of a feed's or an archive's XML, in its order, as it arrives. Throws `FeedRefused`; `truncated` when the list is not closed. */
export async function* decodeStations(stream: Pieces): AsyncGenerator<RawStation> {
  const splitter = new StationSplitter();
  let number = 0;
  for await (const chunk of textChunks(stream)) {
    for (const element of splitter.take(chunk)) yield parseNumbered(element, ++number);
  }
  for (const element of splitter.take(null)) yield parseNumbered(element, ++number);
  splitter.finish();
}
