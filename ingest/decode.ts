/**
 * Reads the XML of a feed as a stream of stations, one element at a time, so that an archive of a
 * year takes no more memory than a feed.
 *
 * @module
 */

import { Slices } from "../lib/shared/slices.ts";
import { FeedRefused, type RefusalCode } from "./refusals.ts";
import { peek } from "./unpack.ts";
import { parseElement, parseStation, type RawStation } from "./parse_station.ts";

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The first bytes that must hold the XML declaration. */
const HEAD_BYTES = 256;

/**
 * Returns the decoder for the declared encoding of a document, else for UTF-8. Throws `bad_xml` if
 * the encoding is unknown.
 */
function toTextDecoder(head: Uint8Array): TextDecoder {
  const start = new TextDecoder("windows-1252").decode(head.subarray(0, HEAD_BYTES));
  const declared =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ??
      "utf-8";
  try {
    // The platform reads ISO-8859-1 as windows-1252, which gives the bytes 80 to 9F of the feed
    // their only sensible meaning.
    return new TextDecoder(declared, { fatal: true });
  } catch {
    throw new FeedRefused("bad_xml", "it declares an encoding that no feed uses");
  }
}

function decodeChunk(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes
      ? decoder.decode(bytes as Uint8Array<ArrayBuffer>, { stream: true })
      : decoder.decode();
  } catch {
    throw new FeedRefused("bad_xml", `not valid ${decoder.encoding}`);
  }
}

/**
 * Yields the text of a byte stream, in pieces. Throws {@link FeedRefused} (`bad_xml`) on bytes that
 * the encoding does not allow.
 */
async function* textChunks(bytes: Pieces): AsyncGenerator<string> {
  const { head, whole } = await peek(ReadableStream.from(bytes), HEAD_BYTES);
  const decoder = toTextDecoder(head);
  for await (const chunk of whole) yield decodeChunk(decoder, chunk);
  yield decodeChunk(decoder);
}

/** Maximum characters of a station; the longest one of a year's archive has 0.3 million. */
const MAX_STATION_CHARS = 1_000_000;

/** A tag; its attributes may contain a `>`. */
const TAG = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

/** The end of a station, and the beginnings of markup that may contain such a text. */
const STATION_END = /<!--|<!\[CDATA\[|<\/pdv(?:_liste)?\s*>/g;

/**
 * Returns the end of the station at the beginning of `text`, or -1 if it has not arrived yet;
 * `start` is the end of its first tag.
 */
function findStationEnd(text: string, start: number): number {
  STATION_END.lastIndex = start;
  for (;;) {
    const [markup] = STATION_END.exec(text) ?? [];
    if (markup === undefined) return -1;
    if (markup.startsWith("</")) return STATION_END.lastIndex;
    const close = markup === "<!--" ? "-->" : "]]>";
    const end = text.indexOf(close, STATION_END.lastIndex);
    if (end < 0) return -1;
    STATION_END.lastIndex = end + close.length;
  }
}

/** Returns the end of the first `close` from `start` on, or -1 if it has not arrived yet. */
function findAfter(text: string, close: string, start: number): number {
  const at = text.indexOf(close, start);
  return at < 0 ? -1 : at + close.length;
}

/**
 * Returns the end of the station, tag, comment or instruction at the beginning of `text`, or -1 if
 * it has not arrived yet.
 */
function findEnd(text: string): number {
  if (!text.startsWith("<")) return 1;
  if (text.startsWith("<!--")) return findAfter(text, "-->", "<!--".length);
  if (text.startsWith("<?")) return findAfter(text, "?>", "<?".length);
  TAG.lastIndex = 0;
  const [tag] = TAG.exec(text) ?? [];
  if (tag === undefined) return -1;
  const hasContent = /^<pdv[\s>]/.test(tag) && !tag.endsWith("/>");
  return hasContent ? findStationEnd(text, tag.length) : tag.length;
}

/** Reads stations from text in pieces. Stations before a fault are valid. */
class StationReader {
  #text = "";
  #count = 0;
  #place: "before the list" | "in the list" | "after the list" = "before the list";

  /** Yields the stations that end in the next piece of text. Throws {@link FeedRefused}. */
  *take(text: string): Generator<RawStation> {
    this.#text = (this.#text + text).trimStart();
    while (this.#text !== "") {
      const end = findEnd(this.#text);
      const size = end < 0 ? this.#text.length : end;
      if (size > MAX_STATION_CHARS) {
        throw new FeedRefused("too_large", `no <pdv> ends within ${MAX_STATION_CHARS} characters`);
      }
      if (end < 0) return;
      const markup = this.#text.slice(0, end);
      this.#text = this.#text.slice(end).trimStart();
      if (/^<(?:\?|!--)/.test(markup)) continue;
      if (/^<pdv[\s/>]/.test(markup) && this.#place === "in the list") {
        this.#count++;
        yield parseStation(markup, this.#count);
      } else this.#move(markup);
    }
  }

  /** Throws {@link FeedRefused} unless the list was opened and closed. */
  finish(): void {
    if (this.#place === "before the list") throw new FeedRefused("not_a_feed");
    if (this.#place === "after the list" && this.#text === "") return;
    throw new FeedRefused("truncated", `no </pdv_liste> at the end, after ${this.#count} stations`);
  }

  /** Accepts the first or last tag of the list, and refuses other markup. */
  #move(markup: string): void {
    if (this.#place === "before the list") {
      if (!/^<pdv_liste[\s/>]/.test(markup)) throw new FeedRefused(...toRootRefusal(markup));
      const isEmpty = markup.endsWith("/>");
      parseElement(isEmpty ? markup : `${markup}</pdv_liste>`, "its first tag");
      this.#place = isEmpty ? "after the list" : "in the list";
    } else if (this.#place === "in the list" && /^<\/pdv_liste\s*>/.test(markup)) {
      this.#place = "after the list";
    } else {
      const code = markup.startsWith("<!") ? "dtd" : "bad_xml";
      throw new FeedRefused(code, `after ${this.#count} stations`);
    }
  }
}

/** Returns why a document that is not a list of stations is refused, by its first markup. */
function toRootRefusal(markup: string): [code: RefusalCode, detail?: string] {
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(markup)) return ["html"];
  if (markup.startsWith("<!")) return ["dtd"];
  return /^<pdv[\s/>]/.test(markup)
    ? ["bad_xml", "a <pdv> is outside of <pdv_liste>"]
    : ["not_a_feed"];
}

/**
 * Yields the stations of a feed or an archive in their order, as they arrive, in slices between
 * which the thread serves requests. Throws `FeedRefused`; its code is `truncated` if the list is
 * not closed.
 */
export async function* decodeStations(stream: Pieces): AsyncGenerator<RawStation> {
  const reader = new StationReader();
  const slices = new Slices();
  for await (const text of textChunks(stream)) {
    for (const station of reader.take(text)) {
      yield station;
      if (slices.isOver) await slices.pause();
    }
  }
  reader.finish();
}
