/** One `pdv` element to a raw station: the only place that knows the feed's layout. @module */

import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { RawClosure, RawDay, RawHours, RawPrice, RawStation, RawStockOut } from "../raw_station.ts";
import { FeedRefused } from "../refusal.ts";
import { decodeEntities } from "./entities.ts";
import { type PlainRows, takePlainRows } from "./plain_rows.ts";

type Node = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities are decoded by decodeEntities, which expands nothing.
  processEntities: false,
  trimValues: false,
  jPath: false,
});

function toNodes(value: unknown): Node[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.map((item) => (typeof item === "object" && item !== null ? item as Node : { "#text": item }));
}

function toText(value: unknown): string {
  if (typeof value === "string") return decodeEntities(value);
  const [first] = toNodes(value);
  const text = first?.["#text"];
  return typeof text === "string" ? decodeEntities(text) : "";
}

function toDay(node: Node): RawDay {
  const slots = toNodes(node.horaire).map((slot) => ({ open: toText(slot.ouverture), close: toText(slot.fermeture) }));
  return { day: toText(node.id), closed: toText(node.ferme), slots };
}

function toHours(value: unknown): RawHours | null {
  const [node] = toNodes(value);
  return node ? { automate: toText(node["automate-24-24"]), days: toNodes(node.jour).map(toDay) } : null;
}

function toPrice(node: Node): RawPrice {
  return { fuel: toText(node.nom), at: toText(node.maj), value: toText(node.valeur) };
}

function toStockOut(node: Node): RawStockOut {
  return { fuel: toText(node.nom), since: toText(node.debut), until: toText(node.fin), kind: toText(node.type) };
}

function toClosure(node: Node): RawClosure {
  return { kind: toText(node.type), since: toText(node.debut), until: toText(node.fin) };
}

const TAG = /<(\/?)([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/g;

/** Whether every tag is well formed and closed in order, for text without comments, CDATA or instructions. */
function isBalanced(xml: string): boolean {
  const open: string[] = [];
  let at = 0;
  for (const tag of xml.matchAll(TAG)) {
    if (xml.slice(at, tag.index).includes("<")) return false;
    at = tag.index + tag[0].length;
    if (tag[1]) {
      if (open.pop() !== tag[2]) return false;
    } else if (!tag[4]) open.push(tag[2]);
  }
  return open.length === 0 && at === xml.length;
}

/** The parser itself forgives tags that are closed in the wrong order; a document that is not well formed must be refused. */
function requireWellFormed(xml: string): void {
  if (isBalanced(xml)) return;
  const verdict = XMLValidator.validate(xml);
  if (verdict !== true) throw new FeedRefused("bad_xml", `${verdict.err.msg} In ${JSON.stringify(xml.slice(0, 80))}`);
}

function parseNode(xml: string): Node {
  requireWellFormed(xml);
  try {
    return toNodes(parser.parse(xml).pdv)[0] ?? {};
  } catch (cause) {
    throw new FeedRefused("bad_xml", `${(cause as Error).message} In ${JSON.stringify(xml.slice(0, 80))}`, { cause });
  }
}

function toRawStation(node: Node, rows: PlainRows): RawStation {
  return {
    id: toText(node.id),
    latitude: toText(node.latitude),
    longitude: toText(node.longitude),
    postalCode: toText(node.cp),
    road: toText(node.pop),
    address: toText(node.adresse),
    city: toText(node.ville),
    hours: rows.hours ?? toHours(node.horaires),
    services: rows.services ?? toNodes(toNodes(node.services)[0]?.service).map(toText),
    prices: rows.prices,
    stockOuts: rows.stockOuts,
    closures: toNodes(node.fermeture).map(toClosure),
  };
}

/** The station of one `pdv` element. Throws {@link FeedRefused}: `bad_xml`, or `dtd` on an entity that XML itself lacks. */
export function parseStation(element: string): RawStation {
  const plain = takePlainRows(element);
  if (plain?.frame) {
    const { prices, stockOuts, hours, services } = plain.rows;
    return { ...plain.frame, hours, services: services ?? [], prices, stockOuts, closures: [] };
  }
  if (plain) return toRawStation(parseNode(plain.rest), plain.rows);
  const node = parseNode(element);
  const prices = toNodes(node.prix).map(toPrice);
  return toRawStation(node, { prices, stockOuts: toNodes(node.rupture).map(toStockOut), hours: null, services: null });
}
