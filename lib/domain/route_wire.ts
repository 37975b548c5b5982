/** The line of a route and the plan of its stops, as the wire shows them. @module */

import { z } from "zod";
import { ROAD_FACTOR } from "../shared/price/real_cost.ts";
import { amountField, instantField, kmField, priceField } from "./wire.ts";

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
  average_price: priceField.nullable().describe("Mean net_price of the stations along the line; null without any"),
});

/** Where to stop and how much to take. */
export const planSchema = z.object({
  feasible: z.boolean().describe("false: no sequence of stops reaches the end with the reserve; stops is empty then"),
  stops: z.array(z.object({
    id: z.string().max(20).describe("Station id"),
    km_along: kmField,
    litres: z.number().min(0).describe("Litres to take, one decimal"),
    net_price: priceField,
    cost: amountField.describe("Euros to pay there"),
  })).max(100),
  litres: z.number().min(0).describe("Litres taken in all"),
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

/** How long and how good a line is. */
export type WireRoute = z.infer<typeof routeMetaSchema>;
/** A plan of stops. */
export type WirePlan = z.infer<typeof planSchema>;
