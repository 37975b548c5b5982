import { deepEqual, equal, match, ok } from "../support/assert.ts";
import zlib from "node:zlib";
import { EXAMPLES } from "../../lib/http/openapi/examples.gen.ts";
import { boxStations } from "../../lib/operations/stations/box_stations.ts";
import { nationalPrices } from "../../lib/operations/prices/area_prices.ts";
import { operations } from "../../lib/operations/mod.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkCommonHeaders, checkError, checkQuotaHeaders } from "../support/api_checks.ts";
import { FIXTURE_AS_OF, IDS, moveFixture } from "../support/api_fixture.ts";

const LINK = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';
const LIMIT = { env: { REST_LIMIT: "1000" } };
const READ_METHODS = "GET, HEAD, OPTIONS";

function checkAnswerHeaders(response: Response): void {
  checkCommonHeaders(response);
  checkQuotaHeaders(response, 1000);
  match(response.headers.get("etag") ?? "", /^W\/"\w{11}"$/);
  equal(response.headers.get("cache-control"), "public, max-age=60, stale-while-revalidate=300");
  match(response.headers.get("server-timing") ?? "", /^data;dur=\d+\.\d+$/);
  match(response.headers.get("vary") ?? "", /Accept-Encoding/);
  equal(response.headers.get("link"), LINK);
}

async function checkOk(
  app: TestApp,
  path: string,
): Promise<{ etag: string; body: Record<string, unknown> }> {
  const response = await app.fetch(path);
  equal(response.status, 200);
  equal(response.headers.get("content-type"), "application/json; charset=utf-8");
  checkAnswerHeaders(response);
  const body = await response.json();
  deepEqual(Object.keys(body), ["data", "meta"]);
  equal(body.meta.version, "v1");
  equal(body.meta.generated_at, FIXTURE_AS_OF.toISOString());
  return { etag: response.headers.get("etag")!, body };
}

async function checkNotModified(app: TestApp, path: string, etag: string): Promise<void> {
  const response = await app.fetch(path, { headers: { "if-none-match": `"other", ${etag}` } });
  equal(response.status, 304);
  checkAnswerHeaders(response);
  equal(response.headers.get("content-type"), null);
  equal(await response.text(), "");
  const other = await app.fetch(path, { headers: { "if-none-match": 'W/"other"' } });
  equal(other.status, 200);
  await other.body?.cancel();
}

async function checkHead(app: TestApp, path: string, etag: string): Promise<void> {
  const response = await app.fetch(path, { method: "HEAD" });
  equal(response.status, 200);
  checkAnswerHeaders(response);
  equal(response.headers.get("etag"), etag);
  ok(Number(response.headers.get("content-length")) > 100);
  equal(await response.text(), "");
}

async function checkMethods(app: TestApp, path: string, takesBody: boolean): Promise<void> {
  const allowed = takesBody ? "GET, HEAD, POST, OPTIONS" : READ_METHODS;
  for (const method of [...(takesBody ? [] : ["POST"]), "PUT", "PATCH", "DELETE", "PROPFIND"]) {
    const response = await app.fetch(path, { method });
    equal(response.headers.get("allow"), allowed);
    equal(response.headers.get("x-ratelimit-limit"), null, "a disallowed method must not count");
    equal(response.headers.get("link"), LINK);
    await checkError(response, "METHOD_NOT_ALLOWED");
  }
  const headers = { origin: "https://example.org", "access-control-request-method": "GET" };
  const preflight = await app.fetch(path, { method: "OPTIONS", headers });
  equal(preflight.status, 204);
  checkCommonHeaders(preflight);
  equal(preflight.headers.get("access-control-allow-methods"), allowed);
  equal(preflight.headers.get("access-control-allow-headers"), "*");
  equal(preflight.headers.get("x-ratelimit-limit"), null);
}

for (const operation of operations) {
  // Proves docs/contract.md#answers
  // Proves docs/contract.md#headers
  testApp(`${operation.path} returns 200, 304, HEAD, 204 and 405 with all headers`, async (app) => {
    const path = operation.example;
    const { etag, body } = await checkOk(app, path);
    deepEqual(body, EXAMPLES[operation.id]!.body, "the documented example must equal the response");
    const again = await app.fetch(path);
    equal(again.headers.get("etag"), etag);
    equal(await again.text(), JSON.stringify(body), "the same revision must have the same bytes");
    await checkNotModified(app, path, etag);
    await checkHead(app, path, etag);
    await checkMethods(app, path, operation.postExample !== null);
  }, LIMIT);
}

