import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { changeDevice, getPushKey } from "../../lib/db/alerts/devices.ts";
import { settleMessage, takeMessage, type TakenMessage } from "../../lib/db/alerts/outbox.ts";
import type { Db } from "../../lib/db/db.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { PUSH_VERDICTS } from "../../lib/domain/push_answers.ts";
import { ingestAndDecide } from "../support/alerts.ts";
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
import { toFeed, toStations } from "../support/small_feed.ts";

const CELL = { cell: { lat: 48.85, lng: 2.35 }, radius_km: 5 };
const AT_MOST = { fuel: "gazole", where: CELL, when: { kind: "at_most", price_milli: 1_690 } };

/**
 * Builds a feed of 60 stations with gazole at 1.700 and more. The first one has another price,
 * reported at a Paris wall-clock time.
 */
function toPrices(value: string, at: string): Uint8Array<ArrayBuffer> {
  return toFeed(
    toStations(
      60,
      "2026-06-05 12:00:00",
      (station, index) =>
        index > 0 ? station : { ...station, prices: [{ fuel: "Gazole", at, value }] },
    ),
  );
}

async function addRule(
  db: Db,
  push: PushService,
  rule: object,
  lang: "fr" | "en",
): Promise<string> {
  const subscription = await push.createSubscription({
    serverKey: (await getPushKey(db)).publicKey,
  });
  const { added } = await changeDevice(db, {
    subscription,
    rule: alertRule.parse(rule),
    lang,
    now: toInstant(0),
  });
  return added!;
}

/** Delivers the first messages of rules and clears them. */
async function confirmRules(db: Db, push: PushService): Promise<void> {
  await send(db, 0);
  for (const { data } of push.received) match(JSON.parse(data).title, /^Alert/);
  push.received.length = push.messages.length = 0;
}

forEachDb(
  "a lower price reaches the devices with matching rules, in their language, once",
  (_, db) =>
    withPush(async (push) => {
      await ingestAndDecide(db, toPrices("1.750", "2026-06-05 12:00:00"), {
        at: "2026-06-05T10:10:00Z",
      });
      const best = {
        ...AT_MOST,
        where: { ids: ["75012001"], radius_km: 5 },
        when: { kind: "best" },
      };
      const id = await addRule(db, push, best, "fr");
      await addRule(db, push, { ...AT_MOST, when: { kind: "cheapest", fall_milli: 20 } }, "en");
      await addRule(db, push, { ...AT_MOST, fuel: "e10" }, "fr");
      await confirmRules(db, push);
      await ingestAndDecide(db, toPrices("1.659", "2026-06-05 12:15:00"), {
        at: "2026-06-05T10:20:00Z",
      });
      await send(db, 20);
      const sent = push.messages.map(({ data }) => JSON.parse(data)).sort((a, b) =>
        a.body < b.body ? -1 : 1
      );
      deepEqual(sent.map(({ title, body }) => [title, body]), [
        ["Diesel at €1.659", "Filling station, Paris · −4.2\u00a0c · cheapest around"],
        [
          "Gazole à 1,659\u00a0€",
          "Station-service, Paris · −9,1\u00a0c · la moins chère du secteur",
        ],
      ]);
      const message = sent.find(({ rule }) => rule === id);
      deepEqual([message.url, message.actions], [
        "/stations/75012001",
        { open: "Voir la station", stop: "Ne plus m’avertir" },
      ]);
      const { topic, ttlS, urgency, subject } = push.messages.find(({ data }) =>
        data.includes(id)
      )!;
      deepEqual([topic, ttlS, urgency, subject], [id, 21_600, "normal", "https://fuel.example"]);
      const cheapest =
        "select fired_at, reference_milli, reference_station from alert_rule where rule #>> '{when,kind}' = ";
      deepEqual(await readRows(db, `${cheapest} 'cheapest'`), [[toInstant(20), 1_659, 75012001]]);
      deepEqual(await readRows(db, `${cheapest} 'best'`), [[toInstant(20), null, null]]);
      await send(db, 30);
      equal(push.received.length, 2);
    }),
);

forEachDb(
  "a suspect price and an old feed fire nothing; a fuel that runs out or comes back does",
  (_, db) =>
    withPush(async (push) => {
      await ingestAndDecide(db, toPrices("1.750", "2026-06-05 12:00:00"), {
        at: "2026-06-05T10:10:00Z",
      });
      await addRule(db, push, AT_MOST, "fr");
      const id = await addRule(db, push, { ...AT_MOST, when: { kind: "stock" }, every_h: 1 }, "fr");
      await confirmRules(db, push);
      await ingestAndDecide(db, toPrices("1.400", "2026-06-05 12:15:00"), {
        at: "2026-06-05T10:20:00Z",
      });
      deepEqual(
        await readRows(db, "select suspect from current_price where station_id = 75012001"),
        [[true]],
      );
      await ingestAndDecide(db, toPrices("1.650", "2026-06-05 12:25:00"), {
        at: "2026-06-05T11:30:00Z",
      });
      equal((await countStored(db)).messages, 0);
      const others = toStations(60, "2026-06-05 12:00:00").slice(1);
      const moment = toStations(1, "2026-06-05 13:45:00").map((station) => ({
        ...station,
        id: 75012099,
      }));
      const toStock = (change: object) =>
        toFeed([{ id: 75012001, ...change }, ...others, ...moment]);
      const out = { prices: [], stockOuts: [{ fuel: "Gazole", since: "2026-06-05 13:40:00" }] };
      await ingestAndDecide(db, toStock(out), { at: "2026-06-05T11:50:00Z" });
      await send(db, 110);
      const back = { prices: [{ fuel: "Gazole", at: "2026-06-05 14:50:00", value: "1.720" }] };
      await ingestAndDecide(db, toStock(back), { at: "2026-06-05T13:00:00Z" });
      await send(db, 180);
      const titles = push.received.map(({ data }) => JSON.parse(data)).map((
        { title, rule },
      ) => [title, rule]);
      deepEqual(titles, [["Gazole\u00a0: rupture", id], ["Gazole\u00a0: de nouveau en vente", id]]);
      equal(push.messages.length, 1, "the newer message must replace the older one");
    }),
);

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

