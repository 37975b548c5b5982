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
import { computeNaiveMeans, isSuspectAt, judgeWorld, naiveEndOfDay, sortRows } from "./naive_means.ts";
import type { NaiveReport } from "./naive_suspect.ts";

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

/** All reports with the verdicts of the naive reading. */
async function judgeNaively(db: Db, { world, asOfMs }: Expected): Promise<Map<string, NaiveReport[]>> {
  const facts = world.facts.filter(({ stationId, fuel }) => world.listed.has(`${stationId}/${fuel}`));
  // now counts what is open, though an archive may contain its end
  const open = world.interruptions.filter(({ untilMs }) => untilMs === null);
  const interruptions = open.map((interruption) => ({
    ...interruption,
    sinceMs: Math.min(interruption.sinceMs, asOfMs),
  }));
  const today = toParisDay(new Date(asOfMs));
  const coverage = await db.query<{ day: string }>({ text: "select day from coverage order by day" });
  const days = coverage.map(({ day }) => day).filter((day) => day < today);
  return judgeWorld({ past: world, now: { ...world, facts, interruptions } }, { days, asOfMs });
}

/** The prices marked as suspect are the naive ones; returns how many. */
export async function checkSuspects(db: Db, expected: Expected): Promise<number> {
  const text = `select concat(station_id, '/', fuel) as key, suspect,
    (extract(epoch from updated_at) * 1000)::float8 as "updatedMs" from current_price`;
  const rows = await db.query<{ key: string; suspect: boolean; updatedMs: number }>({ text });
  const marked = rows.filter(({ suspect }) => suspect).map(({ key }) => key).sort();
  const reports = await judgeNaively(db, expected);
  const updated = new Map(rows.map(({ key, updatedMs }) => [key, updatedMs]));
  // an archive that comes before any feed may know of a later price than the feeds: that one has no mark yet
  const isCurrent = (key: string, list: NaiveReport[]) => {
    const last = list.findLast(({ atMs }) => atMs <= expected.asOfMs);
    return last !== undefined && updated.get(key)! >= last.atMs && updated.get(key)! <= expected.asOfMs;
  };
  const naive = [...reports].filter(([key, list]) => isCurrent(key, list) && isSuspectAt(list, expected.asOfMs + 1));
  deepEqual(marked, naive.map(([key]) => key).sort());
  return marked.length;
}

/** The product's curve of stations over 365 days equals the last fact of each day, for every fuel. */
export async function checkHistories(
  db: Db,
  { world, asOfMs }: Expected,
  stationIds: readonly number[],
): Promise<number> {
  let points = 0;
  const reports = await judgeNaively(db, { world, asOfMs });
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
        if (!last) return [];
        const point = { recordedAt: day, price: (last.priceMilli / 1000).toFixed(3) };
        const endMs = Math.min(naiveEndOfDay(day), asOfMs + 600_001);
        return [isSuspectAt(reports.get(`${stationId}/${fuel}`)!, endMs) ? { ...point, suspect: true } : point];
      });
      const from = new Date(naiveEndOfDay(addDays(days[0]!, -1)));
      const { observations } = await findChanges(db, { stationId, fuel, from });
      deepEqual(carryForward(observations, { asOf: new Date(asOfMs), days: 365 }), expected);
      points += expected.length;
    }
  }
  return points;
}
