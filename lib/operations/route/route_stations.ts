/**
 * `GET` and `POST /api/v1/stations/route`, `find_stations_on_route`: the stations along a line, and
 * where to stop.
 *
 * @module
 */

import { z } from "zod";
import { type AlongStation, findAlongLine } from "../../db/current/route.ts";
import { runInSlices, takeTurn } from "../../shared/slices.ts";
import type { DataState } from "../../db/data_state.ts";
import { DISCOUNTS_CHECK, parseDiscounts } from "../../domain/price/discounts.ts";
import { CHARGES } from "../../domain/charges.ts";
import { isOpenAt } from "../../domain/station/opening_hours.ts";
import { type LineQuality, type SentLine, STRAIGHT_FROM_M } from "../../domain/route_input.ts";
import { type Line, makeLine } from "../../domain/route_line.ts";
import { compareIds, toDistanceKm, toEntry } from "../../domain/station/station_record.ts";
import { planSchema, routeMetaSchema } from "../../domain/route_wire.ts";
import { type RouteEntry, routeEntrySchema } from "../../domain/wire.ts";
import { toAmountText, toPriceText } from "../../shared/price/money.ts";
import { toNetMilli } from "../../shared/price/my_price.ts";
import { type Discounts, ROAD_FACTOR } from "../../shared/price/real_cost.ts";
import { findAlongInSnapshot } from "../../snapshot/search.ts";
import { findFiltered, toSnapshotFilter } from "../apply_filters.ts";
import { dropFilters, FILTER_CHECKS } from "../filter_rules.ts";
import { type Backend, defineOperation, type Result } from "../operation.ts";
import {
  isOutside,
  lineOf,
  type RouteInput,
  routeInput,
  toCanonicalRoute,
} from "./route_params.ts";
import { planInTurn, type Stop, toPlan } from "./route_plan.ts";
import { PLAN_COLUMNS, toPlannedRows } from "./route_rows.ts";
import { toRoutePage, toRouteText } from "./route_text.ts";
import {
  addUnknownBrands,
  type Brands,
  ENTRY_COLUMNS,
  LIST_FORMATS,
  LIST_META,
} from "../stations/list_fields.ts";

/**
 * A station within this distance of the line, in metres, is on it: lanes and forecourts are as
 * wide.
 */
const ON_LINE_M = { motorway: 300, road: 50 } as const;

async function findLine({ places, quality }: SentLine, routing: Backend["routing"]) {
  const routed = quality === "straight" && routing ? await routing.findWay(places) : null;
  const straightFromM = STRAIGHT_FROM_M[routed ? "routed" : quality];
  const line = await runInSlices(makeLine(routed?.places ?? places, { straightFromM }));
  return { line, routed, quality: routed ? "line" as const : quality };
}

/**
 * Returns whether a station needs no detour: it is on the line, or it is near and an engine
 * measured almost no extra metres.
 */
function isOnLine({ station, position: { offM } }: AlongStation, routedM: number | null): boolean {
  const limitM = station.motorway ? ON_LINE_M.motorway : ON_LINE_M.road;
  return routedM === null ? offM <= limitM : routedM <= limitM && offM <= ON_LINE_M.motorway;
}

function toStop(along: AlongStation, routedM: number | null, discounts: Discounts): Stop {
  const { station, price: { priceMilli }, position: { offM } } = along;
  const netMilli = toNetMilli({ priceMilli, brand: station.brand }, discounts);
  const source = routedM === null ? "estimated" : "routed";
  const detour = isOnLine(along, routedM) ? "none" : source;
  return {
    ...along,
    netMilli,
    detour,
    detourM: detour === "none" ? 0 : routedM ?? 2 * offM * ROAD_FACTOR,
  };
}

function compareAlong(a: Stop, b: Stop): number {
  return a.position.alongM - b.position.alongM || compareIds(a.station.id, b.station.id);
}

function compareCheap(a: Stop, b: Stop): number {
  return a.netMilli - b.netMilli || a.position.offM - b.position.offM ||
    compareIds(a.station.id, b.station.id);
}

