import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS } from "../support/api_fixture.ts";

testApp(
  "days with too few stations are marked in the series, and counted instead of drawn on /tendances",
  async (app, db) => {
    await db.query({
      text: `update daily_mean
          set station_count = 2, sum_milli = sum_milli / 5
          where area = 'FR'
            and fuel = 1
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
      text: `update daily_mean
          set station_count = 10, sum_milli = sum_milli * 5
          where station_count = 2`,
    });
    await app.renew();
    equal((await app.read("/tendances")).text.includes("pas tracé"), false);
    ok(
      (await app.read("/api/v1/prices/series?fuel=gazole&format=csv")).text.startsWith(
        "recordedAt,avgPrice,",
      ),
    );
  },
  { writes: true },
);

// Proves docs/contract.md#answers
testApp(
  "series and histories show how many days are known, and the text of one day reports no change",
  async (app, db) => {
    const question = { fuel: "gazole", from: "2026-04-30", to: "2026-05-31" };
    const query = new URLSearchParams(question);
    await db.query({
      text: `delete from daily_mean
          where area = 'FR'
            and day between '2026-04-30' and '2026-05-31'
            and day <> '2026-05-20'`,
    });
    await app.renew();
    const { data, meta } = await app.json(`/api/v1/prices/series?${query}`);
    deepEqual([data.length, meta.days_known, meta.first_day], [1, 1, "2026-05-20"]);
    const one = (await app.callTool("get_price_series", question)).content[0].text;
    match(
      one,
      /: mean \d\.\d{3} €\/L on 2026-05-20, .* stations\. 1 of 32 days is known: no change can be told\.\n/,
    );
    ok(!one.includes("cents"), one);
    const two =
      (await app.callTool("get_price_series", { ...question, to: "2026-06-01" })).content[0].text;
    match(two, /\n2 of 33 days are known\.\n/);
    const none = await app.json("/api/v1/prices/series?fuel=gazole&from=2016-01-01&to=2016-01-02");
    deepEqual([none.meta.days_known, none.meta.first_day], [0, null]);
    const history = await app.json(`/api/v1/prices/history/${IDS.paris}?fuel=gazole&days=365`);
    deepEqual([history.meta.days_known, history.meta.first_day], [
      history.data.length,
      history.data[0].recordedAt,
    ]);
  },
  { writes: true },
);

// Proves docs/contract.md#answers
testApp(
  "gaps=null returns a point for each day of a series and a history, with null if no price is known",
  async (app, db) => {
    await db.query({ text: "delete from daily_mean where area = 'FR' and day = '2026-06-02'" });
    await db.query({ text: "delete from price_change where at < '2026-05-01'" });
    await app.renew();
    const path = "/api/v1/prices/series?fuel=gazole&from=2026-06-01&to=2026-06-03";
    const { data: known } = await app.json(path);
    const missing = {
      recordedAt: "2026-06-02",
      avgPrice: null,
      minPrice: null,
      maxPrice: null,
      stationCount: 0,
    };
    const { data, meta } = await app.json(`${path}&gaps=null`);
    deepEqual(data, [known[0], missing, known[1]]);
    deepEqual([meta.count, meta.days_known, meta.first_day], [3, 2, "2026-06-01"]);
    match(
      (await app.read(`${path}&gaps=null&format=csv`)).text,
      /\r\n2026-06-02,,,,0,,2026-06-05T10:10:00\.000Z\r\n/,
    );
    const history = `/api/v1/prices/history/${IDS.paris}?fuel=gazole&days=365`;
    const { data: points } = await app.json(history);
    const { data: days } = await app.json(`${history}&gaps=null`);
    ok(points.length > 0 && points.length < 40);
    equal(days.length, 365);
    deepEqual(days[0], { recordedAt: "2025-06-06", price: null });
    deepEqual(days.slice(-points.length), points);
    const refused = await app.fetch(`${path}&gaps=zero`);
    match(await checkError(refused, "INVALID_PARAMETER"), /"gaps" is "zero"; expected one of null/);
  },
  { writes: true },
);

testApp("means show how many of the last seven days are known", async (app, db) => {
  const metaOf = async (path: string) => {
    const { meta: { days_known, first_day } } = await app.json(path);
    return [days_known, first_day];
  };
  deepEqual(await metaOf("/api/v1/prices/national?fuel=gazole"), [7, "2026-05-30"]);
  await db.query({
    text: "delete from daily_mean where day between '2026-05-25' and '2026-06-02'",
  });
  await app.renew();
  deepEqual(await metaOf("/api/v1/prices/national?fuel=gazole"), [3, "2026-06-03"]);
  deepEqual(await metaOf("/api/v1/prices/departments/75?fuel=gazole"), [3, "2026-06-03"]);
  deepEqual(await metaOf("/api/v1/prices/trends/brands?fuel=gazole&days=5"), [3, "2026-06-03"]);
  const { content: [{ text }] } = await app.callTool("get_national_prices", { fuel: "gazole" });
  match(text, /of 7 days \d\.\d{3}; 3 of 7 days are known\./);
}, { writes: true });
