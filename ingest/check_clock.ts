/**
 * Refuses an ingest whose clock contradicts the database server, the last ingest or the feed.
 *
 * @module
 */

import { type Queryable, readOne } from "../lib/db/db.ts";
import { repairFuture } from "../lib/db/ingest/repair_clock.ts";
import { getState, type StoredState } from "../lib/db/data_state.ts";
import { CLOCK_TOLERANCE_MS, IN_FORCE_DAYS } from "../lib/domain/price/in_force.ts";
import { systemClock } from "../lib/platform/clock.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import type { IngestContext } from "./context.ts";
import { FeedRefused } from "./refusals.ts";

/**
 * More future prices than a few stations with wrong clocks cause. An ingest whose clock is four
 * hours behind sees 870.
 */
const MIN_FUTURE_PRICES = 20;

/**
 * Returns true if a server can confirm the clock. A `CLOCK` is set on purpose, and the embedded
 * database uses our own clock.
 */
function isConfirmedByServer({ clock, db }: IngestContext): boolean {
  return clock === systemClock && db.kind === "server";
}

/** Throws `FeedRefused` (`clock_differs`) if the clock differs from that of the database server. */
export async function requireSameClock(tx: Queryable, context: IngestContext): Promise<void> {
  if (!isConfirmedByServer(context)) return;
  const text = "select clock_timestamp() as there";
  const { there } = await readOne<{ there: Date }>(tx, { name: "database_clock", text });
  const here = context.clock();
  if (Math.abs(here.getTime() - there.getTime()) <= CLOCK_TOLERANCE_MS) return;
  throw new FeedRefused(
    "clock_differs",
    `this one says ${here.toISOString()}, the database's ${there.toISOString()}`,
  );
}

/**
 * Throws `FeedRefused` (`clock_behind`, `clock_ahead`) if no server confirms the clock, and the
 * newest price or the future prices of the feed contradict it.
 */
export function requireFeedTimes(
  context: IngestContext,
  { asOf, newestMs, futurePrices = 0 }: {
    asOf: Date;
    newestMs: number | null;
    futurePrices?: number;
  },
): void {
  if (isConfirmedByServer(context)) return;
  if (futurePrices >= MIN_FUTURE_PRICES) {
    throw new FeedRefused("clock_behind", `${futurePrices} prices of the feed are ahead of it`);
  }
  if (newestMs === null || asOf.getTime() - newestMs <= IN_FORCE_DAYS * DAY_MS) return;
  throw new FeedRefused(
    "clock_ahead",
    `the newest price is of ${new Date(newestMs).toISOString()}`,
  );
}

/**
 * Returns the state that a run follows, and the instant of the run: in whole seconds, and never
 * before the last good ingest. Throws {@link FeedRefused}.
 */
export async function dateRun(
  tx: Queryable,
  context: IngestContext,
  { startedAt, isSample, repairClock }: {
    startedAt: Date;
    isSample: boolean;
    repairClock?: boolean;
  },
): Promise<{ state: StoredState; asOf: Date }> {
  await requireSameClock(tx, context);
  if (repairClock) await repairFuture(tx, context.clock());
  const state = await getState(tx);
  const lastMs = state.source === "sample" && !isSample ? 0 : state.asOfMs ?? 0;
  if (lastMs - context.clock().getTime() > CLOCK_TOLERANCE_MS && context.clock === systemClock) {
    const detail = `the last good ingest is of ${new Date(lastMs).toISOString()}`;
    throw new FeedRefused(
      "clock_behind",
      `${detail}. If the clock is right now: deno task ingest --repair-clock`,
    );
  }
  return { state, asOf: new Date(Math.max(Math.floor(startedAt.getTime() / 1000) * 1000, lastMs)) };
}
