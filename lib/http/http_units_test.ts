/** Tests the small parts of this room: addresses, tags, codings, queries, tables. @module */

import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import { findClient, isWithin, parseAddress, parseNetwork, toQuotaName } from "./address.ts";
import { toCsv } from "./csv.ts";
import { decodeValue, parseQuery, readPath } from "./query.ts";
import { chooseEncoding, isCompressible, matchesEtag } from "../platform/content_coding.ts";
import { makeEtag } from "./representation.ts";
import { contentSecurityPolicy } from "./security.ts";
import { Undecodable } from "../operations/input.ts";

Deno.test("parseAddress() accepts plain addresses, with port, zone or brackets, and nothing else", () => {
  const taken = {
    "192.0.2.1": ["192.0.2.1", " 192.0.2.1:8080 ", "::ffff:192.0.2.1"],
    "2001:db8::1": ["[2001:db8::1]:443"],
    "fe80::1": ["fe80::1%eth0"],
  };
  for (const [address, texts] of Object.entries(taken)) {
    for (const text of texts) equal(parseAddress(text)?.toString(), address, text);
  }
  for (const text of ["", "unknown", "1", "0x7f.1", "192.0.2", "192.0.2.256", "_hidden", "a:b"]) {
    equal(parseAddress(text), null, text);
  }
});

Deno.test("toQuotaName() counts IPv6 by /64 and IPv4 inside IPv6 as IPv4", () => {
  const name = (text: string) => toQuotaName(parseAddress(text)!);
  equal(name("2001:db8:1:2:3:4:5:6"), name("2001:db8:1:2:ffff::1"));
  ok(name("2001:db8:1:2::1") !== name("2001:db8:1:3::1"));
  equal(name("::ffff:198.51.100.7"), name("198.51.100.7"));
});

