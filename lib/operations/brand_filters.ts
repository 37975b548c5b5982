/** The filters by brand: some brands, all but some, and those that sell to members only. @module */

import { z } from "zod";
import { toBrandKey, toCanonicalBrand } from "../domain/brand/brand.ts";
import { withJsonForms } from "../domain/params.ts";
import type { StationRecord } from "../domain/station/station_record.ts";
import { isMembersOnly, MEMBER_BRANDS } from "../shared/member_brands.ts";
import { type Context, defineFilter, toCanonicalList } from "./filter.ts";
import { toQuoted } from "./tool_text.ts";

const toOneSpelling = (brand: string) => toCanonicalBrand(toBrandKey(brand));

const brandNames = z.string()
  .regex(/^[^,]+(?:,[^,]+)*$/, "brand names separated by commas, such as Avia,Esso")
  .min(1).max(2_000);

const BRAND_LIST = { item: z.string().min(1).describe("Brand, or its code") };

/** The parameters that name brands. A request may use one of them. */
export const BRAND_PARAMS = ["brand", "brands", "exclude_brands"] as const;

function checkBrands(input: Record<string, unknown>): string | null {
  const [first, second] = BRAND_PARAMS.filter((name) => input[name] !== undefined);
  return second === undefined
    ? null
    : `Parameter "${second}" is given with "${first}"; expected one of them`;
}

/** What all filters by brand have in common. A station matches if its brand is one of `names`. */
const BRAND_FILTER = {
  fault: (_: string, input: Record<string, unknown>) => checkBrands(input),
  resolve: (list: string, { namesOf }: Context) =>
    list.split(",").flatMap((name) => namesOf(toBrandKey(name))),
  keeps: ({ brand }: StationRecord, names: readonly string[]) =>
    brand !== null && names.includes(brand),
};
const brandSql = (name: string) =>
  `exists (
    select from station_brand b
    where b.station_id = s.id and b.brand = any($${name}::text[])
  )`;
/** The filters by brand, in the order in which texts name them. */
export const BRAND_FILTERS = {
  brand: defineFilter({
    ...BRAND_FILTER,
    input: z.string().min(1).max(80).optional().describe(
      "Only stations of this brand, in any case and common spelling: E.Leclerc, leclerc, or " +
        "Super U for Système U",
    ),
    meaning: "Brand",
    toCanonical: toOneSpelling,
    resolve: (brand, { namesOf }) => namesOf(toBrandKey(brand)),
    sql: brandSql("brand"),
    toWords: (brand) => `brand ${toQuoted(brand, 40)}`,
    toAdvice: () => "drop brand",
  }),
  brands: defineFilter({
    ...BRAND_FILTER,
    input: withJsonForms(
      brandNames.optional().describe(
        "Only stations of these brands, separated by commas and spelled as for brand. Write a " +
          "comma inside a name as a space",
      ),
      BRAND_LIST,
    ),
    meaning: "Only these: Avia,Esso",
    toCanonical: (brands) => toCanonicalList(brands, toOneSpelling),
    sql: brandSql("brands"),
    toWords: (brands) => `brands ${toQuoted(brands, 80)}`,
    toAdvice: () => "drop brands",
  }),
  exclude_brands: defineFilter({
    ...BRAND_FILTER,
    input: withJsonForms(
      brandNames.optional().describe(
        "No stations of these brands, written as for brands. Stations of unknown brand are kept",
      ),
      BRAND_LIST,
    ),
    meaning: "Not these",
    toCanonical: (brands) => toCanonicalList(brands, toOneSpelling),
    keeps: (station, names) => !BRAND_FILTER.keeps(station, names),
    sql: `not ${brandSql("exclude_brands")}`,
    toWords: (brands) => `no stations of ${toQuoted(brands, 80)}`,
    toAdvice: () => "drop exclude_brands",
  }),
  members_only: defineFilter({
    input: z.enum(["include", "exclude"]).optional().describe(
      `Include or exclude stations that sell to members only (${MEMBER_BRANDS.join(", ")}). ` +
        "A plan stops at them only if this is include",
    ),
    resolve: (members) => members === "exclude" ? MEMBER_BRANDS : null,
    keeps: (station) => !isMembersOnly(station),
    sql: `not ${brandSql("members_only")}`,
    toWords: (members) => members === "exclude" ? "no members-only stations" : null,
    toAdvice: (members) => members === "exclude" ? "drop members_only" : null,
  }),
};
