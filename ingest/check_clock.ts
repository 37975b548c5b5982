/** Compares the process's clock with the database's, with the last ingest and with the feed's own times. @module */

import { type Db, type Queryable, readOne } from "../lib/db/db.ts";
import { repairFuture } from "../lib/db/ingest/repair_clock.ts";
import { getState, type StoredState } from "../lib/db/state.ts";
import { CLOCK_TOLERANCE_MS, IN_FORCE_DAYS } from "../lib/domain/in_force.ts";
import { type Clock, systemClock } from "../lib/platform/clock.ts";
import type { Log } from "../lib/platform/log.ts";
import type { CheckedFeed } from "./check.ts";
import { FeedRefused } from "./refusals.ts";

/** More prices dated after now than single stations get wrong: a clock four hours behind sees 870. */
export const MIN_FUTURE_PRICES = 20;

/** What the comparison needs of an ingest. */
type ClockDeps = { clock: Clock; db: Pick<Db, "kind"> };

/** The state that a run follows, and whether it is the sample that runs. */
type Following = { state: StoredState; isSample: boolean };

/** A span of time for a person. */
function toSpan(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}

/** Whether the database server's clock can confirm this one: not when `CLOCK` is set, nor on the embedded database. */
function isConfirmedByServer({ clock, db }: ClockDeps): boolean {
  return clock === systemClock && db.kind === "server";
}

/**
 * Refuses to write (`clock_differs`) when the clock differs from the database server's. A `CLOCK` of the settings is set on
 * purpose, and the embedded database has no other clock than the process: there the feed's own times must do, see
 * {@link requireFeedTimes}.
 */
export async function requireSameClock(tx: Queryable, deps: ClockDeps): Promise<void> {
  if (!isConfirmedByServer(deps)) return;
  const { nowMs } = await readOne<{ nowMs: number }>(tx, {
    name: "database_clock",
    text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
  });
  const aheadMs = deps.clock().getTime() - nowMs;
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return;
  throw new FeedRefused("clock_differs", `this one is ${toSpan(aheadMs)} ${aheadMs > 0 ? "ahead" : "behind"}`);
}

/** Refuses (`clock_behind`) when the last good ingest lies in the future of the system's clock. */
function requirePastIngest({ clock }: ClockDeps, { asOfMs }: StoredState): void {
  const aheadMs = (asOfMs ?? -Infinity) - clock().getTime();
  if (clock !== systemClock || aheadMs <= CLOCK_TOLERANCE_MS) return;
  throw new FeedRefused(
    "clock_behind",
    `the last good ingest is ${
      toSpan(aheadMs)
    } ahead of it. If the clock is right now: deno task ingest --repair-clock`,
  );
}

/** Refuses (`clock_ahead`) a clock by which no price of the newest feed would be in force; `feedAtMs` is its newest time. */
export function requireFreshFeed(deps: ClockDeps, { feedAtMs, asOf }: { feedAtMs: number | null; asOf: Date }): void {
  const ageMs = asOf.getTime() - (feedAtMs ?? Infinity);
  if (isConfirmedByServer(deps) || ageMs <= IN_FORCE_DAYS * 86_400_000) return;
  throw new FeedRefused("clock_ahead", `the newest price is ${toSpan(ageMs)} old`);
}

/** Refuses a clock that the feed's own times contradict: `clock_behind`, `clock_ahead`. */
export function requireFeedTimes(deps: ClockDeps, { feed, asOf }: { feed: CheckedFeed; asOf: Date }): void {
  if (isConfirmedByServer(deps)) return;
  const future = feed.refused.filter(({ reason, raw }) => reason === "future_time" && raw.startsWith("prix ")).length;
  if (future >= MIN_FUTURE_PRICES) {
    throw new FeedRefused("clock_behind", `${future} prices of the feed lie ahead of it`);
  }
  requireFreshFeed(deps, { feedAtMs: feed.newestPriceMs, asOf });
}

/**
 * The state that a run follows; with `repairClock` after what is dated after now was taken back. Throws a {@link FeedRefused}
 * when the clock is not to be trusted.
 */
export async function getTrustedState(
  tx: Queryable,
  deps: ClockDeps & { log: Log },
  { repairClock, isSample }: { repairClock?: boolean; isSample: boolean },
): Promise<StoredState> {
  await requireSameClock(tx, deps);
  if (repairClock) {
    const rows = await repairFuture(tx, deps.clock());
    deps.log.info("Rows dated after now were mended", { rows });
  }
  const state = await getState(tx);
  if (!isReplaced(state, isSample)) requirePastIngest(deps, state);
  return state;
}

/** Whether the state is that of an invented sample which real data replace: no later ingest is compared with its instant. */
function isReplaced(state: StoredState, isSample: boolean): boolean {
  return state.source === "sample" && !isSample;
}

/**
 * A whole second, as the feed's own times are: ages are compared to the second. Time never runs back: a clock behind the
 * last good run (within the tolerance, or a replay started anew) takes that run's.
 */
export function toAsOf(deps: { log: Log }, now: Date, { state, isSample }: Following): Date {
  const nowMs = Math.floor(now.getTime() / 1000) * 1000;
  const asOf = new Date(isReplaced(state, isSample) ? nowMs : Math.max(nowMs, state.asOfMs ?? 0));
  if (asOf.getTime() - now.getTime() > CLOCK_TOLERANCE_MS) {
    deps.log.warn("The clock is behind the last ingest", { clock: now.toISOString(), asOf: asOf.toISOString() });
  }
  return asOf;
}
