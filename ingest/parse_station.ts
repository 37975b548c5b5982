/** Parses one `pdv` element into a raw station: the only place that knows the feed's layout. @module */

import { FeedRefused } from "./refusals.ts";

/** One `prix` element: name of the fuel, Paris wall-clock time, price; texts as they came. */
export type RawPrice = { fuel: string; at: string; value: string };

/** One `rupture` element; `until` and `kind` may be empty. */
export type RawStockOut = RawClosure & { fuel: string };

/** One `fermeture` element of day and year files: the station was closed. `until` may be empty. */
export type RawClosure = { kind: string; since: string; until: string };

/** One `jour` element: number (`1` Monday to `7` Sunday), `closed` (`1` or empty) and its slots. */
type RawDay = { day: string; closed: string; slots: { open: string; close: string }[] };

/** The `horaires` element. `automate` is `1` or empty. */
export type RawHours = { automate: string; days: RawDay[] };

/** One `pdv` element. Everything is text, entities decoded, nothing trimmed or checked; a missing text is empty. */
export type RawStation = {
  id: string;
  latitude: string;
  longitude: string;
  postalCode: string;
  /** `A` motorway, `R` road; other letters occur. */
  road: string;
  address: string;
  city: string;
  /** Null when the element is missing. */
  hours: RawHours | null;
  services: string[];
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  closures: RawClosure[];
};

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function toCharacter(code: number): string {
  if (!(code > 0 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw new FeedRefused("bad_xml", "a reference stands for no character");
  }
  return String.fromCodePoint(code);
}

function decodeReference(_reference: string, name: string): string {
  if (name.startsWith("#x")) return toCharacter(Number.parseInt(name.slice(2), 16));
  if (name.startsWith("#")) return toCharacter(Number.parseInt(name.slice(1), 10));
  const character = NAMED[name];
  if (character === undefined) throw new FeedRefused("dtd", "an entity is not one of the five of XML");
  return character;
}

/** Text with references decoded once; a stray `&` stays. Any other entity throws `dtd`: only a document type could define it. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(#\d{1,8}|#x[\dA-Fa-f]{1,6}|[A-Za-z_][\w.-]{0,60});/g, decodeReference);
}

type Attributes = Record<string, string>;
type Element = { name: string; attributes: Attributes; children: Element[]; text: string };

const NAME = "[A-Za-z_:\\u00c0-\\uffff][\\w:.\\u00b7-\\uffff-]*";
/** Text, the beginning of a tag, a comment, CDATA or an instruction. */
const TOKEN = new RegExp(
  `([^<]+)|<(/?)(${NAME})|<!--(?:[^-]|-(?!->))*-->|<!\\[CDATA\\[((?:[^\\]]|\\](?!\\]>))*)\\]\\]>|<\\?[^>]*\\?>`,
  "y",
);
const ATTRIBUTE = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, "y");
const TAG_END = /\s*(\/?)>/y;

/** A text read from front to back by sticky patterns. */
class Reader {
  at = 0;

  constructor(readonly xml: string) {}

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.xml);
    if (match !== null) this.at = pattern.lastIndex;
    return match;
  }

  takeAttributes(): Attributes {
    const attributes: Attributes = {};
    for (let match = this.take(ATTRIBUTE); match !== null; match = this.take(ATTRIBUTE)) {
      attributes[match[1]!] = decodeEntities(match[2] ?? match[3]!);
    }
    return attributes;
  }

  refuse(): never {
    const line = this.xml.slice(0, this.at).split("\n").length;
    throw new FeedRefused("bad_xml", `not well formed in line ${line} of it`);
  }
}

/** Reads one element. Throws {@link FeedRefused} (`bad_xml`) unless every tag is well formed and closed in order. */
function parseElement(xml: string): Element {
  const reader = new Reader(xml);
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  while (reader.at < xml.length) {
    const parent = open.at(-1) ?? reader.refuse();
    const token = reader.take(TOKEN) ?? reader.refuse();
    const name = token[3];
    if (name === undefined) {
      parent.text += token[1] === undefined ? token[4] ?? "" : decodeEntities(token[1]);
      continue;
    }
    const element: Element = { name, attributes: reader.takeAttributes(), children: [], text: "" };
    const end = reader.take(TAG_END) ?? reader.refuse();
    if (token[2] === "/") {
      if (open.pop()!.name !== name) reader.refuse();
    } else {
      parent.children.push(element);
      if (end[1] === "") open.push(element);
    }
  }
  if (open.length !== 1) reader.refuse();
  return root.children[0] ?? reader.refuse();
}

function findChildren({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.name === name);
}

function getText(parent: Element, name: string): string {
  return parent.children.find((child) => child.name === name)?.text ?? "";
}

function toDay(element: Element): RawDay {
  const { id = "", ferme = "" } = element.attributes;
  const slots = findChildren(element, "horaire").map(({ attributes }) => attributes)
    .map(({ ouverture = "", fermeture = "" }) => ({ open: ouverture, close: fermeture }));
  return { day: id, closed: ferme, slots };
}

function toInterruption({ debut = "", fin = "", type = "" }: Attributes): RawClosure {
  return { since: debut, until: fin, kind: type };
}

/** The station of one `pdv` element. Throws {@link FeedRefused}: `bad_xml`, or `dtd` on an entity that XML itself lacks. */
export function parseStation(xml: string): RawStation {
  const element = parseElement(xml);
  const { id = "", latitude = "", longitude = "", cp = "", pop = "" } = element.attributes;
  const [hours] = findChildren(element, "horaires");
  const [services] = findChildren(element, "services");
  const findRows = (name: string) => findChildren(element, name).map(({ attributes }) => attributes);
  return {
    ...{ id, latitude, longitude, postalCode: cp, road: pop },
    address: getText(element, "adresse"),
    city: getText(element, "ville"),
    hours: hours
      ? { automate: hours.attributes["automate-24-24"] ?? "", days: findChildren(hours, "jour").map(toDay) }
      : null,
    services: services ? findChildren(services, "service").map(({ text }) => text) : [],
    prices: findRows("prix").map(({ nom = "", maj = "", valeur = "" }) => ({ fuel: nom, at: maj, value: valeur })),
    stockOuts: findRows("rupture").map(({ nom = "", ...row }) => ({ fuel: nom, ...toInterruption(row) })),
    closures: findRows("fermeture").map(toInterruption),
  };
}
