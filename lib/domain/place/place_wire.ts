/** A place found by its name, as a response has it. @module */

import { z } from "zod";
import { coveredField } from "../wire.ts";

/** A place found by its name or postal code. */
export const placeEntrySchema = z.object({
  name: z.string().max(100).describe("Full name"),
  kind: z.enum(["commune", "district", "department", "region"]).describe(
    "Kind of place; a district is one of Paris, Lyon or Marseille",
  ),
  code: z.string().max(5).describe(
    "INSEE code of the commune or district, or code of the department or region",
  ),
  area: z.string().max(4).describe(
    "Value for the parameter area of prices/series: R53 for a region, otherwise the department " +
      "code",
  ),
  department: z.string().max(3).nullable().describe("Department code; null for a region"),
  postal_codes: z.array(z.string().max(5)).max(100).describe(
    "Postal codes, ascending; empty for departments and regions",
  ),
  former_name: z.string().max(100).nullable().describe(
    "Name of the former commune that matched; null if the current name did",
  ),
  population: z.int().min(0).nullable().describe("Inhabitants; null for departments and regions"),
  latitude: z.number().min(-90).max(90).describe("Latitude of the centre"),
  longitude: z.number().min(-180).max(180).describe("Longitude of the centre"),
  covered: coveredField,
});

/** A place found by its name. */
export type PlaceEntry = z.infer<typeof placeEntrySchema>;
