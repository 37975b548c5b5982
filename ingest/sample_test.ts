import { deepEqual, equal, notEqual, ok } from "../tests/support/assert.ts";
import { checkFeed, loadTownTable } from "./check.ts";
import { decodeStations } from "./decode.ts";
import { buildSample } from "./sample/build.ts";

const AT = new Date("2026-06-05T10:10:00Z");
const SMALL = { at: AT, stations: 400, days: 90, seed: 5 };

Deno.test("buildSample() returns the same bytes for the same options, and others for another seed", async () => {
  const few = { ...SMALL, stations: 200 };
  const [one, same, other] = await Promise.all([
    buildSample(few),
    buildSample(few),
    buildSample({ ...few, seed: 6 }),
  ]);
  equal(await one.feedXml.text(), await same.feedXml.text());
  equal(await one.archives[0]!.xml.text(), await same.archives[0]!.xml.text());
  equal(one.brandsCsv, same.brandsCsv);
  notEqual(await one.feedXml.text(), await other.feedXml.text());
});

Deno.test("buildSample() passes validation without a rejected row, in the right departments", async () => {
  const sample = await buildSample(SMALL);
  const context = { nowMs: AT.getTime(), towns: await loadTownTable() };
  const feed = await checkFeed(decodeStations(sample.feedXml.stream()), context);
  deepEqual(feed.refused, []);
  equal(feed.entries.size, SMALL.stations);
  const stations = [...feed.entries.values()].map(({ station }) => station);
  ok(
    stations.every(({ positionFlag, department }) => positionFlag === null && department !== null),
  );
  ok(new Set(stations.map(({ department }) => department)).size > 60);
  ok(stations.every(({ id, rawAddress }) => id > 900_000_000 && /\(exemple\)$/i.test(rawAddress)));
  const share = (test: (station: typeof stations[number]) => boolean) =>
    stations.filter(test).length / stations.length;
  ok(share(({ motorway }) => motorway) > 0.02 && share(({ motorway }) => motorway) < 0.08);
  ok(share(({ openingHours }) => openingHours === null) > 0.2);
  ok(feed.newestPriceMs! <= AT.getTime() && AT.getTime() - feed.newestPriceMs! < 3_600_000);
  ok(feed.reported.stockOuts > SMALL.stations / 2);
});

Deno.test("buildSample() writes archives that cover all its days and end with the prices of the feed", async () => {
  const sample = await buildSample({ ...SMALL, at: new Date("2026-02-10T10:00:00Z") });
  deepEqual(sample.archives.map(({ year }) => year), [2025, 2026]);
  const latest = new Map<string, string>();
  const days = new Set<string>();
  for (const { xml } of sample.archives) {
    for await (const { id, prices } of decodeStations(xml.stream())) {
      for (const { fuel, at, value } of prices) {
        latest.set(`${id} ${fuel}`, `${at} ${Number(value).toFixed(3)}`);
        days.add(at.slice(0, 10));
      }
    }
  }
  ok(days.size >= 90, `${days.size} days`);
  let compared = 0;
  for await (const { id, prices } of decodeStations(sample.feedXml.stream())) {
    for (const { fuel, at, value } of prices) {
      equal(latest.get(`${id} ${fuel}`), `${at.replace(" ", "T")} ${value}`);
      compared++;
    }
  }
  equal(compared, latest.size);
});

Deno.test("buildSample() gives most stations a brand, in the columns of the brand extract", async () => {
  const { brandsCsv } = await buildSample(SMALL);
  const [header, ...lines] = brandsCsv.trimEnd().split("\n");
  equal(header, "ref:FR:prix-carburants,brand,name,operator,branch");
  equal(lines.length, SMALL.stations);
  ok(lines.every((line) => line.includes("(exemple)")));
});
