import { deepEqual, equal, match } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { isPublicAddress } from "../../lib/platform/public_host.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { readRows } from "../support/load.ts";
import { type PushService, startPushService } from "../support/push_service.ts";

const ORIGIN = "https://fuel.example";
const RULE = { fuel: "gazole", where: { ids: [IDS.paris] }, when: { kind: "at_most", price_milli: 1_650 } };
const options = { env: { BASE_URL: ORIGIN } };

const PATH = "/alertes/appareil";

function write(app: TestApp, body: unknown, init: { method?: string; origin?: string; from?: string } = {}) {
  const { method = "POST", origin = ORIGIN, from } = init;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return app.read(PATH, { method, from, headers: { origin, "content-type": "application/json" }, body: text });
}

async function change(
  app: TestApp,
  body: object,
): Promise<{ ids: string[]; added: string | null; public_key: string }> {
  const { status, text } = await write(app, { lang: "fr", ...body });
  equal(status, 200, text);
  return JSON.parse(text);
}

async function withPush(work: (push: PushService) => Promise<void>): Promise<void> {
  const push = startPushService();
  await work(push).finally(push.stop);
}

testApp(
  "an alert is stored, listed, moved to a new subscription and ended, and the device goes with its last one",
  (app, db) =>
    withPush(async (push) => {
      const { status, text, headers } = await write(app, { lang: "fr" });
      deepEqual([status, headers.get("cache-control")], [200, "no-store"]);
      const { public_key, ...none } = JSON.parse(text);
      const key = Buffer.from(public_key, "base64url");
      deepEqual([key.length, key[0], none], [65, 4, { ids: [], added: null }]);
      equal((await change(app, {})).public_key, public_key);
      const subscription = await push.createSubscription();
      const { added, ids } = await change(app, { subscription, rule: RULE });
      const id = added!;
      match(id, /^[\w-]{1,32}$/);
      deepEqual(ids, [id]);
      const again = await change(app, { subscription, rule: RULE, lang: "en" });
      deepEqual(again, { added: id, ids, public_key }, "the same rule twice is one");
      deepEqual(await readRows(db, "select rule from alert_rule"), [[{ ...RULE, every_h: 6, at_night: false }]]);
      await db.query({ text: "update push_device set renewed_at = '2025-01-01'" });
      const { endpoint } = subscription;
      deepEqual((await change(app, { endpoint, subscription })).ids, ids);
      deepEqual(await readRows(db, "select renewed_at from push_device"), [[app.service.clock()]]);
      const renewed = await push.createSubscription();
      deepEqual((await change(app, { endpoint, subscription: renewed, lang: "en" })).ids, ids);
      deepEqual((await change(app, { endpoint })).ids, []);
      deepEqual(await readRows(db, "select endpoint, lang from push_device"), [[renewed.endpoint, "en"]]);
      await change(app, { endpoint, ended: id });
      const own = { endpoint: renewed.endpoint };
      deepEqual((await change(app, own)).ids, ids, "another device cannot end it");
      deepEqual((await change(app, { ...own, ended: id })).ids, []);
      deepEqual((await change(app, { ...own, ended: id })).ids, []);
      deepEqual(await readRows(db, "select count(*)::int from push_device"), [[0]]);
      await change(app, { subscription });
      deepEqual(await readRows(db, "select count(*)::int from push_device"), [[0]], "none without a rule");
    }),
  options,
);