// Proves docs/contract.md#errors
testApp("every route returns 429 with Retry-After when the limit is reached", async (app) => {
  for (const [index, operation] of operations.entries()) {
    const from = `198.51.100.${index + 1}`;
    const path = operation.example;
    await (await app.fetch(path, { from })).body?.cancel();
    const response = await app.fetch(path, { from });
    const { remaining, resetS } = checkQuotaHeaders(response, 1);
    equal(remaining, 0);
    const afterS = Number(response.headers.get("retry-after"));
    ok(FIXTURE_AS_OF.getTime() / 1000 + afterS >= resetS, "the reset is before the window's end");
    await checkError(response, "RATE_LIMITED");
    equal((await app.fetch(path, { from, method: "OPTIONS" })).status, 204);
  }
}, { env: { REST_LIMIT: "1" } });

// Proves docs/contract.md#headers
testApp(
  "an ETag changes with the revision and as_of, and differs by request and format",
  async (app, db) => {
    const path = searchStations.example;
    const tagOf = async (address: string, headers: HeadersInit = {}) =>
      (await app.read(address, { headers })).headers.get("etag");
    const tags = [
      await tagOf(path),
      await tagOf(path.replace("limit=2", "limit=3")),
      await tagOf(`${path}&format=csv`),
      await tagOf(path, { accept: "application/geo+json" }),
    ];
    await moveFixture(db, 600_000);
    await app.service.backend.snapshots.refresh();
    tags.push(await tagOf(path));
    equal(new Set(tags).size, tags.length);
  },
  { writes: true },
);

// Proves docs/contract.md#errors
testApp(
  "resources that do not exist return 404 with their codes, however long the ID, and count",
  async (app) => {
    const long = [1, 20, 21, 500, 8_000].map((length) => "9".repeat(length));
    const stations = ["99999999", "abc", "075015007", "75015007%00", "..%2F..%2Fetc", ...long];
    const departments = ["99", "20", "1", ...long];
    const cases = [
      ...stations.map((id) => [`stations/${id}`, "STATION_NOT_FOUND"] as const),
      ...departments.map((code) =>
        [`prices/departments/${code}?fuel=e10`, "DEPARTMENT_NOT_FOUND"] as const
      ),
    ];
    for (const [path, code] of cases) {
      const response = await app.fetch(`/api/v1/${path}`, { headers: { "if-none-match": "*" } });
      checkQuotaHeaders(response, 1000);
      await checkError(response, code);
    }
    for (const id of ["99999999", ...long]) {
      deepEqual((await app.json(`/api/v1/prices/history/${id}?fuel=e10`)).data, []);
    }
    const { data: left } = await app.json(`/api/v1/stations/${IDS.left}`);
    equal(left.last_seen_at, "2026-05-16T10:10:00.000Z");
    ok(left.prices.every((price: { in_force: boolean }) => !price.in_force));
    const { data: corsica } = await app.json("/api/v1/prices/departments/2b?fuel=e85");
    deepEqual([corsica.code, corsica.avgPrice1d, corsica.stationCount], ["2B", null, 0]);
  },
  LIMIT,
);

const UNKNOWN_PATHS = `/api /api/ /api/v1 /api/v1/ /api/v2/stations/search /api/v1/stations/
  /api/v1/stations/search/ /api/v1/stations/75015007/prices /api/v1/Stations/search /api/V1/stations/1
  /API/v1/stations/search /Api /api/v1//stations/search /api/v1/prices
  /api/v1/prices/departments/75/x /api/v1/prices/history /api/%zz /api/v1/prices/trends`.split(
  /\s+/,
);

// Proves docs/contract.md#errors
testApp("paths that do not exist return 404 as JSON and do not count", async (app) => {
  for (const path of UNKNOWN_PATHS) {
    for (const method of ["GET", "POST"]) {
      const response = await app.fetch(path, { method });
      equal(response.headers.get("x-ratelimit-limit"), null, path);
      await checkError(response, "NOT_FOUND");
    }
  }
}, LIMIT);

// Proves docs/contract.md#errors
testApp("a bug returns 500 with only the request ID, and is logged with it", async (app, db) => {
  await db.query({ text: "alter table data_state rename to elsewhere" });
  for (const operation of operations) {
    const response = await app.fetch(operation.example, {
      headers: { "x-request-id": `bug-${operation.id}` },
    });
    checkQuotaHeaders(response, 1000);
    equal(
      await checkError(response, "INTERNAL_ERROR"),
      `Internal error; request ID bug-${operation.id}`,
    );
  }
  const logged = app.log.at("error").map(({ requestId }) => requestId);
  deepEqual(logged, operations.map(({ id }) => `bug-${id}`));
}, { ...LIMIT, readers: ["PostGIS"], expected: ["Request failed"] });

