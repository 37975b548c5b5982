/** Names the brands of a question that no station has, with the brands that are spelled alike. @module */

import { z } from "zod";
import { findAlikeBrands, toBrandKey } from "../domain/brand/brand.ts";
import { BRAND_PARAMS, type Filters } from "./filters.ts";

/** More are not named: a list may have hundreds, and each is compared with all brands. */
const MAX_NAMED = 5;

/** The field of `meta`; absent where every brand of the question is known. */
export const unknownBrandField = z.array(z.object({
  brand: z.string().describe("The brand as it was read"),
  nearest: z.array(z.string()).max(3).describe("Brands that are spelled alike, the nearest first"),
})).max(MAX_NAMED).optional().describe("Brands of the question that no station has: they match nothing");

type Unknown = NonNullable<z.infer<typeof unknownBrandField>>;

/** The field for a question; `brands` are those of stations by {@link toBrandKey}. Empty where all are known. */
export function findUnknownBrands(
  input: Filters,
  brands: ReadonlyMap<string, readonly string[]>,
): { unknown_brand?: Unknown } {
  const named = BRAND_PARAMS.flatMap((name) => input[name]?.split(",") ?? []);
  const unknown = named.filter((brand) => !brands.has(toBrandKey(brand))).slice(0, MAX_NAMED);
  if (unknown.length === 0) return {};
  const all = [...brands.values()].flat();
  return { unknown_brand: unknown.map((brand) => ({ brand, nearest: findAlikeBrands(brand, all) })) };
}
