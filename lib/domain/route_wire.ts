/** The line of a route and its plan of stops in a response. @module */

import { z } from "zod";
import { ROAD_FACTOR } from "../shared/price/real_cost.ts";
import {
  amountField,
  instantField,
  kmField,
  priceField,
  type RouteEntry,
  routeEntrySchema,
} from "./wire.ts";

/** The line of a request. */
export const routeMetaSchema = z.object({
  length_km: kmField.describe("Driving distance along the line in km, without detours"),
  quality: z.enum(["line", "straight", "routed"]).describe(
    "line: the submitted line, or one drawn on roads; detours are estimated. straight: the " +
      "points joined by great circles, which no road follows. routed: a routing engine drew the " +
      "line on roads and measured the detours",
  ),
  estimated: z.boolean().describe(
    "true if some legs follow no road: legs between points that no routing engine joined, and " +
      "legs of 30 km or more in a submitted line. length_km, km_along and plan count these " +
      `legs times ${ROAD_FACTOR}`,
  ),
  corridor_km: kmField.describe("How far from the line stations were searched, in km"),
  average_price: priceField.nullable().describe(
    "Mean net_price of the stations along the line; null if there are none",
  ),
});

const litresField = z.number().min(0);

/** The station of a stop. The list may leave it out. */
const stopStationSchema = routeEntrySchema.pick({
  id: true,
  name: true,
  brand: true,
  address: true,
  city: true,
  latitude: true,
  longitude: true,
  motorway: true,
  price: true,
  net_price: true,
  updated_at: true,
  detour_km: true,
  detour: true,
  open: true,
});

/** Where to stop and how many litres to buy. */
export const planSchema = z.object({
  feasible: z.boolean().describe(
    "false if no sequence of stops reaches the end with the reserve; stops is then empty",
  ),
  stops: z.array(stopStationSchema.extend({
    km_along: kmField.describe(
      "Distance driven until the stop in km; on the way back it includes the way there",
    ),
    litres: litresField.describe("Litres to buy, one decimal"),
    litres_left: litresField.describe("Litres in the tank on arrival at the pump"),
    cost: amountField.describe("Euros to pay there"),
    cheapest_in_reach: z.boolean().describe(
      "true if no station in reach of the previous stop sells these litres for less without a " +
        "longer detour",
    ),
  })).max(100),
  litres_left: litresField.describe("Litres in the tank at the end; 0 if the plan is not feasible"),
  litres: litresField.describe("Litres bought in total"),
  cost: amountField.describe("Euros paid in total, including the fuel of the detours"),
  saves_on_first: amountField.nullable().describe(
    "Euros saved compared with buying the fuel for the line itself at its first station; null if " +
      "the plan has no stop",
  ),
  saves_on_average: amountField.nullable().describe(
    "Euros saved compared with buying the same fuel at the mean price of the stations along the " +
      "line; null if the plan has no stop",
  ),
  older: z.array(z.object({
    id: z.string().max(20).describe("Station ID"),
    net_price: priceField,
    updated_at: instantField,
  })).max(3).optional().describe(
    "Cheaper stops that the plan skipped because their prices are old: prices of that age move " +
      "by more than these stops save. Worth checking; cheapest first",
  ),
});

/** Returns the fields of a listed station that a stop has. */
export function toStopStation(entry: RouteEntry): z.infer<typeof stopStationSchema> {
  return stopStationSchema.parse(entry);
}

/** The length and the quality of a line. */
export type WireRoute = z.infer<typeof routeMetaSchema>;
/** A plan of stops. */
export type WirePlan = z.infer<typeof planSchema>;
