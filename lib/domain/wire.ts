/**
 * The nouns as the wire shows them: the one place where the shape of an answer is written.
 *
 * @module
 */

import { z } from "zod";
import { FUELS } from "../shared/fuels.ts";
import { ROAD_FACTOR } from "../shared/price/real_cost.ts";
import { SERVICES } from "../shared/service_slugs.ts";

const priceText = z.string().regex(/^\d+\.\d{3}$/);
/** A price in an answer. */
export const priceField = priceText.describe(
  'Price in euros per litre, text with three decimals, such as "1.799"',
);
/** A price by day. v1 promises one to all callers who do not ask for null. */
export const dailyPriceField = priceField.nullable().describe(
  'Price in euros per litre, text with three decimals, such as "1.799"; null only with gaps=null, on a day without a price',
);
/** An amount of euros, text with two decimals. */
export const amountField = z.string().regex(/^-?\d+\.\d{2}$/);
const differenceField = z.string().regex(/^-?\d+\.\d{3}$/);

/** An instant as text. */
export const instantField = z.iso.datetime({ precision: 3 }).describe("Instant, ISO 8601 in UTC");

/** A day in an answer. */
export const dayField = z.iso.date().describe("Day in Europe/Paris, YYYY-MM-DD");

/** A fuel in an answer. */
export const fuelField = z.enum(FUELS).describe("Fuel code");

/** A service in an answer. */
export const serviceField = z.enum(SERVICES).describe("Service code, as the filter takes it");
const nullableText = z.string().max(500).nullable();
const timeText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const placeFields = {
  id: z.string().max(20).describe("Station id"),
  name: nullableText.describe("Name as people know it; null when unknown"),
  brand: nullableText.describe(
    "The sign: a network's canonical brand, or a station's own; null when unknown",
  ),
  address: nullableText.describe("Street address, tidied for display; null when unknown"),
  city: nullableText.describe("Town, tidied for display; null when unknown"),
  postal_code: nullableText.describe("Postal code, leading zero kept; null when unknown"),
  department: nullableText.describe("Department code from the postal code; null when unknown"),
  membersOnly: z.boolean().optional().describe(
    "true: its brand sells to members only; absent otherwise",
  ),
};

const motorwayField = z.boolean().describe(
  "Whether the State lists it as on a motorway; service areas of expressways (RN10) are not",
);
const automateField = z.boolean().describe("Whether a card terminal sells fuel around the clock");

const dayHoursSchema = z.object({
  day: z.int().min(1).max(7).describe("1 Monday to 7 Sunday"),
  closed: z.boolean().describe("Whether the shop is closed that day"),
  slots: z.array(z.object({
    open: timeText.describe("HH:MM, Europe/Paris"),
    close: timeText.describe("HH:MM, Europe/Paris; at or before open: after midnight"),
  })).max(10),
});

/** A station with everything known of it. */
export const stationSchema = z.object({
  ...placeFields,
  region: nullableText.describe("Region's name; null when unknown"),
  latitude: z.number().min(-90).max(90).nullable().describe(
    "Latitude in degrees; null when the source's is wrong",
  ),
  longitude: z.number().min(-180).max(180).nullable().describe(
    "Longitude in degrees; null when unknown",
  ),
  services: z.array(z.string().max(200)).max(100).describe("Services as the State lists them"),
  service_codes: z.array(serviceField.nullable()).max(100).describe(
    "Codes of the same services in the same order; null: the filter does not know it",
  ),
  prices: z.array(z.object({
    fuel: fuelField,
    label: z.string().max(20).describe("The fuel as the State calls it"),
    price: priceField,
    updated_at: instantField.describe("When the station last set or confirmed this price"),
    in_force: z.boolean().describe(
      "Whether the price counts: listed, at most 30 days old, not out of stock, station not closed, not suspect",
    ),
    suspect: z.boolean().describe(
      "Whether the report was far from everybody else's and the station's own past and is not confirmed: it counts nowhere",
    ),
  })).max(6).describe("Last known price of each fuel, in the order of the fuel list"),
  out_of_stock: z.array(z.object({
    fuel: fuelField,
    since: instantField,
    kind: z.enum(["temporary", "permanent"]).describe("permanent: the fuel is no longer sold here"),
  })).max(6).describe("Open stock-outs, in the order of the fuel list"),
  closed_since: instantField.nullable().describe(
    "Since when the whole station is closed, and none of its prices counts. Null when it is not, as far as is known",
  ),
  closed_kind: z.enum(["temporary", "permanent"]).nullable().describe(
    "Kind of that closure; null without one",
  ),
  motorway: motorwayField,
  automate_24_7: automateField,
  opening_hours: z.array(dayHoursSchema).max(7).nullable().describe(
    "Staffed hours by weekday; null: unknown",
  ),
  last_seen_at: instantField.describe("When the State's feed last listed the station"),
});

