/**
 * Tests that the line above a list counts the rows that pay off, as rendered by the server and by
 * the map page, and that each row shows its gain in euros.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import { createModel, PAGE_ROWS } from "../../lib/client/explorer/model.ts";
import { toPaidColumn } from "../../lib/client/explorer/pricing.ts";
import { type Stations, toStations } from "../../lib/client/stations.ts";
import type { Db } from "../../lib/db/db.ts";
import { toCautiousMilli } from "../../lib/shared/price/age_lead.ts";
import type { Sort } from "../../lib/site/explorer/filters.ts";
import { WORLD } from "../../lib/site/explorer/area.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { ListedStation } from "../../lib/site/listed_station.ts";
import { USUAL_DRIVER } from "../../lib/shared/price/real_cost.ts";
import { EMPTY_VIEW } from "../../lib/site/explorer/url_state.ts";
import type { Point } from "../../lib/places/point.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";
import { createTestLog } from "../support/log.ts";
import { findFeeds, ingestFeed } from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

/** The test searches around one station in this many. */
const EVERY = 40;
const MIN_LISTS = 40;

async function fillDb(db: Db): Promise<Date> {
  const name = (await findFeeds()).find((feed) => feed.includes("2026-06-05"));
  if (name) return new Date((await ingestFeed(db, name)).asOfMs);
  const clock = () => FIXTURE_AS_OF;
  const sample = await buildSample({ at: FIXTURE_AS_OF, stations: 10_000, days: 2, seed: 5 });
  const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
  await runIngest({ db, clock, log: createTestLog(clock).log }, {
    kind: "sample",
    name: "sample",
    bytes,
  });
  return FIXTURE_AS_OF;
}

/**
 * Reads the number and the saving of a page's line, and the gain of each row in cents, null for the
 * nearest.
 */
async function readPage(app: TestApp, { lat, lng }: Point, fuel: Fuel) {
  const { text: html } = await app.read(`/?at=${lat.toFixed(4)},${lng.toFixed(4)}&fuel=${fuel}`);
  const toText = (part: string) =>
    part.replace(/<[^>]+>/g, "").replace(/[\s\u00a0\u202f]+/g, " ").trim();
  const toCents = (euros: string) => Math.round(Number(euros.replace(",", ".")) * 100);
  const line = toText(/<p class="answer-line"[^>]*>(.*?)<\/p>/s.exec(html)![1]!);
  const [, count = "0", most = "0"] =
    /^(\d+) stations? (?:vaut|valent) .* : ([\d,]+) €/.exec(line) ?? [];
  const gains = [...html.matchAll(/<span class="station-more[^"]*">([^<]*)/g)].flatMap(
    ([, text]) => {
      if (text === "la plus proche") return null;
      const [, what, euros] = /^(gagne|perd) ([\d,]+) €$/.exec(toText(text!))!;
      return toCents(euros!) * (what === "perd" ? -1 : 1);
    },
  );
  const rows = html.match(/data-row=/g)?.length ?? 0;
  return {
    line,
    offer: [Number(count), toCents(most)],
    gains,
    rows,
    isOffer: html.includes("station-more"),
  };
}

/**
 * Returns the cost of a fill in cents, from the pump price. 1.25 litres of E85 drive as far as one
 * of petrol.
 */
function toCents({ paid, priceMilli, km }: ListedStation): number {
  const litreMilli = paid
    ? Math.round(paid.postedMilli * (paid.fuel === "e85" ? 1.25 : 1))
    : priceMilli;
  return Math.round((litreMilli * (40 + (2 * km * 1.3 * 6.5) / 100)) / 10);
}

/** Returns a row with the price used for recommendations. */
function toAged(row: ListedStation, nowMs: number): ListedStation {
  const fuel = row.paid?.fuel ?? "e10";
  return {
    ...row,
    paid: undefined,
    priceMilli: toCautiousMilli({ ...row, fuel, ageMs: nowMs - row.atMs }),
  };
}

/** Returns the list of the map page around a place. */
function toLiveListing(
  stations: Stations,
  at: Point,
  { isFlex, sort = "price" }: { isFlex: boolean; sort?: Sort },
) {
  const where = { ...at, from: at, place: null, others: [] };
  const first = { stations: [], total: 0, radiusKm: 10 };
  const view = { ...EMPTY_VIEW, fuel: "e10", at, sort } as const;
  const model = createModel({ view, where, first, nowMs: stations.asOfMs }, null);
  const driver = { ...USUAL_DRIVER, fuels: ["e10", "e85"] as const };
  if (isFlex) model.pricing.value = (all, fuel) => toPaidColumn(all, fuel, driver);
  model.stations.value = stations;
  model.box.value = WORLD;
  model.shown.value = stations.count;
  return model.listing.value;
}

Deno.test("every row shows its saving in euros, and the line above counts those that pay off, at places across the country", async () => {
  await withServerDb(async (db) => {
    const asOf = await fillDb(db);
    const app = await createTestApp(db, { clock: () => asOf });
    const stations = toStations(await app.json("/data/current.json"));
    const places = Array.from({ length: Math.floor(stations.count / EVERY) }, (_, at) => ({
      lat: stations.lat[at * EVERY]! + 0.01,
      lng: stations.lng[at * EVERY]!,
    }));
    const lists = { drawn: 0, live: 0, flex: 0 };
    for (const place of places) {
      for (const fuel of ["gazole", "e10"] as const) {
        const { line, offer: [count, most], gains, rows, isOffer } = await readPage(
          app,
          place,
          fuel,
        );
        // The first rows of a long list may omit the nearest.
        if (!isOffer || rows >= PAGE_ROWS) continue;
        lists.drawn++;
        const where = `${fuel} ${JSON.stringify(place)} ${line}`;
        const worth = gains.filter((cents) => cents !== null && cents >= 50) as number[];
        // An old price pays off only beyond its lead.
        ok(count! <= worth.length && most! <= Math.max(0, ...worth), where);
        if (count === 0) match(line, /^La plus proche est le bon choix : [\d,]+ € à [\d,]+ k?m/);
        else ok(worth.includes(most!), where);
        deepEqual([gains.length, gains.filter((cents) => cents === null).length], [rows, 1], where);
      }
      for (const isFlex of [false, true]) {
        const { worth, stations: rows } = toLiveListing(stations, place, { isFlex });
        if (!worth) continue;
        lists[isFlex ? "flex" : "live"]++;
        equal(worth.nearest.km, Math.min(...rows.map(({ km }) => km)));
        const gains = rows.map((row) => toCents(worth.nearest) - toCents(row));
        deepEqual(rows.map(({ gainCents }) => gainCents), gains);
        const paying = gains.filter((_, at) =>
          toCents(worth.nearest) - toCents(toAged(rows[at]!, stations.asOfMs)) >= 50
        );
        deepEqual([worth.count, worth.savedCents], [paying.length, Math.max(0, ...paying)]);
        const byCost = toLiveListing(stations, place, { isFlex, sort: "cost" }).stations;
        deepEqual(
          byCost.map(({ gainCents }) => gainCents),
          gains.toSorted((a, b) => b - a),
          "largest first",
        );
        equal(
          byCost.find(({ isDoubtful }) => !isDoubtful)!.isBest,
          true,
          "the star is on the first row",
        );
      }
    }
    ok(Math.min(...Object.values(lists)) >= MIN_LISTS, JSON.stringify(lists));
    await app.close();
  });
});
