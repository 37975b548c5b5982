/** Writes the plan of a route into the rows of its table. @module */

import type { WirePlan } from "../../domain/route_wire.ts";
import type { RouteEntry } from "../../domain/wire.ts";
import type { Meta } from "../operation.ts";

/** Columns that a table with a plan adds. */
export const PLAN_COLUMNS: readonly string[] = [
  "plan_feasible",
  "plan_stop",
  "plan_litres",
  "plan_cost",
];

/**
 * Returns the entries in driving order. Each stop of the plan is one of them, or a row of its own
 * on the way back or beyond the limit.
 */
export function toPlannedRows(entries: readonly RouteEntry[], { plan }: Pick<Meta, "plan">) {
  if (!plan) return entries;
  const { feasible: plan_feasible, stops } = plan as WirePlan;
  const stopRows = stops.map(({ id, km_along, net_price, litres, cost }, at) => ({
    ...entries.find((entry) => entry.id === id),
    id,
    km_along,
    net_price,
    plan_feasible,
    plan_stop: at + 1,
    plan_litres: litres,
    plan_cost: cost,
  }));
  const isStop = (entry: RouteEntry) =>
    stops.some(({ id, km_along: km }) => id === entry.id && km === entry.km_along);
  const others = entries.filter((entry) => !isStop(entry)).map((entry) => ({
    ...entry,
    plan_feasible,
  }));
  return [...others, ...stopRows].sort((a, b) => a.km_along - b.km_along);
}
