/**
 * `GET /api/v1/stations/search`, `search_stations_nearby`: the cheapest stations around a point.
 *
 * @module
 */

import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { mayBeInFrance } from "../../domain/place/location.ts";
import { DISCOUNTS_CHECK } from "../../domain/price/discounts.ts";
import { findNearby } from "../../db/current/stations.ts";
import { costParams, fuelParam, latParam, lngParam } from "../../domain/params.ts";
import { toDistanceKm, toEntry } from "../../domain/station/station_record.ts";
import { type NearbyEntry, nearbyEntrySchema } from "../../domain/wire.ts";
import { WORLD } from "../../site/explorer/area.ts";
import type { Point } from "../../places/point.ts";
import { toMapPath } from "../../site/paths.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { toAddress } from "../../site/listed_station.ts";
import { findNearbyInSnapshot } from "../../snapshot/search.ts";
import { describeFilters, FILTER_CHECKS, toNarrowing } from "../filter_rules.ts";
import { filterParams, type Filters } from "../filters.ts";
import { type Body, defineOperation } from "../operation.ts";
import {
  countOf,
  FUEL_NAMES,
  toAge,
  toKm,
  toQuoted,
  toSpotText,
  toStationLabel,
  toToolText,
} from "../tool_text.ts";
import { boxStations } from "./box_stations.ts";
import { listParams } from "./list_fields.ts";
import { toListReaders } from "./station_list.ts";

const input = z.strictObject({
  lat: latParam,
  lng: lngParam,
  fuel: fuelParam,
  radius: z.number().min(0.1).max(50).default(5).describe("Radius in km, 0.1 to 50"),
  limit: z.int().min(1).max(100).default(20).describe("Maximum number of stations, 1 to 100"),
  ...filterParams,
  ...costParams,
  sort: z.enum(["price", "cost", "distance"]).optional().describe(
    "Order of the list. price (default): cheapest litre first. cost: cheapest fill first, " +
      "including discounts and the way there and back. distance: nearest first, equal distances " +
      "by price",
  ),
  ...listParams,
});

type Input = z.infer<typeof input>;

/** Without a point and a radius if a whole area was searched. */
type SearchInput = Filters & Partial<Point> & {
  radius?: number;
  fuel: Fuel;
  sort?: keyof typeof ORDERS;
};

const TOWN_MAX = 20;

const toLabel = (entry: NearbyEntry) => toStationLabel(entry) ?? "Station without a name";

/** Returns "within 5 km of Lyon (69)" or "in Bretagne". */
function toWhere(meta: Body["meta"], input: SearchInput): string {
  const spot = toSpotText(meta, input as Point);
  return input.radius === undefined ? `in ${spot}` : `within ${input.radius} km of ${spot}`;
}

function toOtherPrices({ prices = [] }: NearbyEntry): string {
  return prices.length === 0
    ? ""
    : ` (${prices.map(({ fuel, price }) => `${fuel} ${price}`).join(", ")})`;
}

/**
 * Returns the price after discounts, if there are any, and the cost of the fill with the way there
 * and back.
 */
function toFill({ price, net_price, cost }: NearbyEntry): string {
  return `${net_price === price ? "" : `net ${net_price}, `}${cost} € for the fill`;
}

function toBest(best: NearbyEntry, asOf: string): string {
  const place = toQuoted(toAddress(best), 60);
  const isNamed = best.name !== null || best.brand !== null || best.address === null;
  const where = isNamed ? `${toLabel(best)}, ${place}` : place;
  const fill = best.cost === undefined ? "" : ` (${toFill(best)})`;
  const away = best.distance_km === undefined ? "" : `${toKm(best.distance_km)} away, `;
  const age = toAge(best.updated_at, asOf);
  const price = `${best.price} €/L${fill}${toOtherPrices(best)}`;
  return `${price} at ${where}; ${away}price set ${age}, id ${best.id}.`;
}

/** Returns `"Relais", "Lyon" (motorway), 1.2 km`. */
function toSpot(entry: NearbyEntry): string {
  const town = entry.city ? `, ${toQuoted(entry.city, TOWN_MAX)}` : "";
  const motorway = entry.motorway ? " (motorway)" : "";
  const away = entry.distance_km === undefined ? "" : `, ${toKm(entry.distance_km)}`;
  return `${toLabel(entry)}${town}${motorway}${away}`;
}

function toLine(entry: NearbyEntry, index: number, asOf: string): string {
  return `${index + 2}. ${toDetails(entry, asOf)}`;
}

/** Returns the nearest station of a widened search, unless the lines have it. */
function toNearestLine({ data, meta }: Body<NearbyEntry[]>): string | null {
  const nearest = meta.nearest as NearbyEntry | undefined;
  if (!nearest || data.some(({ id }) => id === nearest.id)) return null;
  return `Nearest: ${toDetails(nearest, meta.generated_at)}`;
}

function toDetails(entry: NearbyEntry, asOf: string): string {
  const fill = entry.cost === undefined ? "" : `, ${toFill(entry)},`;
  const prices = `${entry.price}${fill}${toOtherPrices(entry)}`;
  return `${prices} ${toSpot(entry)}, ${toAge(entry.updated_at, asOf)}, id ${entry.id}`;
}

