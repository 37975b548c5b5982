/** The route page's view of a response: stations, where to stop, and what that gains. @module */

import type { RouteEntry, WirePlan, WireRoute } from "../../domain/wire.ts";
import { parsePriceText } from "../price/money.ts";
import { USUAL_CAR } from "../price/real_cost.ts";
import { EMPTY_QUESTION, type RouteQuestion, toMinFill, toStartLevel } from "./route_question.ts";

/** The answer of the operation as the page keeps it. */
export type RouteAnswer = {
  readonly data: readonly RouteEntry[];
  readonly meta: { readonly total: number; readonly route: WireRoute; readonly plan: WirePlan | null };
};

/** A stop of a plan; `entry` is null for a station that is not listed. `km` counts on from the turn of a way there and back. */
export type RouteStop = {
  id: string;
  entry: RouteEntry | null;
  km: number;
  litres: number;
  price: string;
  cost: number;
};

/**
 * Where to stop, and what that costs and gains in euros against the mean price of the way. Without stops the tank suffices,
 * unless the plan is `impossible`. `nextKm`: the kilometre by which a filled tank has to be filled again, if it has.
 */
export type RoutePlan = {
  stops: RouteStop[];
  isPossible: boolean;
  litres: number;
  cost: number;
  gain: number;
  nextKm: number | null;
};

const NO_STOPS: RoutePlan = { stops: [], isPossible: true, litres: 0, cost: 0, gain: 0, nextKm: null };

/** The price of each entry that is paid, thousandths. */
export function toMillis({ data }: RouteAnswer): number[] {
  return data.map(({ net_price }) => parsePriceText(net_price));
}

/** The station where the litre costs least, the first one on a tie; undefined without stations. */
export function findCheapest({ data }: RouteAnswer): RouteEntry | undefined {
  return data.toSorted((a, b) => Number(a.net_price) - Number(b.net_price))[0];
}

/** Euros that some litres cost less at a station than at the mean price of the way, its detour included. */
export function toGain(
  { net_price, detour_km }: RouteEntry,
  { litres, per100Km, average }: { litres: number; per100Km: number; average: string },
): number {
  return Number(average) * litres - Number(net_price) * (litres + (detour_km * per100Km) / 100);
}

/** The stop at which a full tank costs least by the litre, detour included, of those that are reached with a reserve. */
function toFill(
  { data, meta: { route } }: RouteAnswer,
  { tank, per100Km, isReturn, ...car }: RouteQuestion,
): RoutePlan {
  const start = toStartLevel({ tank, ...car });
  const reserve = Math.min(EMPTY_QUESTION.arrival, start / 2);
  const rangeKm = (litres: number) => (litres * 100) / per100Km;
  const lengthKm = (isReturn ? 2 : 1) * route.length_km;
  const average = route.average_price ?? "0";
  const fills = data.map((entry) => {
    const litres = Math.round((tank - start + ((entry.km_along + entry.detour_km / 2) * per100Km) / 100) * 10) / 10;
    return { entry, litres, gain: toGain(entry, { litres, per100Km, average }) };
  }).filter(({ litres }) => litres >= toMinFill(tank) && tank - litres >= reserve);
  const best = fills.toSorted((a, b) => b.gain / b.litres - a.gain / a.litres)[0];
  if (!best) return { ...NO_STOPS, isPossible: rangeKm(start - reserve) >= lengthKm };
  const { entry, litres, gain } = best;
  const cost = litres * Number(entry.net_price);
  const nextKm = entry.km_along + rangeKm(tank - reserve);
  const stop = { id: entry.id, entry, km: entry.km_along, litres, price: entry.net_price, cost };
  return { stops: [stop], isPossible: true, litres, cost, gain, nextKm: nextKm < lengthKm ? nextKm : null };
}

/** The plan of an answer for the aim of its question. */
export function toPlan(answer: RouteAnswer, question: RouteQuestion): RoutePlan {
  const { data, meta: { plan } } = answer;
  if (plan === null || question.aim === "fill") return toFill(answer, question);
  const byId = new Map(data.map((entry) => [entry.id, entry]));
  return {
    stops: plan.stops.map(({ id, km_along: km, litres, net_price: price, cost }) => ({
      ...{ id, entry: byId.get(id) ?? null, km, litres, price, cost: Number(cost) },
    })),
    ...{ isPossible: plan.feasible, litres: plan.litres, cost: Number(plan.cost), nextKm: null },
    gain: Number(plan.saves_on_average ?? 0),
  };
}

/** How many stations are shown besides the stops: a long way has a hundred and fifty, too many for a phone. */
const MAX_IN_SIGHT = 10;
/** Fewer others than this are shown without a button. */
const FEW = 2;

/** The best stations besides the stops, and all others; both in driving order. */
export function divideEntries(
  { data, meta: { route } }: RouteAnswer,
  { stops, litres, per100Km }: Pick<RoutePlan, "stops" | "litres"> & Pick<RouteQuestion, "per100Km">,
): { first: RouteEntry[]; others: RouteEntry[] } {
  const fill = { litres: litres || USUAL_CAR.litres, per100Km, average: route.average_price ?? "0" };
  const listed = data.filter(({ id }) => stops.every((stop) => stop.id !== id));
  const best = new Set(listed.toSorted((a, b) => toGain(b, fill) - toGain(a, fill)).slice(0, MAX_IN_SIGHT));
  const others = listed.filter((entry) => !best.has(entry));
  return others.length <= FEW
    ? { first: listed, others: [] }
    : { first: listed.filter((entry) => best.has(entry)), others };
}
