/** A suspect price is on its station, on its page and in the tool's text, and in no list, extreme or file. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type TestApp, withTestApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

async function getJson(app: TestApp, path: string) {
  const response = await app.fetch(path);
  equal(response.status, 200, path);
  return await response.json();
}

async function readTool(app: TestApp, name: string, args: Record<string, unknown>): Promise<string> {
  const params = { name, arguments: args };
  const response = await app.fetch("/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return (await response.json()).result.content[0].text;
}

/** Everything that ranks or counts gazole around the station. */
async function readCounted(app: TestApp, { latitude, longitude }: { latitude: number; longitude: number }) {
  const near = `lat=${latitude}&lng=${longitude}&fuel=gazole&radius=1&max_age_days=365`;
  const box = `north=51&south=42&west=-5&east=9&fuel=gazole&limit=500`;
  return {
    near: (await getJson(app, `/api/v1/stations/search?${near}`)).data.map(({ id }: { id: string }) => id),
    box: (await getJson(app, `/api/v1/stations/bbox?${box}`)).data.map(({ id }: { id: string }) => id),
    nation: (await getJson(app, "/api/v1/prices/national?fuel=gazole")).data,
    csv: await (await app.fetch("/data/current.csv")).text(),
  };
}

Deno.test("a suspect price is shown and counts nowhere", async () => {
  await withTestApp(async (app, db) => {
    const id = IDS.paris;
    const { data: before } = await getJson(app, `/api/v1/stations/${id}`);
    const counted = await readCounted(app, before);
    ok(counted.near.includes(id) && counted.box.includes(id));
    await db.query({
      text: "update current_price set suspect = true where station_id = $1 and fuel = 1",
      values: [Number(id)],
    });
    await db.query({ text: "update data_state set revision = revision + 1" });
    await app.service.deps.snapshots.refresh();

    const { data } = await getJson(app, `/api/v1/stations/${id}`);
    const [gazole, ...rest] = data.prices;
    deepEqual(gazole, { ...before.prices[0], in_force: false, suspect: true });
    deepEqual(rest, before.prices.slice(1));
    const now = await readCounted(app, before);
    deepEqual(now.near, counted.near.filter((other: string) => other !== id));
    deepEqual(now.box, counted.box.filter((other: string) => other !== id));
    equal(now.nation.stationCount, counted.nation.stationCount - 1);
    const line = (csv: string) => csv.split("\r\n").find((row) => row.startsWith(`${id},`))!;
    ok(line(counted.csv).includes(gazole.price) && !line(now.csv).includes(gazole.price));
    match(await readTool(app, "lookup_station", { id }), /suspect price, not counted \(.*\): \d\.\d{3} €\/L/);
    match(await (await app.fetch(`/stations/${id}`)).text(), /prix douteux/);
    match(await (await app.fetch(`/en/stations/${id}`)).text(), /suspicious price/);
    match(
      await (await app.fetch(`/?at=${before.latitude},${before.longitude}&fuel=gazole&station=${id}`)).text(),
      /prix douteux/,
    );
  }, { writes: true });
});

Deno.test("history marks a suspect price in REST, CSV, the tool's text and on the page", async () => {
  await withTestApp(async (app, db) => {
    const id = IDS.paris;
    const path = `/api/v1/prices/history/${id}?fuel=gazole&days=30`;
    const { data: before } = await getJson(app, path);
    equal(before.some((point: Record<string, unknown>) => "suspect" in point), false);
    // the station's last report of gazole, a euro too cheap
    const last = "select max(at) from price_change where station_id = $1 and fuel = 1";
    await db.query({
      text:
        `update price_change set price_milli = 1100, confirmed_at = null where station_id = $1 and fuel = 1 and at = (${last})`,
      values: [Number(id)],
    });
    await db.query({
      text: `insert into suspect_price (station_id, fuel, at, day) select $1::int, 1, (${last}), '2026-06-05'`,
      values: [Number(id)],
    });
    await db.query({ text: "update data_state set revision = revision + 1" });
    await app.service.deps.snapshots.refresh();

    const { data } = await getJson(app, path);
    const suspects = data.filter(({ suspect }: { suspect?: boolean }) => suspect);
    ok(suspects.length > 0 && suspects.length < data.length, `${suspects.length} of ${data.length}`);
    ok(
      data.every(({ price, suspect }: { price: string; suspect?: boolean }) =>
        (price === "1.100") === (suspect === true)
      ),
    );
    const csv = await (await app.fetch(path.replace("?", "?format=csv&"))).text();
    match(csv, /^recordedAt,price,suspect\r\n/);
    match(csv, /,1\.100,true\r\n$/);
    const text = await readTool(app, "get_price_history", { stationId: id, fuel: "gazole", days: 30 });
    match(text, /Last known 1\.100 €\/L.*\nThis price is suspect/);
    match(text, /Lowest (?!1\.100).*Suspect prices are left out/);
    match(text, /1\.100 \(suspect\)/);
    const readHint = async (page: string) =>
      /<p class="hint">[^<]*(?:courbes|curves)[^<]*/.exec(await (await app.fetch(page)).text())?.[0] ?? "no hint";
    match(await readHint(`/stations/${id}?fuel=gazole`), /Prix douteux.* 1,100/);
    match(await readHint(`/en/stations/${id}?fuel=gazole`), /Suspicious prices.*1\.100/);
  }, { writes: true });
});
