/** Finds the stations along a line in the snapshot: the same answers as the SQL, without the database. @module */

import type { AlongStation } from "../db/current/route.ts";
import { runInSlices } from "../db/slices.ts";
import type { EarthPoint } from "../domain/earth.ts";
import { findAlong, type Line } from "../domain/route_line.ts";
import { offeredOf, type SnapshotFilter } from "./search.ts";
import type { Snapshot } from "./snapshot.ts";

/** Prices in force within `offM` metres of a line, in no order. */
export async function findAlongInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & { line: Line; offM: number },
): Promise<AlongStation[]> {
  const { index, located, points } = snapshot;
  const steps = findAlong(options.line, {
    offM: options.offM,
    find: (west, south, east, north) =>
      index.range(west, south, east, north).filter((entry) => offeredOf(snapshot, located[entry]!, options)),
    pointOf: (entry): EarthPoint => [points[3 * entry]!, points[3 * entry + 1]!, points[3 * entry + 2]!],
  });
  return Array.from(await runInSlices(steps), ([entry, position]) => {
    const station = located[entry]!;
    return { station: station.record, price: offeredOf(snapshot, station, options)!, position };
  });
}
