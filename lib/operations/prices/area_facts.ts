/** Reads the means and the cheapest stations of an area. @module */

import { getAreaTally } from "../../db/history/series.ts";
import type { DataState } from "../../db/data_state.ts";
import { emptyTally, toAggregate } from "../../domain/price/aggregate.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { toCheapStation } from "../../domain/station/station_record.ts";
import type { Aggregate, CheapStation } from "../../domain/wire.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import { toParisDay } from "../../shared/time/paris_time.ts";
import { areaKey, type Snapshot } from "../../snapshot/snapshot.ts";
import { type Backend, requireState } from "../operation.ts";
import { findDepartmentInSnapshot } from "./department_stations.ts";
import { toKnownWeek } from "./known_days.ts";

/** How many of the cheapest stations of a department a response has. */
const MAX_CHEAPEST = 5;

/** A fuel in an area: 'FR' or a department's canonical code. */
type AreaQuestion = { area: string; fuel: Fuel };

/** The means of an area, its cheapest stations, and the `meta` about known days. */
export type AreaAnswer = {
  aggregate: Aggregate;
  cheapest: CheapStation[];
  known: object;
  state: DataState;
};

/** Today's tally of an area, and past means in thousandths by day. */
export type Facts = Pick<Parameters<typeof toAggregate>[0], "tally" | "past">;
type AreaFacts = Facts & Pick<Awaited<ReturnType<typeof getAreaTally>>, "cheapest">;

function toAnswer(
  { tally, past, cheapest }: AreaFacts,
  { fuel, state }: { fuel: Fuel; state: DataState },
): AreaAnswer {
  const today = toParisDay(new Date(state.asOfMs));
  const aggregate = toAggregate({ fuel, today, tally, past });
  const known = toKnownWeek(today, (day) => day === today ? tally.count > 0 : past.has(day));
  return { aggregate, cheapest: cheapest.map(toCheapStation), known, state };
}

/** Returns the tally and the past means of an area from the snapshot. */
export function readFacts({ tallies, means }: Snapshot, { area, fuel }: AreaQuestion): Facts {
  const key = areaKey(area, fuelNumber(fuel));
  return { tally: tallies.get(key) ?? emptyTally(), past: means.get(key) ?? new Map() };
}

/** Returns the prices of an area from the snapshot. */
export function aggregateFromSnapshot(
  snapshot: Snapshot,
  { area, fuel }: AreaQuestion,
): AreaAnswer {
  const department = { department: area, fuel: fuelNumber(fuel) };
  const found = area === "FR" ? [] : findDepartmentInSnapshot(snapshot, department);
  const facts = { ...readFacts(snapshot, { area, fuel }), cheapest: found.slice(0, MAX_CHEAPEST) };
  return toAnswer(facts, { fuel, state: snapshot.state });
}

/**
 * Returns the prices of an area from the database. Throws SERVICE_UNAVAILABLE before the first
 * ingest.
 */
export async function aggregateFromDatabase(
  backend: Backend,
  { area, fuel }: AreaQuestion,
): Promise<AreaAnswer> {
  const read = await getAreaTally(backend.db, {
    area,
    fuel: fuelNumber(fuel),
    maxAgeDays: IN_FORCE_DAYS,
  });
  return toAnswer(read, { fuel, state: requireState(read.state, backend) });
}
