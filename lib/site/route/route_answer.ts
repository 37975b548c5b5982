/**
 * The parts of a response that the route page needs: stations, where to stop, and the savings.
 *
 * @module
 */

import type { WirePlan, WireRoute } from "../../domain/route_wire.ts";
import type { RouteEntry } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { mayBuy } from "../../shared/member_brands.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { findOlderOffers } from "./older_offers.ts";
import { type RouteQuestion, toStartLevel } from "./route_question.ts";

/** The fields of an entry that the page needs. */
const ENTRY_FIELDS = [
  "id",
  "name",
  "brand",
  "address",
  "city",
  "latitude",
  "longitude",
  "motorway",
  "updated_at",
  "net_price",
  "km_along",
  "detour_km",
  "detour",
  "open",
] as const;

/** A station along the way, with the fields that the page needs. */
export type ShownEntry = Pick<RouteEntry, (typeof ENTRY_FIELDS)[number]>;

/** The response of the operation, as the page stores it. */
export type RouteAnswer = {
  readonly data: readonly ShownEntry[];
  readonly meta: {
    readonly total: number;
    readonly fuel: Fuel;
    /** The instant of the data, from which the ages of prices count. */
    readonly generated_at: string;
    readonly route: WireRoute;
    readonly plan: WirePlan | null;
  };
};

/**
 * A packed response: the values of each entry in the order of ENTRY_FIELDS, without field names.
 */
export type PackedAnswer = {
  readonly rows: readonly unknown[][];
  readonly meta: RouteAnswer["meta"];
};

/** Adds the stops of the plan to the entries of a response, since the list may lack them. */
export function withStops(answer: RouteAnswer): RouteAnswer {
  const listed = new Set(answer.data.map(({ id }) => id));
  const missing = answer.meta.plan?.stops.filter(({ id }) => !listed.has(id)) ?? [];
  if (missing.length === 0) return answer;
  return { ...answer, data: [...answer.data, ...missing].sort((a, b) => a.km_along - b.km_along) };
}

/**
 * Packs a response for the page's HTML, where 150 stations with all field names would take 64 kB.
 */
export function packAnswer(
  { data, meta: { total, fuel, generated_at, route, plan } }: RouteAnswer,
): PackedAnswer {
  const rows = data.map((entry) => ENTRY_FIELDS.map((name) => entry[name]));
  return { rows, meta: { total, fuel, generated_at, route, plan } };
}

/** Unpacks a response. */
export function unpackAnswer({ rows, meta }: PackedAnswer): RouteAnswer {
  const toEntry = (row: unknown[]) =>
    Object.fromEntries(ENTRY_FIELDS.map((name, at) => [name, row[at]])) as ShownEntry;
  return { data: rows.map(toEntry), meta };
}

/** Returns the price that is paid at each entry, in thousandths. */
export function toMillis({ data }: RouteAnswer): number[] {
  return data.map(({ net_price }) => parsePriceText(net_price));
}

function toAgeMs({ meta }: RouteAnswer, { updated_at }: ShownEntry): number {
  return Date.parse(meta.generated_at) - Date.parse(updated_at);
}

/**
 * Returns the price (thousandths) that entries are compared by, which includes a margin for old
 * prices.
 */
function toCompared(answer: RouteAnswer, entry: ShownEntry): number {
  const priceMilli = parsePriceText(entry.net_price);
  return toCautiousMilli({ fuel: answer.meta.fuel, priceMilli, ageMs: toAgeMs(answer, entry) });
}

/**
 * Returns the station where a litre costs least, including the margin for old prices; undefined
 * without stations.
 */
export function findCheapest(answer: RouteAnswer): ShownEntry | undefined {
  const compared = answer.data.map((entry) => toCompared(answer, entry));
  return answer.data[compared.indexOf(Math.min(...compared))];
}

/**
 * Returns the entries of cheaper stops that a plan skipped because their prices are old, cheapest
 * first.
 */
export function findOlder(
  answer: RouteAnswer,
  { stops }: Pick<WirePlan, "stops">,
  per100Km: number,
): ShownEntry[] {
  const offers = answer.data.map((entry) => ({
    id: entry.id,
    entry,
    netMilli: parsePriceText(entry.net_price),
    ageMs: toAgeMs(answer, entry),
    alongKm: entry.km_along,
    detourKm: entry.detour_km,
  }));
  return findOlderOffers(offers, { stops, fuel: answer.meta.fuel, per100Km }).map(({ entry }) =>
    entry
  );
}

/**
 * The euros that a stop saves compared with the mean price along the way, including its detour, and
 * the litres it adds.
 */
export type Gain = { readonly litres: number; readonly euros: number };

/**
 * Returns the litres that fit into the tank at an entry if the car follows the plan up to there.
 */
function toRoom(
  entry: ShownEntry,
  { stops }: Pick<WirePlan, "stops">,
  question: RouteQuestion,
): number {
  const { tank, per100Km } = question;
  const toBurnt = (km: number) => (km * per100Km) / 100;
  const before = stops.findLast((stop) => stop.km_along <= entry.km_along);
  const level = before
    ? before.litres_left + before.litres - toBurnt(before.detour_km / 2)
    : toStartLevel(question);
  const left = level - toBurnt(entry.km_along - (before?.km_along ?? 0) + entry.detour_km / 2);
  return Math.max(0, Math.floor((tank - Math.max(0, left)) * 10) / 10);
}

/** Returns the saving from filling the tank at an entry while following the plan. */
export function toGain(answer: RouteAnswer, entry: ShownEntry, question: RouteQuestion): Gain {
  const { route, plan } = answer.meta;
  const litres = toRoom(entry, plan ?? { stops: [] }, question);
  const detourL = (entry.detour_km * question.per100Km) / 100;
  return {
    litres,
    euros: Number(route.average_price) * (litres - detourL) - Number(entry.net_price) * litres,
  };
}

/** Returns the saving that entries are compared by, which includes a margin for old prices. */
function toComparedGain(answer: RouteAnswer, entry: ShownEntry, question: RouteQuestion): number {
  const { litres, euros } = toGain(answer, entry, question);
  const leadMilli = toCompared(answer, entry) - parsePriceText(entry.net_price);
  return euros - (litres * leadMilli) / 1000;
}

/** The number of unfolded stations that are not stops. A long way has 150, too many for a phone. */
const MAX_IN_SIGHT = 10;

/**
 * Divides the entries that are not stops of the plan: those that save most, and all others, both in
 * driving order. `bestId` is the entry that saves most, which may be a stop.
 */
export function divideEntries(answer: RouteAnswer, question: RouteQuestion) {
  const stops = new Set(answer.meta.plan?.stops.map(({ id }) => id));
  const ranked = answer.data.filter((entry) => mayBuy(entry, question)).map((entry) => ({
    entry,
    gain: toComparedGain(answer, entry, question),
  }))
    .sort((a, b) => b.gain - a.gain).map(({ entry }) => entry);
  const best = new Set(ranked.filter(({ id }) => !stops.has(id)).slice(0, MAX_IN_SIGHT));
  const listed = answer.data.filter(({ id }) => !stops.has(id));
  return {
    bestId: ranked[0]?.id,
    first: listed.filter((entry) => best.has(entry)),
    others: listed.filter((entry) => !best.has(entry)),
  };
}
