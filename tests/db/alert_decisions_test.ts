import { deepEqual, equal, match, ok, rejects } from "../support/assert.ts";
import { changeDevice } from "../../lib/db/alerts/devices.ts";
import type { Db } from "../../lib/db/db.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { decide } from "../support/alerts.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows } from "../support/load.ts";
import { createTestLog } from "../support/log.ts";
import { until } from "../support/process.ts";
import { startPushService } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";
import { ingestFeed, type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const A = "75012001";
const B = "75012002";
const C = "75012003";
const AT_MOST = { kind: "at_most", price_milli: 1_690 };

/**
 * The prices of A, B and C in a feed, in euros, or `out` if they ran out. The 57 other stations
 * sell at 1.703 to 1.759.
 */
type Prices = [a: string | "out", b?: string | "out", c?: string | "out"];

/** Returns the UTC instant `minute` minutes after noon in Paris. */
const instant = (minute: number) =>
  new Date(Date.parse("2026-06-05T10:00:00Z") + 60_000 * minute).toISOString();
const wallClock = (minute: number) => instant(minute + 120).slice(0, 19).replace("T", " ");

function toPrices(minute: number, prices: Prices): Uint8Array<ArrayBuffer> {
  const at = wallClock(minute);
  const change = (station: SmallStation, index: number): SmallStation => {
    const value = prices[index];
    if (value === undefined) return station;
    if (value === "out") {
      return { ...station, prices: [], stockOuts: [{ fuel: "Gazole", since: at }] };
    }
    return { ...station, prices: [{ fuel: "Gazole", at, value }] };
  };
  // The last station reports now, so that the feed is fresh even if A, B and C ran out.
  const fresh = { id: 75012099, prices: [{ fuel: "Gazole", at, value: "1.799" }] };
  return toFeed([...toStations(60, wallClock(0), change), fresh]);
}

/** Ingests a feed of that minute, five minutes later. */
async function load(db: Db, minute: number, ...prices: Prices): Promise<void> {
  const report = await ingestFeed(db, toPrices(minute, prices), { at: instant(minute + 5) });
  equal(report.outcome, "changed", report.message ?? "");
}

async function loadAndDecide(db: Db, minute: number, ...prices: Prices): Promise<number> {
  await load(db, minute, ...prices);
  return await decide(db, instant(minute + 5));
}

const subscriptions = startPushService();
const subscription = await subscriptions.createSubscription();
await subscriptions.stop();

/**
 * Adds a rule to one device and delivers its first message. Its stations are `A` to `C` by default.
 */
async function addRule(db: Db, when: object, where: object = { ids: [A, B, C] }): Promise<string> {
  const rule = alertRule.parse({ fuel: "gazole", where, when });
  const { added } = await changeDevice(db, {
    subscription,
    rule,
    lang: "fr",
    now: new Date(instant(0)),
  });
  await db.query({ text: "delete from alert_outbox where rule_id = $1", values: [added] });
  return added!;
}

async function endRule(db: Db, id: string): Promise<void> {
  const { endpoint } = subscription;
  await changeDevice(db, { endpoint, ended: id, lang: "fr", now: new Date(instant(0)) });
}

/** Returns the waiting messages, by rule in the order of kinds. */
async function readMessages(db: Db): Promise<unknown[][]> {
  return await readRows(
    db,
    `select kind, "stationId", "priceMilli", "oldMilli"
      from alert_outbox,
        jsonb_to_record(news) n (kind text, "stationId" text, "priceMilli" int, "oldMilli" int)
      order by 1, 2`,
  );
}

/** Updates the tables as the sender does when the push service accepts a message. */
async function accept(db: Db): Promise<void> {
  await db.query({
    text: `with sent as (delete from alert_outbox returning rule_id, news)
      update alert_rule set fired_at = now(), reference_milli = (news->>'priceMilli')::int,
        reference_station = (news->>'stationId')::int from sent where id = rule_id`,
  });
}

forEachDb(
  "five drops of 2 cents fire a 5-cent rule once, compared with the price its visitor knows",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.750");
    await addRule(db, { kind: "cheapest", fall_milli: 50 }, { ids: [A] });
    await loadAndDecide(db, 10, "1.730");
    await loadAndDecide(db, 20, "1.710");
    deepEqual(await readMessages(db), []);
    await loadAndDecide(db, 30, "1.690");
    deepEqual(await readMessages(db), [["cheapest", A, 1_690, 1_750]]);
    await loadAndDecide(db, 40, "1.670");
    deepEqual(
      await readMessages(db),
      [["cheapest", A, 1_670, 1_750]],
      "it must have the current price",
    );
    await accept(db);
    await loadAndDecide(db, 50, "1.650");
    deepEqual(await readMessages(db), []);
    await loadAndDecide(db, 60, "1.620");
    deepEqual(await readMessages(db), [["cheapest", A, 1_620, 1_670]]);
    await loadAndDecide(db, 70, "1.640");
    deepEqual(await readMessages(db), [], "3 cents are too few");
  },
);

