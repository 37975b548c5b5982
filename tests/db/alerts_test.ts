import { deepEqual, equal, ok } from "node:assert/strict";
import { sendAlerts, type SendDeps } from "../../ingest/alerts/send.ts";
import { changeDevice, getPushKey } from "../../lib/db/alerts/devices.ts";
import type { Db } from "../../lib/db/db.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { ingestAndDecide } from "../support/alerts.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows } from "../support/load.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { type PushService, startPushService } from "../support/push_service.ts";
import { type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const CELL = { cell: { lat: 48.85, lng: 2.35 }, radius_km: 5 };
/** A rule that every feed of `toPrices` below 1.7 fires. */
const AT_MOST = { fuel: "gazole", where: CELL, when: { kind: "at_most", price_milli: 1_690 } };

/** 60 stations with gazole at 1.700 and more; the first one at another price, reported at a Paris wall-clock time. */
function toPrices(value: string, at: string, change: Partial<SmallStation> = {}): Uint8Array<ArrayBuffer> {
  return toFeed(
    toStations(
      60,
      "2026-06-05 12:00:00",
      (station, index) => index > 0 ? station : { ...station, prices: [{ fuel: "Gazole", at, value }], ...change },
    ),
  );
}

async function subscribe(
  db: Db,
  push: PushService,
  { rule = AT_MOST, lang = "fr" }: { rule?: unknown; lang?: "fr" | "en" } = {},
): Promise<{ id: string; endpoint: string }> {
  const subscription = await push.createSubscription({ serverKey: (await getPushKey(db)).publicKey });
  const now = new Date("2026-06-05T10:20:00Z");
  const { added } = await changeDevice(db, { subscription, rule: alertRule.parse(rule), lang, now });
  return { id: added!, endpoint: subscription.endpoint };
}

function toSendDeps(db: Db, now: string): SendDeps & { quiet(): void } {
  const clock = () => new Date(now);
  const { log, assertQuiet } = createTestLog(clock);
  const isPushAddress = () => Promise.resolve(true);
  const config = { vapidSubject: "https://fuel.example" };
  return { db, clock, log, config, isPushAddress, ending: new AbortController().signal, quiet: () => assertQuiet() };
}

const send = (db: Db, now: string, options: Partial<SendDeps> = {}) =>
  sendAlerts({ ...toSendDeps(db, now), ...options });

async function withPush(work: (push: PushService) => Promise<void>): Promise<void> {
  const push = startPushService();
  await work(push).finally(push.stop);
  deepEqual(push.faults, []);
}

/** The first state, at noon in Paris; nothing is news then. */
async function loadFirst(db: Db): Promise<void> {
  await ingestAndDecide(db, toPrices("1.750", "2026-06-05 12:00:00"), { at: "2026-06-05T10:10:00Z" });
}

const waiting = (db: Db) => readRows(db, "select payload->>'title', due_at, attempts from alert_outbox order by 1");

forEachDb(
  "an ingest with a lower price reaches the devices whose rules want it, in their language, once",
  (_, db) =>
    withPush(async (push) => {
      const best = { ...AT_MOST, where: { ids: ["75012001"], radius_km: 5 }, when: { kind: "best" } };
      const cheapest = { ...AT_MOST, when: { kind: "cheapest", fall_milli: 20 } };
      await subscribe(db, push);
      await loadFirst(db);
      equal((await waiting(db)).length, 0, "the first load is no news");
      const { id } = await subscribe(db, push, { rule: best });
      await subscribe(db, push, { rule: cheapest, lang: "en" });
      await subscribe(db, push, { rule: { ...AT_MOST, fuel: "e10" } });
      await ingestAndDecide(db, toPrices("1.659", "2026-06-05 12:15:00"), { at: "2026-06-05T10:20:00Z" });
      await send(db, "2026-06-05T10:20:00Z");
      const sent = push.messages.map(({ data }) => JSON.parse(data)).sort((a, b) => a.body < b.body ? -1 : 1);
      deepEqual(
        sent.map(({ title, body }) => [title, body]),
        [
          ["Gazole à 1,659\u00a0€", "Station-service, Paris · −9,1\u00a0c"],
          ["Gazole à 1,659\u00a0€", "Station-service, Paris · −9,1\u00a0c · la moins chère du secteur"],
          ["Diesel at €1.659", "Filling station, Paris · −4.2\u00a0c · cheapest around"],
        ].sort(([, a], [, b]) => a! < b! ? -1 : 1),
      );
      const message = sent.find(({ rule }) => rule === id);
      deepEqual({ ...message, title: 0, body: 0 }, {
        ...{ title: 0, body: 0, url: "/stations/75012001", rule: id },
        actions: { open: "Voir la station", stop: "Ne plus m’avertir" },
      });
      const { topic, ttlS, urgency, subject } = push.messages.find(({ data }) => data.includes(id))!;
      deepEqual({ topic, ttlS, urgency, subject }, {
        ...{ topic: id, ttlS: 21_600, urgency: "normal", subject: "https://fuel.example" },
      });
      // within the six hours of a rule there is no second one, after them there is
      await ingestAndDecide(db, toPrices("1.649", "2026-06-05 12:25:00"), { at: "2026-06-05T10:30:00Z" });
      await send(db, "2026-06-05T10:30:00Z");
      equal(push.received.length, 3);
      await ingestAndDecide(db, toPrices("1.639", "2026-06-05 18:20:00"), { at: "2026-06-05T16:30:00Z" });
      await send(db, "2026-06-05T16:30:00Z");
      equal(push.received.length, 4);
      deepEqual(await waiting(db), []);
    }),
);

forEachDb(
  "suspect prices, samples and old feeds fire nothing; a fuel that runs out or comes back does",
  (_, db) =>
    withPush(async (push) => {
      await loadFirst(db);
      await subscribe(db, push);
      const { id } = await subscribe(db, push, { rule: { ...AT_MOST, when: { kind: "stock" }, every_h: 1 } });
      await ingestAndDecide(db, toPrices("1.400", "2026-06-05 12:15:00"), { at: "2026-06-05T10:20:00Z" });
      deepEqual(await readRows(db, "select suspect from current_price where station_id = 75012001"), [[true]]);
      await ingestAndDecide(db, toPrices("1.650", "2026-06-05 12:25:00"), { at: "2026-06-05T11:30:00Z" });
      deepEqual(await waiting(db), []);
      const out = { prices: [], stockOuts: [{ fuel: "Gazole", since: "2026-06-05 13:40:00" }] };
      const price = { fuel: "Gazole", at: "2026-06-05 13:45:00", value: "1.720" };
      const others = toStations(60, "2026-06-05 12:00:00").slice(1);
      const moment = toStations(1, "2026-06-05 13:45:00").map((station) => ({ ...station, id: 75012099 }));
      const toOut = (change: object) => toFeed([{ id: 75012001, ...change }, ...others, ...moment]);
      await ingestAndDecide(db, toOut(out), { at: "2026-06-05T11:50:00Z" });
      await send(db, "2026-06-05T11:50:00Z");
      await ingestAndDecide(db, toOut({ prices: [{ ...price, at: "2026-06-05 14:50:00" }] }), {
        at: "2026-06-05T13:00:00Z",
      });
      await send(db, "2026-06-05T13:00:00Z");
      const titles = push.received.map(({ data }) => JSON.parse(data)).map(({ title, rule }) => [title, rule]);
      deepEqual(titles, [["Gazole\u00a0: rupture", id], ["Gazole\u00a0: de nouveau en vente", id]]);
      equal(push.messages.length, 1, "the newer message has replaced the older one");
    }),
);

forEachDb(
  "news of the night waits for 7 h in Paris, unless the price has changed again or the rule wants it at once",
  (_, db) =>
    withPush(async (push) => {
      await loadFirst(db);
      await subscribe(db, push);
      await subscribe(db, push, { rule: { ...AT_MOST, at_night: true } });
      await ingestAndDecide(db, toPrices("1.650", "2026-06-05 23:10:00"), { at: "2026-06-05T21:20:00Z" });
      const [price, morning] = ["Gazole à 1,650\u00a0€", new Date("2026-06-06T05:00:00Z")];
      deepEqual((await waiting(db)).map(([title]) => title), [price, price]);
      await send(db, "2026-06-05T21:20:00Z");
      deepEqual([push.received.length, await waiting(db)], [1, [[price, morning, 0]]]);
      await ingestAndDecide(db, toPrices("1.710", "2026-06-05 23:40:00"), { at: "2026-06-05T21:50:00Z" });
      deepEqual(await waiting(db), [], "it is not true any more");
      await ingestAndDecide(db, toPrices("1.680", "2026-06-06 02:10:00"), { at: "2026-06-06T00:20:00Z" });
      await ingestAndDecide(db, toPrices("1.670", "2026-06-06 03:10:00"), { at: "2026-06-06T01:20:00Z" });
      deepEqual(await waiting(db), [["Gazole à 1,670\u00a0€", morning, 0]]);
      await send(db, "2026-06-06T05:00:00Z");
      equal(push.received.length, 2);
      await ingestAndDecide(db, toPrices("1.660", "2026-06-06 23:10:00"), { at: "2026-06-06T21:20:00Z" });
      await send(db, "2026-06-07T11:00:01Z");
      deepEqual([push.received.length, await waiting(db)], [2, []], "what is older than six hours is not sent");
    }),
);

/** A database with `count` devices whose messages wait. */
async function fire(db: Db, push: PushService, count: number): Promise<void> {
  await loadFirst(db);
  for (let at = 0; at < count; at++) await subscribe(db, push);
  await ingestAndDecide(db, toPrices("1.650", "2026-06-05 12:15:00"), { at: "2026-06-05T10:20:00Z" });
}

Deno.test("a push service that is slow, busy, broken or elsewhere keeps nobody waiting, and is heeded", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await fire(db, push, 7);
      push.answer(
        { kind: "silence" },
        { kind: "status", status: 429, retryAfter: "3600" },
        { kind: "status", status: 500 },
        { kind: "status", status: 410 },
        { kind: "redirect", to: `${push.url}/elsewhere` },
        { kind: "rubbish" },
        { kind: "created" },
      );
      const { quiet, log, ...deps } = toSendDeps(db, "2026-06-05T10:20:00Z");
      await sendAlerts({ ...deps, log, timeoutMs: 500 });
      quiet();
      equal(push.counts.requests, 7, "the redirect is not followed");
      const left = "select due_at, attempts, failures from alert_outbox join alert_rule on id = rule_id";
      const later = (minutes: number) => new Date(Date.parse("2026-06-05T10:20:00Z") + minutes * 60_000);
      deepEqual(await readRows(db, `${left} join push_device using (endpoint) order by 1`), [
        ...[[later(5), 1, 1], [later(5), 1, 1], [later(60), 1, 1]],
      ]);
      const devices = "select failures, count(*)::int from push_device group by 1 order by 1";
      deepEqual(await readRows(db, devices), [[0, 2], [1, 4]], "one is gone, and the redirect counts as a failure");
      push.answer({ kind: "status", status: 500 });
      await send(db, "2026-06-05T10:25:00Z");
      const dueAt = await readRows(db, "select due_at from alert_outbox order by 1");
      deepEqual(dueAt.flat(), [later(15), later(15), later(60)]);
    })
  ));

