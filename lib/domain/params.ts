/** Defines the parameters that several operations share. @module */

import { z } from "zod";
import { CAR_LIMITS, DISCOUNT_LIMITS } from "../shared/price/my_price.ts";
import { USUAL_CAR } from "../shared/price/real_cost.ts";
import { FUELS } from "../shared/fuels.ts";

/**
 * What a parameter that is text in an address is in JSON: a list with commas by its `item`, or
 * values that are only `posted`.
 */
type JsonForms = { item?: z.ZodType; posted?: readonly z.ZodType[] };

const jsonForms = new WeakMap<z.ZodType, JsonForms>();

/** The schema of a parameter, for which {@link jsonFormsOf} knows its forms from now on. */
export function withJsonForms<S extends z.ZodType>(schema: S, forms: JsonForms): S {
  jsonForms.set(schema, forms);
  return schema;
}

/** The forms of a parameter by its schema. */
export function jsonFormsOf(schema: z.ZodType): JsonForms {
  return jsonForms.get(schema) ?? {};
}

/** A fuel code. */
export const fuelParam = z.enum(FUELS).describe(
  "Fuel: gazole (diesel B7), sp95 (petrol E5 95), sp98 (petrol E5 98), e10 (petrol SP95-E10), e85 (bioethanol), gplc (LPG)",
);

/**
 * Longest id or code: more than any address or body holds, since an unknown one is "not found"
 * however long it is.
 */
export const MAX_ID_LENGTH = 262_144;

/** A station's id. */
export const stationIdParam = z.string().min(1).max(MAX_ID_LENGTH).describe(
  'Station id of the State\'s register, digits without a leading zero, such as "75013013"',
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

/** Fuels whose prices each entry of a list has, next to the one that ranks it. */
export const fuelsParam = withJsonForms(
  z.string().regex(
    new RegExp(`^${FUEL_LIST}(?:,${FUEL_LIST})*$`),
    `some of ${FUELS.join(", ")}, with commas between`,
  ).min(3).max(100).optional().describe(
    "Adds prices to each entry: those in force of these fuels, with commas between: gazole,e10. The list stays that of fuel",
  ),
  { item: fuelParam },
);

/** How many entries of a list precede the ones returned. */
export const offsetParam = z.int().min(0).max(100_000).optional().describe(
  "How many stations to skip, 0 to 100000: with meta.next of one answer comes the next page",
);

/** The caller's car and cards. */
export const carParams = {
  litres: z.number().min(litres.min).max(litres.max).describe(
    `Litres to fill in, ${litres.min} to ${litres.max}; ${USUAL_CAR.litres} unless said`,
  ),
  consumption: z.number().min(per100Km.min).max(per100Km.max).describe(
    `Litres burnt on 100 km, ${per100Km.min} to ${per100Km.max}; ${USUAL_CAR.per100Km} unless said`,
  ),
  discounts: z.string().min(3).max(DISCOUNT_LIMITS.maxChars).describe(
    'What cards take off a litre by brand, euros: "E.Leclerc:0.05,Avia:0.03"',
  ),
};

/** The same for search and box, all optional: with one of them entries have their cost. */
export const costParams = {
  litres: carParams.litres.optional(),
  consumption: carParams.consumption.optional(),
  discounts: carParams.discounts.optional(),
  sort: z.enum(["price", "cost"]).optional().describe(
    "price unless said; cost: cheapest fill first, discounts and the way there and back included",
  ),
};
