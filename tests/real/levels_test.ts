/**
 * Tests that on every page that draws levels, the level depends only on the price and never falls
 * as it rises.
 *
 * @module
 */

import { equal, ok } from "../support/assert.ts";
import { toFarView } from "../../lib/client/explorer/from_afar.ts";
import { toMapScene } from "../../lib/client/explorer/map_scene.ts";
import { createModel } from "../../lib/client/explorer/model.ts";
import { type Stations, toStations, valueOf } from "../../lib/client/stations.ts";
import { WORLD } from "../../lib/site/explorer/area.ts";
import { EMPTY_VIEW } from "../../lib/site/explorer/url_state.ts";
import { homeWords } from "../../lib/words/home.ts";
import { commonWords } from "../../lib/words/mod.ts";
import { createTestApp } from "../support/api_app.ts";
import { findFeeds, ingestFeed } from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

type Drawn = { level: string; price: number };

const LEVELS = ["low", "mid", "high"];

/** Rennes, Vannes, Paris, Dijon, Lyon, Mende, Bastia. */
const TOWNS = ["35238", "56260", "75056", "21231", "69123", "48095", "2B033"];
const FUELS = ["gazole", "e10", "e85"] as const;

const toPages = (fuel: string) => [
  `/?fuel=${fuel}`,
  `/departements?fuel=${fuel}`,
  `/en/departements?fuel=${fuel}`,
  `/departements/75?fuel=${fuel}`,
  `/departements/48?fuel=${fuel}`,
  `/departements/56?fuel=${fuel}`,
  ...TOWNS.flatMap((code) => [
    `/villes/x-${code}?fuel=${fuel}`,
    `/embed/carte?place=${code}&fuel=${fuel}`,
    `/?place=${code}&fuel=${fuel}`,
    `/?place=${code}&fuel=${fuel}&sort=cost&radius=20`,
  ]),
];

function requireOneMeaning(drawn: readonly Drawn[], where: string): void {
  const byPrice = drawn.toSorted((a, b) => a.price - b.price);
  byPrice.slice(1).forEach(({ level, price }, at) => {
    const before = byPrice[at]!;
    const isRight = price === before.price
      ? level === before.level
      : LEVELS.indexOf(level) >= LEVELS.indexOf(before.level);
    ok(isRight, `${where}: ${before.price} is ${before.level}, ${price} is ${level}`);
  });
}

/** Returns the pills and the coloured departments of a page's HTML. */
function readDrawn(html: string): Drawn[] {
  const pills = html.matchAll(
    /class="pill level-(low|mid|high)[^"]*">.*?<span class="sr-only">€?([\d.,]+)/gs,
  );
  const areas = html.matchAll(
    /<title>[^<]*[: ]€?([\d.,]+)[^<]*<\/title><path[^>]*class="area area-(low|mid|high)/g,
  );
  const toPrice = (text: string) => Math.round(Number(text.replace(",", ".")) * 1000);
  return [
    ...Array.from(pills, ([, level, price]) => ({ level: level!, price: toPrice(price!) })),
    ...Array.from(areas, ([, price, level]) => ({ level: level!, price: toPrice(price!) })),
  ];
}

/** Returns rows, dots and pills of the map page, around a station or zoomed out. */
function readLive(stations: Stations, { at, isFar }: { at: number; isFar: boolean }): Drawn[] {
  const where = { lat: stations.lat[at]! + 0.01, lng: stations.lng[at]! };
  const view = { ...EMPTY_VIEW, at: where };
  const first = { stations: [], total: 0, radiusKm: 10 };
  const start = {
    view,
    where: { ...where, from: where, place: null, others: [] },
    first,
    nowMs: stations.asOfMs,
  };
  const model = createModel(start, null);
  model.stations.value = stations;
  model.box.value = WORLD;
  model.zoom.value = isFar ? 5 : 12;
  if (isFar) model.far.value = toFarView(stations, model.matching.value!);
  const scene = toMapScene(model, { lang: "fr", words: homeWords.fr, common: commonWords.fr })!;
  const { column: { price } } = model.found.value;
  const rows = model.listing.value.stations.map(({ level, priceMilli }) => ({
    level: level!,
    price: priceMilli,
  }));
  const dots = Array.from(scene.ranked, (index) => ({
    level: LEVELS[scene.levelOf(index) - 1]!,
    price: valueOf(price, index),
  }));
  const pills = Array.from(scene.candidates, (index) => ({
    level: scene.textOf(index).level.split(" ")[0]!,
    price: valueOf(price, index),
  }));
  return [...rows, ...dots, ...pills];
}

const feeds = await findFeeds();

for (const feed of feeds) {
  Deno.test(`on every page of ${feed} a level depends only on the price`, async () => {
    await withServerDb(async (db) => {
      const { asOfMs } = await ingestFeed(db, feed);
      const app = await createTestApp(db, { clock: () => new Date(asOfMs) });
      let count = 0;
      for (const path of FUELS.flatMap(toPages)) {
        const first = await app.read(path);
        // A town's address without its name redirects to the one with it.
        const { text: html, status } = first.status === 308
          ? await app.read(first.headers.get("location")!)
          : first;
        equal(status, 200, path);
        const drawn = readDrawn(html);
        requireOneMeaning(drawn, path);
        count += drawn.length;
      }
      ok(count > 2000, `only ${count} levels were drawn`);
      const stations = toStations(await app.json("/data/current.json"));
      for (let at = 0; at < stations.count; at += 400) {
        for (const isFar of [false, true]) {
          requireOneMeaning(readLive(stations, { at, isFar }), `map ${at} ${isFar}`);
        }
      }
      await app.close();
    });
  });
}
