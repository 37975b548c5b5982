/** The route page's view of a response: stations, where to stop, and what that gains. @module */

import type { WirePlan, WireRoute } from "../../domain/route_wire.ts";
import type { RouteEntry } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { USUAL_CAR } from "../../shared/price/real_cost.ts";
import { findOlderOffers } from "./older_offers.ts";
import { type RouteQuestion, toMinFill, toStartLevel } from "./route_question.ts";

/** The fields of an entry that the page reads. */
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

/** A station along the way, as far as the page reads it. */
export type ShownEntry = Pick<RouteEntry, (typeof ENTRY_FIELDS)[number]>;

/** The answer of the operation as the page keeps it. */
export type RouteAnswer = {
  readonly data: readonly ShownEntry[];
  readonly meta: {
    readonly total: number;
    readonly fuel: Fuel;
    /** The instant of the data, by which prices are old. */
    readonly generated_at: string;
    readonly route: WireRoute;
    readonly plan: WirePlan | null;
  };
};

/** An answer as a page carries it: the values of each entry in the order of ENTRY_FIELDS, without their names. */
export type PackedAnswer = { readonly rows: readonly unknown[][]; readonly meta: RouteAnswer["meta"] };

/** Packs an answer for the page's HTML, where a hundred and fifty stations with the names of all fields take 64 kB. */
export function packAnswer({ data, meta: { total, fuel, generated_at, route, plan } }: RouteAnswer): PackedAnswer {
  const rows = data.map((entry) => ENTRY_FIELDS.map((name) => entry[name]));
  return { rows, meta: { total, fuel, generated_at, route, plan } };
}

/** The answer that was packed. */
export function unpackAnswer({ rows, meta }: PackedAnswer): RouteAnswer {
  const toEntry = (row: unknown[]) => Object.fromEntries(ENTRY_FIELDS.map((name, at) => [name, row[at]])) as ShownEntry;
  return { data: rows.map(toEntry), meta };
}

/** A plan; `lowKm`: where a tank that was filled at its stop runs low before the end of the way. */
export type RoutePlan = Pick<WirePlan, "feasible" | "stops" | "litres" | "saves_on_average"> & { lowKm?: number };

/** The price of each entry that is paid, thousandths. */
export function toMillis({ data }: RouteAnswer): number[] {
  return data.map(({ net_price }) => parsePriceText(net_price));
}

function toAgeMs({ meta }: RouteAnswer, { updated_at }: ShownEntry): number {
  return Date.parse(meta.generated_at) - Date.parse(updated_at);
}

/** The price (thousandths) by which an entry is recommended: old prices need a lead. */
function toCompared(answer: RouteAnswer, entry: ShownEntry): number {
  const priceMilli = parsePriceText(entry.net_price);
  return toCautiousMilli({ fuel: answer.meta.fuel, priceMilli, ageMs: toAgeMs(answer, entry) });
}

/** The station where a litre costs least, unless its price is old and its lead too small; undefined without stations. */
export function findCheapest(answer: RouteAnswer): ShownEntry | undefined {
  const compared = answer.data.map((entry) => toCompared(answer, entry));
  return answer.data[compared.indexOf(Math.min(...compared))];
}

/** The cheaper stops that a plan passed over because their prices are old, with their entries; the cheapest first. */
export function findOlder(answer: RouteAnswer, { stops }: Pick<RoutePlan, "stops">, per100Km: number): ShownEntry[] {
  const offers = answer.data.map((entry) => ({
    id: entry.id,
    entry,
    netMilli: parsePriceText(entry.net_price),
    ageMs: toAgeMs(answer, entry),
    alongKm: entry.km_along,
    detourKm: entry.detour_km,
  }));
  return findOlderOffers(offers, { stops, fuel: answer.meta.fuel, per100Km }).map(({ entry }) => entry);
}

type Fill = { litres: number; per100Km: number };

/** Euros that some litres cost less at a station than at the mean price of the way, the station's detour included. */
export function toGain({ meta: { route } }: RouteAnswer, entry: ShownEntry, { litres, per100Km }: Fill): number {
  return Number(route.average_price) * litres - Number(entry.net_price) * (litres + (entry.detour_km * per100Km) / 100);
}

/** The stop within reach at which a litre of a full tank costs least, detour included. */
function planFill(answer: RouteAnswer, question: RouteQuestion): RoutePlan {
  const { tank, arrival, per100Km, isReturn } = question;
  const start = toStartLevel(question);
  const reserve = Math.min(arrival, start / 2);
  const toKm = (litres: number) => (litres * 100) / per100Km;
  const lengthKm = (isReturn ? 2 : 1) * answer.meta.route.length_km;
  const fills = answer.data.flatMap((entry) => {
    const left = start - ((entry.km_along + entry.detour_km / 2) * per100Km) / 100;
    const litres = Math.round((tank - left) * 10) / 10;
    if (left < reserve || litres < toMinFill(tank)) return [];
    const gain = toGain(answer, entry, { litres, per100Km });
    const needed = (toCompared(answer, entry) - parsePriceText(entry.net_price)) / 1000;
    return {
      ...entry,
      litres,
      gain,
      compared: gain / litres - needed,
      cost: (litres * Number(entry.net_price)).toFixed(2),
    };
  });
  const stops = fills.toSorted((a, b) => b.compared - a.compared).slice(0, 1);
  const [{ litres, gain, km_along } = { litres: 0, gain: 0, km_along: 0 }] = stops;
  const lowKm = km_along + toKm(tank - reserve);
  return {
    ...{ stops, litres, saves_on_average: gain.toFixed(2), lowKm: litres > 0 && lowKm < lengthKm ? lowKm : undefined },
    feasible: litres > 0 || toKm(start - reserve) >= lengthKm,
  };
}

/** The plan of an answer for the aim of its question. */
export function toPlan(answer: RouteAnswer, question: RouteQuestion): RoutePlan {
  const { plan } = answer.meta;
  return plan === null || question.aim === "fill" ? planFill(answer, question) : plan;
}

/** The stops of a plan with their stations; undefined for a station that is not listed. */
export function toPlannedStops({ data }: RouteAnswer, { stops }: RoutePlan) {
  return stops.map((stop) => ({ ...stop, entry: data.find(({ id }) => id === stop.id) }));
}

/** How many stations are shown besides the stops: a long way has a hundred and fifty, too many for a phone. */
const MAX_IN_SIGHT = 10;

/** The best stations besides the stops, and all others; both in driving order. */
export function divideEntries(answer: RouteAnswer, { stops, ...car }: Fill & Pick<RoutePlan, "stops">) {
  const fill = { ...car, litres: car.litres || USUAL_CAR.litres };
  const listed = answer.data.filter(({ id }) => stops.every((stop) => stop.id !== id));
  const ranked = listed.toSorted((a, b) => toGain(answer, b, fill) - toGain(answer, a, fill));
  const best = new Set(ranked.slice(0, MAX_IN_SIGHT));
  return { first: listed.filter((entry) => best.has(entry)), others: listed.filter((entry) => !best.has(entry)) };
}
