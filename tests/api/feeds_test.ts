import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { Db } from "../../lib/db/db.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, IDS, insertFixture, moveFixture } from "../support/api_fixture.ts";
import { checkCommonHeaders, checkError, checkQuotaHeaders } from "../support/api_checks.ts";
import {
  createRandom,
  insertJson,
  insertRandomState,
  pick,
  RANDOM_AS_OF,
} from "../support/random_state.ts";

type Item = {
  id: string;
  url: string;
  title: string;
  content_text: string;
  date_published: string;
};
type Change = {
  station: string;
  kind: string;
  price: string | null;
  previous_price: string | null;
};
type AtomEntry = {
  id: string;
  title: string;
  updated: string;
  link: object[];
  content: string;
  category: object[];
};

const AROUND = "/feeds/search.atom?lat=48.8372&lng=2.3719&fuel=gazole";

/** Adds past prices to a random state, a few of them suspect and a few unchanged. */
async function fillWithHistory(db: Db): Promise<void> {
  const random = createRandom(34);
  const ids = await insertRandomState(db, { seed: 34, count: 150 });
  const changes = ids.slice(0, 90).flatMap((id) =>
    Array.from({ length: 20 }, (_, back) => ({
      station_id: Number(id),
      fuel: pick(random, [1, 4]),
      price_milli: pick(random, [1700, 1710, 1720]),
      at: new Date(
        RANDOM_AS_OF.getTime() - (back * 3 + 1) * DAY_MS - Math.floor(random() * 60) * 60_000,
      ).toISOString(),
    }))
  );
  await insertJson(db, "price_change", changes);
  const suspects = changes.filter(() => random() < 0.1);
  await insertJson(
    db,
    "suspect_price",
    suspects.map(({ price_milli: _, at, ...of }) => ({ ...of, at, day: at.slice(0, 10) })),
  );
}

// Joins every report with the previous one, by a window over the whole history: without an index
// and without a limit inside a station.
const NAIVE_SQL = `
  -- Every change of a fuel: valid prices with the previous one, and both ends of stock-outs.
  with report as (
    select c.station_id, c.at, 'price' as kind, c.price_milli,
      lag(c.price_milli) over (partition by c.station_id order by c.at) as previous
    from price_change c
    left join suspect_price x using (station_id, fuel, at)
    where x.at is null
      and c.fuel = $1
    union all
    select station_id, since, 'out', null, null
    from stock_out
    where fuel = $1
      and kind = 'temporary'
    union all
    select station_id, until, 'back', null, null
    from stock_out
    where fuel = $1
      and kind = 'temporary'
  ),
  -- The newest changes that match the request.
  newest as (
    select r.station_id, r.at, r.kind, r.price_milli, r.previous
    from report r
    join station s on s.id = r.station_id
    left join station_brand b using (station_id)
    where r.at <= $2
      and (s.id = any($3::int[]) or st_distance(s.position, st_point($5, $4)::geography) <= $6)
      and ($7::text is null or b.brand = $7)
      and ($8::boolean is null or s.motorway = $8)
    order by r.at desc, r.station_id, r.kind
    limit 50
  )
  select station_id::text as station, kind,
    trim(to_char(price_milli / 1000.0, '0.000')) as price,
    trim(to_char(previous / 1000.0, '0.000')) as previous_price, at
  from newest
  where kind <> 'price'
    or price_milli is distinct from previous
  order by at desc, newest.station_id, kind`;

type Question = {
  ids?: string[];
  lat?: number;
  lng?: number;
  radius?: number;
  brand?: string;
  motorway?: string;
};

async function readNaively(db: Db, fuel: number, question: Question) {
  const { ids = [], lat = 0, lng = 0, radius = 0, brand = null, motorway } = question;
  const isOnly = motorway === undefined ? null : motorway === "only";
  const until = new Date(RANDOM_AS_OF.getTime() + 600_000);
  const values = [fuel, until, `{${ids.join()}}`, lat, lng, radius * 1000, brand, isOnly];
  const rows = await db.query<Change & { at: Date }>({ text: NAIVE_SQL, values });
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }));
}

