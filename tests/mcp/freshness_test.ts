/** Kept results never outlive the data they were made from. @module */

import { deepEqual, equal, notEqual } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { prepareServer } from "../support/server_db.ts";
import { type McpApp, post, testApp } from "./app.ts";
import { AS_OF, idOf } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

async function call(app: McpApp, name: string, args: Record<string, unknown>) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return (await post(app, message)).body.result;
}

async function priceOf(app: McpApp): Promise<string> {
  const { structuredContent } = await call(app, "lookup_station", { id: idOf(1) });
  return structuredContent.data.prices[0].price;
}

async function setPrice(db: Db, priceMilli: number): Promise<void> {
  const text = "update current_price set price_milli = $1 where station_id = $2 and fuel = 1";
  await db.query({ text, values: [priceMilli, 75_000_001] });
  await db.query({ text: "update data_state set revision = revision + 1" });
}

testApp("a new revision is answered at once", async (app, db) => {
  const before = await priceOf(app);
  equal(await priceOf(app), before);
  await setPrice(db, 1234);
  await app.service.deps.snapshots.refresh();
  equal(await priceOf(app), "1.234");
  notEqual(before, "1.234");
}, { writes: true });

testApp("while the snapshot stands the kept result does too", async (app, db) => {
  const before = await priceOf(app);
  await setPrice(db, 1234);
  equal(await priceOf(app), before);
}, { readers: ["snapshot"] });

let now = new Date(AS_OF);
testApp("open_now is asked again when the minute has passed", async (app) => {
  const asked = { lat: 48.85, lng: 2.35, fuel: "gazole", radius: 50, limit: 100, open_now: true };
  const total = async () => (await call(app, "search_stations_nearby", asked)).structuredContent.meta.total;
  now = new Date(AS_OF);
  const byDay = await total();
  now = new Date("2026-06-05T23:30:00Z");
  const byNight = await total();
  notEqual(byDay, byNight);
  now = new Date(AS_OF);
  equal(await total(), byDay);
}, { clock: () => now });

testApp("a failure is not kept", async (app, db) => {
  const asked = { stationId: idOf(1), fuel: "gazole", days: 30 };
  await db.query({ text: "alter table price_change rename to away" });
  const failed = await call(app, "get_price_history", asked);
  equal(failed.isError, true);
  await db.query({ text: "alter table away rename to price_change" });
  equal((await call(app, "get_price_history", asked)).isError, undefined);
  const [line] = app.log.at("error");
  deepEqual([line!.message, failed.content[0].text.includes(line!.requestId as string)], ["An MCP call failed", true]);
  app.log.lines.length = 0;
}, { writes: true });
