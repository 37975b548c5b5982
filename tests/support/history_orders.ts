/** Loads an archive and snapshots in some order and holds history and means against the naive reading of the same texts. @module */

import { Buffer } from "node:buffer";
import { deepEqual, equal, ok } from "node:assert/strict";
import { backfillArchive } from "../../ingest/archive/backfill.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import { runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import { findChanges } from "../../lib/db/history/series.ts";
import { makeStaleMeans } from "../../lib/db/history/daily_means.ts";
import { carryForward } from "../../lib/domain/price_period.ts";
import { addDays, toParisDay } from "../../lib/shared/paris_time.ts";
import { createTestLog } from "./log.ts";
import { type NaiveSnapshot, readNaiveWorld, type ReadWorld } from "./naive_history.ts";
import { computeNaiveMeans, listNaiveSuspects, naiveEndOfDay, sortRows } from "./naive_means.ts";

/** One step of loading. */
export type LoadStep = { archive: string; nowMs: number } | NaiveSnapshot;

/** What was loaded, read naively once for all orders. `covered`: days of which the archive tells. */
export type Expected = { world: ReadWorld; asOfMs: number };

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** Reads the texts naively. */
export function toExpected(archive: string, snapshots: readonly NaiveSnapshot[]): Expected {
  return { world: readNaiveWorld(archive, snapshots), asOfMs: snapshots[snapshots.length - 1]!.asOfMs };
}

/** A source may tell nothing new, but none of these may be refused. */
function isLoaded({ outcome, message }: { outcome: string; message: string | null }): void {
  ok(outcome === "changed" || outcome === "unchanged", `${outcome}: ${message}`);
}

/** Loads the steps one after the other through the product's own functions, and makes the means that are stale at their end. */
export async function loadSteps(db: Db, steps: readonly LoadStep[]): Promise<void> {
  const { log } = createTestLog();
  for (const step of steps) {
    if ("archive" in step) {
      const deps = { db, log, clock: () => new Date(step.nowMs) };
      const archive = await openArchive({ kind: "bytes", name: "archive", bytes: latin1(step.archive) });
      const report = await backfillArchive(deps, archive, { windowDays: 92 });
      isLoaded(report);
    } else {
      const deps = { db, log, clock: () => new Date(step.asOfMs) };
      const source = { kind: "file" as const, name: "snapshot.xml", bytes: latin1(step.text) };
      const report = await runIngest(deps, source, { force: true });
      isLoaded(report);
    }
  }
  const last = steps[steps.length - 1];
  await makeStaleMeans(db, { now: new Date("archive" in last! ? last.nowMs : last!.asOfMs) });
}

/** Every stored mean of an averaged day equals the naive one; all days before as of's that have data are averaged. */
export async function checkMeans(db: Db, { world, asOfMs }: Expected): Promise<{ days: number; cells: number }> {
  const coverage = await db.query<{ day: string; averaged: boolean }>({ text: "select day, averaged from coverage" });
  const today = toParisDay(new Date(asOfMs));
  deepEqual(coverage.filter(({ day, averaged }) => day < today && !averaged), [], "days before today without a mean");
  const days = coverage.filter(({ day, averaged }) => averaged && day !== today).map(({ day }) => day).sort();
  const rows = await db.query<Record<string, unknown>>({
    text: `select area, fuel, day, sum_milli, min_milli, max_milli, station_count from daily_mean
      where area not like 'brand:%' and day = any($1::date[])`,
    values: [`{${days.join(",")}}`],
  });
  const stored = sortRows(
    rows.map((r) => [r.area, r.fuel, r.day, r.sum_milli, r.min_milli, r.max_milli, r.station_count]),
  );
  const expected = computeNaiveMeans(world, days);
  const differing = expected.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(stored[index]));
  deepEqual(stored[differing], expected[differing]);
  equal(stored.length, expected.length);
  return { days: days.length, cells: stored.length };
}

/** Every station's department, and when those that the newest snapshot leaves out were last seen. */
export async function checkStations(db: Db, { world }: Expected): Promise<void> {
  const rows = await db.query<{ id: number; department: string; last_ms: number | null }>({
    text: `select id, department, case when left_at is not null then extract(epoch from last_seen_at) * 1000 end::float8
      as last_ms from station order by id`,
  });
  const expected = world.stationIds.toSorted((a, b) => a - b).map((id) => {
    return { id, department: world.departments.get(id), last_ms: world.leftMs.get(id) ?? null };
  });
  deepEqual(rows, expected);
}

/** The prices marked as suspect are the naive ones; answers how many. */
export async function checkSuspects(db: Db, { world, asOfMs }: Expected): Promise<number> {
  const text = "select concat(station_id, '/', fuel) as key from current_price where suspect";
  const marked = (await db.query<{ key: string }>({ text })).map(({ key }) => key).sort();
  const facts = world.facts.filter(({ stationId, fuel }) => world.listed.has(`${stationId}/${fuel}`));
  // now counts what stands open, though an archive may know how it will end
  const open = world.interruptions.filter(({ untilMs }) => untilMs === null);
  const interruptions = open.map((interruption) => ({
    ...interruption,
    sinceMs: Math.min(interruption.sinceMs, asOfMs),
  }));
  deepEqual(marked, listNaiveSuspects({ ...world, facts, interruptions }, asOfMs));
  return marked.length;
}

/** The product's curve of stations over 365 days equals the last fact of each day, for every fuel. */
export async function checkHistories(
  db: Db,
  { world, asOfMs }: Expected,
  stationIds: readonly number[],
): Promise<number> {
  let points = 0;
  const today = toParisDay(new Date(asOfMs));
  const days = Array.from({ length: 365 }, (_, index) => addDays(today, index - 364));
  for (const stationId of stationIds) {
    for (let fuel = 1; fuel <= 6; fuel++) {
      const facts = world.facts.filter((fact) =>
        fact.stationId === stationId && fact.fuel === fuel && fact.atMs <= asOfMs + 600_000
      )
        .sort((a, b) => a.atMs - b.atMs);
      const expected = days.flatMap((day) => {
        const last = facts.findLast(({ atMs }) => atMs < naiveEndOfDay(day));
        return last ? [{ recordedAt: day, price: (last.priceMilli / 1000).toFixed(3) }] : [];
      });
      const from = new Date(naiveEndOfDay(addDays(days[0]!, -1)));
      const { observations } = await findChanges(db, { stationId, fuel, from });
      deepEqual(carryForward(observations, { asOf: new Date(asOfMs), days: 365 }), expected);
      points += expected.length;
    }
  }
  return points;
}
