/** Stations along a route: the forms of a line, what is refused, posted questions, plans. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import codec from "@googlemaps/polyline-codec";
import type { RouteEntry, WirePlan } from "../../lib/domain/wire.ts";
import { type TestApp, withTestApp } from "../support/api_app.ts";

const PATH = "/api/v1/stations/route";
/** Through the fixture's towns, latitude first. */
const PLACES: [number, number][] = [[48.80, 2.25], [48.8566, 2.3522], [48.90, 2.45]];
const LINE = { type: "LineString", coordinates: PLACES.map(([lat, lng]) => [lng, lat]) };

type Route = { length_km: number; quality: string; estimated: boolean; corridor_km: number };
type Answer = { data: RouteEntry[]; meta: { total: number; count: number; route: Route; plan: WirePlan | null } };

function toAddress(params: Record<string, string | number>): string {
  return `${PATH}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`;
}

async function ask(app: TestApp, params: Record<string, string | number>): Promise<Answer> {
  const response = await app.fetch(toAddress(params));
  const body = await response.json();
  equal(response.status, 200, JSON.stringify(body));
  return body;
}

async function post(app: TestApp, body: unknown, init: RequestInit = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return await app.fetch(PATH, {
    method: "POST",
    body: text,
    headers: { "content-type": "application/json" },
    ...init,
  });
}

Deno.test("every form of one line has one answer, by GET and by POST", async () => {
  await withTestApp(async (app) => {
    const rest = { fuel: "gazole", corridor: 10 };
    const byLine = await ask(app, { ...rest, line: JSON.stringify(LINE) });
    ok(byLine.data.length > 0);
    const forms = [
      { ...rest, line: JSON.stringify(LINE.coordinates) },
      { ...rest, line: JSON.stringify({ type: "Feature", geometry: LINE, properties: {} }) },
      { ...rest, polyline: codec.encode(PLACES, 5) },
      { ...rest, polyline: codec.encode(PLACES, 6), precision: 6 },
    ];
    for (const form of forms) deepEqual(await ask(app, form), byLine);
    for (const body of [{ ...rest, line: LINE }, { ...rest, line: LINE.coordinates }, forms[2]]) {
      const response = await post(app, body);
      equal(response.status, 200);
      deepEqual(await response.json(), byLine);
    }
    const points = PLACES.map(([lat, lng]) => ({ lat, lng }));
    const straight = await ask(app, { ...rest, points: PLACES.map((place) => place.join(",")).join(";") });
    deepEqual(await (await post(app, { ...rest, points })).json(), straight);
    deepEqual([straight.meta.route.quality, byLine.meta.route.quality], ["straight", "line"]);
    ok(straight.data.every(({ side }) => side === null));
    deepEqual(straight.data.map(({ id }) => id), byLine.data.map(({ id }) => id));
  });
});

Deno.test("every spelling of one line has one tag, by GET and by POST, and another line has another", async () => {
  await withTestApp(async (app) => {
    const rest = { fuel: "gazole", corridor: 10 };
    const tagOf = async (form: Record<string, unknown>, method: "GET" | "POST") => {
      const question = { ...rest, ...form };
      const response = method === "POST" ? await post(app, question) : await app.fetch(toAddress(question as never));
      await response.body?.cancel();
      equal(response.status, 200);
      return response.headers.get("etag")!;
    };
    const { coordinates } = LINE;
    const points = PLACES.map(([lat, lng]) => ({ lat, lng }));
    const spellings: [form: Record<string, unknown>, method: "GET" | "POST"][][] = [
      [
        [{ line: JSON.stringify(LINE) }, "GET"],
        [{ line: JSON.stringify(LINE, null, 2) }, "GET"],
        [{ line: JSON.stringify(coordinates) }, "GET"],
        [{ line: "[[2.25,48.80],[2.3522,48.85660],[2.45,48.90]]" }, "GET"],
        [{ line: coordinates.map(([lng, lat]) => [lng, lat, 35]) }, "POST"],
        [{ line: { type: "Feature", geometry: LINE, properties: { name: "x" } } }, "POST"],
        [{ line: LINE, precision: 6 }, "POST"],
        [{ polyline: codec.encode(PLACES, 5) }, "GET"],
        [{ polyline: codec.encode(PLACES, 6), precision: 6 }, "POST"],
      ],
      [
        [{ points: "48.8,2.25;48.8566,2.3522;48.9,2.45" }, "GET"],
        [{ points: "48.80,2.25;48.8566,2.3522;48.90,2.45" }, "GET"],
        [{ points: " 48.8 , 2.25; 48.8566,2.3522 ;48.9,2.45 " }, "GET"],
        [{ points: JSON.stringify(points) }, "GET"],
        [{ points }, "POST"],
      ],
      [[{ points: "48.8,2.25;48.9,2.45" }, "GET"]],
    ];
    const tags = await Promise.all(
      spellings.map(async (same) => new Set(await Promise.all(same.map(([form, method]) => tagOf(form, method))))),
    );
    deepEqual(tags.map(({ size }) => size), [1, 1, 1]);
    equal(new Set(tags.flatMap((tag) => [...tag])).size, 3);
  });
});

