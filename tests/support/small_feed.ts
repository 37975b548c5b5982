/** Writes feeds of a few stations from one line each, and ingests them. @module */

import type { IngestReport } from "../../ingest/report.ts";
import { type IngestOptions, runIngest } from "../../ingest/run_ingest.ts";
import type { Db } from "../../lib/db/db.ts";
import type { Clock } from "../../lib/platform/clock.ts";
import { createTestLog } from "./log.ts";

/** A price: Paris wall-clock time and euros, as the feed writes them. */
export type SmallPrice = { fuel: string; at: string; value: string };

/** A station of a small feed. Missing fields get simple values. */
export type SmallStation = {
  id: number | string;
  address?: string;
  /** Hundred-thousandths of a degree, as in the feed. */
  latitude?: number;
  road?: "A" | "R";
  prices?: SmallPrice[];
  stockOuts?: { fuel: string; since: string; until?: string; kind?: string }[];
};

const FUEL_IDS: Record<string, number> = { Gazole: 1, SP95: 2, E85: 3, GPLc: 4, E10: 5, SP98: 6 };

function toElement(
  { id, address = "1 rue", latitude = 4_884_000, road = "R", prices = [], stockOuts = [] }:
    SmallStation,
): string {
  return [
    `  <pdv id="${id}" latitude="${latitude}" longitude="236000" cp="75012" pop="${road}">`,
    `    <adresse>${address}</adresse>\n    <ville>Paris</ville>`,
    ...prices.map(({ fuel, at, value }) =>
      `    <prix nom="${fuel}" id="${FUEL_IDS[fuel] ?? 9}" maj="${at}" valeur="${value}"/>`
    ),
    ...stockOuts.map(({ fuel, since, until = "", kind = "temporaire" }) =>
      `    <rupture nom="${fuel}" id="${
        FUEL_IDS[fuel] ?? 9
      }" debut="${since}" fin="${until}" type="${kind}"/>`
    ),
    "  </pdv>",
  ].join("\n");
}

/** Returns the XML of a feed with some stations. */
export function toFeed(stations: readonly SmallStation[]): Uint8Array<ArrayBuffer> {
  const head = '<?xml version="1.0" encoding="ISO-8859-1" standalone="yes"?>\n<pdv_liste>\n';
  return new TextEncoder().encode(`${head}${stations.map(toElement).join("\n")}\n</pdv_liste>\n`);
}

/**
 * Returns `count` stations, each with a price of gazole reported at `at`. `change` may alter one of
 * them.
 */
export function toStations(
  count: number,
  at: string,
  change: (station: SmallStation, index: number) => SmallStation | null = (station) => station,
): SmallStation[] {
  return Array.from({ length: count }, (_, index) => (
    change({
      id: 75012001 + index,
      prices: [{ fuel: "Gazole", at, value: `1.${700 + (index % 100)}` }],
    }, index)
  )).filter((station) => station !== null);
}

/** Ingests a feed in this process. `at` is its clock, or an instant at which it stays. */
export async function ingestFeed(
  db: Db,
  bytes: Uint8Array,
  { at, ...options }: IngestOptions & { at: Clock | string },
): Promise<IngestReport> {
  const clock = typeof at === "string" ? () => new Date(at) : at;
  return await runIngest({ db, clock, log: createTestLog().log }, {
    kind: "file",
    name: "feed.xml",
    bytes,
  }, options);
}
