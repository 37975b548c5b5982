import { deepEqual, equal, match, ok } from "../support/assert.ts";
import codec from "@googlemaps/polyline-codec";
import type { WirePlan } from "../../lib/domain/route_wire.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";

const PATH = "/api/v1/stations/route";
/** A route through the fixture's towns, latitude first. */
const PLACES: [number, number][] = [[48.80, 2.25], [48.8566, 2.3522], [48.90, 2.45]];
const LINE = { type: "LineString", coordinates: PLACES.map(([lat, lng]) => [lng, lat]) };

type Route = {
  length_km: number;
  quality: string;
  estimated: boolean;
  corridor_km: number;
  average_price: string | null;
};
type Answer = {
  data: RouteEntry[];
  meta: { total: number; count: number; route: Route; plan: WirePlan | null };
};

function toAddress(params: Record<string, string | number>): string {
  return `${PATH}?${new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  )}`;
}

const ask = async (app: TestApp, params: Record<string, string | number>): Promise<Answer> =>
  await app.json(toAddress(params));

async function post(app: TestApp, body: unknown, query = "", headers: HeadersInit = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return await app.read(PATH + query, { method: "POST", body: text, headers });
}

const POINTS = PLACES.map(([lat, lng]) => ({ lat, lng }));

/**
 * Spellings of one line, of its points, and of other points. Text spellings fit into an address,
 * and the others are posted.
 */
const SPELLINGS: Record<string, unknown>[][] = [
  [
    { line: JSON.stringify(LINE) },
    { line: JSON.stringify(LINE, null, 2) },
    { line: JSON.stringify(LINE.coordinates) },
    { line: "[[2.25,48.80],[2.3522,48.85660],[2.45,48.90]]" },
    { line: JSON.stringify({ type: "Feature", geometry: LINE, properties: {} }) },
    { polyline: codec.encode(PLACES, 5) },
    { polyline: codec.encode(PLACES, 6), precision: 6 },
    { line: LINE, precision: 6 },
    { line: LINE.coordinates.map(([lng, lat]) => [lng, lat, 35]) },
    { line: { type: "Feature", geometry: LINE, properties: { name: "x" } } },
  ],
  [
    { points: "48.8,2.25;48.8566,2.3522;48.9,2.45" },
    { points: " 48.80 , 2.25; 48.8566,2.3522 ;48.90,2.45 " },
    { points: JSON.stringify(POINTS) },
    { points: POINTS },
  ],
  [{ points: "48.8,2.25;48.9,2.45" }],
];

// Proves docs/contract.md#parameters
// Proves docs/data.md#along-a-route
testApp(
  "every spelling of one line has one response and one ETag, by GET and by POST",
  async (app) => {
    const answers: { etag: string; text: string }[] = [];
    for (const same of SPELLINGS) {
      const found = [];
      for (const form of same) {
        const question = { fuel: "gazole", corridor: 10, ...form };
        const isText = Object.values(form).every((value) => typeof value !== "object");
        const ways = [
          post(app, question),
          ...isText ? [app.read(toAddress(question as never))] : [],
        ];
        for (const { status, headers, text } of await Promise.all(ways)) {
          equal(status, 200, text);
          found.push({ etag: headers.get("etag")!, text });
        }
      }
      for (const [i, answer] of found.entries()) deepEqual(answer, found[0], String(i));
      answers.push(found[0]!);
    }
    equal(new Set(answers.map(({ etag }) => etag)).size, 3);
    const [line, straight] = answers.map(({ text }): Answer => JSON.parse(text)) as [
      Answer,
      Answer,
    ];
    deepEqual([straight.meta.route.quality, line.meta.route.quality], ["straight", "line"]);
    ok(line.data.length > 0 && straight.data.every(({ side }) => side === null));
    deepEqual(straight.data.map(({ id }) => id), line.data.map(({ id }) => id));
  },
);

testApp(
  "a reversed line has the same stations in reverse order, on the other side",
  async (app) => {
    const there = await ask(app, {
      fuel: "gazole",
      corridor: 10,
      polyline: codec.encode(PLACES, 5),
    });
    const back = await ask(app, {
      fuel: "gazole",
      corridor: 10,
      polyline: codec.encode(PLACES.toReversed(), 5),
    });
    deepEqual(new Set(back.data.map(({ id }) => id)), new Set(there.data.map(({ id }) => id)));
    const other = { left: "right", right: "left" } as const;
    for (const entry of there.data) {
      const again = back.data.find(({ id }) => id === entry.id)!;
      equal(again.side, entry.side && other[entry.side]);
      ok(Math.abs(again.km_off - entry.km_off) < 0.002);
      ok(Math.abs(again.km_along + entry.km_along - there.meta.route.length_km) < 0.002);
    }
  },
);

