/** A station's curve: one point per day. @module */

import { z } from "zod";
import { findChanges } from "../db/history.ts";
import { getStateRow } from "../db/state.ts";
import { carryForward } from "../domain/locf.ts";
import { fuelParam, stationIdParam } from "../domain/params.ts";
import { historyPointSchema } from "../domain/wire.ts";
import { fuelNumber } from "../shared/fuels.ts";
import { addDays, startOfParisDay, toParisDay } from "../shared/paris_time.ts";
import { parseStationId } from "./lookup_station.ts";
import { type DataState, defineOperation, type Deps } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";

async function stateNow(deps: Deps): Promise<DataState> {
  const snapshot = deps.snapshots.current();
  return snapshot ? stateOfSnapshot(snapshot) : requireState(await getStateRow(deps.db), deps);
}

function startOfWindow(asOfMs: number, days: number): Date {
  return startOfParisDay(addDays(toParisDay(new Date(asOfMs)), 1 - days));
}

/** `GET /api/v1/prices/history/{stationId}`: last observation carried forward; an unknown station gives no points. */
export const priceHistory = defineOperation({
  id: "priceHistory",
  tool: "get_price_history",
  path: "/api/v1/prices/history/{stationId}",
  pathParams: ["stationId"],
  title: "Price history of a station",
  description:
    "One point per day, ascending: the last price known at the end of that Europe/Paris day (today: now), carried " +
    "forward over days without a change. Days before the first known price have no point; an unknown station has none.",
  toolDescription:
    "Answers how the price of one fuel developed at one station: one point per day, the last price known at the end of the day " +
    "(Europe/Paris), carried forward. Euros per litre as text. Use it with an id from search_stations_nearby for 'is it " +
    "cheaper than last month here'. An unknown station gives an empty series.",
  cacheS: 60,
  input: z.strictObject({
    stationId: stationIdParam,
    fuel: fuelParam,
    days: z.int().min(1).max(365).default(30).describe("How many days, today included, 1 to 365"),
  }),
  output: z.array(historyPointSchema).max(365),
  meta: { count: z.int().min(0).describe("Points in data"), fuel: fuelParam },
  async run(deps, { stationId, fuel, days }) {
    const id = parseStationId(stationId);
    const before = await stateNow(deps);
    if (id === null) return { data: [], meta: { count: 0, fuel }, state: before };
    const from = startOfWindow(before.asOfMs, days);
    const read = await findChanges(deps.db, { stationId: id, fuel: fuelNumber(fuel), from });
    const state = requireState(read.state, deps);
    // as of may have moved to a new day meanwhile: the window read is then a day too wide, which carrying forward ignores.
    const data = carryForward(read.observations, { asOf: new Date(state.asOfMs), days });
    return { data, meta: { count: data.length, fuel }, state };
  },
});
