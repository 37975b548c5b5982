/** Defines the shape of every object in an API response, in one place. @module */

import { z } from "zod";
import { FUELS } from "../shared/fuels.ts";
import { ROAD_FACTOR } from "../shared/price/real_cost.ts";
import { SERVICES } from "../shared/service_slugs.ts";

const priceText = z.string().regex(/^\d+\.\d{3}$/);
/** A price in a response. */
export const priceField = priceText.describe(
  'Price in euros per litre, text with three decimals, such as "1.799"',
);
/** A daily price. v1 promises a price to all callers that do not pass gaps=null. */
export const dailyPriceField = priceField.nullable().describe(
  'Price in euros per litre, text with three decimals, such as "1.799". Null only with gaps=null, ' +
    "for a day without a price",
);
/** An amount of euros, text with two decimals. */
export const amountField = z.string().regex(/^-?\d+\.\d{2}$/);
/** A difference of prices, as signed text. */
export const differenceField = z.string().regex(/^-?\d+\.\d{3}$/);

/** An instant as text. */
export const instantField = z.iso.datetime({ precision: 3 }).describe("Instant, ISO 8601 in UTC");

/** A day in a response. */
export const dayField = z.iso.date().describe("Day in Europe/Paris, YYYY-MM-DD");

/** A fuel in a response. */
export const fuelField = z.enum(FUELS).describe("Fuel code");

/** A service in a response. */
export const serviceField = z.enum(SERVICES).describe("Service code, as in the services filter");
const nullableText = z.string().max(500).nullable();
const timeText = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const placeFields = {
  id: z.string().max(20).describe("Station ID"),
  name: nullableText.describe("Common name; null if unknown"),
  brand: nullableText.describe(
    "Brand on the sign: the canonical name of a network, or the station's own; null if unknown",
  ),
  address: nullableText.describe("Street address, cleaned up for display; null if unknown"),
  city: nullableText.describe("Town, cleaned up for display; null if unknown"),
  postal_code: nullableText.describe("Postal code with its leading zero; null if unknown"),
  department: nullableText.describe("Department code from the postal code; null if unknown"),
  membersOnly: z.boolean().optional().describe(
    "true if the brand sells to members only; absent otherwise",
  ),
};

const motorwayField = z.boolean().describe(
  "Whether the State lists the station as on a motorway. Service areas on expressways (RN10) are " +
    "not",
);
const automateField = z.boolean().describe("Whether a card terminal sells fuel around the clock");

const dayHoursSchema = z.object({
  day: z.int().min(1).max(7).describe("Weekday, 1 (Monday) to 7 (Sunday)"),
  closed: z.boolean().describe("Whether the shop is closed that day"),
  slots: z.array(z.object({
    open: timeText.describe("HH:MM, Europe/Paris"),
    close: timeText.describe("HH:MM, Europe/Paris; on the next day if not later than open"),
  })).max(10),
});

/** A station with everything known about it. */
export const stationSchema = z.object({
  ...placeFields,
  region: nullableText.describe("Name of the region; null if unknown"),
  latitude: z.number().min(-90).max(90).nullable().describe(
    "Latitude in degrees; null if the source's is wrong",
  ),
  longitude: z.number().min(-180).max(180).nullable().describe(
    "Longitude in degrees; null if the source's is wrong",
  ),
  services: z.array(z.string().max(200)).max(100).describe("Services as the State lists them"),
  service_codes: z.array(serviceField.nullable()).max(100).describe(
    "Codes of the same services in the same order; null for a service without a code",
  ),
  prices: z.array(z.object({
    fuel: fuelField,
    label: z.string().max(20).describe("The State's name of the fuel"),
    price: priceField,
    updated_at: instantField.describe("When the station last set or confirmed this price"),
    in_force: z.boolean().describe(
      "Whether the price counts: the feed lists it, it is at most 30 days old and not suspect, " +
        "the fuel is in stock and the station is not closed",
    ),
    suspect: z.boolean().describe(
      "Whether the price is far from all others and from the station's own past, and no later " +
        "report confirms it. A suspect price counts nowhere",
    ),
  })).max(6).describe("Last known price of each fuel, in the order of the fuel list"),
  out_of_stock: z.array(z.object({
    fuel: fuelField,
    since: instantField,
    kind: z.enum(["temporary", "permanent"]).describe(
      "permanent if the station no longer sells the fuel",
    ),
  })).max(6).describe("Open stock-outs, in the order of the fuel list"),
  closed_since: instantField.nullable().describe(
    "When the whole station closed; while it is closed, none of its prices counts. Null if it is " +
      "not known to be closed",
  ),
  closed_kind: z.enum(["temporary", "permanent"]).nullable().describe(
    "Kind of the closure; null if closed_since is null",
  ),
  motorway: motorwayField,
  automate_24_7: automateField,
  opening_hours: z.array(dayHoursSchema).max(7).nullable().describe(
    "Staffed hours by weekday; null if unknown",
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
    "Price after discounts. Present if the request has litres, consumption, discounts or sort=cost",
  ),
});