forEachDb(
  "a waiting message follows the market while its rule is true, for every kind of rule",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.720", "1.720", "1.720");
    await addRule(db, AT_MOST, { ids: [A] });
    await addRule(db, { kind: "cheapest", fall_milli: 10 }, { ids: [A] });
    await addRule(db, { kind: "stock" }, { ids: [B] });
    await addRule(db, { kind: "best" }, { ids: [A], radius_km: 5 });
    await loadAndDecide(db, 10, "1.680", "out", "1.720");
    const payloads = () =>
      readRows(
        db,
        `select payload->>'title' as title, payload->>'body' as body
          from alert_outbox
          order by 1, 2`,
      );
    deepEqual(await readMessages(db), [
      ["at_most", A, 1_680, 1_720],
      ["best", A, 1_680, 1_720],
      ["cheapest", A, 1_680, 1_720],
      ["out", B, null, 1_720],
    ]);
    equal(await loadAndDecide(db, 20, "1.680", "out", "1.719"), 0, "no rule has news");
    await loadAndDecide(db, 30, "1.685", "out", "1.719");
    deepEqual(await readMessages(db), [
      ["at_most", A, 1_685, 1_720],
      ["best", A, 1_685, 1_720],
      ["cheapest", A, 1_685, 1_720],
      ["out", B, null, 1_720],
    ]);
    deepEqual((await payloads())[2], [
      "Gazole à 1,685\u00a0€",
      "Station-service, Paris · −3,5\u00a0c · la moins chère du secteur",
    ]);
    await loadAndDecide(db, 40, "1.715", "1.720", "1.680");
    deepEqual(await readMessages(db), [], "nothing was sent, so there is nothing to withdraw");
  },
);

forEachDb(
  "a message being sent is never dropped, and newer news replaces it and is due when that attempt ends",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.720", "1.720");
    await addRule(db, AT_MOST, { ids: [A] });
    await addRule(db, { kind: "cheapest", fall_milli: 10 }, { ids: [A] });
    await addRule(db, { kind: "stock" }, { ids: [B] });
    await loadAndDecide(db, 10, "1.680", "out");
    const rows = () =>
      readRows(
        db,
        "select news->>'kind', taken_until, attempts, due_at from alert_outbox order by 1",
      );
    const takenUntil = new Date(instant(60));
    const dueAt = new Date(instant(15));
    const taken = (kind: string) => [kind, takenUntil, 1, dueAt];
    await db.query({
      text: "update alert_outbox set taken_until = $1, attempts = 1",
      values: [takenUntil],
    });
    equal(await loadAndDecide(db, 20, "1.705", "out"), 0);
    deepEqual(
      await rows(),
      [taken("at_most"), taken("cheapest"), taken("out")],
      "none is true any more, but they may have arrived",
    );
    await loadAndDecide(db, 30, "1.660", "1.720");
    const replaced = (kind: string) => [kind, null, 0, takenUntil];
    deepEqual(await rows(), [replaced("at_most"), replaced("back"), replaced("cheapest")]);
    deepEqual(
      (await readMessages(db)).at(-1),
      ["cheapest", A, 1_660, 1_680],
      "it must be compared with the message being sent",
    );
  },
);

forEachDb(
  "a message that failed to send keeps its retry time, and newer news gets a new expiry time",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.720");
    await addRule(db, AT_MOST, { ids: [A] });
    await loadAndDecide(db, 10, "1.680");
    await db.query({
      text: "update alert_outbox set due_at = $1, attempts = 2, expires_at = $1",
      values: [new Date(instant(60))],
    });
    await loadAndDecide(db, 20, "1.670");
    const rows = await readRows(db, "select due_at, attempts, expires_at from alert_outbox");
    deepEqual(rows, [[new Date(instant(60)), 2, null]]);
  },
);