Deno.test("a line and the same line driven back have the same stations in the other order, on the other side", async () => {
  await withTestApp(async (app) => {
    const there = await ask(app, { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5) });
    const back = await ask(app, { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES.toReversed(), 5) });
    deepEqual(new Set(back.data.map(({ id }) => id)), new Set(there.data.map(({ id }) => id)));
    const other = { left: "right", right: "left" } as const;
    for (const entry of there.data) {
      const again = back.data.find(({ id }) => id === entry.id)!;
      equal(again.side, entry.side && other[entry.side]);
      ok(Math.abs(again.km_off - entry.km_off) < 0.002);
      ok(Math.abs(again.km_along + entry.km_along - there.meta.route.length_km) < 0.002);
    }
  });
});

Deno.test("of more than limit the cheapest are answered, in driving order", async () => {
  await withTestApp(async (app) => {
    const all = await ask(app, { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5) });
    const two = await ask(app, { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5), limit: 2 });
    equal(two.meta.total, all.data.length);
    const cheapest = all.data.toSorted((a, b) => Number(a.price) - Number(b.price) || a.km_off - b.km_off).slice(0, 2);
    deepEqual(two.data, all.data.filter((entry) => cheapest.includes(entry)));
  });
});

Deno.test("a plan keeps to its tank, and its euros add up", async () => {
  await withTestApp(async (app) => {
    const question = { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5), consumption: 40, tank: 20 };
    const { data, meta } = await ask(app, { ...question, start_level: 6, reserve: 1, stop_cost: 0 });
    const plan = meta.plan!;
    equal(plan.feasible, true);
    ok(plan.stops.length > 0);
    for (const stop of plan.stops) {
      const entry = data.find(({ id }) => id === stop.id)!;
      deepEqual([stop.net_price, stop.km_along], [entry.net_price, entry.km_along]);
      equal(stop.cost, (Math.round(stop.litres * Number(stop.net_price) * 100 + 1e-9) / 100).toFixed(2));
    }
    const paid = plan.stops.reduce((sum, { cost }) => sum + Number(cost), 0);
    ok(Math.abs(paid - Number(plan.cost)) < 0.01 * plan.stops.length);
    const full = await ask(app, { ...question, start_level: 20 });
    deepEqual(full.meta.plan!.stops, []);
    const stuck = await ask(app, { ...question, start_level: 0 });
    equal(stuck.meta.plan!.feasible, false);
    equal((await ask(app, { fuel: "gazole", polyline: question.polyline })).meta.plan, null);
  });
});

Deno.test("discounts lower what is paid, and with it the choice, the saving and the plan", async () => {
  await withTestApp(async (app) => {
    const question = { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5) };
    const { data } = await ask(app, question);
    ok(data.every(({ price, net_price }) => net_price === price));
    const dearest = data.filter(({ brand }) => brand !== null).toSorted((a, b) =>
      Number(b.price) - Number(a.price)
    )[0]!;
    const discounts = `${dearest.brand!.toUpperCase()}:0.5`;
    const { data: paid } = await ask(app, { ...question, discounts });
    for (const entry of paid) {
      const off = entry.brand === dearest.brand ? 0.5 : 0;
      equal(entry.net_price, (Number(entry.price) - off).toFixed(3));
    }
    const [only] = (await ask(app, { ...question, discounts, limit: 1 })).data;
    equal(only!.brand, dearest.brand);
  });
});