/** A station in a list, with its price of one fuel. */
export const stationEntrySchema = entrySchema.extend({
  cost: amountField.optional().describe(
    "Cost of the fill at net_price in euros. Around a point it includes the fuel for the way " +
      "there and back. Present if net_price is",
  ),
  url: z.string().max(300).optional().describe(
    "URL of the station's page; absent if the service does not know its own URL",
  ),
  prices: z.array(z.object({ fuel: fuelField, price: priceField, updated_at: instantField })).max(6)
    .optional()
    .describe("Prices in force of the fuels in the parameter fuels, in the order of the fuel list"),
  out_of_stock_since: instantField.optional().describe(
    "With out_of_stock: when the station reported that it ran out of the fuel. price is then " +
      "0.000 and updated_at is this instant",
  ),
  last_price: priceField.nullable().optional().describe(
    "With out_of_stock: the last known price, no longer in force; null if there is none",
  ),
  last_price_at: instantField.nullable().optional().describe(
    "When last_price was set or confirmed; null if last_price is null",
  ),
});

/** A station in a list around a point. */
export const nearbyEntrySchema = stationEntrySchema.extend({
  distance_km: z.number().min(0).describe(
    "Geodesic distance from the requested point in km, three decimals",
  ),
});

/** A station that a mean or a comparison refers to. */
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

/** The stations with the lowest and the highest price. */
export const extremeFields = {
  min: cheapStationSchema.describe(
    "Station with the lowest price in force; ties by latest report, then by ID",
  ),
  max: cheapStationSchema.describe(
    "Station with the highest price in force; ties by latest report, then by ID",
  ),
};

/** A distance in kilometres. */
export const kmField = z.number().min(0);

/** A station in a list along a line. */
export const routeEntrySchema = entrySchema.extend({
  net_price: priceField.describe("Price after discounts in euros per litre, three decimals"),
  km_along: kmField.describe(
    "Driving distance from the start of the line to its point nearest to the station in km, " +
      "three decimals, measured like length_km",
  ),
  km_off: kmField.describe("Crow-fly distance from the line to the station in km, three decimals"),
  side: z.enum(["left", "right"]).nullable().describe(
    "Side of the line in the direction of travel; null if unknown",
  ),
  detour_km: kmField.describe("Extra distance to drive for a stop there in km, three decimals"),
  detour: z.enum(["none", "estimated", "routed"]).describe(
    "none: the station is on the line. estimated: the detour is twice the distance off the line, " +
      `times ${ROAD_FACTOR}. routed: a routing engine measured the detour on roads`,
  ),
  net_saving: amountField.nullable().describe(
    "Euros saved by filling up here, after paying for the fuel of the detour, compared with the " +
      "dearest station that needs no detour. Text with two decimals, negative if it costs more; " +
      "null if every station needs a detour",
  ),
  open: z.boolean().nullable().describe(
    "Whether the station sold fuel at meta.generated_at, from its card terminal or in its " +
      "staffed hours; null if unknown",
  ),
});

/** Whether the source covers a place. */
export const coveredField = z.boolean().describe(
  "Whether the source covers the place: it has stations only in mainland France and Corsica",
);

/** The means of an area. */
export const aggregateFields = {
  fuelType: fuelField,
  avgPrice1d: priceField.nullable().describe(
    "Mean of the prices in force now; each station counts once. Null if no station has a price",
  ),
  avgPrice3d: priceField.nullable().describe(
    "Mean of the daily means of the last 3 days, today included",
  ),
  avgPrice7d: priceField.nullable().describe(
    "Mean of the daily means of the last 7 days, today included",
  ),
  minPrice1d: priceField.nullable().describe("Lowest price in force now"),
  maxPrice1d: priceField.nullable().describe("Highest price in force now"),
  trend7d: z.enum(["up", "down", "stable", "unknown"]).describe(
    "Direction of change7d: stable up to 0.005 either way, unknown if change7d is null",
  ),
  change7d: differenceField.nullable().describe(
    "Today's mean minus the mean of seven days ago, signed text; null if one of them is unknown",
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
  name: z.string().max(100).describe("Name of the department"),
  region: z.string().max(100).describe("Name of the region"),
  covered: coveredField,
  ...aggregateFields,
  cheapest: z.array(cheapStationSchema).max(5).describe(
    "The five cheapest stations; equal prices by ID",
  ),
});

/** One day of a station's curve. */
export const historyPointSchema = z.object({
  recordedAt: dayField,
  price: dailyPriceField,
  suspect: z.literal(true).optional().describe(
    "true if the price was suspect at the end of the day; absent otherwise. Suspect prices count " +
      "in no mean or extreme",
  ),
});

/** One brand's curve. */
export const brandTrendSchema = z.object({
  brand: z.string().max(500),
  stationCount: z.int().min(1).describe("Stations of the brand whose price is in force now"),
  series: z.array(z.object({ recordedAt: dayField, avgPrice: priceField })).max(90),
  ...extremeFields,
});

/** A station with everything known about it. */
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
/** An object without the fields that may be null. */
export type Known<T> = { [name in keyof T]: Exclude<T[name], null> };
/** One day with a price in a station's curve. */
export type HistoryPoint = Known<z.infer<typeof historyPointSchema>>;
/** One brand's curve. */
export type BrandTrend = z.infer<typeof brandTrendSchema>;
/** A station with its price and the fields that identify it. */
export type CheapStation = z.infer<typeof cheapStationSchema>;
/** A station along a line. */
export type RouteEntry = z.infer<typeof routeEntrySchema>;
