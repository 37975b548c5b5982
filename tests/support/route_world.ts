/** Scatters stations over a network of roads, each with one valid price. @module */

import type { Queryable } from "../../lib/db/db.ts";
import type { GraphSize, Place } from "./road_graph.ts";
import { insertJson, RANDOM_AS_OF } from "./random_state.ts";

export type PlainStation = Place & { id: string; motorway: boolean; priceMilli: number };

/** Returns random stations within the network, some at the same place. */
export function scatterStations(
  { south, west, rows, columns, stepLat, stepLng }: GraphSize,
  { count, random }: { count: number; random: () => number },
): PlainStation[] {
  const toDegrees = (value: number) => Math.round(value * 1e5) / 1e5;
  return Array.from({ length: count }, (_, i) => ({
    id: String(10_000_000 + i),
    lat: toDegrees(south + random() * (rows - 1) * stepLat),
    lng: toDegrees(west + random() * (columns - 1) * stepLng),
    motorway: random() < 0.1,
    priceMilli: 1_600 + Math.floor(random() * 300),
  }));
}

function toStationRow({ id, lat, lng, motorway }: PlainStation) {
  return {
    id: Number(id),
    postal_code: "75000",
    department: "75",
    address: `${id} rue de l'Essai`,
    city: "Essai",
    position: `SRID=4326;POINT(${lng} ${lat})`,
    motorway,
    automate_24_7: true,
    first_seen_at: "2020-01-01T00:00:00Z",
    last_seen_at: RANDOM_AS_OF,
  };
}

/** Inserts stations, each with a price of gazole that is an hour old. */
export async function insertStations(
  db: Queryable,
  stations: readonly PlainStation[],
): Promise<void> {
  await insertJson(db, "station", stations.map(toStationRow));
  const updated_at = new Date(RANDOM_AS_OF.getTime() - 3_600_000);
  const prices = stations.map(({ id, priceMilli }) => (
    { station_id: Number(id), fuel: 1, price_milli: priceMilli, updated_at, listed: true }
  ));
  await insertJson(db, "current_price", prices);
  const state =
    "update data_state set revision = revision + 1, as_of = $1, feed_at = $1, source = 'file'";
  await db.query({ text: state, values: [RANDOM_AS_OF] });
}