forEachDb(
  "a new rule sends its device a first message at once, also at night, which sets no limit or reference",
  (_, db) =>
    withPush(async (push) => {
      const night = 720;
      const subscription = await push.createSubscription({
        serverKey: (await getPushKey(db)).publicKey,
      });
      const add = (change: object, lang: "fr" | "en") =>
        changeDevice(db, {
          subscription,
          rule: alertRule.parse({ ...AT_MOST, ...change }),
          lang,
          now: toInstant(night),
        });
      const { added } = await add({ when: { kind: "cheapest", fall_milli: 20 } }, "fr");
      await send(db, night);
      await add({ fuel: "e10" }, "en");
      await add({ fuel: "e10" }, "en");
      await send(db, night + 1);
      await add({ fuel: "e10" }, "en");
      await send(db, night + 2);
      const [first, second, ...more] = push.received.map(({ data }) => JSON.parse(data));
      deepEqual(first, {
        title: "Alerte créée",
        body: "Gazole\u00a0: les prochains messages arriveront ici.",
        url: "/alertes",
        rule: added,
        actions: { open: "Voir mes alertes", stop: "Ne plus m’avertir" },
      });
      deepEqual([second.title, second.body, second.url, more], [
        "Alert created",
        "E10: the next messages will arrive here.",
        "/en/alerts",
        [],
      ]);
      deepEqual(
        await readRows(db, "select fired_at, reference_milli, unconfirmed_since from alert_rule"),
        [
          [null, null, null],
          [null, null, null],
        ],
      );
    }),
);

forEachDb(
  "a decision keeps the first message of a rule, or replaces it with news, which confirms the rule",
  (_, db) =>
    withPush(async (push) => {
      await ingestAndDecide(db, toPrices("1.750", "2026-06-05 12:00:00"), {
        at: "2026-06-05T10:10:00Z",
      });
      await addRule(db, push, { ...AT_MOST, when: { kind: "cheapest", fall_milli: 80 } }, "en");
      await addRule(db, push, AT_MOST, "en");
      push.answer({ kind: "status", status: 500 });
      await send(db, 0);
      await ingestAndDecide(db, toPrices("1.659", "2026-06-05 12:15:00"), {
        at: "2026-06-05T10:20:00Z",
      });
      push.answer({ kind: "created" });
      await send(db, 20);
      const titles = push.received.map(({ data }) => JSON.parse(data).title).sort();
      deepEqual(titles, ["Alert created", "Diesel at €1.659"]);
      const rules =
        "select reference_milli, fired_at, unconfirmed_since from alert_rule order by fired_at";
      deepEqual(await readRows(db, rules), [[null, toInstant(20), null], [1_701, null, null]]);
    }),
);

forEachDb(
  "a rule whose first message no push service accepts within six hours is deleted with its device",
  (_, db) =>
    withPush(async (push) => {
      await addRule(db, push, AT_MOST, "fr");
      push.answer({ kind: "status", status: 400 });
      await send(db, 0);
      deepEqual(await countStored(db), { messages: 0, rules: 1, failures: [1] });
      push.answer({ kind: "created" });
      await addRule(db, push, AT_MOST, "fr");
      await send(db, 359);
      equal((await countStored(db)).rules, 2);
      await send(db, 360);
      deepEqual(await countStored(db), { messages: 0, rules: 1, failures: [0] });
      await send(db, 100_000);
      equal((await countStored(db)).rules, 1);
    }),
);

Deno.test("only the newest 200 000 unconfirmed rules are kept", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await addRule(db, push, AT_MOST, "fr");
      const start = toInstant(-60).toISOString();
      await db.query({
        // Skips the checks of two hundred thousand foreign keys.
        text: `set statement_timeout = 0;
          set session_replication_role = replica;
          insert into alert_rule (endpoint, rule, unconfirmed_since)
            select 'many', '{}', '${start}'::timestamptz + interval '1 millisecond' * n from generate_series(1, 200002) n;
          set session_replication_role = default`,
      });
      await send(db, 0);
      const text =
        "select count(*)::int, min(unconfirmed_since) from alert_rule where unconfirmed_since is not null";
      deepEqual(await readRows(db, text), [[200_000, new Date(Date.parse(start) + 3)]]);
    })
  ));

forEachDb(
  "news comes before the first messages of other rules, however long these wait",
  (_, db) =>
    withPush(async (push) => {
      for (let count = 0; count < 3; count++) {
        await addRule(db, push, { ...AT_MOST, every_h: 1 + count }, "fr");
      }
      await queueForDevices(db, push, 1, { dueMinute: 5 });
      const { origin } = new URL(push.url);
      const message = await takeMessage(db, { origin, now: toInstant(10), takenMs: 60_000 });
      equal(message?.news?.priceMilli, 1_650);
      equal((await takeMessage(db, { origin, now: toInstant(10), takenMs: 60_000 }))?.news, null);
    }),
);

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