const entrySchema = z.object({
  ...placeFields,
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  motorway: motorwayField,
  automate_24_7: automateField,
  fuel: fuelField,
  price: priceField,
  updated_at: instantField.describe("When the station last set or confirmed this price"),
  net_price: priceField.optional().describe(
    "Price less discounts; with litres, consumption, discounts or sort=cost",
  ),
});

/** A station in a list, with its price of one fuel. */
export const stationEntrySchema = entrySchema.extend({
  cost: amountField.optional().describe(
    "Euros for the fill at net_price, with the fuel of the way there and back in a search; with the same parameters",
  ),
  url: z.string().max(300).optional().describe(
    "The station's page; where the address of the service is set",
  ),
  prices: z.array(z.object({ fuel: fuelField, price: priceField, updated_at: instantField })).max(6)
    .optional()
    .describe("Prices in force of the fuels that fuels names, in the order of the fuel list"),
  out_of_stock_since: instantField.optional().describe(
    "When the station reported that it ran out of the fuel, with out_of_stock; price is 0.000, updated_at this instant",
  ),
  last_price: priceField.nullable().optional().describe(
    "Last known price, not in force, with out_of_stock, or null",
  ),
  last_price_at: instantField.nullable().optional().describe(
    "When last_price was set or confirmed; null without one",
  ),
});

/** A station in a list around a point. */
export const nearbyEntrySchema = stationEntrySchema.extend({
  distance_km: z.number().min(0).describe(
    "Geodesic distance from the point asked for, km, three decimals",
  ),
});

/** A station that a mean or a comparison names. */
export const cheapStationSchema = stationEntrySchema.pick({
  id: true,
  name: true,
  brand: true,
  address: true,
  city: true,
  department: true,
  membersOnly: true,
  price: true,
  updated_at: true,
});

const extremeFields = {
  min: cheapStationSchema.describe(
    "Whose price in force is the lowest: of equal ones the last reported, then by id",
  ),
  max: cheapStationSchema.describe(
    "Whose price in force is the highest: of equal ones the last reported, then by id",
  ),
};

/** A distance in kilometres. */
export const kmField = z.number().min(0);

/** A station in a list along a line. */
export const routeEntrySchema = entrySchema.extend({
  net_price: priceField.describe(
    "What is paid for a litre with discounts, euros, text with three decimals",
  ),
  km_along: kmField.describe(
    "To drive from the beginning of the line to its point nearest to the station, km, three decimals; as length_km is",
  ),
  km_off: kmField.describe("From the line to the station as the crow flies, km, three decimals"),
  side: z.enum(["left", "right"]).nullable().describe(
    "Side of the line for who drives along it; null when unknown",
  ),
  detour_km: kmField.describe("How much farther one drives with a stop there, km, three decimals"),
  detour: z.enum(["none", "estimated", "routed"]).describe(
    `none: on the line; estimated: twice the distance off the line, times ${ROAD_FACTOR}; routed: measured on roads by a ` +
      "routing engine",
  ),
  net_saving: amountField.nullable().describe(
    "Euros saved by filling up here, the fuel of the detour paid, against the dearest station of the answer that needs no " +
      "detour; text with two decimals, negative when it costs more; null when every station needs a detour",
  ),
  open: z.boolean().nullable().describe(
    "Whether fuel was sold there at meta.generated_at, by its card terminal or in its staffed hours; null: unknown",
  ),
});

/** A place found by its name or postal code. */
export const placeEntrySchema = z.object({
  name: z.string().max(100).describe("Name in full"),
  kind: z.enum(["commune", "district", "department", "region"]).describe(
    "district: of Paris, Lyon or Marseille",
  ),
  code: z.string().max(5).describe(
    "INSEE code of the commune or district, code of the department or region",
  ),
  area: z.string().max(4).describe(
    "What prices/series takes for it: R53 for a region, else the department code",
  ),
  department: z.string().max(3).nullable().describe("Department code; null for a region"),
  postal_codes: z.array(z.string().max(5)).max(100).describe(
    "Ascending; empty for departments and regions",
  ),
  former_name: z.string().max(100).nullable().describe(
    "Name of the former commune that matched; null otherwise",
  ),
  population: z.int().min(0).nullable().describe("Inhabitants; null for departments and regions"),
  latitude: z.number().min(-90).max(90).describe("Of the middle"),
  longitude: z.number().min(-180).max(180).describe("Of the middle"),
  covered: z.boolean().describe(
    "Whether the source has stations there: mainland France and Corsica alone",
  ),
});

