/** Reads a year's archive into memory, for the measurements behind the rules on prices. @module */

import { openArchive } from "../ingest/archive/open_archive.ts";
import { checkEntry, loadTownTable } from "../ingest/check.ts";
import { decodeStations } from "../ingest/decode.ts";
import type { JudgedDay } from "../lib/domain/price/daily_mean.ts";
import { type PricePeriod, toPeriods } from "../lib/domain/price/price_period.ts";
import { addDays, endOfParisDay, startOfParisDay } from "../lib/shared/time/paris_time.ts";

/** A station with its periods by fuel (1 to 6). */
export type YearStation = {
  id: number;
  department: string | null;
  position: { lat: number; lng: number } | null;
  fuels: Map<number, PricePeriod[]>;
};

/**
 * Reads the stations of the archive that the first argument names. Exits with 2 if it is missing.
 */
export async function readYear(): Promise<YearStation[]> {
  const [path] = Deno.args;
  if (!path) {
    console.error(
      "Usage: deno run -A <this file> PrixCarburants_annuel_2025.xml.xz (or .zip, .xml)",
    );
    Deno.exit(2);
  }
  const archive = await openArchive({ kind: "file", path });
  const context = { nowMs: Date.now(), towns: await loadTownTable() };
  const stations: YearStation[] = [];
  for await (const raw of decodeStations(archive.xml)) {
    const { entry } = checkEntry(raw, context);
    if (!entry) continue;
    const fuels = Map.groupBy(entry.prices, ({ fuel }) => fuel);
    stations.push({
      id: entry.station.id,
      department: entry.station.department,
      position: entry.station.position,
      fuels: new Map(
        [...fuels].map(([fuel, facts]) => [
          fuel,
          toPeriods(facts.toSorted((a, b) => a.atMs - b.atMs)),
        ]),
      ),
    });
  }
  await archive.close();
  return stations;
}

/** Returns the days of the year that most prices are from. */
export function toDays(stations: readonly YearStation[]): { day: string; judged: JudgedDay }[] {
  const years = new Map<string, number>();
  for (const { fuels } of stations) {
    for (const periods of fuels.values()) {
      for (const { atMs } of periods) {
        const year = new Date(atMs).toISOString().slice(0, 4);
        years.set(year, (years.get(year) ?? 0) + 1);
      }
    }
  }
  const [year] = [...years].sort((a, b) => b[1] - a[1])[0]!;
  const days: { day: string; judged: JudgedDay }[] = [];
  let previousEndMs = -Infinity;
  for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1)) {
    const endMs = endOfParisDay(day).getTime();
    days.push({ day, judged: { startMs: startOfParisDay(day).getTime(), endMs, previousEndMs } });
    previousEndMs = endMs;
  }
  return days;
}

/** Returns a share as a text in percent. */
export function toPercent(count: number, of: number): string {
  return of === 0 ? "–" : `${(100 * count / of).toFixed(1)} %`;
}