Deno.test("outside of France nothing is answered, and nothing is refused", async () => {
  await withTestApp(async (app) => {
    const { data, meta } = await ask(app, { fuel: "gazole", points: "52.52,13.405;48.137,11.575" });
    deepEqual([data, meta.total], [[], 0]);
    const overDateLine = await ask(app, { fuel: "gazole", points: "-17.7,179.5;-17.8,-179.5" });
    ok(overDateLine.meta.route.length_km < 1.3 * 110, "the short way around");
  });
});

const many = JSON.stringify(Array.from({ length: 20_001 }, (_, i) => [2 + i / 1e5, 48]));

Deno.test("what is no line is refused by name", async () => {
  const wrong: [Record<string, string | number>, string, RegExp][] = [
    [{}, "MISSING_PARAMETER", /No line is given/],
    [{ line: "[]", points: "1,2;3,4" }, "INVALID_PARAMETER", /line and points are given/],
    [{ line: "[[2.3,48.8]]" }, "INVALID_PARAMETER", /fewer than two different places/],
    [{ line: "[[2.3,48.8],[2.3,48.8]]" }, "INVALID_PARAMETER", /fewer than two different places/],
    [{ line: "[[2.3,48.8],[2.4,null]]" }, "INVALID_PARAMETER", /"line" has \[2\.4,null\] at 1/],
    [{ line: "[[2.3,48.8],[2.4]]" }, "INVALID_PARAMETER", /at 1/],
    [{ line: "{x" }, "INVALID_PARAMETER", /is not JSON/],
    [{ line: '{"type":"Point","coordinates":[2,48]}' }, "INVALID_PARAMETER", /type "Point"/],
    [{ line: '{"type":"LineString"}' }, "INVALID_PARAMETER", /no coordinates/],
    [{ line: "null" }, "INVALID_PARAMETER", /"line"/],
    [{ line: "[[48.85,2.35],[48.9,2.4]]" }, "INVALID_PARAMETER", /wrong way round/],
    [{ line: "[[2.3,48.8],[200,48.8]]" }, "INVALID_PARAMETER", /longitude 200 at 1/],
    [{ points: "48.8,2.3;48.9,2.4", discounts: "Nobody:0.05" }, "INVALID_PARAMETER", /unknown brand "Nobody"/],
    [{ points: "48.8,2.3;48.9,2.4", discounts: "Avia:-0.05" }, "INVALID_PARAMETER", /"discounts" has/],
    [{ points: "48.8,2.3;48.9,2.4", discounts: "Avia:0.6" }, "INVALID_PARAMETER", /takes 0\.6 off/],
    [{ points: "48.8,2.3;48.9,2.4", discounts: "Avia:0.1,avia:0.2" }, "INVALID_PARAMETER", /Avia twice/],
    [{ points: "48.8,2.3" }, "INVALID_PARAMETER", /expected 2 to 8/],
    [{ points: Array(9).fill("48.8,2.3").join(";") }, "INVALID_PARAMETER", /has 9/],
    [{ points: "48.8,2.3;NaN,2" }, "INVALID_PARAMETER", /at 1/],
    [{ points: "48.8,2.3;-40,170" }, "INVALID_PARAMETER", /km long; expected at most 3000/],
    [{ polyline: "é" }, "INVALID_PARAMETER", /no encoded polyline|expected text/],
    [{ polyline: "_p~iF~ps" }, "INVALID_PARAMETER", /no encoded polyline/],
    [{ polyline: codec.encode(PLACES, 6) }, "INVALID_PARAMETER", /it is one of 6/],
    [{ polyline: codec.encode(PLACES, 5), precision: 6 }, "INVALID_PARAMETER", /it is one of 5/],
    [{ polyline: codec.encode(PLACES, 5), precision: 7 }, "INVALID_PARAMETER", /"precision" is "7"/],
    [{ polyline: codec.encode(PLACES, 5), corridor: 0.4 }, "INVALID_PARAMETER", /"corridor"/],
    [{ polyline: codec.encode(PLACES, 5), litres: -5 }, "INVALID_PARAMETER", /"litres" is "-5"/],
    [
      { polyline: codec.encode(PLACES, 5), tank: 40, start_level: 41 },
      "INVALID_PARAMETER",
      /"start_level" is 41 and "tank" is 40/,
    ],
  ];
  await withTestApp(async (app) => {
    for (const [params, code, message] of wrong) {
      const response = await app.fetch(toAddress({ fuel: "gazole", ...params }));
      const { error } = await response.json();
      deepEqual([response.status, error.code], [400, code], JSON.stringify(params));
      match(error.message, message);
    }
    const order = await (await app.fetch(toAddress({ fuel: "diesel", line: "[" }))).json();
    match(order.error.message, /"line"/, "the first fault in the order of the parameters");
  });
});

