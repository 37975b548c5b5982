/** Names the brands of a question that no station has, with the brands that are spelled alike. @module */

import { z } from "zod";
import { findAlikeBrands, toBrandKey } from "../domain/brand/brand.ts";
import { BRAND_PARAMS, type Filters } from "./filters.ts";
import type { Result } from "./operation.ts";

/** More are not named: a list may have hundreds, and each is compared with all brands. */
const MAX_NAMED = 5;

/** The field of `meta`; absent where every brand of the question is known. */
export const unknownBrandField = z.array(z.object({
  brand: z.string().describe("The brand as it was read"),
  nearest: z.array(z.string()).max(3).describe("Brands that are spelled alike, the nearest first"),
})).max(MAX_NAMED).optional().describe("Brands of the question that no station has: they match nothing");

/** Adds the field to a result where the question names such brands; `brands` are those of stations by {@link toBrandKey}. */
export function addUnknownBrands<R extends Result<unknown>>(
  result: R,
  { input, brands }: { input: Filters; brands: ReadonlyMap<string, readonly string[]> },
): R {
  const given = BRAND_PARAMS.find((name) => input[name] !== undefined);
  if (given === undefined) return result;
  const unknown = input[given]!.split(",").filter((brand) => !brands.has(toBrandKey(brand))).slice(0, MAX_NAMED);
  if (unknown.length === 0) return result;
  const all = [...brands.values()].flat();
  result.meta.unknown_brand = unknown.map((brand) => ({ brand, nearest: findAlikeBrands(brand, all) }));
  return result;
}
