/** Applies the rules of all filters to a request: checks, canonical spelling and words. @module */

import type { Filter } from "./filter.ts";
import { DEFAULT_FILTERS, type FilterName, FILTERS, type Filters } from "./filters.ts";
import type { CrossCheck } from "./operation.ts";

/** The filters as a list, in the same order. */
export const ENTRIES = Object.entries(FILTERS) as unknown as [
  FilterName,
  Filter<unknown, unknown>,
][];
/** The checks of all filters. */
export const FILTER_CHECKS: CrossCheck[] = ENTRIES.flatMap(([name, { fault }]) =>
  fault
    ? [{
      after: name,
      fault: (input) => input[name] === undefined ? null : fault(input[name], input),
    }]
    : []
);

/** The short meanings of the filters that tools take. */
export const FILTER_MEANINGS: Record<string, string> = Object.fromEntries(
  ENTRIES.flatMap(([name, { meaning }]) => meaning ? [[name, meaning]] : []),
);

const RESPELLED = ENTRIES.filter(([, { toCanonical }]) => toCanonical);

/** Returns the filters in canonical spelling. `brands` with a single brand becomes `brand`. */
export function toCanonicalFilters<I extends Partial<Filters>>(input: I): I {
  const given = RESPELLED.filter(([name]) => input[name] !== undefined);
  if (given.length === 0) return input;
  const canonical: Record<string, unknown> = { ...input };
  for (const [name, { toCanonical }] of given) canonical[name] = toCanonical!(canonical[name]);
  const { brand, brands, ...others } = canonical as Partial<Filters>;
  const isOne = brands !== undefined && !brands.includes(",");
  return { ...others, brand: isOne ? brands : brand, brands: isOne ? undefined : brands } as I;
}

/** Returns in words how the filters of a request narrow it, or how it would find more. */
export function describeFilters(input: Filters, words: "toWords" | "toAdvice"): string[] {
  return ENTRIES.flatMap(([name, filter]) =>
    input[name] === undefined ? [] : filter[words]?.(input[name]) ?? []
  );
}

/**
 * Returns the filters in brackets after what was searched, ` (brand "Avia", no motorways)`; empty
 * without filters.
 */
export function toNarrowing(input: Filters): string {
  const words = describeFilters(input, "toWords");
  return words.length > 0 ? ` (${words.join(", ")})` : "";
}

const UNSET = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, undefined]));

/** Returns the request without filters. Departments stay, because they are an area. */
export function dropFilters<I extends Filters>(input: I): I {
  return { ...input, ...UNSET, ...DEFAULT_FILTERS, department: input.department };
}
