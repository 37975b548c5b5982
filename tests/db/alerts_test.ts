import { deepEqual, equal, match } from "../support/assert.ts";
import { changeDevice, getPushKey } from "../../lib/db/alerts/devices.ts";
import { takeMessage } from "../../lib/db/alerts/outbox.ts";
import type { Db } from "../../lib/db/db.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { ingestAndDecide } from "../support/alerts.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows } from "../support/load.ts";
import { countStored, queueForDevices, send, toInstant } from "../support/outbox.ts";
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
      const cheapest = `select fired_at, reference_milli, reference_station
          from alert_rule
          where rule #>> '{when,kind}' =`;
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

forEachDb(
  "a sender keeps an old unconfirmed rule while another sender waits for the response to its message",
  (_, db) =>
    withPush(async (push) => {
      await addRule(db, push, AT_MOST, "fr");
      push.answer({ kind: "status", status: 429 });
      await send(db, 60);
      const arrival = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      const until = () => {
        arrival.resolve();
        return release.promise;
      };
      push.answer({ kind: "held", until });
      const sending = send(db, 360);
      await Promise.race([arrival.promise, sending]);
      await send(db, 360);
      release.resolve();
      await sending;
      const rules = await readRows(db, "select unconfirmed_since from alert_rule");
      deepEqual(rules, [[null]]);
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
      const text = `select count(*)::int, min(unconfirmed_since)
          from alert_rule
          where unconfirmed_since is not null`;
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
