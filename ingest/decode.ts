/** Reads a feed's XML as a stream of stations, so that a year's archive needs no more memory than a day's feed. @module */

import { Buffer } from "node:buffer";
import { SaxesParser } from "saxes";
import { FeedRefused, type RefusalCode } from "./refusals.ts";
import { type Element, parseStation, type RawStation } from "./parse_station.ts";

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
    yield decodeChunk(decoder, head).trimStart();
  }
  if (decoder === null) yield decodeChunk(decoder = toTextDecoder(head), head).trimStart();
  yield decodeChunk(decoder);
}

/** Characters without the end of a station beyond which the text cannot be a feed; the longest station of a year's archive has 0.3 million. */
const MAX_STATION_CHARS = 1_000_000;
/** Characters parsed at a time: a millisecond's work. */
const PIECE_CHARS = 65_536;

/** An `&` that begins no reference, which some writers forget to escape: one in an address is no reason to lose a feed. */
const STRAY_AMPERSAND = /&(?!(?:#\d{1,8}|#x[\dA-Fa-f]{1,6}|[A-Za-z_][\w.-]{0,60});)/g;
/** What may go on as a reference in the next piece of text. */
const CUT_REFERENCE = /&[#\w.-]{0,62}$/;

/** Reads stations from text in pieces. Only the first fault counts, and stations before it are good. */
class StationReader {
  readonly #parser = new SaxesParser();
  /** The elements that are open, the list first. */
  readonly #open: Element[] = [];
  #stations: RawStation[] = [];
  #count = 0;
  #chars = 0;
  #startLine = 0;
  #fault: FeedRefused | null = null;
  #isAtEnd = false;
  #cut = "";

  constructor() {
    this.#parser.on("opentag", ({ name, attributes }) => this.#begin({ name, attributes, children: [], text: "" }));
    this.#parser.on("closetag", () => this.#end());
    this.#parser.on("text", (text) => this.#addText(text));
    this.#parser.on("cdata", (text) => this.#addText(text.replaceAll("&amp;", "&")));
    this.#parser.on("doctype", (text) => this.#refuse(/^\s*html/i.test(text) ? "html" : "dtd", this.#place()));
    this.#parser.on("error", ({ message }) => this.#refuseXml(message));
  }

  /** The stations that end in the next piece of text. Throws {@link FeedRefused}. */
  *take(text: string): Generator<RawStation> {
    for (let at = 0; at < text.length; at += PIECE_CHARS) {
      const piece = this.#cut + text.slice(at, at + PIECE_CHARS);
      this.#cut = CUT_REFERENCE.exec(piece)?.[0] ?? "";
      this.#chars += piece.length;
      this.#parser.write(piece.slice(0, piece.length - this.#cut.length).replace(STRAY_AMPERSAND, "&amp;"));
      if (this.#chars > MAX_STATION_CHARS) {
        this.#refuse("too_large", `no <pdv> ends within ${MAX_STATION_CHARS} characters`);
      }
      yield* this.#stations;
      this.#stations = [];
      if (this.#fault) throw this.#fault;
    }
  }

  /** Throws {@link FeedRefused} unless the list was opened and closed. */
  finish(): void {
    this.#isAtEnd = true;
    this.#parser.close();
    if (this.#fault) throw this.#fault;
  }

  #begin(element: Element): void {
    const parent = this.#open.at(-1);
    if (!parent && element.name !== "pdv_liste") this.#refuseRoot(element.name);
    if (this.#open.length === 1) {
      if (element.name !== "pdv") this.#refuse("bad_xml", this.#place());
      this.#startLine = this.#parser.line;
    } else parent?.children.push(element);
    this.#open.push(element);
  }

  #end(): void {
    const element = this.#open.pop();
    if (!element || this.#open.length !== 1 || this.#fault) return;
    this.#stations.push(parseStation(element));
    this.#count++;
    this.#chars = 0;
  }

  #addText(text: string): void {
    const parent = this.#open.at(-1);
    if (this.#open.length > 1) parent!.text += text;
    else if (parent && text.trim() !== "") this.#refuse("bad_xml", this.#place());
  }

  #refuse(code: RefusalCode, detail?: string): void {
    this.#fault ??= new FeedRefused(code, detail);
  }

  #refuseRoot(name: string): void {
    if (/^(html|head|body)$/i.test(name)) this.#refuse("html", this.#place());
    else if (name === "pdv") this.#refuse("bad_xml", "a <pdv> stands outside of <pdv_liste>");
    else this.#refuse("not_a_feed", this.#place());
  }

  #refuseXml(message: string): void {
    // control characters, which no XML may have, are no reason to lose a feed
    if (message.endsWith("disallowed character.")) return;
    const isList = this.#open.length > 0 || this.#count > 0;
    if (!isList) this.#refuse("not_a_feed", this.#isAtEnd ? "" : this.#place());
    else if (this.#isAtEnd) this.#refuse("truncated", `no </pdv_liste> at the end, ${this.#place()}`);
    else if (message.endsWith("undefined entity.")) {
      this.#refuse("dtd", `an entity is not one of the five of XML, ${this.#place()}`);
    } else this.#refuse("bad_xml", `not well formed ${this.#place()}`);
  }

  /** Where the fault is, for a person with the file at hand: never its words, see `FeedRefused`. */
  #place(): string {
    if (this.#open.length < 2) return `after ${this.#count} stations`;
    const line = this.#parser.line - this.#startLine + 1;
    return `in line ${line} of it, in station ${this.#count + 1} of the file`;
  }
}

/** The stations of a feed's or an archive's XML, in its order, as it arrives. Throws `FeedRefused`; `truncated` when the list is not closed. */
export async function* decodeStations(stream: Pieces): AsyncGenerator<RawStation> {
  const reader = new StationReader();
  for await (const text of textChunks(stream)) yield* reader.take(text);
  reader.finish();
}