Deno.test("a device goes after eight failures in a row, not after seven and a success, and when it was not renewed for a year", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await fire(db, push, 2);
      await db.query({ text: "update push_device set failures = 7" });
      push.answer({ kind: "created" }, { kind: "status", status: 503 });
      await send(db, "2026-06-05T10:20:00Z");
      deepEqual(await readRows(db, "select failures from push_device"), [[0]]);
      deepEqual(await readRows(db, "select count(*)::int from alert_rule"), [[1]]);
      const count = "select count(*)::int from alert_rule";
      await send(db, "2027-06-05T10:20:00Z");
      deepEqual(await readRows(db, count), [[1]]);
      await send(db, "2027-06-05T10:20:01Z");
      deepEqual(await readRows(db, count), [[0]]);
    })
  ));

Deno.test("two processes send each message once, at most twenty at a time, and nothing where the address is refused", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      await fire(db, push, 60);
      push.answer({ kind: "slow", ms: 20 });
      await Promise.all([send(db, "2026-06-05T10:20:00Z"), send(db, "2026-06-05T10:20:00Z")]);
      deepEqual([push.counts.requests, new Set(push.received.map(({ topic }) => topic)).size], [60, 60]);
      ok(push.counts.most > 1 && push.counts.most <= 40, String(push.counts.most));
      await ingestAndDecide(db, toPrices("1.640", "2026-06-05 18:20:00"), { at: "2026-06-05T16:30:00Z" });
      await send(db, "2026-06-05T16:30:00Z", { isPushAddress: () => Promise.resolve(false) });
      deepEqual([push.counts.requests, await waiting(db)], [60, []]);
    })
  ));
