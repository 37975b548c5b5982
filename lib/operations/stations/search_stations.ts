/** `GET /api/v1/stations/search`, `search_stations_nearby`: the cheapest stations around a point. @module */

import { z } from "zod";
import { DISCOUNTS_CHECK } from "../../domain/price/discounts.ts";
import { findNearby } from "../../db/current/stations.ts";
import { fuelParam, latParam, lngParam, nearbyCostParams, offsetParam } from "../../domain/params.ts";
import { toDistanceKm, toEntry } from "../../domain/station/station_record.ts";
import { type NearbyEntry, nearbyEntrySchema } from "../../domain/wire.ts";
import { toAddress } from "../../shared/station/listed_station.ts";
import { findNearbyInSnapshot } from "../../snapshot/search.ts";
import { describeFilters, FILTER_CHECKS, filterParams, narrowParams } from "../filters.ts";
import { type Body, defineOperation } from "../operation.ts";
import { countOf, FUEL_NAMES, toAge, toKm, toQuoted, toSpotText, toStationLabel, toToolText } from "../tool_text.ts";
import { toListParts } from "./station_list.ts";

const input = z.strictObject({
  lat: latParam,
  lng: lngParam,
  fuel: fuelParam,
  radius: z.number().min(0.1).max(50).default(5).describe("Radius in km, 0.1 to 50"),
  limit: z.int().min(1).max(100).default(20).describe("How many stations at most, 1 to 100"),
  ...filterParams,
  ...nearbyCostParams,
  ...narrowParams,
  offset: offsetParam,
});

type Input = z.infer<typeof input>;

const TOWN_MAX = 20;

const toLabel = (entry: NearbyEntry) => toStationLabel(entry) ?? "Station without a name";

function toBest(best: NearbyEntry, asOf: string): string {
  const place = toQuoted(toAddress(best), 60);
  const isNamed = best.name !== null || best.brand !== null || best.address === null;
  const where = isNamed ? `${toLabel(best)}, ${place}` : place;
  const fill = best.cost === undefined ? "" : ` (${best.cost} € for the fill)`;
  const age = toAge(best.updated_at, asOf);
  return `${best.price} €/L${fill} at ${where}; ${toKm(best.distance_km)} away, price set ${age}, id ${best.id}.`;
}

function toLine(entry: NearbyEntry, index: number, asOf: string): string {
  const town = entry.city ? `, ${toQuoted(entry.city, TOWN_MAX)}` : "";
  const motorway = entry.motorway ? " (motorway)" : "";
  const label = `${toLabel(entry)}${town}${motorway}, ${toKm(entry.distance_km)}`;
  return `${index + 2}. ${entry.price} ${label}, ${toAge(entry.updated_at, asOf)}, id ${entry.id}`;
}

function toNothing(input: Input, spot: string): string {
  const ways = [...(input.radius < 50 ? ["widen radius (up to 50 km)"] : []), ...describeFilters(input, "toAdvice")];
  return `No station within ${input.radius} km of ${spot} has a price in force for ` +
    `${FUEL_NAMES[input.fuel]}${ways.length > 0 ? `. To find some: ${ways.join(", ")}` : ""}.`;
}

const ORDERS = {
  price: ["Cheapest", "cheapest"],
  cost: ["Cheapest fill of", "cheapest fill"],
  distance: ["Nearest", "nearest"],
} as const;

function toText(body: Body<NearbyEntry[]>, input: Input): string {
  const { data, meta } = body;
  const [best, ...others] = data;
  const spot = toSpotText(meta, input);
  if (!best) return toToolText([toNothing(input, spot)], body);
  const asOf = meta.generated_at;
  const [head, order] = ORDERS[input.sort ?? "price"];
  const filters = describeFilters(input, "toWords");
  const where = `within ${input.radius} km of ${spot}${filters.length > 0 ? ` (${filters.join(", ")})` : ""}`;
  return toToolText([
    `${head} ${FUEL_NAMES[input.fuel]} ${where}: ${toBest(best, asOf)}`,
    `${data.length} of ${countOf(meta.total as number, "station")}, ${order} first, €/L.`,
    ...others.map((entry, index) => toLine(entry, index, asOf)),
  ], body);
}

/** Ascending by price, equal prices by distance, then by id; `meta.total` counts before the limit. */
export const searchStations = defineOperation({
  id: "searchStations",
  tag: "Stations",
  path: "/api/v1/stations/search",
  title: "Cheapest stations around a point",
  description:
    "Stations within a radius whose price for the fuel is in force, cheapest first; equal prices by distance, then by id. " +
    "A price is in force when the newest feed lists it, it is at most 30 days old, the fuel is not out of stock and the " +
    "price is not suspect.",
  example: "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=5&limit=2",
  tool: {
    name: "search_stations_nearby",
    description:
      "Cheapest or nearest stations for one fuel around a place or point. For 'where to refuel', 'price of diesel " +
      "in Lyon'. Pass place, or lat and lng of an address. Euros per litre as text. Next: lookup_station for hours and " +
      "services.",
    toText,
    places: "point",
    countFound: ({ meta }) => meta.total as number,
    shortFields: ["id", "name", "brand", "city", "price", "net_price", "cost", "updated_at", "distance_km"],
    pickListed: ({ data }, most) => data.slice(0, most),
    app: "ui://fuel-prices/nearby.html",
  },
  input,
  crossChecks: [DISCOUNTS_CHECK, ...FILTER_CHECKS],
  output: z.array(nearbyEntrySchema).max(100),
  ...toListParts({
    toArea: ({ lat, lng, radius, sort }: Input) => (
      { lat, lng, radiusM: radius * 1000, isNearestFirst: sort === "distance" }
    ),
    findInSnapshot: findNearbyInSnapshot,
    find: findNearby,
    toEntry: ({ station, price, metres }): NearbyEntry => (
      { ...toEntry(station, price), distance_km: toDistanceKm(metres) }
    ),
    toOpenJson: (text, metres) => `${text},"distance_km":${toDistanceKm(metres)}`,
    extraColumns: ["distance_km"],
  }),
});
