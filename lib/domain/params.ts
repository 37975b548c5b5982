/** Defines the parameters that several operations share. @module */

import { z } from "zod";
import { IN_FORCE_DAYS } from "../shared/format.ts";
import { CAR_LIMITS, DISCOUNT_LIMITS } from "../shared/my_price.ts";
import { USUAL_CAR } from "../shared/real_cost.ts";
import { FUELS } from "../shared/fuels.ts";
import { isService, SERVICES } from "../shared/service_slugs.ts";

/** A fuel code. */
export const fuelParam = z.enum(FUELS).describe(
  "Fuel: gazole (diesel B7), sp95 (petrol E5 95), sp98 (petrol E5 98), e10 (petrol SP95-E10), e85 (bioethanol), gplc (LPG)",
);

/** Longest id or code: more than any address or body holds, since an unknown one is "not found" however long it is. */
export const MAX_ID_LENGTH = 262_144;

/** A station's id. */
export const stationIdParam = z.string().min(1).max(MAX_ID_LENGTH).describe(
  'Station id of the State\'s register, digits without a leading zero, such as "75013013"',
);

/** Latitude of a point. */
export const latParam = z.number().min(-90).max(90).describe("Latitude in decimal degrees (WGS 84), -90 to 90");

/** Longitude of a point. */
export const lngParam = z.number().min(-180).max(180).describe("Longitude in decimal degrees (WGS 84), -180 to 180");

/** The filters of a question that names none. */
export const DEFAULT_FILTERS: Filters = { max_age_days: IN_FORCE_DAYS, motorway: "include", open_now: false };

/** Optional filters of search and box, all additive. */
export const filterParams = {
  max_age_days: z.int().min(1).max(365).default(DEFAULT_FILTERS.max_age_days).describe(
    "Prices older than this many days do not count, 1 to 365",
  ),
  brand: z.string().min(1).max(80).optional().describe(
    "Only stations of this brand, in any case and usual spelling: E.Leclerc, leclerc, or Super U for Système U",
  ),
  motorway: z.enum(["include", "exclude"]).default(DEFAULT_FILTERS.motorway).describe(
    "Whether stations on motorways are answered; service areas of expressways (RN10, RN165) always are",
  ),
  open_now: z.boolean().default(DEFAULT_FILTERS.open_now).describe(
    "true: leave out stations known to be closed now; unknown hours are kept",
  ),
};

const NAMES = z.string().regex(/^[^,]+(?:,[^,]+)*$/, "names of brands with commas between, such as Avia,Esso").min(1)
  .max(2_000);

/** What `services` holds, in words. */
const LISTED_SERVICES = `some of ${SERVICES.join(", ")}, with commas between`;

/** Further filters of search and box, all optional and additive. Faults in them: {@link NARROW_CHECKS}. */
export const narrowParams = {
  brands: NAMES.optional().describe(
    "Only stations of these brands, as brand takes them, with commas between; a comma in a name is written as a space",
  ),
  exclude_brands: NAMES.optional().describe(
    "No stations of these brands, written as for brands; stations whose brand is not known are kept",
  ),
  services: z.string().regex(/^[a-z-]+(?:,[a-z-]+)*$/, LISTED_SERVICES).min(1).max(400).optional().describe(
    `Only stations with all of these services, with commas between: ${SERVICES.join(", ")}`,
  ),
  automate_24_7: z.boolean().optional().describe("true: only stations with a card terminal that sells day and night"),
};

const BRAND_PARAMS = ["brand", "brands", "exclude_brands"];

/** Refuses a second way to name brands. */
function checkBrands(input: Record<string, unknown>): string | null {
  const [first, second] = BRAND_PARAMS.filter((name) => input[name] !== undefined);
  return second === undefined ? null : `Parameter "${second}" is given beside "${first}"; expected one of them`;
}

/** Refuses a service that nobody knows. */
function checkServices({ services }: Record<string, unknown>): string | null {
  const unknown = (services as string | undefined)?.split(",").find((slug) => !isService(slug));
  return unknown === undefined ? null : `Parameter "services" names ${unknown}; expected ${LISTED_SERVICES}`;
}

/** The rules over {@link narrowParams}, each after the parameter that it is checked behind. */
export const NARROW_CHECKS = [
  { after: "brands", fault: checkBrands },
  { after: "exclude_brands", fault: checkBrands },
  { after: "services", fault: checkServices },
];

const { litres, per100Km } = CAR_LIMITS;

/** What a caller may say of the car and the cards. */
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

/** The same for search and box, all additive: with one of them what is paid is answered too. */
export const costParams = {
  litres: carParams.litres.optional(),
  consumption: carParams.consumption.optional(),
  discounts: carParams.discounts.optional(),
  sort: z.enum(["price", "cost"]).optional().describe(
    "price unless said; cost: cheapest fill first, discounts and the way there and back included",
  ),
};

/** The caller's car and cards once parsed. */
export type CostInput = { litres?: number; consumption?: number; discounts?: string; sort?: "price" | "cost" };

/** The filters once parsed. */
export type Filters = {
  max_age_days: number;
  brand?: string;
  motorway: "include" | "exclude";
  open_now: boolean;
  brands?: string;
  exclude_brands?: string;
  services?: string;
  automate_24_7?: boolean;
};
