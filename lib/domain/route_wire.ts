/** The line of a route and the plan of its stops, as the wire shows them. @module */

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

/** The line of a question. */
export const routeMetaSchema = z.object({
  length_km: kmField.describe("How far one drives along the line, km, without detours"),
  quality: z.enum(["line", "straight", "routed"]).describe(
    "line: as it was sent, or drawn on roads, detours estimated; straight: the points joined by great circles, which no road " +
      "follows; routed: drawn on roads by a routing engine, which also measured the detours",
  ),
  estimated: z.boolean().describe(
    `true: no road follows some legs, which length_km, km_along and plan count times ${ROAD_FACTOR}: those ` +
      "between points that no engine joined, and those of 30 km and more of a line that was sent",
  ),
  corridor_km: kmField.describe("How far off the line stations were looked for, km"),
  average_price: priceField.nullable().describe(
    "Mean net_price of the stations along the line; null without any",
  ),
});

const litresField = z.number().min(0);

/** The station of a stop, which the list may leave out. */
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

/** Where to stop and how much to take. */
export const planSchema = z.object({
  feasible: z.boolean().describe(
    "false: no sequence of stops reaches the end with the reserve; stops is empty then",
  ),
  stops: z.array(stopStationSchema.extend({
    km_along: kmField.describe(
      "Where the plan stops, km of the way; on the way back it counts on from the turn",
    ),
    litres: litresField.describe("Litres to take, one decimal"),
    litres_left: litresField.describe("Litres in the tank on arrival at the pump"),
    cost: amountField.describe("Euros to pay there"),
    cheapest_in_reach: z.boolean().describe(
      "true: no station in reach from the stop before could sell these litres for less without a longer detour",
    ),
  })).max(100),
  litres_left: litresField.describe("Litres in the tank at the end; 0 without a feasible plan"),
  litres: litresField.describe("Litres taken in all"),
  cost: amountField.describe("Euros paid in all, the fuel of the detours included"),
  saves_on_first: amountField.nullable().describe(
    "Euros saved against taking what the way itself needs at the first station of the line; null without a stop",
  ),
  saves_on_average: amountField.nullable().describe(
    "Euros saved against taking that at the mean price of the stations along the line; null without a stop",
  ),
  older: z.array(z.object({
    id: z.string().max(20).describe("Station id"),
    net_price: priceField,
    updated_at: instantField,
  })).max(3).optional().describe(
    "Cheaper stops that the plan passed over, since prices of their age move by more than their lead: to be checked; the " +
      "cheapest first",
  ),
});

/** The fields of a listed station that a stop carries. */
export function toStopStation(entry: RouteEntry): z.infer<typeof stopStationSchema> {
  return stopStationSchema.parse(entry);
}

/** How long and how good a line is. */
export type WireRoute = z.infer<typeof routeMetaSchema>;
/** A plan of stops. */
export type WirePlan = z.infer<typeof planSchema>;
