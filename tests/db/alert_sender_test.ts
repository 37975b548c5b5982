import { deepEqual, equal, ok } from "../support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { settleMessage, takeMessage, type TakenMessage } from "../../lib/db/alerts/outbox.ts";
import type { Db } from "../../lib/db/db.ts";
import { PUSH_VERDICTS } from "../../lib/domain/push_answers.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows } from "../support/load.ts";
import {
  countStored,
  queueForDevices,
  queueMessages,
  queueNews,
  send,
  toInstant,
} from "../support/outbox.ts";
import { until } from "../support/process.ts";
import { type PushService, withPush } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";

forEachDb(
  "a message is taken after its rule's limit and not at night, unless the rule allows it",
  async (_, db) => {
    await withPush(async (push) => {
      const [id] = await queueMessages(db, await push.createSubscription());
      const take = async (
        now: string,
        { atNight = false, firedAt = null as string | null } = {},
      ) => {
        await db.query({
          text: "update alert_rule set fired_at = $1, rule = rule || $2::jsonb",
          values: [firedAt, JSON.stringify({ at_night: atNight })],
        });
        await queueNews(db, id!, { dueMinute: -100_000_000 });
        const { origin } = new URL(push.url);
        return (await takeMessage(db, { origin, now: new Date(now), takenMs: 60_000 }))?.ruleId ===
          id;
      };
      equal(await take("2026-06-05T19:59:59Z"), true);
      equal(await take("2026-06-05T20:00:00Z"), false, "22 h in summer");
      equal(await take("2026-06-06T04:59:59Z"), false);
      equal(await take("2026-06-06T05:00:00Z"), true, "7 h in summer");
      equal(await take("2026-01-05T05:59:59Z"), false);
      equal(await take("2026-01-05T06:00:00Z"), true, "7 h in winter");
      equal(await take("2026-06-05T23:00:00Z", { atNight: true }), true);
      equal(await take("2026-06-05T10:00:00Z", { firedAt: "2026-06-05T04:00:01Z" }), false);
      equal(
        await take("2026-06-05T10:00:00Z", { firedAt: "2026-06-05T04:00:00Z" }),
        true,
        "six hours later",
      );
      equal(
        await take("2026-06-05T23:00:00Z", { atNight: true, firedAt: "2026-06-05T20:00:00Z" }),
        false,
      );
    });
  },
);

/** Takes the message of a rule at noon. */
async function take(db: Db, push: PushService): Promise<TakenMessage> {
  const { origin } = new URL(push.url);
  const message = await takeMessage(db, { origin, now: toInstant(0), takenMs: 60_000 });
  ok(message);
  return message;
}

const SETTLED = { now: toInstant(0), retryAt: toInstant(5), startedAt: toInstant(0) };

forEachDb(
  "news that replaces a message being sent waits for the rule's limit, and settling twice changes nothing",
  (_, db) =>
    withPush(async (push) => {
      const rule = { when: { kind: "cheapest", fall_milli: 10 } };
      const [id] = await queueMessages(db, await push.createSubscription(), { rule });
      const message = await take(db, push);
      await queueNews(db, id!, { priceMilli: 1_640 });
      for (const _ of [1, 2]) {
        await settleMessage(db, message, { ...SETTLED, verdict: PUSH_VERDICTS["2xx"] });
      }
      const rules = "select fired_at, reference_milli, reference_station from alert_rule";
      deepEqual(await readRows(db, rules), [[toInstant(0), 1_650, 75012001]]);
      deepEqual(await readRows(db, "select payload ->> 'title', taken_until from alert_outbox"), [[
        "1640",
        null,
      ]]);
      for (const answer of ["5xx", "413"] as const) {
        await settleMessage(db, message, { ...SETTLED, verdict: PUSH_VERDICTS[answer] });
      }
      deepEqual(await readRows(db, "select payload ->> 'title', due_at from alert_outbox"), [[
        "1640",
        toInstant(0),
      ]]);
    }),
);

forEachDb(
  "a message expires six hours after its first attempt, but not while it is being sent",
  (_, db) =>
    withPush(async (push) => {
      await queueMessages(db, await push.createSubscription(), { dueMinute: -600 });
      await take(db, push);
      deepEqual(await readRows(db, "select expires_at, attempts from alert_outbox"), [[
        toInstant(360),
        1,
      ]]);
      await db.query({
        text: "update alert_outbox set taken_until = $1",
        values: [toInstant(361)],
      });
      await send(db, 360);
      equal((await countStored(db)).messages, 1);
      await send(db, 361);
      deepEqual([(await countStored(db)).messages, push.counts.requests], [0, 0]);
    }),
);

Deno.test("eight rules of a device and one failed run are one failure; eight such runs delete the device; a success resets", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await queueMessages(db, await push.createSubscription(), { rules: 8 });
      push.answer({ kind: "status", status: 503 });
      await send(db, 0);
      deepEqual([push.counts.requests, await countStored(db)], [8, {
        messages: 8,
        rules: 8,
        failures: [1],
      }]);
      const fail = async (minute: number) => {
        await db.query({
          text: "update alert_outbox set due_at = $1, attempts = 0",
          values: [toInstant(minute)],
        });
        await send(db, minute);
        return await countStored(db);
      };
      for (let run = 2; run < 8; run++) deepEqual((await fail(run)).failures, [run]);
      await db.query({
        text: "delete from alert_outbox where rule_id <> (select min(id) from alert_rule)",
      });
      push.answer({ kind: "created" });
      deepEqual(await fail(8), { messages: 0, rules: 8, failures: [0] });
      await queueNews(db, (await readRows(db, "select min(id) from alert_rule"))[0]![0] as string);
      await db.query({ text: "update alert_rule set fired_at = null" });
      push.answer({ kind: "status", status: 503 });
      for (let run = 1; run < 8; run++) deepEqual((await fail(10 + run)).failures, [run]);
      deepEqual(await fail(18), { messages: 0, rules: 0, failures: [] });
    })
  ));

