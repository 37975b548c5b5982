/** Tests that transactions about the same devices and rules do not deadlock. @module */

import { deepEqual } from "../support/assert.ts";
import { changeRules, forEachRule } from "../../lib/db/alerts/decisions.ts";
import { changeDevice } from "../../lib/db/alerts/devices.ts";
import { deleteExpired, settleMessage, takeMessage } from "../../lib/db/alerts/outbox.ts";
import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { PUSH_VERDICTS } from "../../lib/domain/push_answers.ts";
import { createRandom, pick, type Random } from "../../lib/shared/random.ts";
import { HOUR_MS } from "../../lib/shared/units.ts";
import { createTestLog } from "../support/log.ts";
import { createServerUrl } from "../support/server_db.ts";

const NOW = new Date("2026-06-05T12:00:00Z");
const ORIGIN = "https://push.example";
const DEVICES = 4;
const WORKERS = 12;
const ACTS_PER_WORKER = 150;

type Act = (db: Db, random: Random) => Promise<unknown>;

const addRule: Act = (db, random) => {
  const price_milli = 1_600 + Math.floor(8 * random());
  const rule = alertRule.parse({
    fuel: "gazole",
    every_h: 1,
    at_night: true,
    where: { ids: ["1001"] },
    when: { kind: "at_most", price_milli },
  });
  const endpoint = `${ORIGIN}/${Math.floor(DEVICES * random())}`;
  const subscription = { endpoint, keys: { p256dh: "key", auth: "secret" } };
  return changeDevice(db, { subscription, rule, lang: "en", now: NOW });
};

const endRule: Act = async (db) => {
  const [rule] = await db.query<{ id: string; endpoint: string }>({
    text: "select id, endpoint from alert_rule order by random() limit 1",
  });
  if (!rule) return;
  await changeDevice(db, { endpoint: rule.endpoint, ended: rule.id, lang: "en", now: NOW });
};

const send: Act = async (db, random) => {
  const message = await takeMessage(db, { origin: ORIGIN, now: NOW, takenMs: 60_000 });
  if (!message) return;
  const verdict = PUSH_VERDICTS[pick(random, ["2xx", "404", "5xx"] as const)];
  await settleMessage(db, message, { verdict, now: NOW, retryAt: NOW, startedAt: NOW });
};

const expire: Act = (db, random) =>
  deleteExpired(db, new Date(NOW.getTime() + pick(random, [0, 8 * HOUR_MS])));

const decide: Act = (db, random) =>
  db.transaction(async (tx) => {
    const rules = await tx.query<{ id: string }>({
      text: "select id from alert_rule order by random() limit 6",
    });
    const ids = rules.map(({ id }) => id);
    // Rules that were deleted in the meantime are not among those that it locks and reads.
    const locked: string[] = [];
    await forEachRule(tx, { revision: 1, now: NOW, ids }, ({ id }) => locked.push(id));
    const changes = locked.map((ruleId) => ({
      ruleId,
      news: random() < 0.7 ? '{"kind": "at_most"}' : null,
      payload: "{}",
      stationId: null,
      priceMilli: 1_500,
    }));
    await changeRules(tx, changes, NOW);
  });

const ACTS: readonly Act[] = [addRule, addRule, endRule, send, send, send, expire, decide, decide];

Deno.test("visitors, senders and decisions about the same devices do not deadlock", async () => {
  const { url, drop } = await createServerUrl();
  const { log } = createTestLog();
  const open = () => openDb({ databaseUrl: url, dataDir: "", deploy: false }, { log });
  const instances = await Promise.all([open(), open(), open()]);
  const faults: string[] = [];
  const work = async (worker: number) => {
    const random = createRandom(worker);
    const db = instances[worker % instances.length]!;
    for (let count = 0; count < ACTS_PER_WORKER; count++) {
      await pick(random, ACTS)(db, random).catch(({ message }) => faults.push(message));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  deepEqual(faults, []);
  for (const db of instances) await db.close();
  await drop();
});