Deno.test("a body is refused when it is no JSON object, too long, or has too many vertices", async () => {
  await withTestApp(async (app) => {
    const bodies: [string, RegExp][] = [
      ["", /is not JSON/],
      ["[]", /is no object/],
      ["{", /is not JSON/],
      [" ".repeat(262_145), /is over 262144 bytes/],
      [JSON.stringify({ fuel: "gazole", line: many }), /is over 262144 bytes|20001 vertices/],
      [JSON.stringify({ fuel: "gazole", points: [{ lat: 1 }, { lat: 2, lng: 3 }] }), /at 0/],
      [JSON.stringify({ fuel: "gazole", points: PLACES, corridor: "3" }), /"points"|"corridor"/],
    ];
    for (const [body, message] of bodies) {
      const response = await post(app, body);
      const { error } = await response.json();
      deepEqual([response.status, error.code], [400, "INVALID_PARAMETER"], body.slice(0, 60));
      match(error.message, message);
    }
    const vertices = codec.encode(Array.from({ length: 20_001 }, (_, i) => [48 + i / 1e5, 2]), 5);
    match((await (await post(app, { fuel: "gazole", polyline: vertices })).json()).error.message, /20001 vertices/);
  });
});

Deno.test("a posted question has the headers of any other: quota, tag, forms, and its methods, and is answered in full", async () => {
  await withTestApp(async (app) => {
    const question = { fuel: "gazole", corridor: 10, line: LINE };
    const first = await post(app, question);
    await first.body?.cancel();
    equal(first.headers.get("x-ratelimit-remaining"), "59");
    const etag = first.headers.get("etag")!;
    const got = await app.fetch(toAddress({ fuel: "gazole", corridor: 10, line: JSON.stringify(LINE) }));
    await got.body?.cancel();
    equal(got.headers.get("etag"), etag, "one question, one tag");
    for (const tag of [etag, "*"]) {
      const same = await post(app, question, { headers: { "if-none-match": tag } });
      await same.body?.cancel();
      equal(same.status, 200, "304 is for GET and HEAD alone");
    }
    const geo = await app.fetch(`${PATH}?format=geojson`, { method: "POST", body: JSON.stringify(question) });
    equal((await geo.json()).type, "FeatureCollection");
    const csv = await app.fetch(`${PATH}?format=csv`, { method: "POST", body: JSON.stringify(question) });
    match(await csv.text(), /^id,name,.*,net_price,km_along,km_off,side,detour_km,detour,net_saving,open\r\n/);
    const options = await app.fetch(PATH, { method: "OPTIONS" });
    equal(options.headers.get("access-control-allow-methods"), "GET, HEAD, POST, OPTIONS");
    const put = await app.fetch(PATH, { method: "PUT" });
    await put.body?.cancel();
    deepEqual([put.status, put.headers.get("allow")], [405, "GET, HEAD, POST, OPTIONS"]);
    const elsewhere = await app.fetch("/api/v1/stations/bbox", { method: "POST" });
    await elsewhere.body?.cancel();
    equal(elsewhere.status, 405);
  }, { env: { REST_LIMIT: "60" } });
});