function toCostMilli({ netMilli, detourM }: Stop, { litres, consumption }: RouteInput): number {
  return netMilli * (litres + (detourM / 100_000) * consumption);
}

type EntryOptions = {
  input: RouteInput;
  quality: LineQuality;
  dearestMilli: number | null;
  asOf: Date;
};

function toRouteEntry(
  stop: Stop,
  { input, quality, dearestMilli, asOf }: EntryOptions,
): RouteEntry {
  const { station, position: { offM, alongM, side } } = stop;
  return {
    ...toEntry(station, stop.price),
    net_price: toPriceText(stop.netMilli),
    km_along: toDistanceKm(alongM),
    km_off: toDistanceKm(offM),
    // The side of a straight line says nothing about the road.
    side: quality === "straight" ? null : side,
    detour_km: toDistanceKm(stop.detourM),
    detour: stop.detour,
    net_saving: dearestMilli === null
      ? null
      : toAmountText(dearestMilli - toCostMilli(stop, input)),
    open: isOpenAt(station.openingHours, station.automate247, asOf),
  };
}

type FindAlong = (
  line: Line,
) => Promise<{ found: AlongStation[]; state: DataState; brands: Brands }>;

/** How a request finds its stations, and the engine that draws its line. */
type Readers = { find: FindAlong; routing: Backend["routing"] };

/** Reads the line of a request and the stations along it with their detours, in driving order. */
async function readStops(input: RouteInput, { find, routing }: Readers) {
  const sent = lineOf(input);
  const { line, routed, quality } = await findLine(sent, routing);
  const { found, state, brands } = await find(line);
  const places = found.map(({ station: { lat, lng }, position: { alongM } }) => ({
    place: { lat: lat!, lng: lng! },
    alongM,
  }));
  const detours = routed && await routed.findDetours(line, places);
  // An engine that did not respond now may respond to the next request.
  const external = detours === null ? "momentary" as const : "lasting" as const;
  const discounts = parseDiscounts(input.discounts);
  const stops = found.map((along, i) => toStop(along, detours?.[i] ?? null, discounts));
  return {
    line,
    quality: detours ? "routed" as const : quality,
    stops: stops.sort(compareAlong),
    external: sent.quality === "straight" && routing ? external : undefined,
    state,
    brands,
  };
}

/** Returns the cost of the dearest stop on the line; null if every station needs a detour. */
function findDearestMilli(stops: readonly Stop[], input: RouteInput): number | null {
  const onLine = stops.filter(({ detour }) => detour === "none");
  return onLine.length > 0 ? Math.max(...onLine.map((stop) => toCostMilli(stop, input))) : null;
}

async function readRoute(input: RouteInput, readers: Readers): Promise<Result<RouteEntry[]>> {
  // Otherwise the first slices of many simultaneous requests would hold up all others.
  await takeTurn();
  const { line, quality, stops, external, state, brands } = await readStops(input, readers);
  const shown = stops.toSorted(compareCheap).slice(0, input.limit).sort(compareAlong);
  const meanMilli = stops.reduce((sum, { netMilli }) => sum + netMilli, 0) / stops.length;
  const { asOfMs } = state;
  const dearestMilli = findDearestMilli(stops, input);
  const options = { input, quality, dearestMilli, asOf: new Date(asOfMs) };
  const toEntry = (stop: Stop) => toRouteEntry(stop, options);
  const plan = await toPlan(stops, { input, lengthM: line.lengthM, meanMilli, asOfMs, toEntry });
  const route = {
    length_km: toDistanceKm(line.lengthM),
    quality,
    estimated: line.isEstimated,
    corridor_km: input.corridor,
    average_price: stops.length === 0 ? null : toPriceText(meanMilli),
  };
  const result: Result<RouteEntry[]> = {
    data: shown.map(toEntry),
    meta: { count: shown.length, total: stops.length, fuel: input.fuel, route, plan },
    state,
    external,
  };
  return addUnknownBrands(result, { input, brands });
}