forEachDb("a late decision compares with the market at the previous decision", async (_, db) => {
  await loadAndDecide(db, 0, "1.750", "1.720", "1.720");
  await addRule(db, AT_MOST);
  await addRule(db, { kind: "stock" });
  await load(db, 10, "1.680", "out", "1.720");
  await load(db, 20, "1.670", "out", "out");
  await load(db, 30, "1.685", "out", "1.720");
  await decide(db, instant(40));
  deepEqual(await readMessages(db), [["at_most", A, 1_685, 1_750], ["out", B, null, 1_720]]);
  equal(await decide(db, instant(41)), 0, "a revision must be decided once");
});

forEachDb(
  "a rule made between a feed's commit and its decision is compared from the next feed on",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.750");
    await load(db, 10, "1.680");
    await addRule(db, AT_MOST, { ids: [A] });
    await addRule(db, { kind: "cheapest", fall_milli: 20 }, { ids: [A] });
    await decide(db, instant(16));
    deepEqual(await readMessages(db), [], "its visitor already saw that price");
    await loadAndDecide(db, 20, "1.665");
    deepEqual(await readMessages(db), [["at_most", A, 1_665, 1_680]]);
    await loadAndDecide(db, 30, "1.660");
    deepEqual(await readMessages(db), [["at_most", A, 1_660, 1_680], [
      "cheapest",
      A,
      1_660,
      1_680,
    ]]);
  },
);

forEachDb(
  "the first market, sample data, the feed after them and an old feed fire nothing",
  async (_, db) => {
    await addRule(db, AT_MOST, { ids: [A] });
    await addRule(db, { kind: "cheapest", fall_milli: 0 }, { ids: [A] });
    await db.query({ text: "update data_state set revision = 1" });
    await decide(db, instant(0));
    await loadAndDecide(db, 0, "1.680");
    deepEqual(await readMessages(db), []);
    await db.query({ text: "update data_state set revision = revision + 1, source = 'sample'" });
    await db.query({ text: "update current_price set price_milli = 1670" });
    await decide(db, instant(8));
    await loadAndDecide(db, 10, "1.660");
    deepEqual(await readMessages(db), []);
    await ingestFeed(db, toPrices(20, ["1.640"]), { at: instant(81) });
    await decide(db, instant(81));
    deepEqual(await readMessages(db), [], "the newest price is 61 minutes old");
    await loadAndDecide(db, 90, "1.630");
    deepEqual(await readMessages(db), [["at_most", A, 1_630, 1_640], [
      "cheapest",
      A,
      1_630,
      1_640,
    ]]);
  },
);

forEachDb(
  "an undecidable rule is skipped, and logged once without its device",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.750");
    await addRule(db, AT_MOST);
    await db.query({
      text: `insert into alert_rule (id, endpoint, rule)
        select 'bad' || n, endpoint, rule
        from push_device,
          (values
            (1, '{"n": 1}'::jsonb),
            (2, '{"fuel": "gazole", "where": {}, "when": {"kind": "later"}}')
          ) bad (n, rule)`,
    });
    const { log, at } = createTestLog();
    await load(db, 10, "1.680");
    equal(await decide(db, instant(15), { log }), 1);
    deepEqual(await readMessages(db), [["at_most", A, 1_680, 1_750]]);
    const [line, ...others] = at("warn");
    deepEqual([line!.count, others], [2, []]);
    match(String(line!.rule), /^bad[12]$/);
    ok(!JSON.stringify(line).includes(subscription.endpoint));
  },
);

/** Makes each write of a message fail until `work` has ended. */
async function whileFailing(db: Db, work: () => Promise<void>): Promise<void> {
  await db.query({
    text: `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger fail before insert on alert_outbox for each row execute function fail()`,
  });
  await work();
  await db.query({ text: "drop trigger fail on alert_outbox; drop function fail" });
}

forEachDb(
  "a failed decision leaves the prices stored, and the next decision has its news",
  async (_, db) => {
    await loadAndDecide(db, 0, "1.750");
    await addRule(db, AT_MOST);
    await whileFailing(db, async () => {
      await load(db, 10, "1.680");
      await rejects(decide(db, instant(15)), { code: "P0001" });
      await load(db, 20, "1.670");
      await rejects(decide(db, instant(25)), { code: "P0001" });
    });
    deepEqual(await readRows(db, `select price_milli from current_price where station_id = ${A}`), [
      [1_670],
    ]);
    equal(await decide(db, instant(26)), 1);
    deepEqual(await readMessages(db), [["at_most", A, 1_670, 1_750]]);
  },
);

