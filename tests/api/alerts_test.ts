import { deepEqual, equal, match } from "../support/assert.ts";
import { Buffer } from "node:buffer";
import type { Db } from "../../lib/db/db.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { readRows } from "../support/load.ts";
import { withPush } from "../support/push_service.ts";

const ORIGIN = "https://fuel.example";
const RULE = {
  fuel: "gazole",
  where: { ids: [IDS.paris] },
  when: { kind: "at_most", price_milli: 1_650 },
};
const options = { env: { BASE_URL: ORIGIN, PUSH_HOSTS: "127.0.0.1" } };

const PATH = "/alertes/appareil";

function write(
  app: TestApp,
  body: unknown,
  init: { method?: string; origin?: string; from?: string } = {},
) {
  const { method = "POST", origin = ORIGIN, from } = init;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return app.read(PATH, {
    method,
    from,
    headers: { origin, "content-type": "application/json" },
    body: text,
  });
}

async function change(
  app: TestApp,
  body: object,
): Promise<{ ids: string[]; added: string | null; public_key: string }> {
  const { status, text } = await write(app, { lang: "fr", ...body });
  equal(status, 200, text);
  return JSON.parse(text);
}

const countDevices = (db: Db) => readRows(db, "select count(*)::int from push_device");

testApp(
  "a device gets the same public key for alerts each time, and shared caches do not store it",
  async (app) => {
    const { status, text, headers } = await write(app, { lang: "fr" });
    deepEqual([status, headers.get("cache-control")], [200, "no-store"]);
    const { public_key, ...none } = JSON.parse(text);
    const key = Buffer.from(public_key, "base64url");
    deepEqual([key.length, key[0], none], [65, 4, { ids: [], added: null }]);
    equal((await change(app, {})).public_key, public_key);
  },
  options,
);

testApp(
  "an alert is stored once, only its device can end it, and the device is deleted with its last alert",
  (app, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      await change(app, { subscription });
      deepEqual(await countDevices(db), [[0]], "a device without a rule has no alerts");
      const { added, ids } = await change(app, { subscription, rule: RULE });
      const id = added!;
      match(id, /^[\w-]{1,32}$/);
      deepEqual(ids, [id]);
      const again = await change(app, { subscription, rule: RULE, lang: "en" });
      deepEqual([again.added, again.ids], [id, ids], "a duplicate rule must be stored once");
      deepEqual(await readRows(db, "select rule from alert_rule"), [[{
        ...RULE,
        every_h: 6,
        at_night: false,
      }]]);
      const { endpoint } = subscription;
      await change(app, { endpoint: (await push.createSubscription()).endpoint, ended: id });
      deepEqual((await change(app, { endpoint })).ids, ids, "another device must not end it");
      deepEqual((await change(app, { endpoint, ended: id })).ids, []);
      deepEqual((await change(app, { endpoint, ended: id })).ids, []);
      deepEqual(await countDevices(db), [[0]]);
    }),
  options,
);

testApp(
  "an alert moves to the new subscription of its device",
  (app, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      const { ids } = await change(app, { subscription, rule: RULE });
      await db.query({ text: "update push_device set renewed_at = '2025-01-01'" });
      const { endpoint } = subscription;
      deepEqual((await change(app, { endpoint, subscription })).ids, ids);
      deepEqual(await readRows(db, "select renewed_at from push_device"), [[app.service.clock()]]);
      const renewed = await push.createSubscription();
      deepEqual((await change(app, { endpoint, subscription: renewed, lang: "en" })).ids, ids);
      deepEqual((await change(app, { endpoint })).ids, []);
      deepEqual(await readRows(db, "select endpoint, lang from push_device"), [[
        renewed.endpoint,
        "en",
      ]]);
      await change(app, { endpoint: renewed.endpoint, ended: ids[0] });
    }),
  options,
);

testApp("a rule contains each station once", (app, db) =>
  withPush(async (push) => {
    const subscription = await push.createSubscription();
    const ids = [IDS.paris, "1", IDS.paris, IDS.paris];
    await change(app, { subscription, rule: { ...RULE, where: { ids } } });
    deepEqual(await readRows(db, "select rule -> 'where' from alert_rule"), [[{
      ids: [IDS.paris, "1"],
    }]]);
    await db.query({ text: "delete from push_device" });
  }), options);

testApp(
  "a move that would give a device more than twenty alerts is rejected with 409 and changes nothing",
  (app, db) =>
    withPush(async (push) => {
      const full = await push.createSubscription();
      const one = await push.createSubscription();
      await change(app, { subscription: full, rule: RULE });
      await db.query({
        text: `insert into alert_rule (endpoint, rule)
        select endpoint, jsonb_build_object('n', n)
        from push_device
        cross join generate_series(1, 19) n`,
      });
      await change(app, { subscription: one, rule: RULE });
      const counts =
        "select endpoint, count(*)::int from alert_rule group by endpoint order by count(*)";
      const before = [[one.endpoint, 1], [full.endpoint, 20]];
      for (
        const [endpoint, subscription] of [[one.endpoint, full], [full.endpoint, one]] as const
      ) {
        const { status, text } = await write(app, { endpoint, subscription, lang: "fr" });
        deepEqual([status, text], [409, "The device would have 21 rules"]);
        deepEqual(await readRows(db, counts), before);
      }
      const { ids: [id] } = await change(app, { endpoint: one.endpoint });
      await change(app, { endpoint: one.endpoint, ended: id });
      equal((await change(app, { endpoint: full.endpoint, subscription: one })).ids.length, 20);
      await db.query({ text: "delete from push_device" });
    }),
  options,
);

