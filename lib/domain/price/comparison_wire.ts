/** A price compared with others, as a response has it. @module */

import { z } from "zod";
import {
  cheapStationSchema,
  differenceField,
  extremeFields,
  fuelField,
  nearbyEntrySchema,
  priceField,
} from "../wire.ts";

const areaComparisonFields = {
  stationCount: z.int().min(0).describe("Stations whose price is in force"),
  cheaperCount: z.int().min(0).describe("Stations that charge less than the compared price"),
  cheaperShare: z.number().min(0).max(1).nullable().describe(
    "Share of cheaper stations, 0 to 1 with three decimals; null if no station has a price",
  ),
  rank: z.int().min(1).describe("Rank of the compared price; 1 if no station charges less"),
  avgPrice: priceField.nullable().describe("Mean of the prices in force; null if there is none"),
  aboveAvg: differenceField.nullable().describe(
    "Compared price minus that mean; negative if the price is below the mean",
  ),
  minPrice: priceField.nullable().describe("Lowest price in force; null if there is none"),
};

/** The rank of a price around a point and in the country. */
export const comparisonSchema = z.object({
  fuel: fuelField,
  price: priceField.describe("The compared price"),
  around: z.object({
    radiusKm: z.number().describe("Radius around the point in km"),
    ...areaComparisonFields,
    cheapest: cheapStationSchema.extend({ distance_km: nearbyEntrySchema.shape.distance_km })
      .nullable().describe(
        "The cheapest station; of several, the nearest",
      ),
  }).nullable().describe("Comparison around the point; null if the request has no point"),
  national: z.object({ ...areaComparisonFields, cheapest: extremeFields.min.nullable() }).describe(
    "Comparison in all of France",
  ),
});

/** A price compared with others. */
export type Comparison = z.infer<typeof comparisonSchema>;