testApp(
  "a rule that is none, a strange body and an address that is none are refused, and nothing is stored",
  (app, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      const bad = (change: object) => ({ subscription, rule: RULE, lang: "fr", ...change });
      const rule = (change: object) => bad({ rule: { ...RULE, ...change } });
      const cell = { lat: 48.85, lng: 2.35 };
      const refused = [
        ...["", "{", "[]", "null", `${"[".repeat(2_000)}`, bad({ lang: "de" }), bad({ more: 1 })],
        ...[bad({ subscription: undefined }), bad({ endpoint: "push" }), bad({ ended: "x".repeat(33) })],
        ...[rule({ fuel: "diesel" }), rule({ every_h: 0 }), rule({ where: { ids: [] } }), rule({ more: 1 })],
        ...[
          rule({ where: { cell: { ...cell, lat: 48.851 }, radius_km: 5 } }),
          rule({ where: { cell, radius_km: 51 } }),
        ],
        ...[rule({ where: { cell, radius_km: 5 }, when: { kind: "best" } }), rule({ when: { kind: "cheapest" } })],
        bad({ subscription: { ...subscription, keys: { ...subscription.keys, auth: "short" } } }),
        bad({ subscription: { ...subscription, endpoint: "ftp://push.example/x" } }),
        bad({ subscription: { ...subscription, endpoint: `https://push.example/${"x".repeat(1_000)}` } }),
      ];
      for (const body of refused) {
        const { status, text } = await write(app, body);
        equal(status, 400, `${JSON.stringify(body).slice(0, 300)}: ${text}`);
      }
      equal((await write(app, bad({}), { origin: "https://other.example" })).status, 403);
      equal((await write(app, bad({}), { method: "PUT" })).status, 405);
      equal((await app.read(PATH)).status, 405);
      deepEqual(await readRows(db, "select count(*)::int from push_device"), [[0]]);
    }),
  options,
);

testApp(
  "a device has twenty alerts, the service 200 000, and a new one costs as much as ten pages",
  (app, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      await change(app, { subscription, rule: RULE });
      await db.query({
        text: `insert into alert_rule (endpoint, rule) select endpoint, jsonb_build_object('n', n)
        from push_device, generate_series(1, 19) n`,
      });
      const other = { ...RULE, fuel: "e10" };
      const post = (body: object, from: string) => write(app, { rule: other, lang: "fr", ...body }, { from });
      equal((await post({ subscription }, "192.0.2.2")).status, 409);
      await db.query({
        // without checking two hundred thousand references
        text: `set session_replication_role = replica;
        insert into alert_rule (endpoint, rule) select 'many', '{}' from generate_series(1, 199980);
        set session_replication_role = default`,
      });
      equal((await post({ subscription: await push.createSubscription() }, "192.0.2.3")).status, 409);
      deepEqual(await readRows(db, "select count(*)::int from push_device"), [[1]]);
      const { headers } = await post({ subscription }, "192.0.2.4");
      equal(headers.get("x-ratelimit-remaining"), "15");
      equal((await post({ subscription }, "192.0.2.4")).status, 409);
      equal((await post({ subscription }, "192.0.2.4")).status, 429);
    }),
  { ...options, env: { ...options.env, PAGE_LIMIT: "25" }, readers: ["snapshot"] },
);

testApp("where alerts are off there is nothing at their address", async (app) => {
  equal(app.service.config.alerts, false);
  equal((await write(app, { lang: "fr" })).status, 404);
});

Deno.test("isPublicAddress() takes https on its port at public addresses, and no other", async () => {
  const ips: Record<string, string[]> = {
    "push.example": ["93.184.216.34", "2606:2800:220:1::1"],
    "half.example": ["93.184.216.34", "10.0.0.1"],
    ...Object.fromEntries(
      ["127.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "::1", "fe80::1", "fd00::1"]
        .concat("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1", "::").map((
          ip,
          at,
        ) => [`x${at}.example`, [ip]]),
    ),
  };
  const find = (host: string) => Promise.resolve(ips[host] ?? []);
  const isPublic = (address: string) => isPublicAddress(address, find);
  equal(await isPublic("https://push.example/a/b"), true);
  equal(await isPublic("https://93.184.216.34/"), true);
  const refused = Object.keys(ips).slice(1).map((host) => `https://${host}/`).concat(
    ...["http://push.example/", "https://push.example:8443/", "https://a:b@push.example/", "https://none.example/"],
    ...[
      "https://127.0.0.1/",
      "https://[::1]/",
      "https://[::ffff:a00:1]/",
      "https://0x7f.1/",
      "https://localhost/",
      "push",
    ],
  );
  for (const address of refused) equal(await isPublic(address), false, address);
});
