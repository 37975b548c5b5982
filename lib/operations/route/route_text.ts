/**
 * Describes in words the stations along a route and where to stop, for `find_stations_on_route`.
 *
 * @module
 */

import type { WirePlan, WireRoute } from "../../domain/route_wire.ts";
import type { RouteEntry } from "../../domain/wire.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { ROAD_FACTOR } from "../../shared/price/real_cost.ts";
import { toNarrowing } from "../filter_rules.ts";
import { type Filters } from "../filters.ts";
import type { Body } from "../operation.ts";
import { countOf, FUEL_NAMES, toAge, toKm, toStationLabel, toToolText } from "../tool_text.ts";

function toPlanLines({ plan }: Body["meta"]): string[] {
  if (!plan) return [];
  const { feasible, stops, litres, cost, saves_on_average } = plan as WirePlan;
  if (!feasible) return ["No plan of stops reaches the end with the reserve."];
  if (stops.length === 0) return ["The tank suffices without a stop."];
  return [
    `Plan: ${countOf(stops.length, "stop")}, ${litres} L, ${cost} €, ` +
    `${saves_on_average} € less than at the mean price.`,
    ...stops.map((stop) =>
      `At km ${stop.km_along.toFixed(0)}: ${stop.litres} L at ${stop.net_price}, ${stop.cost} €, ` +
      `${toStationLabel(stop) ?? "station without a name"}, id ${stop.id}`
    ),
  ];
}

function toLine(entry: RouteEntry, asOf: string): string {
  const name = toStationLabel(entry) ?? "Station without a name";
  const about = entry.detour === "estimated" ? "about " : "";
  const detour = entry.detour === "none"
    ? "on the line"
    : `detour ${about}${toKm(entry.detour_km)}`;
  const motorway = entry.motorway ? " (motorway)" : "";
  const age = toAge(entry.updated_at, asOf);
  const km = entry.km_along.toFixed(0);
  return `km ${km}: ${entry.net_price} ${name}${motorway}, ${detour}, ${age}, id ${entry.id}`;
}

const LINE_NAMES = { routed: "way on roads", line: "line", straight: "straight line" } as const;

/**
 * Returns "the line of 391.5 km" or "the straight line from Paris (75) to Lyon (69), about 509 km
 * by road (estimated, straight × 1.3)".
 */
function toWay(meta: Body["meta"]): string {
  const { length_km, quality, estimated } = meta.route as WireRoute;
  const names = (meta.places as { name: string }[] | undefined)?.map(({ name }) => name);
  const ends = names ? ` from ${names.slice(0, -1).join(" by ")} to ${names.at(-1)}` : "";
  const name = `the ${LINE_NAMES[quality]}`;
  const km = toKm(length_km);
  if (!estimated) return `${name} of ${km}${ends}`;
  return `${name}${ends}, about ${km} by road (estimated, straight × ${ROAD_FACTOR})`;
}

/**
 * Returns the path of the page of a route between named places, or that of the form for other
 * lines.
 */
export function toRoutePage({ meta }: Body<RouteEntry[]>, { fuel }: { fuel: Fuel }): string {
  const names = (meta.places as { name: string }[] | undefined)?.map(({ name }) => name);
  const ends: Record<string, string> = names ? { from: names[0]!, to: names.at(-1)! } : {};
  return `/itineraire?${new URLSearchParams({ ...ends, fuel })}`;
}

/** Returns the cheapest station in a sentence, the plan, then a line for each station. */
export function toRouteText(
  body: Body<RouteEntry[]>,
  input: Filters & { fuel: Fuel; corridor: number },
): string {
  const { data, meta } = body;
  const way = `within ${input.corridor} km of ${toWay(meta)}${toNarrowing(input)}`;
  const [first, ...others] = data;
  if (!first) return toToolText([`No station ${way} has a price in force.`], body);
  const best = others.reduce(
    (best, entry) => Number(entry.net_price) < Number(best.net_price) ? entry : best,
    first,
  );
  const bestKm = best.km_along.toFixed(0);
  return toToolText([
    `Cheapest ${FUEL_NAMES[input.fuel]} ${way}: ${best.net_price} €/L at km ${bestKm}.`,
    ...toPlanLines(meta),
    `${data.length} of ${countOf(meta.total as number, "station")}, in driving order, €/L.`,
    ...data.map((entry) => toLine(entry, meta.generated_at)),
  ], body);
}
