/** Reads the published history, year archives and the four departments' JSON files, into runs of prices by column. @module */

import { checkArchiveStation } from "../../ingest/archive/check_archive.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import { loadTownTable } from "../../ingest/check.ts";
import { decodeStations } from "../../ingest/decode.ts";
import type { PriceFact } from "../../lib/domain/fact.ts";
import { isPlausible } from "../../lib/domain/plausibility.ts";
import { type PricePeriod, type PricePoint, toPeriods } from "../../lib/domain/price_period.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import { parisWallToInstantMs } from "../../lib/shared/paris_time.ts";

/** A column of whole numbers that grows. */
export class Column {
  #values = new Int32Array(1 << 16);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.length++] = value;
  }

  /** The value of a row; there must be one. */
  at(index: number): number {
    return this.#values[index]!;
  }
}

/** The rows of one station and fuel, from `first` until before `end`. */
export type Pair = { stationId: number; department: string; fuel: number; first: number; end: number };

/** Periods of prices by station, then fuel, then time. */
export class Series {
  readonly pairs: Pair[] = [];
  readonly #milli = new Column();
  readonly #atS = new Column();
  /** Confirmations of all rows one after the other, and where those of each row end. */
  readonly #confirmedS = new Column();
  readonly #confirmedEnd = new Column();

  /** Adds all facts of one station and fuel; of several of one instant the last one counts. */
  add(pair: Omit<Pair, "first" | "end">, reported: PricePoint[]) {
    const points = [...new Map(reported.map((point) => [point.atMs, point])).values()].sort((a, b) => a.atMs - b.atMs);
    const first = this.#milli.length;
    for (const { priceMilli, atMs, confirmedAtMs } of toPeriods(points)) {
      this.#milli.push(priceMilli);
      this.#atS.push(Math.floor(atMs / 1000));
      for (const ms of confirmedAtMs) this.#confirmedS.push(Math.floor(ms / 1000));
      this.#confirmedEnd.push(this.#confirmedS.length);
    }
    if (this.#milli.length > first) this.pairs.push({ ...pair, first, end: this.#milli.length });
  }

  /** The ascending periods of a pair. */
  periodsOf({ first, end }: Pair): PricePeriod[] {
    return Array.from({ length: end - first }, (_, index) => {
      const row = first + index;
      const from = row === 0 ? 0 : this.#confirmedEnd.at(row - 1);
      const confirmedAtMs = Array.from(
        { length: this.#confirmedEnd.at(row) - from },
        (_, number) => this.#confirmedS.at(from + number) * 1000,
      );
      return { atMs: this.#atS.at(row) * 1000, priceMilli: this.#milli.at(row), confirmedAtMs };
    });
  }
}

function groupByFuel(facts: readonly PriceFact[]): Map<number, PricePoint[]> {
  const groups = new Map<number, PricePoint[]>();
  for (const fact of facts) groups.set(fact.fuel, [...groups.get(fact.fuel) ?? [], fact]);
  return groups;
}

/** Reads a year's archive, checked as the product checks it. */
export async function readArchive(path: string, nowMs: number): Promise<Series> {
  const series = new Series();
  const towns = await loadTownTable();
  const archive = await openArchive({ kind: "file", path });
  for await (const raw of decodeStations(archive.xml)) {
    const { station, prices } = checkArchiveStation(raw, { nowMs, towns });
    if (station === null) continue;
    for (let fuel = 1; fuel <= 6; fuel++) {
      const told = prices.filter((fact) => fact.fuel === fuel);
      series.add({ stationId: station.id, fuel, department: station.department ?? "-" }, told);
    }
  }
  return series;
}

const NAMES = ["Gazole", "SP95", "SP98", "E10", "E85", "GPLc"];
const BLOCK = 512;

/** Members of a tar: name and bytes. */
async function* readTar(path: string): AsyncGenerator<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const tar = await Deno.readFile(path);
  const text = (from: number, length: number) => new TextDecoder().decode(tar.subarray(from, from + length));
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const name = text(at, 100).replace(/\0.*$/s, "");
    const size = parseInt(text(at + 124, 12), 8);
    yield { name, bytes: tar.slice(at + BLOCK, at + BLOCK + size) };
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Reads a tar of one JSON file per station (`…/<department>/<id>.json.gz`: rows of fuel, price, Paris wall clock). */
export async function readStationFiles(path: string): Promise<Series> {
  const series = new Series();
  for await (const { name, bytes } of readTar(path)) {
    const match = /\/(\w+)\/(\d+)\.json\.gz$/.exec(name);
    if (!match) continue;
    const rows = await gunzip(bytes) as [string, string, string][];
    const stationId = Number(match[2]);
    const facts = rows.map(([fuelName, value, at]) => ({
      stationId,
      fuel: NAMES.indexOf(fuelName) + 1,
      priceMilli: Math.round(Number(value) * (Number(value) >= 100 ? 1 : 1000)),
      atMs: parisWallToInstantMs(Date.parse(`${at.slice(0, 19)}Z`)),
    })).filter(({ fuel, priceMilli }) => fuel > 0 && isPlausible(fuelOfNumber(fuel), priceMilli));
    for (const [fuel, points] of groupByFuel(facts)) series.add({ stationId, fuel, department: match[1]! }, points);
  }
  return series;
}
