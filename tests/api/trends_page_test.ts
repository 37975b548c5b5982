import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { testApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, IDS } from "../support/api_fixture.ts";
import { toPlainText } from "../support/plain_text.ts";

testApp("curves and trends draw the known days, and show since when", async (app, db) => {
  await db.query({
    text:
      `delete from price_change where (station_id = $1 and at < '2026-01-20') or (station_id = 92120001 and at < '2026-06-01')`,
    values: [Number(IDS.paris)],
  });
  const read = async (path: string) => toPlainText((await app.read(path)).text);
  match(await read(`/stations/${IDS.paris}?fuel=gazole`), /Depuis le 23 janv\. 2026.*23 janv\./);
  match(await read("/stations/92120001?fuel=gazole"), /Depuis le 5 juin 2026/);
  match(await read("/en/tendances"), /Since 2 Mar 2026/);
}, { writes: true });

testApp(
  "a curve of the trends that ends before the others says so, large and small",
  async (app, db) => {
    await db.query({
      text:
        `insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
      select area, 3, day, sum_milli, min_milli, max_milli, station_count from daily_mean
      where area = 'FR' and fuel = 4 and day <= '2026-05-20'`,
    });
    await app.renew();
    const read = async (path: string) => toPlainText((await app.read(path)).text);
    match(
      await read("/tendances?fuel=gazole"),
      /Prix moyen du gazole Depuis le 2 mars 2026 : rien n’est connu avant Plus bas/,
    );
    match(
      await read("/tendances?fuel=gazole"),
      /SP98 Depuis le 2 mars [^·]* · s’arrête le 20 mai 2026/,
    );
    match(
      await read("/en/tendances?fuel=sp98"),
      /Average price of SP98 Since 2 Mar [^·]* · ends on 20 May 2026 Lowest.*SP98 ends on 20 May 2026 –/,
    );
  },
  { writes: true },
);

testApp("a page says only once that no trend is known yet", async (app, db) => {
  await db.query({ text: "delete from daily_mean" });
  await app.renew();
  for (const path of ["/departements/75", "/tendances"]) {
    const text = toPlainText((await app.read(path)).text);
    equal(text.match(/Tendance à partir de demain/g)?.length, 1, path);
    doesNotMatch(text, /tendance inconnue/i, path);
  }
}, { writes: true });

testApp(
  "stock-outs above the usual are shown with their departments, and no others",
  async (app, db) => {
    const read = async (path: string) => {
      await app.renew();
      return toPlainText((await app.read(path)).text);
    };
    await db.query({
      text:
        `insert into stock_out (station_id, fuel, since, kind) select id, 3, $1::timestamptz - case
      when id < 44000004 then interval '2 days' when id = 44000004 then interval '20 days' else interval '5 years' end, 'temporary'
      from station where id between 44000001 and 44000006`,
      values: [FIXTURE_AS_OF],
    });
    match(
      await read("/?fuel=sp98"),
      /29 avr\. 2026.*44 Loire-Atlantique 100 % en rupture \(3 sur 3\), 8 % d’habitude/,
    );
    equal((await app.read("/?fuel=sp98")).text.match(/area-short/g)?.length, 1);
    const { sp98, gazole } = await app.json("/data/shortages.json");
    deepEqual(sp98.departments.map(({ code, out }: { code: string; out: number }) => [code, out]), [
      ["44", 3],
    ]);
    deepEqual(gazole, { since: "2026-04-29", departments: [] });
    ok(!(await app.read("/en?fuel=gazole")).text.includes('class="shortages'));
    await db.query({ text: "delete from coverage where day < '2026-05-25'" });
    ok(!(await read("/?fuel=sp98")).includes("en rupture ("), "four days are too few");
  },
  { writes: true },
);
