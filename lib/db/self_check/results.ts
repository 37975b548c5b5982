/** Keeps the results of self-checks. @module */

import { type Queryable, readOne } from "../db.ts";

/** A difference between an answer and the feed: the operation, its parameters, and what differs. */
export type Difference = { operation: string; question: Record<string, unknown>; detail: string };

/** The result of a self-check; `revision` is that of the data, `seed` makes the same questions again. */
export type SelfCheckResult = {
  at: Date;
  revision: number;
  /** Newest time of a price in the feed. */
  feedAt: Date | null;
  seed: number;
  questions: number;
  differences: number;
  /** The first differences. */
  examples: readonly Difference[];
  durationMs: number;
};

/** So many self-checks are kept: a year of nights. */
export const KEPT_CHECKS = 400;

/** Writes a result down; the oldest go. */
export async function insertSelfCheck(db: Queryable, check: SelfCheckResult): Promise<void> {
  const { id } = await readOne<{ id: number }>(db, {
    text: `insert into self_check (checked_at, revision, feed_at, seed, questions, differences, examples, duration_ms)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8) returning id`,
    values: [
      ...[check.at, check.revision, check.feedAt, check.seed, check.questions, check.differences],
      ...[JSON.stringify(check.examples), check.durationMs],
    ],
  });
  await db.query({ text: "delete from self_check where id <= $1", values: [id - KEPT_CHECKS] });
}

/** The newest result, or null when there was no self-check yet. */
export async function getLastSelfCheck(db: Queryable): Promise<SelfCheckResult | null> {
  const [row] = await db.query<SelfCheckResult>({
    name: "self_check_last",
    text: `select checked_at as at, revision, feed_at as "feedAt", seed, questions, differences, examples,
      duration_ms as "durationMs" from self_check order by id desc limit 1`,
  });
  return row ?? null;
}
