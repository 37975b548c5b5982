import { deepEqual, equal, ok } from "../support/assert.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import { toOrder } from "../../lib/client/explorer/listing.ts";
import { findVerdictAt } from "../../lib/client/explorer/verdicts.ts";
import { findMatching, toKms, toStations, within } from "../../lib/client/stations.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { findVerdicts } from "../../lib/operations/stations/verdicts.ts";
import { EMPTY_VIEW, type View } from "../../lib/site/explorer/url_state.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";

const BOXES = [
  { north: 51.5, south: 41, east: 10, west: -5.5 },
  { north: 49.2, south: 48.4, east: 3, west: 1.8 },
  { north: 44.5, south: 43, east: 6, west: 3 },
];
const WORLD = { north: "90", south: "-90", east: "180", west: "-180" };
const FILTERS: Partial<View>[] = [
  {},
  { motorway: false },
  { openNow: true },
  { brands: ["totalenergies"] },
  { brands: ["Nobody"], openNow: true },
];

async function ask(
  app: TestApp,
  view: View,
  box: typeof BOXES[number],
): Promise<{ total: number; ids: string[] }> {
  const query = new URLSearchParams({ fuel: view.fuel, limit: "500" });
  for (const [name, value] of Object.entries(box)) query.set(name, String(value));
  if (view.brands[0]) query.set("brand", view.brands[0]);
  if (!view.motorway) query.set("motorway", "exclude");
  if (view.openNow) query.set("open_now", "true");
  const { data, meta } = await app.json(`/api/v1/stations/bbox?${query}`);
  return {
    total: meta.total,
    ids: data.map(({ id, price }: { id: string; price: string }) => `${price} ${id}`),
  };
}

async function withSample(stations: number, work: (app: TestApp) => Promise<void>): Promise<void> {
  await withServerDb(async (db) => {
    const clock = () => FIXTURE_AS_OF;
    const sample = await buildSample({ at: FIXTURE_AS_OF, stations, days: 40, seed: 7 });
    const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
    await runIngest({ db, clock, log: createTestLog(clock).log }, {
      kind: "sample",
      name: "sample",
      bytes,
    });
    await db.query({
      text: `insert into station_brand (station_id, brand, name, updated_at)
        select id, case id % 3 when 0 then 'TotalEnergies' when 1 then 'Avia' end, null, now()
        from station
        on conflict (station_id) do nothing`,
    });
    const app = await createTestApp(db);
    await work(app);
    await app.close();
  });
}

Deno.test("the map's own filters find the same stations as the bbox route, for every fuel and filter", async () => {
  await withSample(1500, async (app) => {
    const stations = toStations(await app.json("/data/current.json"));
    let compared = 0;
    for (const fuel of FUELS) {
      for (const filter of FILTERS) {
        const view = { ...EMPTY_VIEW, ...filter, fuel };
        const column = stations.fuels.get(view.fuel)!;
        const matching = findMatching(stations, view, {
          nowMs: FIXTURE_AS_OF.getTime(),
          served: null,
          column,
        });
        for (const box of BOXES) {
          const inView = within(stations, matching.ranked, box);
          const { total, ids } = await ask(app, view, box);
          equal(inView.length, total, `${fuel} ${JSON.stringify(filter)} ${JSON.stringify(box)}`);
          if (total > 500) continue;
          const kms = toKms(stations, { lat: box.south, lng: box.west });
          const { price } = matching.column;
          const order = toOrder(inView, { price, kms, keys: price, shown: inView.length });
          const own = Array.from(
            order,
            (at) => `${(price[at]! / 1000).toFixed(3)} ${stations.id[at]}`,
          );
          deepEqual([...own].sort(), [...ids].sort());
          deepEqual(own.map((line) => line.slice(0, 5)), ids.map((line) => line.slice(0, 5)));
          compared += own.length;
        }
      }
    }
    ok(compared > 1000, `only ${compared} rows were compared`);
  });
});

Deno.test("the map and the pages give a price the same verdict, wherever there are enough stations around it", async () => {
  await withSample(1500, async (app) => {
    const stations = toStations(await app.json("/data/current.json"));
    const verdicts: string[] = [];
    for (const fuel of FUELS) {
      const column = stations.fuels.get(fuel)!;
      const { data } = await app.json(
        `/api/v1/stations/bbox?${new URLSearchParams({ ...WORLD, fuel, limit: "500" })}`,
      );
      const expected = data.map(({ id }: { id: string }) =>
        findVerdictAt(stations, column, stations.indexOf.get(id)!)
      );
      for (const snapshots of [app.service.backend.snapshots, noSnapshots]) {
        deepEqual(
          await findVerdicts({ ...app.service.backend, snapshots }, fuel, data),
          expected,
          fuel,
        );
      }
      for (const verdict of expected) {
        if (verdict) verdicts.push(`${verdict.level} ${verdict.radiusKm}`);
      }
    }
    for (const level of ["low", "mid", "high"]) {
      for (const km of [5, 15]) {
        ok(verdicts.filter((one) => one === `${level} ${km}`).length > 20, `${level} ${km} km`);
      }
    }
  });
});

Deno.test("the services file lists the services of each station", async () => {
  await withSample(200, async (app) => {
    const file = await app.json("/data/services.json");
    let id = 0;
    for (const [row, step] of (file.id as number[]).entries()) {
      id += step;
      if (row % 20 !== 0) continue;
      const { data } = await app.json(`/api/v1/stations/${id}`);
      const services = file.combinations[file.combination[row]].map((service: number) =>
        file.services[service]
      );
      deepEqual([...services].sort(), [...data.services].sort());
    }
    equal(file.id.length, (await app.json("/data/current.json")).count);
  });
});
