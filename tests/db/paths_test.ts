/** The snapshot and the SQL answer alike, and so do the JSON joined from parts and the objects. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { DomainError } from "../../lib/domain/errors.ts";
import {
  answer,
  type AnyOperation,
  type Deps,
  operations,
  parseInput,
  readAnswer,
  toBodyJson,
} from "../../lib/operations/mod.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createRandom, insertRandomState, pick, RANDOM_AS_OF } from "../support/random_state.ts";

const QUESTIONS = 60;

function randomFilters(random: () => number) {
  return {
    ...(random() < 0.3 ? { max_age_days: pick(random, [1, 29, 30, 60, 365]) } : {}),
    ...(random() < 0.3
      ? { brand: pick(random, ["totalenergies", "ÉLAN", "élan", "Nobody", "intermarché", "SUPER U", "Total Access"]) }
      : {}),
    ...(random() < 0.3 ? { motorway: "exclude" } : {}),
    ...(random() < 0.3 ? { open_now: true } : {}),
  };
}

function randomQuestion(random: () => number, ids: string[]): Record<string, unknown> {
  const lat = pick(random, [48.85, 43.3, 47.2, 42.0]) + (random() - 0.5) * 0.5;
  const lng = pick(random, [2.35, 5.4, -1.55, 9.0]) + (random() - 0.5) * 0.5;
  const span = random();
  return {
    lat,
    lng,
    radius: 0.1 + random() * 49.9,
    north: lat + span,
    south: lat - span,
    east: lng + span,
    west: lng - span,
    fuel: pick(random, FUELS),
    limit: pick(random, [1, 2, 20, 100]),
    id: pick(random, [...ids, "999", "abc"]),
    stationId: pick(random, [...ids, "999"]),
    code: pick(random, ["75", "13", "2a", "2B", "971", "99"]),
    days: pick(random, [1, 2, 30, 90]),
    ...randomFilters(random),
  };
}

/** The body, and its JSON as it goes over the wire. */
async function ask(operation: AnyOperation, deps: Deps, question: Record<string, unknown>) {
  try {
    const input = parseInput(operation, (param) => question[param.name]);
    const { body } = await answer(operation, deps, input);
    return { body, json: toBodyJson(operation, await readAnswer(operation, deps, input)) };
  } catch (error) {
    if (error instanceof DomainError) return { body: { code: error.code, message: error.message }, json: null };
    throw error;
  }
}

async function comparePaths(db: Db, seed: number): Promise<void> {
  const ids = await insertRandomState(db, { seed, count: 800 });
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const clock = () => RANDOM_AS_OF;
  const random = createRandom(seed + 1);
  for (let asked = 0; asked < QUESTIONS; asked++) {
    const question = randomQuestion(random, ids);
    for (const operation of operations) {
      const warm = await ask(operation, { db, snapshots, clock }, question);
      const cold = await ask(operation, { db, snapshots: noSnapshots, clock }, question);
      const asking = `${operation.id} ${JSON.stringify(question)} (seed ${seed})`;
      deepEqual(warm.body, cold.body, asking);
      for (const { body, json } of [warm, cold]) if (json !== null) equal(json, JSON.stringify(body), asking);
    }
  }
}

forEachDb("every operation answers the same from the snapshot and from SQL, as objects and as JSON", async (_t, db) => {
  await comparePaths(db, 20_260_605);
});
