/**
 * Reads a feed's XML as a stream of stations, one element at a time: a year's archive needs no more
 * memory than a day's feed.
 *
 * @module
 */

import { Slices } from "../lib/shared/slices.ts";
import { FeedRefused, type RefusalCode } from "./refusals.ts";
import { peek } from "./unpack.ts";
import { parseElement, parseStation, type RawStation } from "./parse_station.ts";

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The declaration must fit into so many first bytes. */
const HEAD_BYTES = 256;

/**
 * The decoder for a document that begins with `head`: the declared encoding, else UTF-8. Throws
 * `bad_xml` on strange ones.
 */
function toTextDecoder(head: Uint8Array): TextDecoder {
  const start = new TextDecoder("windows-1252").decode(head.subarray(0, HEAD_BYTES));
  const declared =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1] ??
      "utf-8";
  try {
    // the platform reads ISO-8859-1 as windows-1252, whose extra letters are the only sense of
    // bytes 80 to 9F in the feed
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
 * The characters of a byte stream, in pieces. Throws {@link FeedRefused} (`bad_xml`) on bytes that
 * the encoding does not have.
 */
async function* textChunks(bytes: Pieces): AsyncGenerator<string> {
  const { head, whole } = await peek(ReadableStream.from(bytes), HEAD_BYTES);
  const decoder = toTextDecoder(head);
  for await (const chunk of whole) yield decodeChunk(decoder, chunk);
  yield decodeChunk(decoder);
}

/**
 * Characters without the end of a station beyond which the text cannot be a feed; the longest
 * station of a year's archive has 0.3 million.
 */
const MAX_STATION_CHARS = 1_000_000;

/** A tag. Its attributes may hold a `>`. */
const TAG = /<[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

/** What ends a station, and what may hide such an end. */
const STATION_END = /<!--|<!\[CDATA\[|<\/pdv(?:_liste)?\s*>/g;

/**
 * Returns where the station that `text` begins with ends, or -1 if its end is still to come;
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

/**
 * Returns the end of the station, tag, comment or instruction that `text` begins with, or -1 if it
 * is still to come.
 */
function findEnd(text: string): number {
  if (!text.startsWith("<")) return 1;
  const close = text.startsWith("<!--") ? "-->" : text.startsWith("<?") ? "?>" : null;
  if (close !== null) {
    const end = text.indexOf(close, close === "-->" ? 4 : 2);
    return end < 0 ? -1 : end + close.length;
  }
  TAG.lastIndex = 0;
  const [tag] = TAG.exec(text) ?? [];
  if (tag === undefined) return -1;
  const hasContent = /^<pdv[\s>]/.test(tag) && !tag.endsWith("/>");
  return hasContent ? findStationEnd(text, tag.length) : tag.length;
}

/** Reads stations from text in pieces. Stations before a fault are good. */
class StationReader {
  #text = "";
  #count = 0;
  #place: "before the list" | "in the list" | "after the list" = "before the list";

  /** The stations that end in the next piece of text. Throws {@link FeedRefused}. */
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

  /** Takes the first or the last tag of the list, and refuses anything else. */
  #move(markup: string): void {
    if (this.#place === "before the list") {
      if (!/^<pdv_liste[\s/>]/.test(markup)) throw new FeedRefused(...toRootRefusal(markup));
      const isEmpty = markup.endsWith("/>");
      parseElement(isEmpty ? markup : `${markup}</pdv_liste>`, "its first tag");
      this.#place = isEmpty ? "after the list" : "in the list";
    } else if (this.#place === "in the list" && /^<\/pdv_liste\s*>/.test(markup)) {
      this.#place = "after the list";
    } else {throw new FeedRefused(
        markup.startsWith("<!") ? "dtd" : "bad_xml",
        `after ${this.#count} stations`,
      );}
  }
}

/** Why something else than a list of stations is refused, by the markup that it begins with. */
function toRootRefusal(markup: string): [code: RefusalCode, detail?: string] {
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(markup)) return ["html"];
  if (markup.startsWith("<!")) return ["dtd"];
  return /^<pdv[\s/>]/.test(markup)
    ? ["bad_xml", "a <pdv> stands outside of <pdv_liste>"]
    : ["not_a_feed"];
}

/**
 * Returns the stations of a feed's or an archive's XML in its order, as it arrives, in slices
 * between which the thread serves requests. Throws `FeedRefused`; `truncated` if the list is not
 * closed.
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