testApp(
  "feeds contain the newest matching changes, as a plain query of the tables does",
  async (app, db) => {
    const ids = (await db.query<{ id: number }>({ text: "select id from station order by id" }))
      .map(({ id }) => String(id));
    const questions: Question[] = [
      { lat: 48.85, lng: 2.35, radius: 50 },
      { lat: 43.3, lng: 5.4, radius: 20, brand: "Esso" },
      { lat: 47.2, lng: -1.55, radius: 50, motorway: "only" },
      { lat: 42, lng: 9, radius: 10, motorway: "exclude" },
      { lat: 46, lng: 3, radius: 1 },
      { ids: ids.slice(30, 80) },
      { ids: [ids[3]!] },
      { ids: ["999999999"] },
    ];
    let found = 0;
    for (const question of questions) {
      for (const fuel of [1, 4, 6]) {
        const query = new URLSearchParams(
          Object.entries({ ...question, fuel: FUELS[fuel - 1]! }) as [string, string][],
        );
        const name = question.ids ? "stations" : "search";
        const { items } = await app.json(`/feeds/${name}.json?${query}`);
        const expected = await readNaively(db, fuel, question);
        found += expected.length;
        deepEqual(
          items.map(({ _change, date_published }: Item & { _change: Change }) => ({
            ..._change,
            at: date_published,
          })),
          expected.map((change) => ({ ...change, fuel: FUELS[fuel - 1] })),
          String(query),
        );
      }
    }
    ok(found > 200, `${found} changes`);
  },
  { fill: fillWithHistory, readers: ["snapshot"] },
);

const ABSOLUTE = /^https:\/\/fuel\.example\//;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/; // RFC 3339
const TAG = /^tag:fuel\.example,2026:[\w/?&=%.:+-]+$/; // RFC 4151

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  htmlEntities: true, // numeric entities too
  isArray: (name) => ["entry", "link", "category"].includes(name),
});

type Link = { "@rel": string; "@href": string; "@type"?: string };

/**
 * Checks the requirements of RFC 4287 for a feed and its entries (sections 4.1.1 and 4.1.2).
 * Returns the feed.
 */
function checkAtom(text: string) {
  equal(XMLValidator.validate(text), true);
  const { feed } = parser.parse(text);
  equal(feed["@xmlns"], "http://www.w3.org/2005/Atom");
  const entries: AtomEntry[] = feed.entry ?? [];
  for (const one of [feed, ...entries]) {
    for (const name of ["id", "title", "updated"]) equal(typeof one[name], "string", name);
    match(one.id, TAG);
    match(one.updated, DATE);
    ok(one.title.length > 0);
    const links: Link[] = one.link;
    for (const link of links) match(link["@href"], /^https:/);
    const alternates = links.filter((link) => link["@rel"] === "alternate");
    equal(alternates.length, 1, "at most one link per type and language");
  }
  equal(typeof feed.author.name, "string", "entries without an author need one in the feed");
  match(feed.link.find((link: Link) => link["@rel"] === "self")["@href"], ABSOLUTE);
  match(feed.rights, /ODbL-1\.0/);
  equal(new Set(entries.map(({ id }) => id)).size, entries.length);
  deepEqual(
    entries.map(({ updated }) => updated),
    entries.map(({ updated }) => updated).toSorted().reverse(),
  );
  return { feed, entries };
}

/** Checks the requirements of JSON Feed 1.1. */
function checkJsonFeed(feed: Record<string, string> & { items: Item[] }): void {
  equal(feed.version, "https://jsonfeed.org/version/1.1");
  ok(feed.title);
  for (const name of ["home_page_url", "feed_url"]) match(feed[name]!, ABSOLUTE);
  for (const { id, url, content_text, date_published } of feed.items) {
    match(id, TAG);
    match(url, ABSOLUTE);
    match(date_published, DATE);
    ok(content_text);
  }
}

