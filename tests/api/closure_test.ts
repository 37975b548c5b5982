/** A closed station: said by REST, the tool and the pages, and out of every ranking and mean while it lasts. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, IDS, insertFixture } from "../support/api_fixture.ts";
import { withReaders } from "../support/readers.ts";
import { prepareServer } from "../support/server_db.ts";

Deno.test.beforeAll(prepareServer);

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(FIXTURE_AS_OF.getTime() - hours * HOUR_MS);

type Closure = { since: Date; until?: Date; kind?: string };

/** Runs `work` on the app over the fixture with the station in Paris 15e closed; its newest prices are two hours old. */
async function withClosed(closure: Closure | null, work: (app: TestApp) => Promise<void>): Promise<void> {
  const fill = async (db: Db) => {
    await insertFixture(db);
    const text = "insert into closure (station_id, since, until, kind) values ($1, $2, $3, $4)";
    const values = [Number(IDS.paris), closure?.since, closure?.until ?? null, closure?.kind ?? "temporary"];
    if (closure) await db.query({ text, values });
  };
  await withReaders({ fill }, async (db, reader) => {
    const app = await createTestApp(db, { reader });
    await work(app);
    await app.close();
  });
}

async function get(app: TestApp, path: string) {
  return (await (await app.fetch(`/api/v1${path}`)).json()).data;
}

async function countParis(app: TestApp): Promise<number> {
  return (await get(app, "/prices/departments/75?fuel=gazole")).stationCount;
}

Deno.test("a closed station is named as such and ranks nowhere", async () => {
  let before = 0;
  await withClosed(null, async (app) => void (before = await countParis(app)));
  await withClosed({ since: ago(1) }, async (app) => {
    const station = await get(app, `/stations/${IDS.paris}`);
    deepEqual([station.closed_since, station.closed_kind], [ago(1).toISOString(), "temporary"]);
    deepEqual(station.prices.map(({ in_force }: { in_force: boolean }) => in_force), [false, false, false, false]);
    const found = await get(app, "/stations/search?lat=48.84&lng=2.31&fuel=gazole&radius=20");
    ok(found.length > 0 && found.every(({ id }: { id: string }) => id !== IDS.paris));
    equal(await countParis(app), before - 1);
    const other = await get(app, `/stations/${IDS.odd}`);
    deepEqual([other.closed_since, other.closed_kind], [null, null]);
  });
});

Deno.test("a closure that ended, and one that a later price ended, close nothing", async () => {
  for (const closure of [{ since: ago(1), until: ago(0.5) }, { since: ago(3) }]) {
    await withClosed(closure, async (app) => {
      const data = await get(app, `/stations/${IDS.paris}`);
      equal(data.closed_since, null);
      deepEqual(data.prices.map(({ in_force }: { in_force: boolean }) => in_force), [true, true, true, true]);
      const found = await get(app, "/stations/search?lat=48.84321&lng=2.31254&fuel=e85&radius=1");
      deepEqual(found.map(({ id }: { id: string }) => id), [IDS.paris], "a price from before the closure counts again");
    });
  }
});

Deno.test("the tool and the pages say since when a station is closed", async () => {
  await withClosed({ since: new Date("2026-06-05T08:30:00Z"), kind: "permanent" }, async (app) => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };
    const body = JSON.stringify({ ...call, params: { name: "lookup_station", arguments: { id: IDS.paris } } });
    const headers = { "content-type": "application/json" };
    const { result } = await (await app.fetch("/mcp", { method: "POST", headers, body })).json();
    match(result.content[0].text, /\nClosed for good since 2026-06-05 10:30 Paris time\.\n/);
    match(result.content[0].text, /gazole \(diesel\): not in force \(station closed\); was 1\.799/);
    for (
      const [path, words] of [
        [`/stations/${IDS.paris}`, /Fermée définitivement depuis le 5 juin 2026\./],
        [`/en/stations/${IDS.paris}`, /Closed for good since 5 Jun(e)? 2026\./],
        [`/?place=75056&station=${IDS.paris}`, /Fermée définitivement depuis le 5 juin 2026\./],
      ] as const
    ) {
      const text = await (await app.fetch(path)).text();
      match(text, words, path);
    }
  });
});
