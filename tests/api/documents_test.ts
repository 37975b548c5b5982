import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { parse } from "csv-parse/sync";
import { buildOpenapi } from "../../lib/http/openapi/mod.ts";
import { allOperations, operations } from "../../lib/operations/mod.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkCommonHeaders } from "../support/api_checks.ts";
import { FIXTURE_AS_OF, IDS } from "../support/api_fixture.ts";
import { createResponseCheck } from "../support/openapi_schema.ts";

const BASE = { env: { BASE_URL: "https://fuel.example" } };

async function get(app: TestApp, path: string, type: RegExp): Promise<Response> {
  const response = await app.fetch(path);
  equal(response.status, 200, path);
  checkCommonHeaders(response);
  match(response.headers.get("content-type") ?? "", type);
  equal(response.headers.get("x-ratelimit-limit"), null, "documents are free of quota");
  return response;
}

testApp("/openapi.json names this server, and returns 304 for its ETag", async (app) => {
  const response = await get(app, "/openapi.json", /^application\/json/);
  const document = await response.json();
  equal(document.openapi, "3.1.0");
  equal(document.info.version, "1.0.0");
  deepEqual(document.servers.map(({ url }: { url: string }) => url), ["https://fuel.example"]);
  const headers = { "if-none-match": response.headers.get("etag")! };
  equal((await app.read("/openapi.json", { headers })).status, 304);
}, BASE);

testApp(
  "HEAD returns the headers and the length of what GET sends, for every response",
  async (app) => {
    const pages = ["/", "/docs", "/nowhere"];
    const found = ["/healthz", "/readyz", "/openapi.json", "/robots.txt", "/styles.css", "/og.png"];
    const refused = ["/api/v1/nowhere", "/api/v1/stations/1", "/api/v1/stations/search"];
    const box = "/api/v1/stations/bbox?north=49&south=48&east=3&west=2&fuel=gazole";
    for (const path of [...pages, ...found, ...refused, box]) {
      for (const accepted of ["identity", "gzip"]) {
        const headers = { "accept-encoding": accepted, "x-request-id": "same" };
        const got = await app.fetch(path, { headers });
        const head = await app.fetch(path, { method: "HEAD", headers });
        const what = `${path} ${accepted}`;
        equal(head.status, got.status, what);
        equal(head.headers.get("content-encoding"), got.headers.get("content-encoding"), what);
        const length = Number(head.headers.get("content-length"));
        const bytes = (await got.bytes()).length;
        // A page has a new nonce each time, which changes its compressed size a little.
        ok(
          pages.includes(path) ? Math.abs(length - bytes) < 100 : length === bytes,
          `${what}: ${length}, ${bytes}`,
        );
        equal(await head.text(), "", what);
      }
    }
  },
);

// Proves docs/contract.md#other-addresses
testApp("/healthz returns 200, and /readyz shows data, ages and history", async (app) => {
  const { reader } = app;
  equal(await (await get(app, "/healthz", /^text\/plain/)).text(), "ok\n");
  const body = await (await get(app, "/readyz", /^application\/json/)).json();
  deepEqual(body, {
    ready: true,
    time: new Date(FIXTURE_AS_OF.getTime() + 90_000).toISOString(),
    writable: true,
    database: "up",
    ingest: "on",
    quota: "local",
    as_of: FIXTURE_AS_OF.toISOString(),
    as_of_age_s: 90,
    feed_at: "2026-06-05T09:50:00.000Z",
    feed_age_s: 1290,
    revision: 1,
    served: {
      from: reader === "snapshot" ? "memory" : "database",
      revision: 1,
      as_of: FIXTURE_AS_OF.toISOString(),
      as_of_age_s: 90,
      renewed: true,
    },
    source: "file",
    stations: 13,
    last_run: null,
    history: { covered_days: 95, owed_days: 0, backfills: [] },
    backup: { succeeded_at: null, failed_at: null },
    self_check: null,
  });
}, { clock: () => new Date(FIXTURE_AS_OF.getTime() + 90_000) });