function toNothing(input: SearchInput, meta: Body["meta"]): string {
  const where = toWhere(meta, input);
  // Another radius or age finds no station of a brand that does not exist.
  const isHopeless = meta.unknown_brand !== undefined || meta.reason === "outside_coverage";
  const ways = isHopeless ? [] : [
    ...((input.radius ?? 50) < 50 ? ["widen radius (up to 50 km)"] : []),
    ...describeFilters(input, "toAdvice"),
  ];
  const advice = ways.length > 0 ? `. To find some: ${ways.join(", ")}` : "";
  return `No station ${where} has a price in force for ${FUEL_NAMES[input.fuel]}${advice}.`;
}

const ORDERS = {
  price: ["Cheapest", "cheapest"],
  cost: ["Cheapest fill of", "cheapest fill"],
  distance: ["Nearest", "nearest"],
} as const;

function toOutText(body: Body<NearbyEntry[]>, input: SearchInput): string {
  const { data, meta } = body;
  const order = input.sort === "distance" ? "nearest" : "latest";
  const verb = meta.total === 1 ? "has" : "have";
  const toOutLine = (entry: NearbyEntry) => {
    const age = toAge(entry.out_of_stock_since!, meta.generated_at);
    const price = entry.last_price ? `, last price ${entry.last_price}` : "";
    return `${toSpot(entry)}, ran out ${age}${price}, id ${entry.id}`;
  };
  const stations = countOf(meta.total as number, "station");
  const where = `${toWhere(meta, input)}${toNarrowing(input)}`;
  return toToolText([
    `${stations} ${where} ${verb} run out of ${FUEL_NAMES[input.fuel]}; ${data.length} listed, ` +
    `${order} first.`,
    ...data.map(toOutLine),
  ], body);
}

/**
 * Returns the cheapest or nearest station in a sentence, then a line for each other one; or the
 * stations that ran out of the fuel.
 */
function toSearchText(body: Body<NearbyEntry[]>, input: SearchInput): string {
  if (input.out_of_stock) return toOutText(body, input);
  const { data, meta } = body;
  const [best, ...others] = data;
  if (!best) return toToolText([toNothing(input, meta)], body);
  const asOf = meta.generated_at;
  const [head, order] = ORDERS[input.sort ?? "price"];
  const where = `${toWhere(meta, input)}${toNarrowing(input)}`;
  return toToolText([
    `${head} ${FUEL_NAMES[input.fuel]} ${where}: ${toBest(best, asOf)}`,
    `${data.length} of ${countOf(meta.total as number, "station")}, ${order} first, €/L.`,
    ...others.map((entry, index) => toLine(entry, index, asOf)),
    toNearestLine(body),
  ], body);
}

/**
 * Ascending by price, equal prices by distance, then by ID. `meta.total` counts before the limit.
 */
export const searchStations = defineOperation({
  id: "searchStations",
  tag: "Stations",
  path: "/api/v1/stations/search",
  title: "Cheapest stations around a point",
  description:
    "Stations within a radius whose price for the fuel is in force, cheapest first; equal prices " +
    "by distance, then by ID. A price is in force if the newest feed lists it, it is at most 30 " +
    "days old and not suspect, and the fuel is in stock.",
  example: "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=5&limit=2",
  tool: {
    name: "search_stations_nearby",
    description:
      "Cheapest or nearest stations for one fuel around a place or point, or in a department, " +
      "region or France. For 'where to refuel', 'price of diesel in Lyon'. Pass place, or lat " +
      "and lng of an address. Next: lookup_station for hours and services.",
    toText: toSearchText,
    toPage: (_, input) => toMapPath(input),
    places: "point",
    // If few stations ran out of a fuel, a wider search would hide that they are few.
    inArea({ lat: _lat, lng: _lng, radius: _radius, ...others }, departments) {
      if (others.sort === "distance") {
        const fault =
          'Parameter "sort" is "distance"; expected price or cost where a whole area is searched';
        throw new DomainError("INVALID_PARAMETER", fault);
      }
      const input = {
        ...others,
        ...WORLD,
        department: departments.length > 0 ? departments.join() : undefined,
      };
      return { operation: boxStations, input };
    },
    countFound: ({ meta }, { out_of_stock }) => out_of_stock ? Infinity : meta.total as number,
    toNearest: (input) => ({ ...input, sort: "distance" as const, limit: 1, offset: undefined }),
    omits: ["members_only"],
    shortFields: [
      "id",
      "name",
      "brand",
      "city",
      "price",
      "net_price",
      "cost",
      "updated_at",
      "distance_km",
      "url",
      "out_of_stock_since",
      "last_price",
      "prices",
      "membersOnly",
    ],
    pickListed: ({ data }, most) => data.slice(0, most),
    app: "ui://fuel-prices/nearby.html",
  },
  input,
  crossChecks: [DISCOUNTS_CHECK, ...FILTER_CHECKS],
  isOutside: ({ lat, lng, radius }) =>
    !mayBeInFrance({ north: lat, south: lat, east: lng, west: lng }, radius * 1000),
  output: z.array(nearbyEntrySchema).max(100),
  ...toListReaders({
    toArea: ({ lat, lng, radius, sort }: Input) => (
      { lat, lng, radiusM: radius * 1000, isNearestFirst: sort === "distance" }
    ),
    findInSnapshot: findNearbyInSnapshot,
    find: findNearby,
    toEntry: ({ station, price, metres }): NearbyEntry => (
      { ...toEntry(station, price), distance_km: toDistanceKm(metres) }
    ),
    toMoreJson: (metres) => `,"distance_km":${toDistanceKm(metres)}`,
    extraColumns: ["distance_km"],
  }),
});
