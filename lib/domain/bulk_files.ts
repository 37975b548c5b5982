/**
 * The shapes of the bulk files, from which the server's schema and the map's types are made.
 *
 * @module
 */

import { z } from "zod";
import { fuelField, instantField, serviceField } from "./wire.ts";

const numbers = (description: string) => z.array(z.int()).describe(description);
const texts = (description: string) => z.array(z.string()).describe(description);

/** Raised when a column of the file of prices changes its meaning. */
export const CURRENT_FORMAT = 1;

const fuelColumnSchema = z.object({
  price: numbers(
    "Thousandths of a euro per litre; 0: not known or suspect, -1: out of stock for now, -2: not sold there " +
      "(declared so, or out of stock for more than a year)",
  ),
  age: numbers(
    "Whole hours from the price, or from the beginning of the stock-out, to `generated_at`",
  ),
});

/**
 * All listed stations with a position, column by column: entry i of each list belongs to the same
 * station.
 */
export const currentColumnsSchema = z.object({
  format: z.literal(CURRENT_FORMAT).meta({ type: "integer" }).describe(
    "Raised when a column changes its meaning",
  ),
  revision: z.int().describe("Revision of the data"),
  generated_at: instantField.describe("Instant of the last good ingest"),
  feed_at: instantField.describe("Newest time of a price in the feed").nullable(),
  source: z.enum(["official", "file", "sample"]),
  attribution: z.string(),
  license: z.string(),
  count: z.int().describe("Stations: the length of every column"),
  fuels: z.array(fuelField).describe("Fuel codes, in the order of `prices`"),
  fuel_labels: texts("What the State calls them, in the same order"),
  brands: texts("Canonical brands, most stations first"),
  departments: texts("Department codes, most stations first"),
  weeks: texts(
    "Different weeks of opening hours; the first, empty one: unknown. Seven days from Monday joined by `;`: `-` closed, `?` " +
      "unknown, else slots as `0700-1230+1400-2100`; empty: like the day before",
  ),
  id: numbers("Station ids, ascending, each as the step from the one before"),
  lat: numbers("Latitude in hundred-thousandths of a degree, each as the step from the one before"),
  lng: numbers("Longitude, likewise"),
  brand: numbers("Place in `brands`; -1: unknown"),
  department: numbers("Place in `departments`; -1: unknown"),
  flags: numbers("1: on a motorway; 2: a card terminal sells around the clock; 3: both"),
  hours: numbers("Place in `weeks`"),
  prices: z.array(fuelColumnSchema).length(6).describe("In the order of `fuels`"),
});

/** Services of all listed stations with a position, column by column. */
export const serviceColumnsSchema = z.object({
  services: texts("Services as the State lists them, most stations first"),
  service_codes: z.array(serviceField.nullable()).describe(
    "Their codes, in the same order; null: the filter does not know it",
  ),
  combinations: z.array(numbers("Places in `services`")).describe(
    "Different combinations, most stations first",
  ),
  id: numbers("Station ids, ascending, each as the step from the one before"),
  combination: numbers("Place in `combinations`"),
});

/** Rest areas of motorways, as the addresses of their stations name them. */
export const motorwayAreasSchema = z.array(z.object({
  name: z.string().describe("Name of the rest area; null: the address names the motorway alone")
    .nullable(),
  road: z.string().describe(
    "Motorway or national road, as A6; null: the address names the area alone",
  ).nullable(),
  town: z.string().describe("Town of the first station").nullable(),
  latitude: z.number().describe("Of the first station, thousandths of a degree"),
  longitude: z.number().describe("Likewise"),
}));

/** The departments short of a fuel, the worst first. */
export const shortagesSchema = z.object({
  since: z.iso.date().describe(
    "First of the days over which the usual share is averaged; null: unknown, and no department is named",
  ).nullable(),
  departments: z.array(z.object({
    code: z.string().describe("Department code"),
    out: z.int().describe("Stations that ran out within the last seven days"),
    stations: z.int().describe("Stations that sell the fuel, or did until then"),
    usual: z.number().describe(
      "Mean share of stations out in the thirty days before these, over the days whose stock-outs were observed",
    ),
  })),
});

/** Prices of one fuel, one number per station. */
export type FuelColumn = z.infer<typeof fuelColumnSchema>;
/** The file of all current prices. */
export type CurrentColumns = z.infer<typeof currentColumnsSchema>;
/** The file of all services. */
export type ServiceColumns = z.infer<typeof serviceColumnsSchema>;
/** A rest area with a station; name or road is known. */
export type MotorwayArea = z.infer<typeof motorwayAreasSchema>[number];
/** The departments short of a fuel, the worst first. */
export type Shortages = z.infer<typeof shortagesSchema>;