// Proves docs/contract.md#errors
testApp("before the first feed every route returns 503 with Retry-After", async (app) => {
  for (const operation of operations) {
    const response = await app.fetch(operation.example);
    checkQuotaHeaders(response, 1000);
    ok(Number(response.headers.get("retry-after")) > 0);
    await checkError(response, "SERVICE_UNAVAILABLE");
  }
  const statuses = ["/readyz", "/healthz", "/data/current.json"].map(async (path) =>
    (await app.read(path)).status
  );
  deepEqual(await Promise.all(statuses), [503, 200, 503]);
}, { ...LIMIT, isEmpty: true });

testApp(
  "an empty database that this instance does not load is reported by API, MCP and pages",
  async (app) => {
    for (const path of [...operations.map(({ example }) => example), "/data/current.json"]) {
      match(await checkError(await app.fetch(path), "SERVICE_UNAVAILABLE"), /INGEST=off/);
    }
    const ready = await app.read("/readyz");
    deepEqual([ready.status, JSON.parse(ready.text).ingest], [503, "off"]);
    for (const path of ["/", "/en", "/departements/75"]) {
      const { status, text } = await app.read(path);
      equal(status, 503);
      match(text, /INGEST=off/, path);
    }
    match(JSON.stringify(await app.callTool("get_national_prices", { fuel: "e10" })), /INGEST=off/);
  },
  { ...LIMIT, env: { ...LIMIT.env, INGEST: "off" }, isEmpty: true },
);

testApp(
  "a well-formed request ID is echoed, a malformed one is replaced, and both are in the log line",
  async (app) => {
    const path = nationalPrices.example;
    const idFor = async (given: string) => {
      return (await app.read(path, { headers: { "x-request-id": given } })).headers.get(
        "x-request-id",
      )!;
    };
    for (const given of ["abc-123", "a".repeat(128), "trace:1/2+3=@x._"]) {
      equal(
        await idFor(given),
        given,
      );
    }
    for (const given of ["", "a b", "a".repeat(129), "<script>", "é", '"']) {
      match(await idFor(given), /^[0-9a-f-]{36}$/);
    }
    const lines = app.log.lines.filter(({ message }) => message === "request");
    equal(lines.length, 9);
    equal(lines[0]!.requestId, "abc-123");
    equal(lines[0]!.status, 200);
    ok(!JSON.stringify(lines).includes("192.0.2.1"), "an address was logged");
  },
);

// Proves docs/contract.md#headers
testApp(
  "responses are compressed as the client prefers, and decode to the same bytes",
  async (app) => {
    const path = boxStations.example;
    const plain = await (await app.fetch(path)).text();
    const unpack = { gzip: zlib.gunzipSync, br: zlib.brotliDecompressSync };
    for (const [accepted, encoding] of [["gzip", "gzip"], ["br, gzip", "br"]] as const) {
      const response = await app.fetch(path, { headers: { "accept-encoding": accepted } });
      equal(response.headers.get("content-encoding"), encoding);
      match(response.headers.get("vary") ?? "", /Accept-Encoding/);
      equal(unpack[encoding](await response.bytes()).toString(), plain);
    }
    const refused = await app.read(path, { headers: { "accept-encoding": "br;q=0, gzip;q=0" } });
    deepEqual([refused.headers.get("content-encoding"), refused.text], [null, plain]);
  },
);

testApp(
  "a body that cannot be compressed is sent uncompressed, and compressed the next time",
  async (app) => {
    // All streams of node:zlib inherit from this prototype.
    const stream = Object.getPrototypeOf(Object.getPrototypeOf(zlib.BrotliCompress.prototype));
    const { _transform: transform } = stream;
    const paths = [boxStations.example, "/data/current.json", "/departements/75"];
    const ask = (path: string) => app.fetch(path, { headers: { "accept-encoding": "br" } });
    stream._transform = (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) =>
      done(new Error("no memory"));
    try {
      for (const path of paths) {
        const response = await ask(path);
        deepEqual([response.status, response.headers.get("content-encoding")], [200, null], path);
        ok((await response.text()).length > 256, path);
      }
    } finally {
      stream._transform = transform;
    }
    deepEqual(
      app.log.at("warn").map(({ path }) => path),
      paths.map((path) => path.replace(/\?.*/, "")),
    );
    for (const path of paths) equal((await ask(path)).headers.get("content-encoding"), "br", path);
  },
  { expected: ["A body could not be compressed"] },
);

