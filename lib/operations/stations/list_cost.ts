/** Computes the cost of the entries of a list for the caller's car and cards. @module */

import type { z } from "zod";
import type { FoundStation } from "../../db/current/stations.ts";
import type { costParams } from "../../domain/params.ts";
import { parseDiscounts, toCanonicalDiscounts } from "../../domain/price/discounts.ts";
import { toDistanceKm } from "../../domain/station/station_record.ts";
import { toNetMilli } from "../../shared/price/my_price.ts";
import { toRealCost, USUAL_CAR } from "../../shared/price/real_cost.ts";
import { toCanonicalFilters } from "../filter_rules.ts";
import type { Filters } from "../filters.ts";

/** The parameters about the caller's car and cards. */
export type CostInput = Omit<z.infer<z.ZodObject<typeof costParams>>, "sort"> & {
  sort?: "price" | "cost" | "distance";
};

/** Returns the input with the whole car and sorted discounts, or without both if it has no cost. */
function toCanonicalCost<I extends CostInput>(input: I): I {
  if ((input.litres ?? input.consumption ?? input.discounts ?? input.sort) === undefined) {
    return input;
  }
  const { litres, consumption, discounts, sort: given, ...others } = input;
  const sort = given === "price" ? undefined : given;
  if (sort !== "cost" && (litres ?? consumption ?? discounts) === undefined) {
    return (sort === undefined ? others : { ...others, sort }) as I;
  }
  return {
    ...others,
    litres: litres ?? USUAL_CAR.litres,
    consumption: consumption ?? USUAL_CAR.per100Km,
    discounts: toCanonicalDiscounts(discounts),
    sort,
  } as I;
}

/** Returns the input with filters, car and cards in canonical form. */
export function toCanonicalInput<I extends Filters & CostInput>(input: I): I {
  return toCanonicalFilters(toCanonicalCost(input));
}

/** The price of a litre after discounts, and the cost of the fill, in thousandths of a euro. */
export type Payment = { netMilli: number; costMilli: number };

/** Returns a function that computes the payment at a station; null for a request without cost. */
export function toPaymentOf(input: CostInput): ((found: FoundStation) => Payment) | null {
  const { litres, consumption, discounts, sort } = input;
  if (
    litres === undefined && consumption === undefined && discounts === undefined && sort !== "cost"
  ) return null;
  const car = { litres: litres ?? USUAL_CAR.litres, per100Km: consumption ?? USUAL_CAR.per100Km };
  const cards = parseDiscounts(discounts);
  return ({ station: { brand }, price: { priceMilli }, metres }) => {
    const netMilli = toNetMilli({ priceMilli, brand }, cards);
    // In whole metres, as in the response: both readers agree on them, and a caller can recompute
    // the cost.
    const costMilli = toRealCost({ priceMilli: netMilli, km: toDistanceKm(metres) }, car) * 1000;
    return { netMilli, costMilli };
  };
}

/** Returns the cheapest fills first, compared in whole cents. Equal ones stay ordered by price. */
export function sortByCost(
  found: readonly FoundStation[],
  paymentOf: (found: FoundStation) => Payment,
): FoundStation[] {
  return found.map((one) => ({ one, cents: Math.round(paymentOf(one).costMilli / 10) }))
    .sort((a, b) => a.cents - b.cents).map(({ one }) => one);
}