testApp(
  "an invalid rule, an unexpected body and an invalid address are rejected, and nothing is stored",
  (app, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      const bad = (change: object) => ({ subscription, rule: RULE, lang: "fr", ...change });
      const rule = (change: object) => bad({ rule: { ...RULE, ...change } });
      const cell = { lat: 48.85, lng: 2.35 };
      const refused = [
        "",
        "{",
        "[]",
        "null",
        `${"[".repeat(2_000)}`,
        bad({ lang: "de" }),
        bad({ more: 1 }),
        bad({ subscription: undefined }),
        bad({ endpoint: "push" }),
        bad({ ended: "x".repeat(33) }),
        rule({ fuel: "diesel" }),
        rule({ every_h: 0 }),
        rule({ where: { ids: [] } }),
        rule({ more: 1 }),
        rule({ where: { cell: { ...cell, lat: 48.851 }, radius_km: 5 } }),
        rule({ where: { cell, radius_km: 51 } }),
        rule({ where: { cell, radius_km: 5 }, when: { kind: "best" } }),
        rule({ when: { kind: "cheapest" } }),
        bad({ subscription: { ...subscription, keys: { ...subscription.keys, auth: "short" } } }),
        bad({ subscription: { ...subscription, endpoint: "ftp://push.example/x" } }),
        bad({
          subscription: { ...subscription, endpoint: `https://push.example/${"x".repeat(1_000)}` },
        }),
      ];
      for (const body of refused) {
        const { status, text } = await write(app, body);
        equal(status, 400, `${JSON.stringify(body).slice(0, 300)}: ${text}`);
      }
      equal((await write(app, bad({}), { origin: "https://other.example" })).status, 403);
      equal((await write(app, bad({}), { method: "PUT" })).status, 405);
      equal((await app.read(PATH)).status, 405);
      deepEqual(await countDevices(db), [[0]]);
    }),
  options,
);

testApp(
  "a device may have twenty alerts and the service 200 000, and a new alert costs as much as ten pages",
  (app, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      await change(app, { subscription, rule: RULE });
      await db.query({
        text: `insert into alert_rule (endpoint, rule) select endpoint, jsonb_build_object('n', n)
        from push_device, generate_series(1, 19) n`,
      });
      const other = { ...RULE, fuel: "e10" };
      const post = (body: object, from: string) =>
        write(app, { rule: other, lang: "fr", ...body }, { from });
      equal((await post({ subscription }, "192.0.2.2")).status, 409);
      await db.query({
        // Skips the checks of two hundred thousand foreign keys.
        text: `set session_replication_role = replica;
        insert into alert_rule (endpoint, rule) select 'many', '{}' from generate_series(1, 199978);
        insert into alert_rule (endpoint, rule, unconfirmed_since) select 'new', '{}', now() from generate_series(1, 100);
        set session_replication_role = default`,
      });
      const another = await push.createSubscription();
      equal(
        (await post({ subscription: another }, "192.0.2.3")).status,
        200,
        "unconfirmed rules must not count",
      );
      await db.query({
        text: "update alert_rule set unconfirmed_since = null where endpoint = 'new'",
      });
      equal(
        (await post({ subscription: await push.createSubscription() }, "192.0.2.3")).status,
        409,
      );
      deepEqual(await countDevices(db), [[2]]);
      const { headers } = await post({ subscription }, "192.0.2.4");
      equal(headers.get("x-ratelimit-remaining"), "15");
      equal((await post({ subscription }, "192.0.2.4")).status, 409);
      equal((await post({ subscription }, "192.0.2.4")).status, 429);
    }),
  { ...options, env: { ...options.env, PAGE_LIMIT: "25" }, readers: ["snapshot"] },
);

testApp(
  "POST /alertes/appareil rejects a subscription whose host is not a push service, and stores nothing",
  async (app, db) => {
    const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
    const refused = [
      "https://push.example/x",
      "https://fcm.googleapis.com.push.example/x",
      "https://fcm.googleapis.com:8443/x",
      "http://fcm.googleapis.com/x",
      "https://user:password@fcm.googleapis.com/x",
      "https://push.apple.com/x",
      "http://localhost/x",
    ];
    for (const endpoint of refused) {
      const { status, text } = await write(app, {
        subscription: { endpoint, keys },
        rule: RULE,
        lang: "fr",
      });
      const { message } = JSON.parse(text).error;
      const host = new URL(endpoint).host;
      const start =
        `Field "subscription.endpoint" has the host "${host}"; expected a push service of browsers by https: `;
      deepEqual([status, message.slice(0, start.length)], [400, start], endpoint);
    }
    deepEqual(await countDevices(db), [[0]]);
    const endpoint = "https://FCM.GoogleApis.com:443/fcm/send/x";
    const { added } = await change(app, { subscription: { endpoint, keys }, rule: RULE });
    const stored = "https://fcm.googleapis.com/fcm/send/x";
    deepEqual(
      await readRows(db, "select endpoint from push_device"),
      [[stored]],
      "its host must be in lower case",
    );
    await change(app, { endpoint, ended: added });
    deepEqual(await countDevices(db), [[0]]);
  },
  options,
);

testApp(
  "/alertes/appareil accepts POST, and lists it in Allow for every other method",
  async (app) => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await app.read(PATH, { method });
      deepEqual([method, status, headers.get("allow")], [method, 405, "POST"]);
    }
  },
  options,
);

testApp("with alerts off their addresses return 404", async (app) => {
  equal(app.service.config.alerts, false);
  equal((await write(app, { lang: "fr" })).status, 404);
});
