/**
 * Runs the self-check: a thousand random questions, handled as requests are, and compared with the
 * last accepted feed, which other code reads again.
 *
 * @module
 */

import { type Difference, insertSelfCheck, type SelfCheckResult } from "../db/self_check.ts";
import { Slices } from "../shared/slices.ts";
import { getState } from "../db/data_state.ts";
import { DomainError } from "../domain/errors.ts";
import { answer } from "../operations/answer.ts";
import type { Backend } from "../operations/operation.ts";
import { parseInput } from "../operations/input.ts";
import type { Log } from "../platform/log.ts";
import { toParisDay } from "../shared/time/paris_time.ts";
import { createRandom } from "../shared/random.ts";
import { makeQuestion, type Question } from "./questions.ts";
import { readWorld, type World } from "./world.ts";

/**
 * Options of a self-check: the number of `questions`, and the `seed`, by default the day as a
 * number such as 20260605.
 */
export type SelfCheckOptions = { questions?: number; seed?: number };

const QUESTIONS = 1_000;
const KEPT_EXAMPLES = 10;
const MAX_DETAIL_CHARS = 300;

/**
 * Returns the first place where a response differs from the expected values, with both values, or
 * null. A response may have further fields.
 */
function findDifference(actual: unknown, expected: unknown, path = "answer"): string | null {
  if (
    typeof actual !== "object" || typeof expected !== "object" || actual === null ||
    expected === null
  ) {
    if (Object.is(actual, expected)) return null;
    return `${path} is ${JSON.stringify(actual)}, by the feed ${JSON.stringify(expected)}`;
  }
  const values = new Map(Object.entries(actual));
  for (const [key, value] of Object.entries(expected)) {
    const difference = findDifference(values.get(key), value, `${path}.${key}`);
    if (difference) return difference;
  }
  if (!Array.isArray(actual) || !Array.isArray(expected)) return null;
  return findDifference(actual.length, expected.length, `${path}.length`);
}

async function check(
  backend: Backend,
  { operation, question, expected, select }: Question,
): Promise<string | null> {
  try {
    const { body } = await answer(
      operation,
      backend,
      parseInput(operation, ({ name }) => question[name]),
    );
    return findDifference(select ? select(body) : body, expected);
  } catch (error) {
    if (error instanceof DomainError && error.code !== "SERVICE_UNAVAILABLE") {
      return `refused: ${error.code}`;
    }
    throw error;
  }
}

/** Compares responses with the world. Throws if the data changed in the meantime. */
async function findDifferences(
  backend: Backend,
  { world, questions, seed }: { world: World; questions: number; seed: number },
): Promise<Difference[]> {
  await backend.snapshots.refresh();
  const random = createRandom(seed);
  const slices = new Slices();
  const differences: Difference[] = [];
  for (let count = 0; count < questions; count++) {
    const question = makeQuestion(world, random);
    const detail = await check(backend, question);
    if (detail) {
      differences.push({
        operation: question.operation.id,
        question: question.question,
        detail: detail.slice(0, MAX_DETAIL_CHARS),
      });
    }
    await slices.pause();
  }
  if (differences.length > 0 && (await getState(backend.db)).revision !== world.revision) {
    throw new Error("The data changed during the self-check");
  }
  return differences;
}

/**
 * Runs a self-check and stores its result. Returns null without a feed to compare with. Throws if
 * the data are unavailable or changed in the meantime.
 */
export async function runSelfCheck(
  backend: Backend & { log: Log },
  options: SelfCheckOptions = {},
): Promise<SelfCheckResult | null> {
  const { log, clock } = backend;
  const { questions = QUESTIONS, seed = Number(toParisDay(clock()).replaceAll("-", "")) } = options;
  const startMs = performance.now();
  const world = await readWorld(backend.db);
  if (world === null || world.stations.length === 0) {
    log.info("Self-check: there is no feed to compare the data with yet");
    return null;
  }
  const differences = await findDifferences(backend, { world, questions, seed });
  const result: SelfCheckResult = {
    at: clock(),
    revision: world.revision,
    feedAt: world.feedAtMs === null ? null : new Date(world.feedAtMs),
    seed,
    questions,
    differences: differences.length,
    examples: differences.slice(0, KEPT_EXAMPLES),
    durationMs: Math.round(performance.now() - startMs),
  };
  await insertSelfCheck(backend.db, result);
  if (differences.length === 0) log.info("Self-check: every answer agrees with the feed", result);
  else log.error("Self-check: answers differ from the feed", result);
  return result;
}