testApp(
  "feeds are valid Atom 1.0 and JSON Feed 1.1, agree, and name their own address",
  async (app, db) => {
    const odd = `A & B <c> "d" \u0001]]>`;
    await db.query({
      text: "update station_brand set brand = null, name = $2 where station_id = $1",
      values: [IDS.odd, odd],
    });
    await app.renew();
    const questions = [
      "search.atom?lat=48.8372&lng=2.3719&fuel=gazole&radius=10&motorway=exclude",
      `stations.atom?ids=${IDS.odd}&fuel=gazole&lang=en`,
      "search.atom?lat=0&lng=0&fuel=e85",
    ];
    for (const question of questions) {
      const response = await app.fetch(`/feeds/${question}`);
      equal(response.headers.get("content-type"), "application/atom+xml; charset=utf-8");
      const { feed, entries } = checkAtom(await response.text());
      const json = await app.fetch(`/feeds/${question.replace(".atom", ".json")}`);
      equal(json.headers.get("content-type"), "application/feed+json; charset=utf-8");
      const other = await json.json();
      checkJsonFeed(other);
      equal(feed.link[0]["@href"], `https://fuel.example/feeds/${question}`);
      deepEqual(
        entries.map(({ id, title, updated }) => [id, title, updated]),
        other.items.map((
          { id, title, date_published }: Item,
        ) => [id, title.replace("\u0001", ""), date_published]),
      );
      equal(entries.length, question.includes("lat=0") ? 0 : 50);
      equal(feed["@xml:lang"], question.includes("lang=en") ? "en" : "fr");
    }
    const { items } = await app.json(`/feeds/stations.json?ids=${IDS.odd}&fuel=gazole&lang=en`);
    deepEqual(items.slice(0, 2).map(({ title, url }: Item) => [title, url]), [
      [
        `Diesel: out of stock · ${odd}, Paris`,
        `https://fuel.example/en/stations/${IDS.odd}?fuel=gazole`,
      ],
      [
        `Diesel at €1.750 (−0.3\u00a0c) · ${odd}, Paris`,
        `https://fuel.example/en/stations/${IDS.odd}?fuel=gazole`,
      ],
    ]);
  },
  { readers: ["snapshot"], writes: true, env: { BASE_URL: "https://fuel.example" } },
);

testApp(
  "feeds return 304 until they change, and support HEAD, preflights and pages of other origins",
  async (app, db) => {
    const first = await app.fetch(AROUND);
    checkCommonHeaders(first);
    match(first.headers.get("cache-control")!, /^public, max-age=60/);
    const headers = { "if-none-match": first.headers.get("etag")! };
    const length = (await first.bytes()).length;
    await moveFixture(db, 600_000);
    await app.service.backend.snapshots.refresh();
    equal(
      (await app.fetch(AROUND, { headers })).status,
      304,
      "another revision with the same changes",
    );
    const head = await app.fetch(AROUND, { method: "HEAD" });
    deepEqual([head.status, Number(head.headers.get("content-length")), await head.text()], [
      200,
      length,
      "",
    ]);
    equal((await app.fetch(AROUND, { method: "OPTIONS" })).status, 204);
    await checkError(await app.fetch(AROUND, { method: "POST" }), "METHOD_NOT_ALLOWED");
    const change = { station_id: Number(IDS.paris), fuel: 1, price_milli: 1650, at: FIXTURE_AS_OF };
    await insertJson(db, "price_change", [change]);
    await app.renew();
    const next = await app.fetch(AROUND, { headers });
    equal(next.status, 200);
    match(await next.text(), /1,650/);
  },
  { writes: true },
);

