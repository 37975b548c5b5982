/**
 * The shapes of the bulk files. The server's schema and the map's types derive from them.
 *
 * @module
 */

import { z } from "zod";
import { fuelField, instantField, serviceField } from "./wire.ts";

const numbers = (description: string) => z.array(z.int()).describe(description);
const texts = (description: string) => z.array(z.string()).describe(description);

/** Increases when a column of the price file changes its meaning. */
export const CURRENT_FORMAT = 1;

const fuelColumnSchema = z.object({
  price: numbers(
    "Price in thousandths of a euro per litre. 0 is unknown or suspect, -1 out of stock for now, " +
      "-2 not sold there (declared so, or out of stock for more than a year)",
  ),
  age: numbers(
    "Whole hours from the price, or from the start of the stock-out, to generated_at",
  ),
});

/**
 * All listed stations with a position, column by column. Entry i of each list belongs to the same
 * station.
 */
export const currentColumnsSchema = z.object({
  format: z.literal(CURRENT_FORMAT).meta({ type: "integer" }).describe(
    "Increases when a column changes its meaning",
  ),
  revision: z.int().describe("Revision of the data"),
  generated_at: instantField.describe("Instant of the last good ingest"),
  feed_at: instantField.describe("Newest time of a price in the feed").nullable(),
  source: z.enum(["official", "file", "sample"]),
  attribution: z.string(),
  license: z.string(),
  count: z.int().describe("Number of stations, the length of every column"),
  fuels: z.array(fuelField).describe("Fuel codes, in the order of prices"),
  fuel_labels: texts("The State's names of the fuels, in the same order"),
  brands: texts("Canonical brands, most stations first"),
  departments: texts("Department codes, most stations first"),
  weeks: texts(
    "Distinct weeks of opening hours. The first one is empty and means unknown. The others have " +
      "seven " +
      'days from Monday, joined by ";". A day is "-" (closed), "?" (unknown), slots such as ' +
      '"0700-1230+1400-2100", or empty (as on the previous day)',
  ),
  id: numbers("Station IDs, ascending, each as the difference to the previous one"),
  lat: numbers(
    "Latitude in hundred-thousandths of a degree, each as the difference to the previous one",
  ),
  lng: numbers("Longitude, written like lat"),
  brand: numbers("Index in brands; -1 if unknown"),
  department: numbers("Index in departments; -1 if unknown"),
  flags: numbers("1 on a motorway, 2 with a card terminal that sells around the clock, 3 both"),
  hours: numbers("Index in weeks"),
  prices: z.array(fuelColumnSchema).length(6).describe(
    "One column per fuel, in the order of fuels",
  ),
});

/** Services of all listed stations with a position, column by column. */
export const serviceColumnsSchema = z.object({
  services: texts("Services as the State lists them, most stations first"),
  service_codes: z.array(serviceField.nullable()).describe(
    "Codes of the same services in the same order; null for a service without a code",
  ),
  combinations: z.array(numbers("Indexes in services")).describe(
    "Distinct combinations, most stations first",
  ),
  id: numbers("Station IDs, ascending, each as the difference to the previous one"),
  combination: numbers("Index in combinations"),
});

/** Rest areas on motorways, as named in the addresses of their stations. */
export const motorwayAreasSchema = z.array(z.object({
  name: z.string().describe("Name of the rest area; null if the address names only the motorway")
    .nullable(),
  road: z.string().describe(
    "Motorway or national road, such as A6; null if the address names only the area",
  ).nullable(),
  town: z.string().describe("Town of the first station").nullable(),
  latitude: z.number().describe("Latitude of the first station, to a thousandth of a degree"),
  longitude: z.number().describe("Longitude of the first station, to a thousandth of a degree"),
}));

/** The departments short of a fuel, the worst first. */
export const shortagesSchema = z.object({
  since: z.iso.date().describe(
    "First day of the period for the usual share; null while it is unknown, and then no " +
      "department is listed",
  ).nullable(),
  departments: z.array(z.object({
    code: z.string().describe("Department code"),
    out: z.int().describe("Stations that ran out within the last seven days"),
    stations: z.int().describe("Stations that sell the fuel, and those counted in out"),
    usual: z.number().describe(
      "Mean share of stations that were out in the thirty days before these seven, over the days " +
        "with observed stock-outs",
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