// Proves docs/contract.md#answers
// Proves docs/data.md#now
testApp("open_now uses the clock of the data, and open_at its own instant", async (app) => {
  const box = "/api/v1/stations/bbox?north=48.83&south=48.82&east=2.33&west=2.32&fuel=gazole";
  const count = async (when: string) => (await app.json(`${box}&${when}`)).meta.count;
  // 12:10 in Paris; the station is closed from 12:30 to 14:00.
  equal(await count("open_now=true"), 1);
  equal(await count("open_at=2026-06-05T10:10:00Z"), 1);
  equal(await count("open_at=2026-06-05T11:00:00Z"), 0);
  const [zulu, offset] = await Promise.all(
    ["11:00:00Z", "13:00:00%2B02:00"].map((time) => app.read(`${box}&open_at=2026-06-05T${time}`)),
  );
  equal(zulu!.headers.get("etag"), offset!.headers.get("etag"));
  const day = await app.fetch(`${box}&open_at=2026-06-05`);
  match(
    await checkError(day, "INVALID_PARAMETER"),
    /"open_at" is "2026-06-05"; expected an instant such as/,
  );
  const both = await app.fetch(`${box}&open_now=true&open_at=2026-06-05T11:00:00Z`);
  match(await checkError(both, "INVALID_PARAMETER"), /"open_at" is given with "open_now"/);
}, { clock: () => new Date("2026-06-05T11:00:00Z") });

const SEARCH = "/api/v1/stations/search?lat=48.85&lng=2.35&fuel=e10";
const BOX = "/api/v1/stations/bbox?north=49&south=48&east=3&west=2&fuel=e10";
const ROUTE = "/api/v1/stations/route?points=48.8566,2.3522;48.6,2.43&fuel=gazole";

/** Equivalent requests: an address, and the ways to write its query. */
const SAME_QUESTIONS: [base: string, ...ends: string[]][] = [
  ["/api/v1/prices/departments/", "2a?fuel=e10", "2A?fuel=e10"],
  ["/api/v1/prices/trends/brands", "?fuel=e10", "?days=30&fuel=e10"],
  [
    "/api/v1/stations/search",
    "?lat=48.85&lng=2.35&fuel=e10",
    "?fuel=e10&lng=2.350&lat=48.850",
    "?lat=48.85&lng=2.35&fuel=e10&radius=5&limit=20&max_age_days=30&motorway=include&open_now=false&sort=price",
    "?lat=48.85&lng=2.35&fuel=e10&radius=5.0&format=json",
  ],
  [
    SEARCH,
    "brand=Esso",
    "brand=ESSO",
    "brand=%20esso%20",
    "brands=esso,ESSO",
    "brands=esso&automate_24_7=false",
  ],
  [SEARCH, "litres=40", "consumption=6.5", "consumption=6.50&litres=40&sort=price"],
  [SEARCH, "discounts=esso:0.05,Avia:0.1", "discounts=Avia:0.100,%20Esso:0.050&litres=40"],
  [BOX, "brand=Super+U", "brand=Syst%C3%A8me%20U&limit=50"],
  [BOX, "brand=Nobody+Knows", "brand=nobody+knows"],
  [BOX, "brands=Super+U,total", "brands=Total+Access,SYSTEME%20U,u"],
  [
    BOX,
    "exclude_brands=Petit%20Fils,Avia&services=wifi,bar",
    "services=bar,wifi,bar&exclude_brands=avia,petit++fils",
  ],
  [BOX, "limit=50", "offset=0&out_of_stock=false"],
  [BOX, "fuels=e10,gazole,e10", "fuels=gazole,e10"],
  [BOX, "motorway=only&road=A6", "motorway=only&road=a%2006"],
  [BOX, "ids=92120001,75015007", "ids=75015007,92120001,75015007"],
  [
    ROUTE,
    "tank=30",
    "tank=30&start_level=15",
    "start_level=15.0&tank=30.0&reserve=5&stop_cost=2&litres=40",
  ],
  [ROUTE, "discounts=Esso:0.05,leclerc:0.1", "discounts=E.Leclerc:0.100,esso:0.05"],
];

// Proves docs/contract.md#headers
testApp("equivalent requests have the same ETag and the same bytes", async (app) => {
  for (const [base, ...ends] of SAME_QUESTIONS) {
    const answers = await Promise.all(ends.map(async (end) => {
      const { status, headers, text } = await app.read(
        base.includes("?") ? `${base}&${end}` : base + end,
      );
      equal(status, 200, text);
      return { etag: headers.get("etag"), text };
    }));
    for (const [at, answer] of answers.entries()) {
      deepEqual(answer, answers[0], `${base} ${ends[at]}`);
    }
  }
});