/** Invalid requests, each with the bad parameter and the error code. */
const REFUSED = [
  ["search.atom?lat=48.8&fuel=gazole", "lng", "MISSING_PARAMETER"],
  ["search.atom?lat=91&lng=2&fuel=gazole", "lat", "INVALID_PARAMETER"],
  ["search.json?lat=48&lng=2&fuel=diesel", "fuel", "INVALID_FUEL"],
  ["search.json?lat=48&lng=2&fuel=gazole&radius=50.1", "radius", "INVALID_PARAMETER"],
  ["search.json?lat=48&lng=2&fuel=gazole&brand=Avia&brands=Esso", "brands", "INVALID_PARAMETER"],
  ["search.atom?lat=48&lng=2&fuel=gazole&lang=de", "lang", "INVALID_PARAMETER"],
  ["stations.atom?fuel=gazole", "ids", "MISSING_PARAMETER"],
  ["stations.atom?fuel=gazole&ids=12,", "ids", "INVALID_PARAMETER"],
  [
    `stations.json?fuel=gazole&ids=${Array.from({ length: 51 }, (_, at) => at + 1)}`,
    "ids",
    "INVALID_PARAMETER",
  ],
] as const;

testApp(
  "invalid feed requests are rejected as in REST, and unknown feeds return 404",
  async (app) => {
    for (const [question, parameter, code] of REFUSED) {
      ok(
        (await checkError(await app.fetch(`/feeds/${question}`), code)).includes(`"${parameter}"`),
        question,
      );
    }
    for (const path of ["/feeds/search.rss", "/feeds/search", "/feeds/a/b"]) {
      await checkError(await app.fetch(path), "NOT_FOUND");
    }
    const ids = Array.from({ length: 50 }, (_, at) => 999_999_950 + at);
    equal((await app.json(`/feeds/stations.json?ids=${ids}&fuel=gazole`)).items.length, 0);
    const ignored = await app.fetch(`${AROUND}&limit=3`);
    equal(ignored.headers.get("x-ignored-parameters"), "limit");
    equal(XMLValidator.validate(await ignored.text()), true);
  },
  { readers: ["snapshot"] },
);

testApp("a feed costs as much quota as a search, and a wide feed more", async (app) => {
  equal(checkQuotaHeaders(await app.fetch(AROUND), 4).remaining, 3);
  equal(checkQuotaHeaders(await app.fetch(`${AROUND}&radius=50`), 4).remaining, 0);
  await checkError(await app.fetch(`${AROUND}&radius=50`), "RATE_LIMITED");
}, { env: { REST_LIMIT: "4" }, readers: ["snapshot"] });

testApp("feeds of sample data say so, and an empty service returns 503", async (app, db) => {
  await db.query({ text: "update data_state set source = 'sample'" });
  await app.renew();
  match((await app.read(AROUND)).text, /<rights>[^<]*Synthetic sample data/);
  await db.query({ text: "update data_state set as_of = null" });
  await checkError(await app.fetch(`${AROUND}&radius=6`), "SERVICE_UNAVAILABLE");
}, { writes: true, readers: ["PostGIS"], fill: insertFixture });

async function findFeed(app: TestApp, path: string): Promise<string | undefined> {
  const { text } = await app.read(path);
  return /<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/.exec(text)?.[1]
    ?.replaceAll("&amp;", "&");
}

testApp("pages of stations, towns and the map around a place link to their feed", async (app) => {
  const pages = {
    [`/stations/${IDS.paris}?fuel=e10`]: `/feeds/stations.atom?ids=${IDS.paris}&fuel=e10`,
    [`/en/stations/${IDS.paris}`]: `/feeds/stations.atom?ids=${IDS.paris}&fuel=gazole&lang=en`,
    "/villes/paris-75056?fuel=e10": "/feeds/search.atom?lat=48.86&lng=2.344&radius=5&fuel=e10",
    "/?place=75056&fuel=e10": "/feeds/search.atom?lat=48.86&lng=2.344&radius=5&fuel=e10",
    "/?at=46.6,2.4&radius=550": undefined,
    "/": undefined,
  };
  for (const [path, feed] of Object.entries(pages)) {
    equal(await findFeed(app, path), feed, path);
    if (feed) equal(XMLValidator.validate((await app.read(feed)).text), true);
  }
}, { readers: ["snapshot"] });
