/** The schemas that have a name in the OpenAPI document, and references to them. @module */

import { z } from "zod";
import { fuelParam } from "../../domain/params.ts";
import { comparisonSchema } from "../../domain/price/comparison_wire.ts";
import { placeEntrySchema } from "../../domain/place/place_wire.ts";
import { lineStringSchema } from "../../domain/route_input.ts";
import { planSchema, routeMetaSchema } from "../../domain/route_wire.ts";
import {
  brandTrendSchema,
  cheapStationSchema,
  departmentSchema,
  historyPointSchema,
  nationalSchema,
  nearbyEntrySchema,
  routeEntrySchema,
  serviceField,
  stationEntrySchema,
  stationSchema,
} from "../../domain/wire.ts";
import { toJsonSchema } from "../../operations/input.ts";
import { areaPricesSchema } from "../../operations/prices/all_area_prices.ts";
import { seriesPointSchema } from "../../operations/prices/price_series.ts";
import { shortageSchema } from "../../operations/prices/shortages.ts";
import { brandSchema } from "../../operations/stations/list_brands.ts";
import { SERVICES } from "../../shared/service_slugs.ts";
import { nameService, toServiceLabel } from "../../words/services.ts";

/** Any part of an OpenAPI document. */
export type Part = Record<string, unknown>;

const SERVICE_NAMES = SERVICES.map((slug) => [slug, toServiceLabel(slug)] as const)
  .map(([slug, label]) => `- ${slug}: ${label} (${nameService(label, "en")})`).join("\n");

/** A position in a response. */
const pointSchema = z.object({
  type: z.literal("Point"),
  // Linters expect the items of a tuple to be described like those of a list.
  coordinates: z.tuple([z.number(), z.number()]).meta({
    description: "Longitude, latitude",
    items: { type: "number" },
  }),
});

/** The named schemas of `components.schemas`, written out. */
export const NOUNS: Record<string, Part> = Object.fromEntries(
  Object.entries({
    Fuel: fuelParam,
    Service: serviceField.describe(SERVICE_NAMES),
    Station: stationSchema,
    StationPrice: stationSchema.shape.prices.element,
    StationEntry: stationEntrySchema,
    NearbyEntry: nearbyEntrySchema,
    RouteEntry: routeEntrySchema,
    CheapStation: cheapStationSchema,
    Route: routeMetaSchema,
    Plan: planSchema,
    LineString: lineStringSchema,
    Point: pointSchema,
    NationalPrices: nationalSchema,
    DepartmentPrices: departmentSchema,
    AreaPrices: areaPricesSchema,
    Comparison: comparisonSchema,
    Shortage: shortageSchema,
    HistoryPoint: historyPointSchema,
    SeriesPoint: seriesPointSchema,
    BrandTrend: brandTrendSchema,
    Brand: brandSchema,
    Place: placeEntrySchema,
  }).map(([name, schema]) => [name, toJsonSchema(schema)]),
);

/** Two schemas are the same noun if they differ only in their description. */
const toKey = ({ description: _, ...schema }: Part) => JSON.stringify(schema);

const nameOf = new Map(Object.entries(NOUNS).map(([name, noun]) => [toKey(noun), name]));

/**
 * Returns a part of the document with references to `components.schemas` in place of noun schemas.
 */
export function refNouns<T>(part: T): T {
  if (typeof part !== "object" || part === null) return part;
  const name = "type" in part ? nameOf.get(toKey(part as Part)) : undefined;
  return name === undefined ? refWithin(part) : toRef(name, part as Part) as T;
}

/** Returns a part with its inner schemas replaced, but not the part itself. */
export function refWithin<T extends object>(part: T): T {
  if (Array.isArray(part)) return part.map(refNouns) as T;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, refNouns(value)]),
  ) as T;
}

function toRef(name: string, { description }: Part): Part {
  const ref = { $ref: `#/components/schemas/${name}` };
  return description === undefined || description === NOUNS[name]!.description
    ? ref
    : { ...ref, description };
}
