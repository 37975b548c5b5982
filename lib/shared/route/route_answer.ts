/** The route page's view of a response: stations, plan, and how good the line is. @module */

import type { RouteEntry, WirePlan, WireRoute } from "../../domain/wire.ts";
import { parsePriceText } from "../price/money.ts";

/** The answer of the operation as the page keeps it. */
export type RouteAnswer = {
  readonly data: readonly RouteEntry[];
  readonly meta: { readonly total: number; readonly route: WireRoute; readonly plan: WirePlan | null };
};

/** The price of each entry that is paid, thousandths. */
export function toMillis({ data }: RouteAnswer): number[] {
  return data.map(({ net_price }) => parsePriceText(net_price));
}

/** The stops of the plan with their stations; null for a stop whose station is not listed. */
export function toPlannedStops({ data, meta: { plan } }: RouteAnswer) {
  const byId = new Map(data.map((entry) => [entry.id, entry]));
  return (plan?.stops ?? []).map((stop) => ({ ...stop, entry: byId.get(stop.id) ?? null }));
}

/** How many of the cheapest are in sight: a long way has a hundred and fifty stations, too many for a phone. */
const MAX_IN_SIGHT = 12;
/** Fewer others than this are shown without a button. */
const FEW = 2;

/** The stops of the plan with the cheapest stations, and all others; both in driving order. */
export function divideEntries(answer: RouteAnswer): { first: RouteEntry[]; others: RouteEntry[] } {
  const { data, meta: { plan } } = answer;
  const milli = ({ net_price }: RouteEntry) => parsePriceText(net_price);
  const cheapest = data.toSorted((a, b) => milli(a) - milli(b)).slice(0, MAX_IN_SIGHT);
  const shown = new Set([...cheapest, ...plan?.stops ?? []].map(({ id }) => id));
  const others = data.filter(({ id }) => !shown.has(id));
  return others.length <= FEW
    ? { first: [...data], others: [] }
    : { first: data.filter(({ id }) => shown.has(id)), others };
}