testApp(
  "/readyz shows an archive while it is loaded, the last run and the last self-check",
  async (app, db) => {
    await db.query({
      text: `insert into ingest_run (kind, source, started_at, finished_at, outcome, message)
        values ('feed', 'x', now(), '2026-06-05T10:00:00Z', 'refused', 'Too few stations');
      with run as (
        insert into ingest_run (kind, source, started_at)
        values ('archive', '2025.zip', now())
        returning id
      )
      insert into backfill_progress (identity, ingest_run_id, stations_done, tally, updated_at)
        select 'x', id, 4200, '{}', now()
        from run;
      update coverage
        set averaged = false
        where day < '2026-03-10';
      insert into self_check (checked_at, revision, seed, questions, differences, duration_ms)
        values ('2026-06-04T02:27:00Z', 1, 1, 1000, 3, 1),
          ('2026-06-05T02:27:00Z', 1, 1, 1000, 0, 1)`,
    });
    const { last_run, history, self_check } = await app.json("/readyz");
    deepEqual(self_check, { at: "2026-06-05T02:27:00.000Z", questions: 1000, differences: 0 });
    deepEqual(last_run, {
      outcome: "refused",
      finished_at: "2026-06-05T10:00:00.000Z",
      message: "Too few stations",
    });
    deepEqual(history.backfills, [{ source: "2025.zip", stations_done: 4200 }]);
    ok(history.owed_days > 0 && history.owed_days < history.covered_days);
    await db.query({ text: "insert into coverage (day, source) values ('2026-06-05', 'feed')" });
    // A row is cached for a second.
    let today = history;
    while (today.covered_days === history.covered_days) today = (await app.json("/readyz")).history;
    equal(today.covered_days, history.covered_days + 1);
    equal(
      today.owed_days,
      history.owed_days,
      "the newest feed's day has not ended, so it may be missing",
    );
  },
  { writes: true },
);

// Proves docs/contract.md#other-addresses
testApp(
  "routes outside the API, and the files and errors of API routes, match the OpenAPI description",
  async (app) => {
    const document = JSON.parse(
      JSON.stringify(buildOpenapi({ baseUrl: null, operations: allOperations, examples: {} })),
    );
    const checkResponse = createResponseCheck(document);
    const free = Object.keys(document.paths).filter((path) => !path.startsWith("/api/"));
    const requests = [...free.map((path) => ({ path, example: path })), ...operations];
    const headers: Record<string, string>[] = [{}, { "if-none-match": "*" }, {
      accept: "text/csv",
    }];
    const ways: RequestInit[] = [{ method: "POST" }, ...headers.map((headers) => ({ headers }))];
    for (const { path, example } of requests) {
      for (const init of ways) {
        const { text: body, ...answer } = await app.read(example, init);
        deepEqual(
          checkResponse({ path, body, ...answer }),
          [],
          `${example} ${JSON.stringify(init)}`,
        );
      }
    }
  },
);

type Columns =
  & Record<"id" | "lat" | "lng" | "brand" | "flags" | "hours" | "department", number[]>
  & Record<"brands" | "weeks" | "departments", string[]>
  & { count: number; prices: { price: number[]; age: number[] }[] };

function sum(steps: number[]): number[] {
  let total = 0;
  return steps.map((step) => total += step);
}

testApp("/data/current.json decodes to the stations of the fixture", async (app) => {
  const columns: Columns = await (await get(app, "/data/current.json", /^application\/json/))
    .json();
  const ids = sum(columns.id).map(String);
  equal(columns.count, 12, "listed and located");
  deepEqual(ids, [...ids].sort((a, b) => Number(a) - Number(b)));
  for (
    const list of [
      columns.lat,
      columns.lng,
      columns.brand,
      columns.flags,
      columns.hours,
      columns.department,
    ]
  ) {
    equal(list.length, columns.count);
  }
  const at = ids.indexOf(IDS.paris);
  deepEqual([sum(columns.lat)[at], sum(columns.lng)[at]], [4_884_321, 231_254]);
  equal(columns.brands[columns.brand[at]!], "TotalEnergies");
  equal(columns.departments[columns.department[at]!], "75");
  equal(columns.flags[at], 2);
  equal(columns.weeks[columns.hours[at]!], "0700-1230+1400-2100;;;;;;-");
  deepEqual(columns.prices.map(({ price }) => price[at]), [1799, 0, 2059, 1949, 829, 0]);
  deepEqual(columns.prices.map(({ age }) => age[at]), [2, 0, 2, 26, 72, 0]);
  const odd = ids.indexOf(IDS.odd);
  deepEqual(
    [columns.prices[0]!.price[odd], columns.prices[0]!.age[odd]],
    [-1, 1],
    "out of stock for an hour",
  );
  deepEqual(
    [columns.prices[2]!.price[odd], columns.prices[2]!.age[odd]],
    [2010, 960],
    "an old price, shown by its age",
  );
  equal(columns.weeks[columns.hours[odd]!], "");
  equal(columns.flags[ids.indexOf(IDS.motorway)], 3);
});