/** Returns the cost of a request, which grows with the tank and the corridor of a plan. */
export function toRouteCost(
  { tank, corridor, round_trip }: Pick<RouteInput, "tank" | "corridor" | "round_trip">,
): number {
  if (tank === undefined) return 1;
  const litreKm = tank * corridor * (round_trip ? 2 : 1);
  return Math.max(2, Math.ceil(litreKm / CHARGES.litreKm));
}

/** Ascending along the line; the cheapest if more than `limit`. `meta.total` counts all. */
export const routeStations = defineOperation({
  id: "routeStations",
  tag: "Stations",
  path: "/api/v1/stations/route",
  title: "Stations along a route, and where to stop",
  description:
    "Stations within a corridor along a line whose price for the fuel is in force, in driving " +
    "order, each with its detour and saving. With the size of a tank the response also has the " +
    "cheapest sequence of stops. Post a line that is too long for a URL as JSON with the same " +
    "parameters, at most 256 kB.",
  example:
    "/api/v1/stations/route?points=48.8566,2.3522;48.6,2.43&fuel=gazole&corridor=10&tank=30&start_level=6&limit=2",
  tool: {
    name: "find_stations_on_route",
    description:
      "Stations along a route in driving order, with detours; with tank also where to stop. Pass " +
      "a routing service's polyline or line. from and to may give a straight line: then use " +
      "corridor 10 and say so.",
    toText: toRouteText,
    toPage: toRoutePage,
    places: "route",
    omits: ["fill", "stops", "members_only"],
    shortFields: [
      "id",
      "name",
      "brand",
      "city",
      "net_price",
      "updated_at",
      "km_along",
      "detour_km",
      "motorway",
      "membersOnly",
    ],
    pickListed: ({ data }, most) =>
      [...data].sort((a, b) => Number(a.net_price) - Number(b.net_price)).slice(0, most)
        .sort((a, b) => a.km_along - b.km_along),
  },
  input: routeInput,
  postExample: {
    line: { type: "LineString", coordinates: [[2.3522, 48.8566], [2.43, 48.6]] },
    fuel: "gazole",
    services: ["toilettes"],
    corridor: 10,
  },
  crossChecks: [
    { after: "points", fault: (input) => lineOf(input as RouteInput) && null },
    DISCOUNTS_CHECK,
    {
      after: "start_level",
      fault: ({ tank, start_level: level }) =>
        level === undefined || tank === undefined || (level as number) <= (tank as number)
          ? null
          : `Parameter "start_level" is ${level} and "tank" is ${tank}; expected at most the tank`,
    },
    ...FILTER_CHECKS,
  ],
  canonical: toCanonicalRoute,
  isOutside,
  // Without a tank, because finding stations needs no plan.
  toUnfiltered: (input) => dropFilters({ ...input, tank: undefined, start_level: undefined }),
  output: z.array(routeEntrySchema).max(500),
  meta: {
    ...LIST_META,
    route: routeMetaSchema,
    plan: planSchema.nullable().describe("Where to stop; null if the request has no tank"),
  },
  formats: LIST_FORMATS,
  table: {
    columns: [
      ...ENTRY_COLUMNS,
      "net_price",
      "km_along",
      "km_off",
      "side",
      "detour_km",
      "detour",
      "net_saving",
      "open",
    ],
    extraColumns: [...PLAN_COLUMNS, "membersOnly"],
    toRows: toPlannedRows,
  },
  cost: (input) => toRouteCost(input) + Math.floor(lineOf(input).places.length / CHARGES.vertices),
  fromSnapshot(snapshot, input, { routing }) {
    const filter = { ...toSnapshotFilter(input, snapshot), offM: input.corridor * 1000 };
    const find: FindAlong = async (line) => ({
      found: await findAlongInSnapshot(snapshot, { ...filter, line }),
      state: snapshot.state,
      brands: snapshot.brands,
    });
    return planInTurn(input, () => readRoute(input, { find, routing }));
  },
  fromDatabase(backend: Backend, input) {
    const find: FindAlong = (line) =>
      findFiltered(
        { backend, input, limit: null },
        (filter) => findAlongLine(backend.db, { ...filter, line, offM: input.corridor * 1000 }),
      );
    return planInTurn(input, () => readRoute(input, { find, routing: backend.routing }));
  },
});
