/** `GET /api/v1/stations/search`, `search_stations_nearby`: the cheapest stations around a point. @module */

import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { DISCOUNTS_CHECK } from "../../domain/price/discounts.ts";
import { findNearby } from "../../db/current/stations.ts";
import { costParams, fuelParam, latParam, lngParam } from "../../domain/params.ts";
import { toDistanceKm, toEntry } from "../../domain/station/station_record.ts";
import { type NearbyEntry, nearbyEntrySchema } from "../../domain/wire.ts";
import { WORLD } from "../../shared/explorer/area.ts";
import { toMapPath } from "../../shared/page/page_paths.ts";
import { findNearbyInSnapshot } from "../../snapshot/search.ts";
import { FILTER_CHECKS, filterParams } from "../filters.ts";
import { defineOperation } from "../operation.ts";
import { boxStations } from "./box_stations.ts";
import { toSearchText } from "./search_text.ts";
import { listParams, toListParts } from "./station_list.ts";

const input = z.strictObject({
  lat: latParam,
  lng: lngParam,
  fuel: fuelParam,
  radius: z.number().min(0.1).max(50).default(5).describe("Radius in km, 0.1 to 50"),
  limit: z.int().min(1).max(100).default(20).describe("How many stations at most, 1 to 100"),
  ...filterParams,
  ...costParams,
  sort: z.enum(["price", "cost", "distance"]).optional().describe(
    "price unless said; cost: cheapest fill first, discounts and the way there and back included; distance: nearest " +
      "first, equal distances by price",
  ),
  ...listParams,
});

type Input = z.infer<typeof input>;

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
      "Cheapest or nearest stations for one fuel around a place or point, or in a department, region or France. For " +
      "'where to refuel', 'price of diesel in Lyon'. Pass place, or lat and lng of an address. Next: " +
      "lookup_station for hours and services.",
    toText: toSearchText,
    toPage: (_, input) => toMapPath(input),
    places: "point",
    // where few ran out of a fuel, the answer is that they are few
    inArea({ lat: _lat, lng: _lng, radius: _radius, ...others }, departments) {
      if (others.sort === "distance") {
        const fault = 'Parameter "sort" is "distance"; expected price or cost where a whole area is searched';
        throw new DomainError("INVALID_PARAMETER", fault);
      }
      const input = { ...others, ...WORLD, department: departments.length > 0 ? departments.join() : undefined };
      return { operation: boxStations, input };
    },
    countFound: ({ meta }, { out_of_stock }) => out_of_stock ? Infinity : meta.total as number,
    shortFields: [
      ...["id", "name", "brand", "city", "price", "net_price", "cost", "updated_at", "distance_km", "url"],
      ...["out_of_stock_since", "last_price", "prices"],
    ],
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
