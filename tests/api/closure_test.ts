import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { type TestApp, withTestApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, IDS } from "../support/api_fixture.ts";

const ID = IDS.paris;
const ago = (hours: number) => new Date(FIXTURE_AS_OF.getTime() - hours * 3_600_000).toISOString();

type Closure = { since: string; until?: string; kind?: string };
type Entry = { id: string };

/** Runs `work` with the station in Paris 15e closed. Its newest prices are two hours old. */
async function withClosed(
  { since, until, kind = "temporary" }: Closure,
  work: (app: TestApp) => Promise<void>,
) {
  await withTestApp(async (app, db) => {
    const text = "insert into closure (station_id, since, until, kind) values ($1, $2, $3, $4)";
    await db.query({ text, values: [Number(ID), since, until ?? null, kind] });
    await app.renew();
    await work(app);
  }, { writes: true });
}

// Proves docs/data.md#what-a-price-is
Deno.test("a closed station is reported as closed and does not rank", async () => {
  await withClosed({ since: ago(1) }, async (app) => {
    const { data } = await app.json(`/api/v1/stations/${ID}`);
    deepEqual([data.closed_since, data.closed_kind], [ago(1), "temporary"]);
    ok(
      data.prices.length > 0 &&
        data.prices.every(({ in_force }: { in_force: boolean }) => !in_force),
    );
    const found =
      (await app.json("/api/v1/stations/search?lat=48.84&lng=2.31&fuel=gazole&radius=20")).data;
    ok(found.length > 0 && found.every(({ id }: Entry) => id !== ID));
    equal(
      (await app.json("/api/v1/prices/departments/75?fuel=gazole")).data.stationCount,
      1,
      "one of the two stations is closed",
    );
    const { data: other } = await app.json(`/api/v1/stations/${IDS.odd}`);
    deepEqual([other.closed_since, other.closed_kind], [null, null]);
  });
});

Deno.test("a closure that ended, or that a later price ended, does not close a station", async () => {
  for (const closure of [{ since: ago(1), until: ago(0.5) }, { since: ago(3) }]) {
    await withClosed(closure, async (app) => {
      const { data } = await app.json(`/api/v1/stations/${ID}`);
      equal(data.closed_since, null);
      ok(data.prices.every(({ in_force }: { in_force: boolean }) => in_force));
      const found =
        (await app.json("/api/v1/stations/search?lat=48.84321&lng=2.31254&fuel=e85&radius=1")).data;
      deepEqual(
        found.map(({ id }: Entry) => id),
        [ID],
        "a price from before the closure is valid again",
      );
    });
  }
});

Deno.test("the tool and the pages say since when a station is closed", async () => {
  await withClosed({ since: "2026-06-05T08:30:00Z", kind: "permanent" }, async (app) => {
    const { content: [{ text }] } = await app.callTool("lookup_station", { id: ID });
    match(text, /\nClosed for good since 2026-06-05 10:30 [^]*not in force \(station closed\)/);
    for (const path of [`/stations/${ID}`, `/?place=75056&station=${ID}`]) {
      match((await app.read(path)).text, /Fermée définitivement depuis le 5 juin 2026\./, path);
    }
  });
});
