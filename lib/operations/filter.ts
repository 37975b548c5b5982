/** Defines what a filter of searches is. @module */

import type { z } from "zod";
import type { StationRecord } from "../domain/station/station_record.ts";

/** What filters need to know about the data: the brands of stations, by `toBrandKey()`. */
export type Context = { namesOf(key: string): readonly string[] };

/** A filter whose parameter is a `T`. `R` is the value that it compares stations with. */
export type Filter<T, R> = {
  input: z.ZodType<T | undefined>;
  /** For the list of tools; absent if tools do not take the filter. */
  meaning?: string;
  /** Returns the canonical spelling of a value; undefined if the value filters nothing. */
  toCanonical?(value: T): T | undefined;
  /** Returns the public message of a fault that the schema does not find, or null. */
  fault?(value: T, input: Record<string, unknown>): string | null;
  /** Returns the value that stations are compared with; null if the filter is off. */
  resolve?(value: T, context: Context): R | null;
  /** Returns whether a station passes. `asOf` is the instant of the data. */
  keeps?(station: StationRecord, resolved: R, asOf: Date): boolean;
  /**
   * The same test in SQL, on a station `s` with `id` and `motorway`, in which `$name` is the
   * resolved value. Absent if SQL cannot test it.
   */
  sql?: string;
  /** Returns what the filter does, for the text of a tool; null if the filter is off. */
  toWords?(value: T): string | null;
  /** Returns how to find more stations, for the text of a tool; null if the filter is off. */
  toAdvice?(value: T): string | null;
};

/** Ties the types of a filter to each other, and keeps the type of its schema. */
export function defineFilter<S extends z.ZodType, R>(
  filter: { input: S } & Omit<Filter<NonNullable<z.infer<S>>, R>, "input">,
) {
  return filter;
}

/** Returns a list with commas: each item in canonical spelling, once, and sorted. */
export function toCanonicalList(
  list: string,
  toItem: (text: string) => string = (text) => text,
): string {
  return [...new Set(list.split(",").map(toItem))].sort().join();
}
