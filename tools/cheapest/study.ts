/**
 * Measures on a year's archive what the cheapest days of a station's last month say of today, and prints the table of
 * docs/data.md: `deno run -A tools/cheapest/study.ts ARCHIVE`.
 *
 * @module
 */

import { checkArchiveStation } from "../../ingest/archive/check_archive.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import { loadTownTable } from "../../ingest/check.ts";
import { decodeStations } from "../../ingest/decode.ts";
import { toSpans } from "../../lib/domain/daily_mean.ts";
import { toPeriods } from "../../lib/domain/price_period.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { toKm } from "../../lib/shared/listed_station.ts";
import { MONTH_DAYS } from "../../lib/shared/own_month.ts";
import { addDays, endOfParisDay } from "../../lib/shared/paris_time.ts";
import { MIN_AROUND, STANDING_KM } from "../../lib/shared/standing.ts";

/** No price of an archive is later. */
const NOW_MS = Date.UTC(2027, 0, 1);
/** Days between those that are looked at: every seventh would always be the same weekday. */
const EVERY_DAYS = 5;
/** Shares of a month from which the columns count; the last one has no day that fails. */
const BUCKETS = [0, 0.25, 0.5, 0.75, 1] as const;

/** A station with its prices in force at the ends of the year's days, by fuel and day; 0: none. */
type Member = { lat: number; lng: number; prices: Int16Array[] };

function toDays(year: number): number[] {
  const days: number[] = [];
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
    days.push(endOfParisDay(day).getTime());
  }
  return days;
}

/** The stations of an archive that have a position. Stock-outs interrupt prices as they do in the product. */
async function readMembers(path: string, endsMs: readonly number[]): Promise<Member[]> {
  const towns = await loadTownTable();
  const archive = await openArchive({ kind: "file", path });
  const members: Member[] = [];
  for await (const raw of decodeStations(archive.xml)) {
    const { station, prices, stockOuts } = checkArchiveStation(raw, { nowMs: NOW_MS, towns });
    if (!station?.position) continue;
    const byFuel = FUELS.map((_, index) => {
      const told = new Map(prices.filter(({ fuel }) => fuel === index + 1).map((fact) => [fact.atMs, fact]));
      const periods = toPeriods([...told.values()].sort((a, b) => a.atMs - b.atMs));
      const row = new Int16Array(endsMs.length);
      for (const { fromMs, toMs, priceMilli } of toSpans(periods, stockOuts.filter(({ fuel }) => fuel === index + 1))) {
        endsMs.forEach((endMs, day) => endMs > fromMs && endMs <= toMs && (row[day] = priceMilli));
      }
      return row;
    });
    members.push({ ...station.position, prices: byFuel });
  }
  return members;
}

/** Of each station, those within a radius, itself first. */
function findNeighbours(members: readonly Member[], radiusKm: number): Member[][] {
  const latSpan = radiusKm / 110;
  return members.map((member) => [
    member,
    ...members.filter((other) =>
      other !== member && Math.abs(other.lat - member.lat) < latSpan && toKm(member, other) <= radiusKm
    ),
  ]);
}

/** How often something was so, of how many times it could be. */
class Rate {
  hits = 0;
  count = 0;

  add(isHit: boolean): void {
    this.count++;
    if (isHit) this.hits++;
  }

  addAll({ hits, count }: Rate): void {
    this.hits += hits;
    this.count += count;
  }

  toString(): string {
    return this.count === 0 ? "–" : `${((100 * this.hits) / this.count).toFixed(0)} %`;
  }
}

/** What one radius and fuel came to. */
class Tally {
  /** The station that was the cheapest on most days is a cheapest one today. */
  readonly champion = new Rate();
  /** One station of the neighbourhood, whichever, is: what chance would come to. */
  readonly anyone = new Rate();
  /** A station that was the cheapest on such a share of the days is today. */
  readonly byShare = BUCKETS.map(() => new Rate());

