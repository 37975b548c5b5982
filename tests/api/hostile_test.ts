/** Requests that mean harm or are broken: the right status, the one error shape, a clean log. @module */

import { equal, match, ok } from "node:assert/strict";
import { nationalPrices } from "../../lib/operations/mod.ts";
import { withTestApp } from "../support/api_app.ts";
import { checkCommonHeaders, checkError } from "../support/api_checks.ts";

const QUESTION = nationalPrices.example;

Deno.test("paths that try to climb out find nothing", async () => {
  await withTestApp(async (app) => {
    const paths = [
      ...[
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/static/..%5c..%5cdeno.json",
        "/.env",
        "/.git/config",
      ],
      ...["/deno.json", "/main.ts", "/lib/http/edge.ts", "/.data/counters.kv", "/..;/main.ts", "/%00", "//etc/passwd"],
    ];
    for (const path of paths) {
      const response = await app.fetch(path);
      equal(response.status, 404, path);
      checkCommonHeaders(response);
      ok(!(await response.text()).includes("import "), path);
    }
    for (const path of ["/api/..%2f..%2fmain.ts", "/api/v1/%2e%2e%2f%2e%2e", "/api/v1/stations/search%00"]) {
      const response = await app.fetch(path);
      equal(response.status, 404, path);
      ok((await response.json()).error.code.endsWith("NOT_FOUND"));
    }
  });
});

Deno.test("what a request says never becomes a header line of the answer", async () => {
  await withTestApp(async (app) => {
    const evil = "x%0d%0aSet-Cookie:%20a=b";
    for (const path of [`${QUESTION}&x=${evil}`, `/api/v1/stations/${evil}`, `/api/v1/${evil}`, `/${evil}`]) {
      const response = await app.fetch(path);
      equal(response.headers.get("set-cookie"), null);
      await response.body?.cancel();
    }
    const response = await app.fetch(QUESTION, {
      headers: { origin: "https://evil.example", "x-request-id": "a,b", forwarded: "for=1.2.3.4" },
    });
    equal(response.headers.get("access-control-allow-origin"), "*");
    equal(response.headers.get("access-control-allow-credentials"), null);
    match(response.headers.get("x-request-id")!, /^[0-9a-f-]{36}$/);
    await response.body?.cancel();
  });
});

Deno.test("very long addresses are refused in the one shape", async () => {
  await withTestApp(async (app) => {
    const long = "a".repeat(100_000);
    for (const path of [`${QUESTION}&x=${long}`, `/api/v1/prices/national?fuel=${long}`]) {
      const message = await checkError(await app.fetch(path), "INVALID_PARAMETER");
      ok(message.length < 400);
    }
    ok((await checkError(await app.fetch(`/api/v1/stations/${long}`), "STATION_NOT_FOUND")).length < 400);
    ok((await checkError(await app.fetch(`/api/v1/${long}`), "NOT_FOUND")).length < 400);
    const many = Array.from({ length: 2_000 }, (_, index) => `p${index}=1`).join("&");
    await checkError(await app.fetch(`${QUESTION}&${many}`), "INVALID_PARAMETER");
    const page = await app.fetch(`/${long}`);
    equal(page.status, 404);
    await page.body?.cancel();
  });
});

Deno.test("conditional headers that lie change nothing", async () => {
  await withTestApp(async (app) => {
    const first = await app.fetch(QUESTION);
    const text = await first.text();
    const etag = first.headers.get("etag")!;
    const lies: Record<string, string>[] = [
      { "if-none-match": etag.slice(0, -2) },
      { "if-none-match": `"${"x,".repeat(5_000)}"` },
      { "if-none-match": `"${etag}"` },
      { "if-modified-since": "Fri, 31 Dec 2100 23:59:59 GMT" },
      { "if-match": '"other"' },
      { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
      { range: "bytes=0-10" },
      { "if-none-match": '"unclosed' },
    ];
    for (const headers of lies) {
      const response = await app.fetch(QUESTION, { headers });
      equal(response.status, 200, JSON.stringify(headers).slice(0, 100));
      equal(await response.text(), text);
    }
    // A tag of another question, or "whatever exists", for what does not exist or was asked wrongly.
    for (const tag of [etag, "*"]) {
      const headers = { "if-none-match": tag };
      await checkError(await app.fetch("/api/v1/stations/99999999", { headers }), "STATION_NOT_FOUND");
      await checkError(await app.fetch("/api/v1/prices/national", { headers }), "MISSING_PARAMETER");
    }
    equal((await app.fetch(QUESTION, { headers: { "if-none-match": "*" } })).status, 304);
  });
});

Deno.test("spoofed forwarding headers neither escape a quota nor burden another client", async () => {
  await withTestApp(async (app) => {
    const ask = async (from: string, forwardedFor: string) => {
      const headers = { "x-forwarded-for": forwardedFor, forwarded: "for=9.9.9.9", "x-real-ip": "9.9.9.9" };
      const response = await app.fetch(QUESTION, { from, headers });
      await response.body?.cancel();
      return response.status;
    };
    // Not a proxy of ours: whatever it claims, it is itself.
    equal(await ask("203.0.113.1", "1.1.1.1"), 200);
    equal(await ask("203.0.113.1", "2.2.2.2"), 200);
    equal(await ask("203.0.113.1", "3.3.3.3"), 429);
    equal(await ask("1.1.1.1", ""), 200);
    // Through the proxy: the rightmost untrusted hop counts, what stands before it does not.
    equal(await ask("10.0.0.1", "5.5.5.5, 198.51.100.9"), 200);
    equal(await ask("10.0.0.1", "6.6.6.6, 198.51.100.9, 10.0.0.7"), 200);
    equal(await ask("10.0.0.1", "198.51.100.9"), 429);
    equal(await ask("10.0.0.1", "198.51.100.10"), 200);
    // One client by IPv4 and by IPv4 inside IPv6; one per /64.
    equal(await ask("::ffff:203.0.113.1", ""), 429);
    equal(await ask("2001:db8:0:1::1", ""), 200);
    equal(await ask("2001:db8:0:1:ffff::2", ""), 200);
    equal(await ask("2001:db8:0:1:abcd::3", ""), 429);
    equal(await ask("2001:db8:0:2::1", ""), 200);
  }, { env: { REST_LIMIT: "2", TRUSTED_PROXIES: "10.0.0.0/8" } });
});

Deno.test("bodies, odd methods and odd media types are never read", async () => {
  await withTestApp(async (app) => {
    const body = "x".repeat(1_000_000);
    await checkError(await app.fetch(QUESTION, { method: "POST", body }), "METHOD_NOT_ALLOWED");
    await checkError(await app.fetch(QUESTION, { method: "get-x" }), "METHOD_NOT_ALLOWED");
    for (const path of ["/openapi.json", "/healthz", "/data/current.json", "/robots.txt"]) {
      const response = await app.fetch(path, { method: "DELETE" });
      equal(response.headers.get("allow"), "GET, HEAD, OPTIONS");
      await checkError(response, "METHOD_NOT_ALLOWED");
      equal((await app.fetch(path, { method: "OPTIONS" })).status, 204);
    }
    await checkError(await app.fetch("/nowhere", { method: "POST", body: "x" }), "NOT_FOUND");
    await checkError(await app.fetch("/api/v1/nowhere", { method: "get-x" }), "NOT_FOUND");
    const refused = await app.fetch("/mcp", { method: "get-x" });
    equal(refused.headers.get("allow"), "POST, OPTIONS");
    await checkError(refused, "METHOD_NOT_ALLOWED");
  });
});