testApp("of more stations than limit the cheapest are returned, in driving order", async (app) => {
  const all = await ask(app, { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5) });
  const two = await ask(app, {
    fuel: "gazole",
    corridor: 10,
    polyline: codec.encode(PLACES, 5),
    limit: 2,
  });
  equal(two.meta.total, all.data.length);
  const cheapest = all.data.toSorted((a, b) =>
    Number(a.price) - Number(b.price) || a.km_off - b.km_off
  ).slice(0, 2);
  deepEqual(two.data, all.data.filter((entry) => cheapest.includes(entry)));
});

testApp(
  "a plan's stops are entries of the response, and their cost is litres times the price",
  async (app) => {
    const question = {
      fuel: "gazole",
      corridor: 10,
      polyline: codec.encode(PLACES, 5),
      consumption: 40,
      tank: 20,
    };
    const { data, meta: { plan } } = await ask(app, {
      ...question,
      start_level: 6,
      reserve: 1,
      stop_cost: 0,
    });
    ok(plan!.feasible && plan!.stops.length > 0);
    for (const stop of plan!.stops) {
      const entry = data.find(({ id }) => id === stop.id)!;
      deepEqual([stop.net_price, stop.km_along], [entry.net_price, entry.km_along]);
      equal(
        stop.cost,
        (Math.round(stop.litres * Number(stop.net_price) * 100 + 1e-9) / 100).toFixed(2),
      );
    }
    deepEqual((await ask(app, { ...question, start_level: 20 })).meta.plan!.stops, []);
    equal((await ask(app, { ...question, start_level: 0 })).meta.plan!.feasible, false);
    equal((await ask(app, { fuel: "gazole", polyline: question.polyline })).meta.plan, null);
  },
);

testApp(
  "a round-trip plan may stop in either direction, and respects min_fill as far as the tank allows",
  async (app) => {
    const car = { consumption: 40, tank: 12, start_level: 6, reserve: 1, stop_cost: 0 };
    const question = { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5), ...car };
    const { data, meta: { plan: there, route } } = await ask(app, question);
    const { plan } = (await ask(app, { ...question, round_trip: "true" })).meta;
    const last = plan!.stops.at(-1)!;
    const { km_along } = data.find(({ id }) => id === last.id)!;
    ok(
      Math.abs(last.km_along - (2 * route.length_km - km_along)) < 0.002,
      "the stop must be on the return",
    );
    ok(6 + plan!.litres >= (2 * route.length_km * 40) / 100 + 1);
    const litresOf = async (min_fill: number) =>
      (await ask(app, { ...question, min_fill })).meta.plan!.stops.map(({ litres }) => litres);
    ok(there!.stops.some(({ litres }) => litres < 5));
    ok((await litresOf(5)).every((litres) => litres >= 5));
    deepEqual(
      await litresOf(100),
      there!.stops.map(({ litres }) => litres),
      "without a plan the result would be worse",
    );
    equal(
      route.average_price,
      (data.reduce((sum, each) => sum + Number(each.net_price), 0) / data.length).toFixed(3),
    );
  },
);

testApp(
  "discounts lower the price paid, and change the selection, the saving and the plan",
  async (app) => {
    const question = { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5) };
    const { data } = await ask(app, question);
    ok(data.every(({ price, net_price }) => net_price === price));
    const highest = data.filter(({ brand }) => brand !== null).toSorted((a, b) =>
      Number(b.price) - Number(a.price)
    )[0]!;
    const discounts = `${highest.brand!.toUpperCase()}:0.5`;
    const { data: paid } = await ask(app, { ...question, discounts });
    for (const entry of paid) {
      const off = entry.brand === highest.brand ? 0.5 : 0;
      equal(entry.net_price, (Number(entry.price) - off).toFixed(3));
    }
    const [only] = (await ask(app, { ...question, discounts, limit: 1 })).data;
    equal(only!.brand, highest.brand);
  },
);

testApp("a route outside France returns an empty list and no error", async (app) => {
  const { data, meta } = await ask(app, { fuel: "gazole", points: "52.52,13.405;48.137,11.575" });
  deepEqual([data, meta.total], [[], 0]);
  const overDateLine = await ask(app, { fuel: "gazole", points: "-17.7,179.5;-17.8,-179.5" });
  ok(overDateLine.meta.route.length_km < 1.3 * 110, "the route must take the short way around");
});

const VERTICES = codec.encode(Array.from({ length: 20_001 }, (_, i) => [48 + i / 1e5, 2]), 5);