/** The means of an area. */
export const aggregateFields = {
  fuelType: fuelField,
  avgPrice1d: priceField.nullable().describe(
    "Unweighted mean, over stations, of the prices in force now; null when there is none",
  ),
  avgPrice3d: priceField.nullable().describe(
    "Mean of the last 3 days' unweighted means, today included",
  ),
  avgPrice7d: priceField.nullable().describe(
    "Mean of the last 7 days' unweighted means, today included",
  ),
  minPrice1d: priceField.nullable().describe("Lowest price in force now"),
  maxPrice1d: priceField.nullable().describe("Highest price in force now"),
  trend7d: z.enum(["up", "down", "stable", "unknown"]).describe(
    "Direction of change7d beyond 0.005; unknown without it",
  ),
  change7d: differenceField.nullable().describe(
    "Today's mean minus that of seven days ago, signed text",
  ),
  stationCount: z.int().min(0).describe("Stations whose price is in force now"),
  min: extremeFields.min.nullable(),
  max: extremeFields.max.nullable(),
};

/** The country's means. */
export const nationalSchema = z.object({ scope: z.literal("national"), ...aggregateFields });

/** A department's means. */
export const departmentSchema = z.object({
  scope: z.literal("department"),
  code: z.string().max(3).describe("Department code"),
  name: z.string().max(100).describe("Department's name"),
  region: z.string().max(100).describe("Region's name"),
  covered: z.boolean().describe(
    "Whether the source has stations there: mainland France and Corsica alone",
  ),
  ...aggregateFields,
  cheapest: z.array(cheapStationSchema).max(5).describe(
    "The five cheapest stations; of equal prices by id",
  ),
});

const areaComparisonFields = {
  stationCount: z.int().min(0).describe("Stations whose price is in force"),
  cheaperCount: z.int().min(0).describe("Stations that ask less than the price compared"),
  cheaperShare: z.number().min(0).max(1).nullable().describe(
    "Their part of all, 0 to 1, three decimals; null where there is none",
  ),
  rank: z.int().min(1).describe("Rank of the price among all: 1 when nobody asks less"),
  avgPrice: priceField.nullable().describe("Mean of the prices in force; null where there is none"),
  aboveAvg: differenceField.nullable().describe(
    "The price less that mean, negative when it is below it",
  ),
  minPrice: priceField.nullable().describe("Lowest price in force"),
};

/** The rank of a price around a point and in the country. */
export const comparisonSchema = z.object({
  fuel: fuelField,
  price: priceField.describe("The price compared"),
  around: z.object({
    radiusKm: z.number().describe("How far around the point"),
    ...areaComparisonFields,
    cheapest: cheapStationSchema.extend({ distance_km: nearbyEntrySchema.shape.distance_km })
      .nullable().describe(
        "The cheapest station; of equal ones the nearest",
      ),
  }).nullable().describe("Around the point; null without one"),
  national: z.object({ ...areaComparisonFields, cheapest: extremeFields.min.nullable() }).describe(
    "In all of France",
  ),
});

/** One day of a station's curve. */
export const historyPointSchema = z.object({
  recordedAt: dayField,
  price: dailyPriceField,
  suspect: z.literal(true).optional().describe(
    "True when the price is suspect at the end of that day; absent otherwise. Suspect prices are in no extreme or mean",
  ),
});

/** One brand's curve. */
export const brandTrendSchema = z.object({
  brand: z.string().max(500),
  stationCount: z.int().min(1).describe("Stations of the brand whose price is in force now"),
  series: z.array(z.object({ recordedAt: dayField, avgPrice: priceField })).max(90),
  ...extremeFields,
});

/** A station with everything known of it. */
export type Station = z.infer<typeof stationSchema>;
/** A station in a list, with its price of one fuel. */
export type StationEntry = z.infer<typeof stationEntrySchema>;
/** A station in a list around a point. */
export type NearbyEntry = z.infer<typeof nearbyEntrySchema>;
/** The country's means. */
export type National = z.infer<typeof nationalSchema>;
/** A department's means. */
export type Department = z.infer<typeof departmentSchema>;
/** Means of an area without its name. */
export type Aggregate = Omit<National, "scope">;
/** An object without fields that are null. */
export type Known<T> = { [name in keyof T]: Exclude<T[name], null> };
/** One day of a station's curve that has a price. */
export type HistoryPoint = Known<z.infer<typeof historyPointSchema>>;
/** One brand's curve. */
export type BrandTrend = z.infer<typeof brandTrendSchema>;
/** A station with its price and no more than names it. */
export type CheapStation = z.infer<typeof cheapStationSchema>;
/** A place found by its name. */
export type PlaceEntry = z.infer<typeof placeEntrySchema>;
/** A station along a line. */
export type RouteEntry = z.infer<typeof routeEntrySchema>;
/** A price compared with others. */
export type Comparison = z.infer<typeof comparisonSchema>;
