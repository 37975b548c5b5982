/** Finds the stations with prices in force along a line. @module */

import { toEarthPoint } from "../../domain/place/earth.ts";
import { findAlong, type Line, type LinePosition } from "../../domain/route_line.ts";
import type { Queryable } from "../db.ts";
import { runInSlices } from "../../shared/slices.ts";
import type { StoredState } from "../data_state.ts";
import { findBy, type FoundFilter, type PricedStation } from "./stations.ts";

/** A station with its price of a fuel, and its position along the line. */
export type AlongStation = PricedStation & { position: LinePosition };

// The line comes in short stretches, since the index compares the box around each. Their edges are
// geodesics, so the radius is a little too large; findAlong() decides.
const ALONG = {
  name: "along",
  from: `select distinct id, motorway, left_at, 0::float8 as metres
      from unnest($stretches::text[]) stretch
      join station on st_dwithin(position, st_geogfromtext(stretch), $offM::float8 * 1.01 + 10)`,
  order: "p.price_milli",
};

function toWkt(line: Line): string[] {
  return line.stretches.map(({ first, last }) => {
    const pairs = line.places.slice(first, last + 1).map(({ lat, lng }) => `${lng} ${lat}`);
    return `LINESTRING(${pairs.join(",")})`;
  });
}

/**
 * Returns the prices in force within `offM` metres of a line, in any order, with the state they
 * were read at.
 */
export async function findAlongLine(
  db: Queryable,
  { line, offM, ...filter }: FoundFilter & { line: Line; offM: number },
): Promise<{ state: StoredState; total: number; found: AlongStation[] }> {
  const { state, found } = await findBy(db, ALONG, { ...filter, stretches: toWkt(line), offM });
  const places = found.map(({ station }) => ({ lat: station.lat!, lng: station.lng! }));
  const points = places.map(toEarthPoint);
  const steps = findAlong(line, {
    offM,
    find: (west, south, east, north) =>
      [...places.keys()].filter((i) => {
        const { lat, lng } = places[i]!;
        return lat >= south && lat <= north && lng >= west && lng <= east;
      }),
    pointOf: (i) => points[i]!,
  });
  const along = Array.from(
    await runInSlices(steps),
    ([i, position]) => ({ ...found[i]!, position }),
  );
  return { state, total: along.length, found: along };
}
