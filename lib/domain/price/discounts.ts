/** Reads the discounts of loyalty cards by brand. @module */

import { toPriceText } from "../../shared/price/money.ts";
import { DISCOUNT_LIMITS, isDiscount, readDiscount } from "../../shared/price/my_price.ts";
import type { Discounts } from "../../shared/price/real_cost.ts";
import { findAlikeBrands, findSpelledBrand } from "../brand/brand.ts";
import { BRAND_TABLE } from "../brand/brand_table.ts";
import { DomainError } from "../errors.ts";

const EXPECTED =
  'expected brands with euros per litre, 0.001 to 0.500, such as "E.Leclerc:0.05,Avia:0.03"';

const BRANDS = BRAND_TABLE.map(({ brand }) => brand);

function refuse(fault: string): never {
  throw new DomainError("INVALID_PARAMETER", `Parameter "discounts" ${fault}; ${EXPECTED}`);
}

function describeUnknown(name: string): string {
  const alike = findAlikeBrands(name, BRANDS).map((brand) => JSON.stringify(brand)).join(", ");
  const suggestion = alike && `, but ${alike} ${alike.includes(",") ? "are" : "is"} similar`;
  const given = JSON.stringify(name.slice(0, 60));
  return `names the unknown brand ${given}: no brand has this name${suggestion}`;
}

function readOne(text: string): [brand: string, milli: number] {
  const discount = readDiscount(text);
  if (!discount) refuse(`has ${JSON.stringify(text.slice(0, 60))}`);
  const { name, euros, milli } = discount;
  const brand = findSpelledBrand(name);
  if (!brand) refuse(describeUnknown(name));
  if (!isDiscount(milli)) refuse(`takes ${euros} off for ${brand.brand}`);
  return [brand.brand, milli];
}

/** Rejects invalid discounts while parameters are read, in their order. */
export const DISCOUNTS_CHECK = {
  after: "discounts",
  fault({ discounts }: Record<string, unknown>): null {
    parseDiscounts(discounts as string | undefined);
    return null;
  },
};

/**
 * Returns discounts in thousandths of a euro by canonical brand; empty without a text. Throws
 * INVALID_PARAMETER for a brand that is unknown or given twice, and for an amount out of bounds.
 */
export function parseDiscounts(text: string | undefined): Discounts {
  const discounts = new Map<string, number>();
  if (text === undefined) return discounts;
  const items = text.split(",");
  if (items.length > DISCOUNT_LIMITS.most) refuse(`names ${items.length} brands`);
  for (const part of items) {
    const [brand, milli] = readOne(part);
    if (discounts.has(brand)) refuse(`names ${brand} twice`);
    discounts.set(brand, milli);
  }
  return discounts;
}

/** Returns the discounts in canonical spelling and order: `Avia:0.030,E.Leclerc:0.050`. */
export function toCanonicalDiscounts(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return [...parseDiscounts(text)].map(([brand, milli]) => `${brand}:${toPriceText(milli)}`).sort()
    .join();
}
