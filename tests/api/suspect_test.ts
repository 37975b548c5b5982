/** A suspect price is on its station, on its page and in the tool's text, and in no list, extreme or file. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type TestApp, withTestApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

async function getJson(app: TestApp, path: string) {
  const response = await app.fetch(path);
  equal(response.status, 200, path);
  return await response.json();
}

async function readTool(app: TestApp, id: string): Promise<string> {
  const params = { name: "lookup_station", arguments: { id } };
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
    match(await readTool(app, id), /suspect price, not counted \(.*\): \d\.\d{3} €\/L/);
    match(await (await app.fetch(`/stations/${id}`)).text(), /prix douteux/);
    match(await (await app.fetch(`/en/stations/${id}`)).text(), /suspicious price/);
    match(
      await (await app.fetch(`/?at=${before.latitude},${before.longitude}&fuel=gazole&station=${id}`)).text(),
      /prix douteux/,
    );
  }, { writes: true });
});
