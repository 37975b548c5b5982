/** Finds the stations along a line in the snapshot: the same results as by SQL, without the database. @module */

import type { AlongStation } from "../db/current/route.ts";
import { runInSlices } from "../db/slices.ts";
import type { EarthPoint } from "../domain/place/earth.ts";
import { findAlong, type Line } from "../domain/route_line.ts";
import { createOfferTest, type SnapshotFilter, toFound } from "./search.ts";
import type { Snapshot } from "./snapshot.ts";

/** Prices in force within `offM` metres of a line, in no order. */
export async function findAlongInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & { line: Line; offM: number },
): Promise<AlongStation[]> {
  const { index, points } = snapshot;
  const isOffered = createOfferTest(snapshot, options);
  const steps = findAlong(options.line, {
    offM: options.offM,
    find: (west, south, east, north) => index.range(west, south, east, north).filter(isOffered),
    pointOf: (rank): EarthPoint => [points[3 * rank]!, points[3 * rank + 1]!, points[3 * rank + 2]!],
  });
  const positions = await runInSlices(steps);
  const ranks = [...positions.keys()];
  const found = toFound(snapshot, { fuel: options.fuel, ranks, metres: ranks.map(() => 0) });
  return found.map(({ station, price }, at) => ({ station, price, position: positions.get(ranks[at]!)! }));
}