Deno.test("a device that was not renewed for a year is deleted with its rules", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await queueForDevices(db, push, 2);
      await db.query({ text: "delete from alert_outbox" });
      await send(db, 365 * 24 * 60);
      equal((await countStored(db)).rules, 2);
      await send(db, 365 * 24 * 60 + 1);
      deepEqual(await countStored(db), { messages: 0, rules: 0, failures: [] });
    })
  ));

Deno.test("an unresponsive push service gets four concurrent messages and delays no other one", () =>
  withServerDb((db) =>
    withPush((slow) =>
      withPush(async (push) => {
        await queueForDevices(db, slow, 30, { dueMinute: -1 });
        await queueForDevices(db, push, 30);
        const released = Promise.withResolvers<void>();
        slow.answer({ kind: "held", until: () => released.promise });
        const sending = send(db, 0);
        // Release in any case; otherwise a failure would wait for responses that never come.
        await until(() => push.received.length === 30).finally(released.resolve);
        await sending;
        deepEqual([slow.received.length, slow.counts.most, push.counts.most <= 4], [30, 4, true]);
        equal((await countStored(db)).messages, 0);
      })
    )
  ));

/** Runs `work` with several push services. */
async function withPushes(
  count: number,
  work: (pushes: PushService[]) => Promise<void>,
): Promise<void> {
  const run = (pushes: PushService[]): Promise<void> =>
    pushes.length === count ? work(pushes) : withPush((push) => run([...pushes, push]));
  await run([]);
}

Deno.test("six slow push services delay no other one, and no message that becomes due meanwhile", () =>
  withServerDb((db) =>
    withPushes(7, async ([push, ...slow]) => {
      const released = Promise.withResolvers<void>();
      for (const service of slow) {
        service.answer({ kind: "held", until: () => released.promise });
        await queueForDevices(db, service, 5, { dueMinute: -1 });
      }
      await queueForDevices(db, push!, 2);
      const sending = send(db, 0);
      await until(() => push!.received.length === 2)
        .then(() => queueForDevices(db, push!, 1))
        .then(() => until(() => push!.received.length === 3))
        .finally(released.resolve);
      await sending;
      deepEqual(slow.map(({ counts }) => [counts.most, counts.requests]), slow.map(() => [4, 5]));
      equal((await countStored(db)).messages, 0);
    })
  ));

Deno.test("hosts with unresponsive DNS delay no message to other hosts", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      const hosts = Array.from({ length: 30 }, (_, index) => `silent${index}.home.arpa`);
      for (const host of hosts) {
        await queueMessages(db, { ...subscription, endpoint: `https://${host}/x` }, {
          dueMinute: -1,
        });
      }
      await queueMessages(db, subscription);
      const released = Promise.withResolvers<string[]>();
      const config = {
        vapidSubject: "https://fuel.example",
        pushHosts: ["127.0.0.1", "*.home.arpa"],
      };
      const resolve = (host: string) =>
        hosts.includes(host) ? released.promise : Promise.resolve([host]);
      const sending = send(db, 0, { config, resolve });
      await until(() => push.received.length === 1);
      const tried = await readRows(
        db,
        `select endpoint
        from alert_outbox
        join alert_rule on id = rule_id
        where attempts > 0 and endpoint like '%home.arpa%'`,
      );
      released.resolve([]);
      await sending;
      deepEqual(tried, []);
      equal((await countStored(db)).messages, 30);
    })
  ));

Deno.test("a run takes no message after its time budget, and the next run sends the others", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await queueForDevices(db, push, 12);
      push.answer({ kind: "held", until: () => delay(400) });
      await send(db, 0, { budgetMs: 200 });
      const { requests } = push.counts;
      ok(requests <= 4, `${requests} messages were sent`);
      deepEqual(await readRows(db, "select distinct attempts, taken_until from alert_outbox"), [[
        0,
        null,
      ]]);
      push.answer({ kind: "created" });
      await send(db, 1);
      deepEqual([push.counts.requests, (await countStored(db)).messages], [12, 0]);
    })
  ));

forEachDb(
  "a device stores the origin of its push service in a column, in lower case",
  async (_, db) => {
    const text =
      `insert into push_device (endpoint, p256dh, auth, lang, renewed_at) values ($1, '', '', 'fr', now())`;
    for (
      const endpoint of [
        "https://FCM.googleapis.com/a/B?c",
        "http://[::1]:8080/x",
        "https://fcm.googleapis.com/b",
      ]
    ) {
      await db.query({ text, values: [endpoint] });
    }
    deepEqual(await readRows(db, "select origin from push_device order by origin, endpoint"), [
      ["http://[::1]:8080"],
      ["https://fcm.googleapis.com"],
      ["https://fcm.googleapis.com"],
    ]);
  },
);

Deno.test("the sender takes no more messages when the process ends, and settles those being sent", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await queueForDevices(db, push, 12);
      const released = Promise.withResolvers<void>();
      push.answer({ kind: "held", until: () => released.promise });
      const ending = new AbortController();
      const sending = send(db, 0, { ending: ending.signal });
      await until(() => push.counts.inProgress === 4);
      ending.abort();
      released.resolve();
      await sending;
      deepEqual([push.counts.requests, (await countStored(db)).messages], [4, 8]);
      deepEqual(await readRows(db, "select distinct attempts, taken_until from alert_outbox"), [[
        0,
        null,
      ]]);
    })
  ));