/**
 * Runs `work` while a decision about one changed rule waits for the lock that `text` takes. The
 * lock is released by `commit`.
 */
async function duringDecision(
  db: Db,
  text: string,
  work: (decision: Promise<number>) => Promise<void>,
): Promise<number> {
  let decision = Promise.resolve(0);
  await db.transaction(async (tx) => {
    await tx.query({ text });
    decision = decide(db, instant(15));
    decision.catch(() => {});
    await until(async () => (await findWaiting(db)).length === 1);
    await work(decision);
  });
  return await decision;
}

async function findWaiting(db: Db): Promise<unknown[][]> {
  return await readRows(
    db,
    `select pid
      from pg_stat_activity
      where datname = current_database()
        and wait_event_type = 'Lock'`,
  );
}

Deno.test("a rule that its visitor ends during a decision breaks no other rule", () =>
  withServerDb(async (db) => {
    await loadAndDecide(db, 0, "1.750");
    const ended = await addRule(db, AT_MOST);
    await addRule(db, { kind: "cheapest", fall_milli: 10 });
    await load(db, 10, "1.680");
    const count = await duringDecision(
      db,
      `delete from alert_rule where id = '${ended}'`,
      () => Promise.resolve(),
    );
    equal(count, 1);
    deepEqual(await readMessages(db), [["cheapest", A, 1_680, 1_701]]);
    await load(db, 20, "1.670");
  }));

Deno.test("an ingest does not wait for a decision, and a second decision leaves the work to the first", () =>
  withServerDb(async (db) => {
    await loadAndDecide(db, 0, "1.750");
    await addRule(db, AT_MOST);
    await load(db, 10, "1.680");
    const count = await duringDecision(db, "select from alert_rule for update", async () => {
      equal(await decide(db, instant(15)), 0);
      await load(db, 20, "1.670");
    });
    equal(count, 1);
    deepEqual(await readMessages(db), [["at_most", A, 1_680, 1_750]]);
    await decide(db, instant(25));
    deepEqual(await readMessages(db), [["at_most", A, 1_670, 1_750]]);
  }));

Deno.test("a decision whose connection is cut halfway is repeated, with each message once", () =>
  withServerDb(async (db) => {
    await loadAndDecide(db, 0, "1.750");
    const ids = [
      await addRule(db, AT_MOST),
      await addRule(db, { kind: "best" }, { ids: [A], radius_km: 5 }),
    ].sort();
    await load(db, 10, "1.680");
    await rejects(
      duringDecision(
        db,
        `select from alert_rule where id = '${ids[1]}' for update`,
        async (decision) => {
          const [[pid] = []] = await findWaiting(db);
          await db.query({ text: "select pg_terminate_backend($1)", values: [pid] });
          await rejects(decision);
        },
      ),
    );
    deepEqual(await readMessages(db), []);
    equal(await decide(db, instant(16)), 2);
    deepEqual(await readMessages(db), [["at_most", A, 1_680, 1_750], ["best", A, 1_680, 1_750]]);
    equal(await decide(db, instant(17)), 0);
  }));

Deno.test("a message taken after it was read and before it is locked counts as being sent", () =>
  withServerDb(async (db) => {
    await loadAndDecide(db, 0, "1.750");
    await addRule(db, AT_MOST, { ids: [A] });
    await loadAndDecide(db, 5, "1.680");
    await load(db, 10, "1.705");
    const taken = `update alert_outbox set taken_until = '${instant(60)}'`;
    equal(await duringDecision(db, taken, () => Promise.resolve()), 0);
    deepEqual(
      await readMessages(db),
      [["at_most", A, 1_680, 1_750]],
      "it is no longer true, but may have arrived",
    );
  }));

forEachDb("a device may end its rules at any time after a decision", async (_, db) => {
  await loadAndDecide(db, 0, "1.750");
  const id = await addRule(db, AT_MOST);
  await loadAndDecide(db, 10, "1.680");
  await endRule(db, id);
  deepEqual(await readMessages(db), []);
  equal(await loadAndDecide(db, 20, "1.670"), 0);
});