testApp("an invalid line is rejected with a reason", async (app) => {
  const wrong: [
    Record<string, string | number>,
    "MISSING_PARAMETER" | "INVALID_PARAMETER",
    RegExp,
  ][] = [
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
    [
      { points: "48.8,2.3;48.9,2.4", discounts: "Nobody:0.05" },
      "INVALID_PARAMETER",
      /unknown brand "Nobody"/,
    ],
    [
      { points: "48.8,2.3;48.9,2.4", discounts: "Avia:0.05,Leclrc:0.05" },
      "INVALID_PARAMETER",
      /unknown brand "Leclrc": no brand has this name, but "E\.Leclerc" is similar; expected brands/,
    ],
    [{ points: "48.8,2.3;48.9,2.4", stops: "a" }, "INVALID_PARAMETER", /"stops"/],
    [
      { points: "48.8,2.3;48.9,2.4", discounts: "Avia:-0.05" },
      "INVALID_PARAMETER",
      /"discounts" has/,
    ],
    [{ points: "48.8,2.3;48.9,2.4", discounts: "Avia:0.6" }, "INVALID_PARAMETER", /takes 0\.6 off/],
    [
      { points: "48.8,2.3;48.9,2.4", discounts: "Avia:0.1,avia:0.2" },
      "INVALID_PARAMETER",
      /Avia twice/,
    ],
    [{ points: "48.8,2.3" }, "INVALID_PARAMETER", /expected 2 to 8/],
    [{ points: Array(9).fill("48.8,2.3").join(";") }, "INVALID_PARAMETER", /has 9/],
    [{ points: "48.8,2.3;NaN,2" }, "INVALID_PARAMETER", /at 1/],
    [{ points: "48.8,2.3;-40,170" }, "INVALID_PARAMETER", /km long; expected at most 3000/],
    [{ polyline: "é" }, "INVALID_PARAMETER", /not an encoded polyline|expected text/],
    [{ polyline: "_p~iF~ps" }, "INVALID_PARAMETER", /not an encoded polyline/],
    [{ polyline: codec.encode(PLACES, 6) }, "INVALID_PARAMETER", /it is one of 6/],
    [{ polyline: codec.encode(PLACES, 5), precision: 6 }, "INVALID_PARAMETER", /it is one of 5/],
    [
      { polyline: codec.encode(PLACES, 5), precision: 7 },
      "INVALID_PARAMETER",
      /"precision" is "7"/,
    ],
    [{ polyline: codec.encode(PLACES, 5), corridor: 0.4 }, "INVALID_PARAMETER", /"corridor"/],
    [{ polyline: codec.encode(PLACES, 5), litres: -5 }, "INVALID_PARAMETER", /"litres" is "-5"/],
    [
      { polyline: codec.encode(PLACES, 5), tank: 40, start_level: 41 },
      "INVALID_PARAMETER",
      /"start_level" is 41 and "tank" is 40/,
    ],
  ];
  for (const [params, code, message] of wrong) {
    match(
      await checkError(await app.fetch(toAddress({ fuel: "gazole", ...params })), code),
      message,
    );
  }
});

// Proves docs/contract.md#parameters
testApp(
  "a body is rejected if it is not a JSON object, is too long, or has too many vertices",
  async (app) => {
    const bodies: [string, RegExp][] = [
      ["", /is not JSON/],
      ["[]", /is not an object/],
      ["{", /is not JSON/],
      [" ".repeat(262_145), /is over 262144 bytes/],
      [JSON.stringify({ fuel: "gazole", points: [{ lat: 1 }, { lat: 2, lng: 3 }] }), /at 0/],
      [JSON.stringify({ fuel: "gazole", points: PLACES, corridor: "3" }), /"points"|"corridor"/],
      [JSON.stringify({ fuel: "gazole", polyline: VERTICES }), /20001 vertices/],
    ];
    for (const [body, message] of bodies) {
      const { status, text } = await post(app, body);
      const { error } = JSON.parse(text);
      deepEqual([status, error.code], [400, "INVALID_PARAMETER"], body.slice(0, 60));
      match(error.message, message);
    }
  },
);

testApp(
  "a POST request has the quota, formats and methods of any other, and never returns 304",
  async (app) => {
    const question = { fuel: "gazole", corridor: 10, line: LINE };
    const { headers } = await post(app, question);
    equal(headers.get("x-ratelimit-remaining"), "59");
    for (const tag of [headers.get("etag")!, "*"]) {
      equal(
        (await post(app, question, "", { "if-none-match": tag })).status,
        200,
        "304 is for GET and HEAD only",
      );
    }
    equal(
      JSON.parse((await post(app, question, "?format=geojson")).text).type,
      "FeatureCollection",
    );
    const csv = (await post(app, question, "?format=csv")).text;
    match(
      csv,
      /^id,name,.*,net_price,km_along,km_off,side,detour_km,detour,net_saving,open,generated_at\r\n/,
    );
    equal((await app.read("/api/v1/stations/bbox", { method: "POST" })).status, 405);
  },
  { env: { REST_LIMIT: "60" } },
);

