/** One station with everything known of it. @module */

import { z } from "zod";
import { getStation } from "../db/stations.ts";
import { DomainError } from "../domain/errors.ts";
import { stationIdParam } from "../domain/params.ts";
import { toStation } from "../domain/station_record.ts";
import { stationSchema } from "../domain/wire.ts";
import { quoteValue } from "./input.ts";
import { defineOperation } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";

/** The id as the database's number, or null when no station can have it (ids are integers without a leading zero). */
export function parseStationId(id: string): number | null {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
}

function notFound(id: string): never {
  throw new DomainError("STATION_NOT_FOUND", `No station has the id ${quoteValue(id)}`);
}

/** `GET /api/v1/stations/{id}`. A station that left the feed is still found. */
export const lookupStation = defineOperation({
  id: "lookupStation",
  tool: "lookup_station",
  path: "/api/v1/stations/{id}",
  pathParams: ["id"],
  title: "One station in full",
  description:
    "A station with every last known price, its stock-outs, hours and services. One that left the feed is still found; " +
    "its `last_seen_at` then stands still and none of its prices is in force.",
  toolDescription:
    "Answers everything known about one French filling station: all fuels with price (euros per litre, text), age and whether " +
    "the price is in force, stock-outs, opening hours, services, address. Use it when you have a station id, for example from " +
    "search_stations_nearby. Next: get_price_history for the curve of one fuel.",
  cacheS: 60,
  input: z.strictObject({ id: stationIdParam }),
  output: stationSchema,
  async run(deps, { id }) {
    const number = parseStationId(id);
    const snapshot = deps.snapshots.current();
    const pictured = snapshot?.byId.get(id);
    if (snapshot && pictured) {
      const data = toStation(pictured.record, { ...pictured, asOfMs: snapshot.asOfMs });
      return { data, meta: {}, state: stateOfSnapshot(snapshot) };
    }
    if (number === null) notFound(id);
    const { state: row, known } = await getStation(deps.db, number);
    const state = requireState(row, deps);
    if (!known) notFound(id);
    return { data: toStation(known.station, { ...known, asOfMs: state.asOfMs }), meta: {}, state };
  },
});
