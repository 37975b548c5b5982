/** Defines the parameters that several operations share. @module */

import { z } from "zod";
import { CAR_LIMITS, DISCOUNT_LIMITS } from "../shared/price/my_price.ts";
import { USUAL_CAR } from "../shared/price/real_cost.ts";
import { FUELS } from "../shared/fuels.ts";

/**
 * The JSON form of a parameter that is text in an address: a list with the type `item`, or values
 * that only a POST may hold.
 */
type JsonForms = { item?: z.ZodType; posted?: readonly z.ZodType[] };

const jsonForms = new WeakMap<z.ZodType, JsonForms>();

/** Returns the schema and registers its JSON forms for {@link jsonFormsOf}. */
export function withJsonForms<S extends z.ZodType>(schema: S, forms: JsonForms): S {
  jsonForms.set(schema, forms);
  return schema;
}

/** Returns the JSON forms of a parameter by its schema. */
export function jsonFormsOf(schema: z.ZodType): JsonForms {
  return jsonForms.get(schema) ?? {};
}

/** A fuel code. */
export const fuelParam = z.enum(FUELS).describe(
  "Fuel: gazole (diesel B7), sp95 (petrol E5 95), sp98 (petrol E5 98), e10 (petrol SP95-E10), " +
    "e85 (bioethanol), gplc (LPG)",
);

/**
 * Longest ID or code. It exceeds every address and body, because an unknown ID is "not found"
 * however long it is.
 */
export const MAX_ID_LENGTH = 262_144;

/** The ID of a station. */
export const stationIdParam = z.string().min(1).max(MAX_ID_LENGTH).describe(
  'Station ID in the State\'s register, digits without a leading zero, such as "75013013"',
);

/** Latitude of a point. */
export const latParam = z.number().min(-90).max(90).describe(
  "Latitude in decimal degrees (WGS 84), -90 to 90",
);

/** Longitude of a point. */
export const lngParam = z.number().min(-180).max(180).describe(
  "Longitude in decimal degrees (WGS 84), -180 to 180",
);

const { litres, per100Km } = CAR_LIMITS;

const FUEL_LIST = `(?:${FUELS.join("|")})`;

/** Further fuels whose prices each entry of a list includes. */
export const fuelsParam = withJsonForms(
  z.string().regex(
    new RegExp(`^${FUEL_LIST}(?:,${FUEL_LIST})*$`),
    `some of ${FUELS.join(", ")}, separated by commas`,
  ).min(3).max(100).optional().describe(
    "Adds the field prices to each entry: the prices in force of these fuels, separated by " +
      "commas, such as gazole,e10. The parameter fuel still decides which stations are listed",
  ),
  { item: fuelParam },
);

/** How many entries of a list to skip. */
export const offsetParam = z.int().min(0).max(100_000).optional().describe(
  "How many stations to skip, 0 to 100000. Pass meta.next of a response to get the next page",
);

/** The caller's car and cards. */
export const carParams = {
  litres: z.number().min(litres.min).max(litres.max).describe(
    `Litres to fill, ${litres.min} to ${litres.max}; default ${USUAL_CAR.litres}`,
  ),
  consumption: z.number().min(per100Km.min).max(per100Km.max).describe(
    `Litres per 100 km, ${per100Km.min} to ${per100Km.max}; default ${USUAL_CAR.per100Km}`,
  ),
  discounts: z.string().min(3).max(DISCOUNT_LIMITS.maxChars).describe(
    'Discounts of loyalty cards by brand in euros per litre, such as "E.Leclerc:0.05,Avia:0.03"',
  ),
};

/**
 * The same parameters for search and box, all optional. With one of them, entries have their cost.
 */
export const costParams = {
  litres: carParams.litres.optional(),
  consumption: carParams.consumption.optional(),
  discounts: carParams.discounts.optional(),
  sort: z.enum(["price", "cost"]).optional().describe(
    "Order of the list. price (default): cheapest litre first. cost: cheapest fill first, " +
      "including discounts and the way there and back",
  ),
};
