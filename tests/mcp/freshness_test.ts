import { deepEqual, equal, notEqual } from "../support/assert.ts";
import { callTool, testApp } from "./app.ts";
import { AS_OF, idOf } from "./fixture.ts";

testApp("a new revision is served at once", async (app, db) => {
  const read = async () =>
    (await callTool(app, "lookup_station", { id: idOf(1) })).data.prices[0].price;
  const before = await read();
  equal(await read(), before);
  await db.query({
    text: `update current_price set price_milli = 1234 where station_id = ${idOf(1)} and fuel = 1`,
  });
  await db.query({ text: "update data_state set revision = revision + 1" });
  await app.service.backend.snapshots.refresh();
  equal(await read(), "1.234");
  notEqual(before, "1.234");
}, { writes: true });

testApp("open_now uses the clock of the data, and open_at any instant", async (app) => {
  const search = async (when: object) => {
    const args = { lat: 48.85, lng: 2.35, fuel: "gazole", radius: 50, limit: 100, ...when };
    return (await callTool(app, "search_stations_nearby", args)).meta.total;
  };
  const now = await search({ open_now: true });
  equal(now, await search({ open_at: AS_OF }));
  notEqual(now, await search({ open_at: "2026-06-05T23:30:00Z" }));
}, { clock: () => new Date("2026-06-05T23:30:00Z") });

testApp("a failure is logged under the returned request ID, and not cached", async (app, db) => {
  const read = () =>
    callTool(app, "get_price_history", { stationId: idOf(1), fuel: "gazole", days: 30 });
  await db.query({ text: "alter table price_change rename to away" });
  const failed = await read();
  await db.query({ text: "alter table away rename to price_change" });
  deepEqual([failed.isError, (await read()).isError], [true, false]);
  const [line] = app.log.lines.splice(0).filter(({ level }) => level === "error");
  deepEqual([line!.message, failed.text.includes(line!.requestId as string)], [
    "An MCP call failed",
    true,
  ]);
}, { writes: true });