testApp(
  "/data/current.json distinguishes out of stock from not sold",
  async (app, db) => {
    const paris = Number(IDS.paris);
    const avia = 75014002;
    await db.query({
      text: `insert into stock_out (station_id, fuel, since, kind)
      values ($1, 2, $3, 'permanent'),
        ($1, 6, $3, 'temporary'),
        ($2, 1, $3, 'permanent'),
        ($2, 5, '2023-06-05', 'temporary')`,
      values: [paris, avia, new Date(FIXTURE_AS_OF.getTime() - 50 * 3_600_000)],
    });
    await app.renew();
    const columns: Columns = await app.json("/data/current.json");
    const at = (id: number) => sum(columns.id).indexOf(id);
    const sp95 = columns.prices[1]!;
    const gplc = columns.prices[5]!;
    const gazole = columns.prices[0]!;
    deepEqual([sp95.price[at(paris)], sp95.age[at(paris)]], [-2, 50], "not sold");
    deepEqual([gplc.price[at(paris)], gplc.age[at(paris)]], [-1, 50], "out of stock");
    equal(columns.prices[4]!.price[at(avia)], -2, "a stock-out of three years is over");
    equal(gazole.price[at(avia)], 1799, "a newer price ends the stock-out");
    const { data } = await app.json(`/api/v1/stations/${IDS.paris}`);
    deepEqual(
      data.out_of_stock.map(({ fuel, kind }: { fuel: string; kind: string }) => [fuel, kind]),
      [
        ["sp95", "permanent"],
        ["gplc", "temporary"],
      ],
    );
  },
  { writes: true },
);

testApp("/data/current.csv contains valid prices only, and is parsed as a table", async (app) => {
  const response = await get(app, "/data/current.csv", /^text\/csv/);
  match(response.headers.get("link") ?? "", /odbl/);
  const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
  equal(rows.length, 13, "listed stations, with or without a position");
  const odd = rows.find(({ id }) => id === IDS.odd)!;
  deepEqual([odd.gazole_price, odd.sp98_price, odd.e10_price], ["", "", "1.939"]);
  equal(odd.e10_updated_at, "2026-06-05T05:10:00.000Z");
  equal(rows.find(({ id }) => id === IDS.left), undefined);
});

testApp(
  "bulk files are built once per revision, and return 304 until it changes",
  async (app, db) => {
    const paths = ["/data/current.json", "/data/current.csv", "/data/services.json"];
    const readAll = async () =>
      await Promise.all(paths.map(async (path) => (await app.read(path)).text));
    const made = await readAll();
    await db.query({ text: "alter table current_price rename to away" });
    deepEqual(await readAll(), made, "the tables were read again");
    await db.query({ text: "alter table away rename to current_price" });
    const headers = { "accept-encoding": "br" };
    const packed = await Promise.all(paths.map((path) => app.read(path, { headers })));
    deepEqual(packed.map((answer) => answer.headers.get("content-encoding")).slice(0, 2), [
      "br",
      "br",
    ]);
    const statusesOf = async () =>
      await Promise.all(paths.map(async (path, i) => {
        const headers = { "if-none-match": packed[i]!.headers.get("etag")! };
        return (await app.read(path, { headers })).status;
      }));
    deepEqual(await statusesOf(), [304, 304, 304]);
    await app.renew();
    deepEqual(await statusesOf(), [200, 200, 200]);
  },
  { writes: true },
);

