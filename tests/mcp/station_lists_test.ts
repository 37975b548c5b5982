import { deepEqual, equal, match, ok } from "node:assert/strict";
import { callTool, testApp } from "./app.ts";

const POINT = { lat: 48.85, lng: 2.35, fuel: "gazole" };

testApp(
  "the nearest station with a card terminal is found in one call, and the text says how the list is narrowed",
  async (app) => {
    const args = { ...POINT, radius: 10, sort: "distance", automate_24_7: true, services: "gonflage", limit: 100 };
    const { text, data, meta } = await callTool(app, "search_stations_nearby", args);
    const all = (await callTool(app, "search_stations_nearby", { ...POINT, radius: 10, limit: 100 })).data;
    const kept = all.filter((entry: { automate_24_7: boolean }) => entry.automate_24_7);
    kept.sort((a: { distance_km: number }, b: { distance_km: number }) => a.distance_km - b.distance_km);
    ok(kept.length > 5 && meta.total === kept.length);
    deepEqual(data.map(({ id }: { id: string }) => id), kept.map(({ id }: { id: string }) => id));
    match(
      text,
      /^Nearest gazole \(diesel\) within 10 km of 48\.85, 2\.35 \(services gonflage, card terminal day and night\): /,
    );
    match(text, /stations, nearest first, €\/L\./);
    equal((await callTool(app, "search_stations_nearby", { ...args, services: "nothing" })).isError, true);
  },
);