  addAll(other: Tally): void {
    this.champion.addAll(other.champion);
    this.anyone.addAll(other.anyone);
    this.byShare.forEach((rate, index) => rate.addAll(other.byShare[index]!));
  }

  toRow(name: string): string {
    return `| ${[name, this.champion.count, this.champion, this.anyone, ...this.byShare].join(" | ")} |`;
  }
}

/** The lowest price of each day among some rows, 0 where fewer than enough have one. */
function findLowest(rows: readonly Int16Array[], days: number): Int16Array {
  const lowest = new Int16Array(days);
  for (let day = 0; day < days; day++) {
    let [count, least] = [0, Infinity];
    for (const row of rows) {
      const milli = row[day]!;
      if (milli === 0) continue;
      count++;
      if (milli < least) least = milli;
    }
    if (count >= MIN_AROUND) lowest[day] = least;
  }
  return lowest;
}

/** Share of the month before a day on which a row was at the lowest price, and its mean there; null without enough days. */
function toShare(row: Int16Array, lowest: Int16Array, today: number): { share: number; mean: number } | null {
  let [known, hits, sum] = [0, 0, 0];
  for (let day = today - MONTH_DAYS; day < today; day++) {
    if (row[day] === 0 || lowest[day] === 0) continue;
    known++;
    sum += row[day]!;
    if (row[day] === lowest[day]) hits++;
  }
  return known < MONTH_DAYS * 2 / 3 ? null : { share: hits / known, mean: sum / known };
}

function lookAt(rows: readonly Int16Array[], today: number, lowest: Int16Array, tally: Tally): void {
  const priced = rows.filter((row) => row[today]! > 0);
  if (lowest[today] === 0) return;
  const [own] = rows;
  const known = priced.map((row) => ({ row, month: toShare(row, lowest, today) })).filter(({ month }) => month);
  const isLowest = (row: Int16Array) => row[today] === lowest[today];
  const self = known.find(({ row }) => row === own)?.month;
  if (self) tally.byShare[BUCKETS.findLastIndex((from) => self.share >= from)]!.add(isLowest(own!));
  if (known.length < MIN_AROUND) return;
  const [champion] = known.sort((a, b) => b.month!.share - a.month!.share || a.month!.mean - b.month!.mean);
  tally.champion.add(isLowest(champion!.row));
  for (const { row } of known) tally.anyone.add(isLowest(row));
}

function measure(neighbourhoods: readonly Member[][], fuel: number, days: number): Tally {
  const tally = new Tally();
  for (const around of neighbourhoods) {
    if (!around[0]!.prices[fuel]!.some((milli) => milli > 0)) continue;
    const rows = around.map(({ prices }) => prices[fuel]!).filter((row) => row.some((milli) => milli > 0));
    const lowest = findLowest(rows, days);
    // prices told before the year are unknown, so the first month has no whole neighbourhoods
    for (let today = 2 * MONTH_DAYS; today < days; today += EVERY_DAYS) lookAt(rows, today, lowest, tally);
  }
  return tally;
}

async function main(path: string, year: number): Promise<void> {
  const endsMs = toDays(year);
  const members = await readMembers(path, endsMs);
  console.log(`${members.length} stations with a position, ${year}\n`);
  for (const radiusKm of STANDING_KM) {
    const neighbourhoods = findNeighbours(members, radiusKm);
    const names = BUCKETS.map((from, index) => {
      const to = BUCKETS[index + 1];
      return to === undefined ? "all days" : `from ${from * 100} to under ${to * 100} %`;
    });
    console.log(`| within ${radiusKm} km | cases | cheapest of the month | any | ${names.join(" | ")} |`);
    const all = new Tally();
    FUELS.forEach((name, fuel) => {
      const tally = measure(neighbourhoods, fuel, endsMs.length);
      console.log(tally.toRow(name));
      all.addAll(tally);
    });
    console.log(all.toRow("all"));
  }
}

if (import.meta.main) {
  const [path, year = "2025"] = Deno.args;
  if (!path) {
    console.error("Name the archive of a year, and the year");
    Deno.exit(2);
  }
  await main(path, Number(year));
}