Deno.test("findClient() trusts X-Forwarded-For from trusted peers only, and takes the rightmost untrusted hop", () => {
  const trusted = ["10.0.0.0/8", "2001:db8:ffff::/48"].map(parseNetwork);
  const cases: [peer: string | null, forwardedFor: string, client: string | null][] = [
    ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
    ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["::ffff:10.0.0.1", "198.51.100.1:5060", "198.51.100.1"],
    ["10.0.0.1", "198.51.100.1, garbage", "10.0.0.1"],
    ["10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["2001:db8:ffff::1", "2001:db8::7", "2001:db8::7"],
    [null, "198.51.100.1", null],
    ["10.0.0.1", `198.51.100.1, ${"10.0.0.2, ".repeat(5_000)}10.0.0.2`, "10.0.0.2"],
  ];
  for (const [peer, forwardedFor, client] of cases) {
    equal(
      findClient(peer, { forwardedFor, trusted })?.toString() ?? null,
      client,
      forwardedFor.slice(0, 40),
    );
  }
});

Deno.test("parseNetwork() and isWithin() support IPv4, IPv6 and IPv4 inside IPv6", () => {
  const within = (address: string, network: string) =>
    isWithin(parseAddress(address)!, parseNetwork(network));
  ok(within("10.1.2.3", "10.0.0.0/8"));
  ok(within("10.1.2.3", "::ffff:10.0.0.0/104"));
  ok(within("10.1.2.3", "10.1.2.3"));
  ok(!within("2001:db8::1", "10.0.0.0/8"));
  ok(!within("11.0.0.0", "10.0.0.0/8"));
});

Deno.test("matchesEtag() compares lists weakly and ignores malformed tags", () => {
  const tag = makeEtag("7 question");
  const bare = tag.slice(2);
  for (
    const header of [tag, bare, "*", ` * `, `"x", ${tag}`, `W/"x",${bare} , "y"`, `"a,b", ${tag}`]
  ) {
    ok(matchesEtag(header, tag), header);
  }
  for (
    const header of [
      null,
      "",
      "x",
      tag.slice(0, -1),
      bare.slice(1, -1),
      `"${tag}"`,
      `w/${bare.slice(1)}`,
      "**",
    ]
  ) {
    ok(!matchesEtag(header, tag), String(header));
  }
  ok(makeEtag("7 a") !== makeEtag("8 a") && makeEtag("7 a") !== makeEtag("7 b"));
});

Deno.test("chooseEncoding() respects weights, rejections and the wildcard", () => {
  const cases = {
    br: ["br, gzip", "*"],
    gzip: ["gzip", "GZIP", "gzip;q=1.0, br;q=0.5", "*;q=0.5, br;q=0"],
    null: [null, "", "identity", "identity;q=1, gzip;q=0.5", "gzip;q=0", "deflate", "gzip;q=abc"],
  };
  for (const [expected, headers] of Object.entries(cases)) {
    for (const header of headers) equal(String(chooseEncoding(header)), expected, String(header));
  }
});

Deno.test("isCompressible() skips streams and bodies that are already compressed", () => {
  for (
    const type of [
      "text/html; charset=utf-8",
      "application/json",
      "application/geo+json",
      "image/svg+xml",
    ]
  ) {
    ok(isCompressible(type), type);
  }
  for (const type of ["text/event-stream", "image/png", "font/woff2", "application/zip", null]) {
    ok(!isCompressible(type), String(type));
  }
});

Deno.test("parseQuery() decodes strictly and keeps duplicate parameters", () => {
  const query = parseQuery("?a=1&a=2&b=%C3%A9+%20x&c&=d&%zz=1&e=%ff&&f=%00");
  deepEqual(query.get("a"), ["1", "2"]);
  deepEqual(query.get("b"), ["é  x"]);
  deepEqual(query.get("c"), [""]);
  ok(query.get("e")![0] instanceof Undecodable);
  deepEqual(query.get("f"), ["\0"]);
  equal(query.has("%zz"), false);
  deepEqual([...parseQuery("").keys()], []);
});

Deno.test("decodeValue() accepts plain decimals only", () => {
  for (
    const [text, value] of [["48.85", 48.85], ["-4", -4], ["0", 0], ["-0", 0], [
      "007.5",
      7.5,
    ]] as const
  ) {
    ok(Object.is(decodeValue(text, "number"), value), text);
  }
  for (
    const text of [
      ".5",
      "5.",
      "+4",
      "1e3",
      "0x10",
      "NaN",
      "Infinity",
      "1,5",
      "",
      " ",
      " 1",
      "1 ",
      "--1",
      "١",
      "1_0",
    ]
  ) {
    ok(decodeValue(text, "number") instanceof Undecodable, text);
  }
  ok(decodeValue("5.0", "integer") instanceof Undecodable);
  equal(decodeValue("true", "boolean"), true);
  for (const text of ["TRUE", "1", "yes"]) ok(decodeValue(text, "boolean") instanceof Undecodable);
});

Deno.test("readPath() decodes the names of a template and reports values it cannot decode", () => {
  equal(readPath("/api/v1/stations/{id}", "/api/v1/stations/a%2Fb").get("id"), "a/b");
  ok(
    readPath("/api/v1/stations/{id}", "/api/v1/stations/%E0%A4%A").get("id") instanceof Undecodable,
  );
});

Deno.test("toCsv() quotes text, leaves null empty, and disarms formulas but not numbers", () => {
  const rows = [{ a: "x,y", b: null }, { a: "=1+1", b: -4.5 }, { a: "-4.5", b: "-x" }, {
    a: "line\nfeed",
    b: true,
  }];
  equal(
    toCsv(["a", "b"], rows),
    'a,b\r\n"x,y",\r\n\'=1+1,-4.5\r\n-4.5,\'-x\r\n"line\nfeed",true\r\n',
  );
});

Deno.test("contentSecurityPolicy() never allows inline scripts or styles except by nonce", () => {
  const directive = (policy: string, name: string) =>
    policy.split("; ").find((part) => part.startsWith(name))!;
  equal(directive(contentSecurityPolicy(null, "/"), "script-src"), "script-src 'self'");
  equal(
    directive(contentSecurityPolicy("abc", "/"), "script-src"),
    "script-src 'self' 'nonce-abc'",
  );
  equal(directive(contentSecurityPolicy(null, "/"), "style-src"), "style-src 'self'");
  equal(directive(contentSecurityPolicy("abc", "/"), "style-src"), "style-src 'self' 'nonce-abc'");
  for (const host of ["https://data.geopf.fr", "https://tile.openstreetmap.org"]) {
    ok(directive(contentSecurityPolicy(null, "/"), "img-src").includes(host));
  }
});
