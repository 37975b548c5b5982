import { equal, match, ok } from "../support/assert.ts";
import { nationalPrices } from "../../lib/operations/prices/area_prices.ts";
import { testApp } from "../support/api_app.ts";
import { checkCommonHeaders, checkError } from "../support/api_checks.ts";

const QUESTION = nationalPrices.example;

/** Paths of files that no client may read. Errors below /api have the format of the API. */
const CLIMBING =
  `/..%2f..%2fetc%2fpasswd /%2e%2e/%2e%2e/etc/passwd /static/..%5c..%5cdeno.json /.env /.git/config
  /deno.json /main.ts /lib/http/edge.ts /.data/counters.kv /..;/main.ts /%00 //etc/passwd
  /api/..%2f..%2fmain.ts /api/v1/%2e%2e%2f%2e%2e /api/v1/stations/search%00`.split(/\s+/);

testApp("path traversal finds nothing", async (app) => {
  for (const path of CLIMBING) {
    const response = await app.fetch(path);
    equal(response.status, 404, path);
    checkCommonHeaders(response);
    const text = await response.text();
    ok(!text.includes("import "), path);
    if (path.startsWith("/api")) match(JSON.parse(text).error.code, /NOT_FOUND$/);
  }
});

testApp("text of a request never becomes a header of the response", async (app) => {
  const evil = "x%0d%0aSet-Cookie:%20a=b";
  for (
    const path of [
      `${QUESTION}&x=${evil}`,
      `/api/v1/stations/${evil}`,
      `/api/v1/${evil}`,
      `/${evil}`,
    ]
  ) {
    equal((await app.read(path)).headers.get("set-cookie"), null);
  }
  const { headers } = await app.read(QUESTION, { headers: { origin: "https://evil.example" } });
  equal(headers.get("access-control-allow-origin"), "*");
  equal(headers.get("access-control-allow-credentials"), null);
});

testApp("very long URLs are rejected in the standard error format", async (app) => {
  const long = "a".repeat(100_000);
  const many = Array.from({ length: 2_000 }, (_, index) => `p${index}=1`).join("&");
  const cases = [
    [`${QUESTION}&x=${long}`, "INVALID_PARAMETER"],
    [`/api/v1/prices/national?fuel=${long}`, "INVALID_PARAMETER"],
    [`${QUESTION}&${many}`, "INVALID_PARAMETER"],
    [`/api/v1/stations/${long}`, "STATION_NOT_FOUND"],
    [`/api/v1/${long}`, "NOT_FOUND"],
  ] as const;
  for (const [path, code] of cases) {
    ok((await checkError(await app.fetch(path), code)).length < 400);
  }
  equal((await app.read(`/${long}`)).status, 404);
});

testApp("invalid conditional headers change nothing", async (app) => {
  const { text, headers } = await app.read(QUESTION);
  const etag = headers.get("etag")!;
  const lies: Record<string, string>[] = [
    { "if-none-match": etag.slice(0, -2) },
    { "if-modified-since": "Fri, 31 Dec 2100 23:59:59 GMT" },
    { "if-match": '"other"' },
    { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
    { range: "bytes=0-10" },
  ];
  for (const headers of lies) {
    const answer = await app.read(QUESTION, { headers });
    equal(answer.status, 200, JSON.stringify(headers));
    equal(answer.text, text);
  }
  // The ETag of another request, or `*`, with a missing resource or an invalid request.
  for (const tag of [etag, "*"]) {
    const headers = { "if-none-match": tag };
    await checkError(
      await app.fetch("/api/v1/stations/99999999", { headers }),
      "STATION_NOT_FOUND",
    );
    await checkError(await app.fetch("/api/v1/prices/national", { headers }), "MISSING_PARAMETER");
  }
  equal((await app.read(QUESTION, { headers: { "if-none-match": "*" } })).status, 304);
});

testApp(
  "spoofed forwarding headers neither escape a quota nor count against another client",
  async (app) => {
    const requests: [from: string, forwardedFor: string, status: number][] = [
      // Without one of our proxies the header is ignored.
      ["203.0.113.1", "1.1.1.1", 200],
      ["203.0.113.1", "2.2.2.2", 429],
      ["1.1.1.1", "", 200],
      // Behind the proxy the rightmost untrusted hop counts.
      ["10.0.0.1", "5.5.5.5, 198.51.100.9", 200],
      ["10.0.0.1", "6.6.6.6, 198.51.100.9, 10.0.0.7", 429],
      ["10.0.0.1", "198.51.100.10", 200],
      // IPv4 and IPv4 inside IPv6 are one client; IPv6 counts by /64.
      ["::ffff:203.0.113.1", "", 429],
      ["2001:db8:0:1::1", "", 200],
      ["2001:db8:0:1:ffff::2", "", 429],
      ["2001:db8:0:2::1", "", 200],
    ];
    for (const [from, forwardedFor, status] of requests) {
      const headers = {
        "x-forwarded-for": forwardedFor,
        forwarded: "for=9.9.9.9",
        "x-real-ip": "9.9.9.9",
      };
      equal(
        (await app.read(QUESTION, { from, headers })).status,
        status,
        `${from} ${forwardedFor}`,
      );
    }
  },
  { env: { REST_LIMIT: "1", TRUSTED_PROXIES: "10.0.0.0/8" } },
);

testApp("bodies and unusual methods are rejected, outside the API too", async (app) => {
  const body = "x".repeat(1_000_000);
  await checkError(await app.fetch(QUESTION, { method: "POST", body }), "METHOD_NOT_ALLOWED");
  await checkError(await app.fetch("/nowhere", { method: "POST", body }), "NOT_FOUND");
  await checkError(await app.fetch("/api/v1/nowhere", { method: "get-x" }), "NOT_FOUND");
  for (const path of ["/openapi.json", "/healthz", "/data/current.json", "/robots.txt", "/mcp"]) {
    const response = await app.fetch(path, { method: "get-x" });
    equal(response.headers.get("allow"), path === "/mcp" ? "POST, OPTIONS" : "GET, HEAD, OPTIONS");
    await checkError(response, "METHOD_NOT_ALLOWED");
    equal((await app.read(path, { method: "OPTIONS" })).status, 204);
  }
});
