/** The self-check: a thousand random questions, answered as requests are, against the last accepted feed read anew. @module */

import { isUnavailable } from "../db/db.ts";
import { type Difference, insertSelfCheck, type SelfCheckResult } from "../db/self_check/results.ts";
import { DomainError } from "../domain/errors.ts";
import { answer, type Deps, parseInput } from "../operations/mod.ts";
import type { Log } from "../platform/log.ts";
import { toParisDay } from "../shared/paris_time.ts";
import { giveWay } from "./feed.ts";
import { type AnyBody, makeQuestion, type Question } from "./questions.ts";
import { createRandom } from "../shared/random.ts";
import { readWorld, type World } from "./world.ts";

/** What a self-check needs: what answers requests, and the log. */
export type SelfCheckDeps = Deps & { log: Log };

/** `questions`: how many. `seed`: by default the day as a number, such as 20260605. */
export type SelfCheckOptions = { questions?: number; seed?: number };

const QUESTIONS = 1_000;
const KEPT_EXAMPLES = 10;
const MAX_DETAIL_CHARS = 300;
/** The data may move meanwhile, every ten minutes; a check takes seconds. */
const MAX_TRIES = 3;

/** Thrown when the data have moved since the feed was read. */
class Moved extends Error {}

/** The first place where an answer does not have what is expected, with both; null when it has all. */
function findDifference(answered: unknown, expected: unknown, path = "answer"): string | null {
  if (typeof answered !== "object" || typeof expected !== "object" || answered === null || expected === null) {
    if (Object.is(answered, expected)) return null;
    return `${path} is ${JSON.stringify(answered)}, by the feed ${JSON.stringify(expected)}`;
  }
  for (const key of [...Object.keys(expected), ...Array.isArray(expected) ? ["length"] : []]) {
    const [a, b] = [answered, expected].map((value) => (value as Record<string, unknown>)[key]);
    const found = findDifference(a, b, `${path}.${key}`);
    if (found) return found;
  }
  return null;
}

async function ask(deps: Deps, { operation, question }: Question, revision: number): Promise<AnyBody> {
  const { body, state } = await answer(operation, deps, parseInput(operation, ({ name }) => question[name]));
  if (state.revision !== revision) throw new Moved();
  return body as AnyBody;
}

/** Asks one question. Null when the answer is what the feed says. Throws when the data moved or the database is away. */
async function check(deps: Deps, asked: Question, revision: number): Promise<Difference | null> {
  const toDifference = (detail: string) => (
    { operation: asked.operation.id, question: asked.question, detail: detail.slice(0, MAX_DETAIL_CHARS) }
  );
  try {
    const body = await ask(deps, asked, revision);
    const detail = findDifference(asked.select ? asked.select(body) : body, asked.expected);
    return detail === null ? null : toDifference(detail);
  } catch (error) {
    const isOwn = error instanceof DomainError && error.code !== "SERVICE_UNAVAILABLE";
    if (error instanceof Moved || isUnavailable(error) || !isOwn) throw error;
    return toDifference(`refused: ${error.code}`);
  }
}

async function checkAll(
  deps: Deps,
  world: World,
  { questions, seed }: Required<SelfCheckOptions>,
): Promise<Difference[]> {
  const random = createRandom(seed);
  const differences: Difference[] = [];
  for (let count = 0; count < questions; count++) {
    const difference = await check(deps, makeQuestion(world, random), world.revision);
    if (difference) differences.push(difference);
    await giveWay();
  }
  return differences;
}

/** Reads the feed and asks, anew when the data move meanwhile. Null when there is nothing to compare with. */
async function compare(
  deps: Deps,
  options: Required<SelfCheckOptions>,
): Promise<{ world: World; differences: Difference[] } | null> {
  for (let tries = 1;; tries++) {
    const world = await readWorld(deps.db);
    if (world === null || world.stations.length === 0) return null;
    await deps.snapshots.refresh();
    try {
      return { world, differences: await checkAll(deps, world, options) };
    } catch (error) {
      if (!(error instanceof Moved) || tries === MAX_TRIES) throw error;
    }
  }
}

function report(log: Log, { examples, ...result }: SelfCheckResult): void {
  if (result.differences === 0) log.info("Self-check: every answer is what the feed says", result);
  else log.error("Self-check: answers differ from what the feed says", { ...result, examples });
}

/**
 * Checks, and writes the result down. Null, and nothing is written, while there is no feed that the data can be compared
 * with: none was stored since this table exists, or an archive was loaded after it and knows more. Throws when the database is away,
 * and when the data move faster than they can be checked.
 */
export async function runSelfCheck(
  deps: SelfCheckDeps,
  options: SelfCheckOptions = {},
): Promise<SelfCheckResult | null> {
  const { questions = QUESTIONS, seed = toSeed(deps.clock()) } = options;
  const began = performance.now();
  const compared = await compare(deps, { questions, seed });
  if (compared === null) {
    deps.log.info("Self-check: no feed that the data can be compared with yet");
    return null;
  }
  const { world, differences } = compared;
  const result: SelfCheckResult = {
    at: deps.clock(),
    revision: world.revision,
    feedAt: world.feedAtMs === null ? null : new Date(world.feedAtMs),
    seed,
    questions,
    differences: differences.length,
    examples: differences.slice(0, KEPT_EXAMPLES),
    durationMs: Math.round(performance.now() - began),
  };
  await insertSelfCheck(deps.db, result);
  report(deps.log, result);
  return result;
}

function toSeed(now: Date): number {
  return Number(toParisDay(now).replaceAll("-", ""));
}

/** Checks at night, without throwing: how it ends is in the log and in the table. Nothing where `ingests` is false. */
export async function runNightlySelfCheck(deps: SelfCheckDeps, options: SelfCheckOptions = {}): Promise<void> {
  if (deps.ingests === false) return;
  try {
    await runSelfCheck(deps, options);
  } catch (error) {
    deps.log.warn("The self-check did not come to its end; it is tried again the next night", { error });
  }
}
