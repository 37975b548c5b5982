/** The shape of answers about all areas at once, and about the days of one. @module */

import { z } from "zod";
import { aggregateFields, dayField, priceField } from "./wire.ts";

/** A department or a region in the list of all of them. */
export const areaPricesSchema = z.object({
  area: z.string().max(3).describe("69 or R84: what the parameter area of /prices/series takes"),
  scope: z.enum(["department", "region"]),
  code: z.string().max(3).describe("Code of the department or region"),
  name: z.string().max(100).describe("Name of the department or region"),
  region: z.string().max(100).describe("Region's name"),
  latitude: z.number().min(-90).max(90).describe("Of the middle"),
  longitude: z.number().min(-180).max(180).describe("Of the middle"),
}).extend(
  z.object(aggregateFields).pick({
    ...{ fuelType: true, avgPrice1d: true, avgPrice7d: true, trend7d: true, change7d: true, stationCount: true },
  }).shape,
);

/** One day of an area. */
export const seriesPointSchema = z.object({
  recordedAt: dayField,
  avgPrice: priceField.describe(
    "Unweighted mean, over stations, of the prices in force at the end of the day; today: now",
  ),
  minPrice: priceField.describe("Lowest of them"),
  maxPrice: priceField.describe("Highest of them"),
  stationCount: z.int().min(1).describe("Stations whose price was in force"),
  partial: z.literal(true).optional().describe(
    "True when fewer than 95 % of the country's usual stations had a price of the fuel in force: their median over the days " +
      "at most 30 days away; absent otherwise",
  ),
});

/** A department or a region in a list. */
export type AreaPrices = z.infer<typeof areaPricesSchema>;
/** One day of an area. */
export type SeriesPoint = z.infer<typeof seriesPointSchema>;
