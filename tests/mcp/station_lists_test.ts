import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { callTool, testApp } from "./app.ts";
import { AS_OF, idOf } from "./fixture.ts";

const POINT = { lat: 48.85, lng: 2.35, fuel: "gazole" };

testApp(
  "the nearest station with a card terminal takes one call, and the text names the filters",
  async (app) => {
    const args = {
      ...POINT,
      radius: 10,
      sort: "distance",
      automate_24_7: true,
      services: "gonflage",
      limit: 100,
    };
    const { text, data, meta } = await callTool(app, "search_stations_nearby", args);
    const all =
      (await callTool(app, "search_stations_nearby", { ...POINT, radius: 10, limit: 100 })).data;
    const kept = all.filter((entry: { automate_24_7: boolean }) => entry.automate_24_7);
    kept.sort((a: { distance_km: number }, b: { distance_km: number }) =>
      a.distance_km - b.distance_km
    );
    ok(kept.length > 5 && meta.total === kept.length);
    deepEqual(data.map(({ id }: { id: string }) => id), kept.map(({ id }: { id: string }) => id));
    match(
      text,
      /^Nearest gazole \(diesel\) within 10 km of 48\.85, 2\.35 \(services gonflage, card terminal day and night\): /,
    );
    match(text, /stations, nearest first, €\/L\./);
    equal(
      (await callTool(app, "search_stations_nearby", { ...args, services: "nothing" })).isError,
      true,
    );
  },
);

testApp(
  "stations that ran out of a fuel are listed with the time and their last price",
  async (app) => {
    const args = { place: "Paris", fuel: "gazole", out_of_stock: true };
    const { text, data, meta } = await callTool(app, "search_stations_nearby", {
      ...args,
      radius: 50,
    });
    deepEqual(data.map(({ id }: { id: string }) => id), [idOf(3)]);
    equal(data[0].out_of_stock_since, AS_OF);
    const price = data[0].last_price;
    const found = `"[^"]+", "[^"]+", [\\d.]+ km, ran out just now, last price ${price}, id ${
      idOf(3)
    }`;
    match(
      text,
      new RegExp(
        `^1 station within 50 km of Paris \\(75\\) has run out of gazole .*; 1 listed, latest first\\.\n${found}\n`,
      ),
    );
    const near = await callTool(app, "search_stations_nearby", { ...args, brand: "Nobody" });
    equal(near.meta.radius_km, 5, "a short list must not be widened");
    match(near.text, /^0 stations within 5 km of Paris \(75\) \(brand "nobody"\) have run out/);
    const refused = await callTool(app, "search_stations_nearby", { ...args, sort: "cost" });
    match(
      refused.text,
      /"out_of_stock" is true with "sort"; a station without a price has no cost/,
    );
    equal(meta.total, 1);
  },
);