testApp("/robots.txt and /sitemap.xml name the pages of this site", async (app) => {
  const robots = await (await get(app, "/robots.txt", /^text\/plain/)).text();
  match(robots, /^Sitemap: https:\/\/fuel\.example\/sitemap\.xml$/m);
  const text = await (await get(app, "/sitemap.xml", /^application\/xml/)).text();
  const urls = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
  equal(new Set(urls).size, urls.length);
  ok(urls.length < 50_000);
  for (const path of ["/", `/stations/${IDS.paris}`, "/departements/2A", "/docs"]) {
    ok(urls.includes(`https://fuel.example${path}`), path);
  }
  ok(!urls.some((url) => url.endsWith(IDS.left)), "a station that left must not be in the sitemap");
  const shapes = new Map(urls.map((url) => [url.replace(/\/[^/]+$/, "/…"), url]));
  for (const url of shapes.values()) {
    equal((await app.read(new URL(url).pathname)).status, 200, url);
  }
}, BASE);

testApp(
  "the sitemap says when prices last changed: a station's newest, or the last ingest",
  async (app) => {
    const { text } = await app.read("/sitemap.xml");
    const entry = /<loc>https:\/\/fuel\.example([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g;
    const changed = new Map([...text.matchAll(entry)].map(([, path, at]) => [path, at]));
    for (const id of [IDS.paris, IDS.odd, IDS.bare]) {
      const { data } = await app.json(`/api/v1/stations/${id}`);
      const instants = data.prices.map(({ updated_at }: { updated_at: string }) => updated_at);
      equal(changed.get(`/stations/${id}`), instants.sort().at(-1), id);
    }
    const { meta } = await app.json(`/api/v1/stations/${IDS.paris}`);
    for (const path of ["/", "/en", "/departements", "/departements/75", "/villes/paris-75056"]) {
      equal(changed.get(path), meta.generated_at, path);
    }
    for (const path of ["/docs", "/en/docs", "/a-propos"]) {
      ok(changed.has(path) && changed.get(path) === undefined, `${path} changes at no known time`);
    }
  },
  BASE,
);

testApp("robots may read the page and the files of open data", async (app) => {
  const { text } = await app.read("/robots.txt");
  const refused = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, prefix = ""]) => prefix);
  const isOpen = (path: string) => !refused.some((prefix) => path.startsWith(prefix));
  for (const path of ["/donnees", "/en/data", "/data/current.csv", "/data/history/index.json"]) {
    ok(isOpen(path), path);
  }
  deepEqual(["/api/v1/status", "/mcp"].filter(isOpen), []);
});

testApp("the sitemap is built once per revision and host", async (app, db) => {
  const tagOf = async (host = "localhost:8000") =>
    (await app.read(`http://${host}/sitemap.xml`)).headers.get("etag");
  const first = await tagOf();
  // A change without a new revision would show if the file were built again.
  await db.query({ text: "update station set left_at = now() where id = $1", values: [IDS.paris] });
  equal(await tagOf(), first);
  ok(await tagOf("127.0.0.1:8000") !== first);
  await app.renew();
  ok(await tagOf() !== first);
}, { writes: true });

testApp(
  "shared caches may not store a page, and no shared response contains the request's host",
  async (app) => {
    const paths = [
      "/",
      "/?place=75056",
      "/docs",
      `/stations/${IDS.paris}`,
      "/a-propos",
      "/sitemap.xml",
      "/llms.txt",
    ];
    for (
      const path of [
        ...paths,
        "/robots.txt",
        "/openapi.json",
        ...operations.map(({ example }) => example),
      ]
    ) {
      const { headers, text } = await app.read(`http://forged.example${path}`);
      const isShared = /\bpublic\b/.test(headers.get("cache-control") ?? "public");
      const isPage = headers.get("content-type")?.startsWith("text/html");
      ok(!(isPage && isShared), path);
      ok(
        !(isShared && text.includes("forged.example")),
        `${path} is cached for all clients with the host of one request`,
      );
    }
  },
);

testApp("/llms.txt describes every route and tool, with addresses that work", async (app) => {
  const text = await (await get(app, "/llms.txt", /^text\/plain/)).text();
  match(text, /^# /);
  for (const { path, tool } of operations) {
    ok(text.includes(path) && (tool === null || text.includes(tool.name)), path);
  }
  const links = [...text.matchAll(/\]\(http:\/\/localhost:8000([^)]+)\)/g)].map(([, path = ""]) =>
    path
  );
  ok(links.length >= operations.length + 4);
  for (const path of links) equal((await app.read(path)).status, 200, path);
});
