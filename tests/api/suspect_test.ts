import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

const ID = IDS.paris;

type Entry = { id: string };
type Point = { price: string; suspect?: boolean };

async function readCounted(app: TestApp) {
  const near = await app.json(
    "/api/v1/stations/search?lat=48.84321&lng=2.31254&fuel=gazole&radius=1&max_age_days=365",
  );
  const box = await app.json(
    "/api/v1/stations/bbox?north=51&south=42&west=-5&east=9&fuel=gazole&limit=500",
  );
  const csv = (await app.read("/data/current.csv")).text;
  return {
    ids: [near, box].map(({ data }) => data.map(({ id }: Entry) => id) as string[]),
    count: (await app.json("/api/v1/prices/national?fuel=gazole")).data.stationCount,
    row: csv.split("\r\n").find((row) => row.startsWith(`${ID},`))!,
  };
}

testApp("a suspect price is shown and never counted", async (app, db) => {
  const { data: before } = await app.json(`/api/v1/stations/${ID}`);
  const counted = await readCounted(app);
  ok(counted.ids.every((ids) => ids.includes(ID)));
  await db.query({
    text: `update current_price set suspect = true where station_id = ${ID} and fuel = 1`,
  });
  await app.renew();

  const { data } = await app.json(`/api/v1/stations/${ID}`);
  const suspect = { ...before.prices[0], in_force: false, suspect: true };
  deepEqual(data.prices, [suspect, ...before.prices.slice(1)]);
  const now = await readCounted(app);
  deepEqual(now.ids, counted.ids.map((ids) => ids.filter((id) => id !== ID)));
  equal(now.count, counted.count - 1);
  ok(counted.row.includes(suspect.price) && !now.row.includes(suspect.price));
  match(
    (await app.callTool("lookup_station", { id: ID })).content[0].text,
    /suspect price, not counted/,
  );
  const pages = [`/stations/${ID}`, `/?at=48.84321,2.31254&fuel=gazole&station=${ID}`];
  for (const path of pages) match((await app.read(path)).text, /prix douteux/, path);
}, { writes: true });

testApp(
  "the history marks a suspect price in REST, CSV, the tool's text and on the page",
  async (app, db) => {
    const path = `/api/v1/prices/history/${ID}?fuel=gazole&days=30`;
    equal((await app.json(path)).data.some((point: Point) => "suspect" in point), false);
    // The station's last report of gazole, a euro too cheap.
    await db.query({
      text: `with last as (
          select max(at) at
          from price_change
          where station_id = ${ID}
            and fuel = 1
        ),
        changed as (
          update price_change
          set price_milli = 1100, confirmed_at = null
          where station_id = ${ID}
            and fuel = 1
            and at = (select at from last)
        )
        insert into suspect_price (station_id, fuel, at, day)
        select ${ID}, 1, at, '2026-06-05'
        from last`,
    });
    await app.renew();

    const data: Point[] = (await app.json(path)).data;
    const suspects = data.filter(({ suspect }) => suspect);
    ok(
      suspects.length > 0 && suspects.length < data.length,
      `${suspects.length} of ${data.length}`,
    );
    ok(data.every(({ price, suspect }) => (price === "1.100") === (suspect === true)));
    const csv = (await app.read(`${path}&format=csv`)).text;
    match(csv, /^recordedAt,price,suspect,generated_at\r\n[^]*,1\.100,true,[^,]*\r\n$/);
    const { content } = await app.callTool("get_price_history", {
      stationId: ID,
      fuel: "gazole",
      days: 30,
    });
    match(
      content[0].text,
      /Last known 1\.100 €\/L.*\nThis price is suspect[^]*Lowest (?!1\.100)[^]*1\.100 \(suspect\)/,
    );
    match(
      (await app.read(`/stations/${ID}?fuel=gazole`)).text,
      /<p class="hint">[^<]*Prix douteux[^<]* 1,100/,
    );
  },
  { writes: true },
);
