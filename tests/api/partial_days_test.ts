import { deepEqual, equal, match, ok } from "node:assert/strict";
import { testApp } from "../support/api_app.ts";

testApp(
  "days with too few stations are marked in the series, and counted instead of drawn on /tendances",
  async (app, db) => {
    await db.query({
      text: `update daily_mean set station_count = 2, sum_milli = sum_milli / 5 where area = 'FR' and fuel = 1
      and day in ('2026-05-01', '2026-05-02', '2026-05-20')`,
    });
    await app.renew();
    const { data } = await app.json("/api/v1/prices/series?fuel=gazole");
    const partial = data.filter((point: { partial?: true }) => point.partial);
    deepEqual(partial.map((point: { recordedAt: string }) => point.recordedAt), [
      "2026-05-01",
      "2026-05-02",
      "2026-05-20",
    ]);
    const { text } = await app.read("/tendances");
    match(text, />3\s?jours incomplets ne sont pas tracés/);
    match((await app.read("/en/tendances")).text, />3 incomplete days are not drawn/);
    await db.query({
      text: "update daily_mean set station_count = 10, sum_milli = sum_milli * 5 where station_count = 2",
    });
    await app.renew();
    equal((await app.read("/tendances")).text.includes("pas tracé"), false);
    ok((await app.read("/api/v1/prices/series?fuel=gazole&format=csv")).text.startsWith("recordedAt,avgPrice,"));
  },
  { writes: true },
);