// Proves docs/data.md#old-prices
testApp(
  "a plan skips a 28-day-old price with a small lead, and names it; the list keeps its order",
  async (app, db) => {
    const car = { consumption: 6, tank: 20, start_level: 1.8, reserve: 1, min_fill: 16 };
    const askPlan = () =>
      ask(app, { fuel: "gazole", corridor: 10, polyline: codec.encode(PLACES, 5), ...car });
    const setCheapest = async (id: string, euros: string, days: number) => {
      await db.query({
        text: `update current_price
            set price_milli = $2,
              updated_at = (select as_of from data_state) - $3 * interval '1 day'
            where station_id = $1
              and fuel = 1`,
        values: [Number(id), Math.round(Number(euros) * 1000), days],
      });
      await app.renew();
      return await askPlan();
    };
    const { data, meta: { plan } } = await askPlan();
    const [stop] = plan!.stops;
    const other = data.filter(({ id }) => id !== stop!.id).toSorted((a, b) =>
      a.detour_km - b.detour_km
    )[0]!;
    const cheap = (Number(stop!.net_price) - 0.005).toFixed(3);
    const old = await setCheapest(other.id, cheap, 28);
    deepEqual(old.meta.plan!.stops.map(({ id }) => id), plan!.stops.map(({ id }) => id));
    deepEqual(old.meta.plan!.older!.map(({ id, net_price }) => [id, net_price]), [[
      other.id,
      cheap,
    ]]);
    deepEqual(old.data.map(({ id }) => id), data.map(({ id }) => id));
    const fresh = await setCheapest(other.id, cheap, 1);
    deepEqual(fresh.meta.plan!.stops.map(({ id }) => id), [other.id]);
    deepEqual(fresh.meta.plan!.older, []);
  },
  { writes: true },
);

testApp(
  "a stop contains its station, even if the list leaves it out, and shows the litres in the tank",
  async (app) => {
    const question = {
      fuel: "gazole",
      corridor: 10,
      polyline: codec.encode(PLACES, 5),
      consumption: 40,
      tank: 20,
    };
    const car = { start_level: 6, reserve: 1, stop_cost: 0 };
    const { data } = await ask(app, { ...question, ...car });
    const { data: [listed, ...others], meta: { plan } } = await ask(app, {
      ...question,
      ...car,
      limit: 1,
    });
    equal(others.length, 0);
    ok(plan!.stops.some(({ id }) => id !== listed!.id), "the list must contain every stop");
    let level = 6;
    let km = 0;
    for (const stop of plan!.stops) {
      const entry = data.find(({ id }) => id === stop.id)!;
      for (
        const name of [
          "name",
          "brand",
          "address",
          "city",
          "latitude",
          "longitude",
          "price",
          "updated_at",
        ] as const
      ) {
        equal(stop[name], entry[name], name);
      }
      const left = level - ((stop.km_along - km + stop.detour_km / 2) * 40) / 100;
      ok(
        Math.abs(stop.litres_left - left) < 0.1,
        `${stop.litres_left} L at km ${stop.km_along}, not ${left}`,
      );
      level = left + stop.litres - (stop.detour_km / 2 * 40) / 100;
      km = stop.km_along;
      ok(stop.cheapest_in_reach);
    }
  },
);

testApp(
  "a plan that fills the tank stops where that saves most, and includes the requested stops",
  async (app) => {
    const question = {
      fuel: "gazole",
      corridor: 10,
      polyline: codec.encode(PLACES, 5),
      consumption: 10,
      tank: 40,
    };
    const full = { start_level: 20, fill: "true" };
    const { data, meta: { plan } } = await ask(app, { ...question, ...full });
    const [stop, ...more] = plan!.stops;
    equal(more.length, 0);
    ok(
      Math.abs(stop!.litres_left + stop!.litres - 40) < 0.2,
      `${stop!.litres_left} + ${stop!.litres} L`,
    );
    const other = data.find(({ id }) => id !== stop!.id)!;
    for (const fill of ["true", "false"]) {
      const named = await ask(app, { ...question, ...full, fill, stops: `${other.id},1` });
      ok(named.meta.plan!.stops.some(({ id }) => id === other.id), fill);
    }
  },
);
