/** Applies the rules of all filters to a question: faults, one spelling, words. @module */

import { DEFAULT_FILTERS, type Filter, type FilterName, FILTERS, type Filters } from "./filters.ts";
import type { CrossCheck } from "./operation.ts";

/** The same as a list, in the same order. */
export const ENTRIES = Object.entries(FILTERS) as unknown as [
  FilterName,
  Filter<unknown, unknown>,
][];
/** The faults of filters. */
export const FILTER_CHECKS: CrossCheck[] = ENTRIES.flatMap(([name, { fault }]) =>
  fault
    ? [{
      after: name,
      fault: (input) => input[name] === undefined ? null : fault(input[name], input),
    }]
    : []
);

/** The meanings of filters that tools take, for their list. */
export const FILTER_MEANINGS: Record<string, string> = Object.fromEntries(
  ENTRIES.flatMap(([name, { meaning }]) => meaning ? [[name, meaning]] : []),
);

const RESPELLED = ENTRIES.filter(([, { toCanonical }]) => toCanonical);

/** The same filters in one spelling: a list of one brand is that brand. */
export function toCanonicalFilters<I extends Partial<Filters>>(input: I): I {
  const given = RESPELLED.filter(([name]) => input[name] !== undefined);
  if (given.length === 0) return input;
  const canonical: Record<string, unknown> = { ...input };
  for (const [name, { toCanonical }] of given) canonical[name] = toCanonical!(canonical[name]);
  const { brand, brands, ...others } = canonical as Partial<Filters>;
  const isOne = brands !== undefined && !brands.includes(",");
  return { ...others, brand: isOne ? brands : brand, brands: isOne ? undefined : brands } as I;
}

/** Says in words how the filters of a question narrow it, or how it would find more. */
export function describeFilters(input: Filters, words: "toWords" | "toAdvice"): string[] {
  return ENTRIES.flatMap(([name, filter]) =>
    input[name] === undefined ? [] : filter[words]?.(input[name]) ?? []
  );
}

/**
 * The same in brackets behind what was searched: ` (brand "Avia", no motorways)`; empty without
 * filters.
 */
export function toNarrowing(input: Filters): string {
  const words = describeFilters(input, "toWords");
  return words.length > 0 ? ` (${words.join(", ")})` : "";
}

const UNSET = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, undefined]));

/** The same question without filters; departments stay, since they are an area. */
export function dropFilters<I extends Filters>(input: I): I {
  return { ...input, ...UNSET, ...DEFAULT_FILTERS, department: input.department };
}
