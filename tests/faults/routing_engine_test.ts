import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { makeNaiveLine } from "../support/naive_route.ts";
import { until } from "../support/process.ts";
import { createRandom, RANDOM_AS_OF } from "../support/random_state.ts";
import { withReaders } from "../support/readers.ts";
import { type GraphSize, makeRoadGraph, metresBetween, type Place } from "../support/road_graph.ts";
import { checkPlan, type RouteAnswer } from "../support/route_checks.ts";
import { insertStations, type PlainStation, scatterStations } from "../support/route_world.ts";
import {
  ENGINE_WORDS,
  type Mood,
  type RoutingServer,
  startRoutingServer,
} from "../support/routing_server.ts";

/** About 60 km each way, which is one section of a route. */
const SMALL: GraphSize = {
  south: 48.5,
  west: 2,
  rows: 18,
  columns: 18,
  stepLat: 0.03,
  stepLng: 0.045,
};
/** 300 km long, so that routes have several sections. */
const LONG: GraphSize = { south: 47, west: 0, rows: 6, columns: 80, stepLat: 0.03, stepLng: 0.05 };
const AWAY =
  "The routing engine does not respond: until it does, lines are straight and detours estimated";

type World = { app: TestApp; server: RoutingServer; stations: PlainStation[] };

type WorldOptions = {
  size: GraphSize;
  count: number;
  /** By default far more than an engine on a busy machine takes. */
  timeoutMs?: number;
  expected?: string[];
  areas?: PlainStation[];
};

/** Runs `work` on an app whose engine uses a network of roads, with stations on and near them. */
async function withWorld(
  options: WorldOptions,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const { size, count, timeoutMs = 30_000, expected = [] } = options;
  const random = createRandom(20_261_122);
  const graph = makeRoadGraph(size, random);
  const stations = [...scatterStations(size, { count, random }), ...options.areas ?? []];
  await withReaders({ fill: (db) => insertStations(db, stations) }, async (db, reader) => {
    const server = startRoutingServer(graph);
    const routing = { ROUTING_URL: `${server.url}/roads` };
    const env = {
      ...routing,
      ROUTING_TIMEOUT_MS: String(timeoutMs),
      METRICS_FROM: "198.51.100.0/24",
    };
    const app = await createTestApp(db, { reader, env, clock: () => RANDOM_AS_OF });
    await work({ app, server, stations }).finally(() => server.stop());
    await app.close(...expected);
  });
}

const MIDDLE: Place[] = [{ lat: 48.6, lng: 2.1 }, { lat: 48.9, lng: 2.6 }];
const CAR = { tank: 12, start_level: 3, consumption: 9.5, reserve: 1, stop_cost: 1 };

async function ask({ app }: World, question: Record<string, unknown>): Promise<RouteAnswer> {
  const body = JSON.stringify({ fuel: "gazole", limit: 500, ...question });
  const answer = await app.json("/api/v1/stations/route", { method: "POST", body });
  ok(!JSON.stringify(answer).includes(ENGINE_WORDS), "no text of the engine may be passed on");
  return answer;
}

function drawPoint(
  { south, west, rows, columns, stepLat, stepLng }: GraphSize,
  random: () => number,
): Place {
  const lat = south + random() * (rows - 1) * stepLat;
  return {
    lat: Number(lat.toFixed(5)),
    lng: Number((west + random() * (columns - 1) * stepLng).toFixed(5)),
  };
}

/** The tolerance of a response in metres: two roundings by the engine, one by us. */
const TOLERANCE_M = 3;
const ON_LINE_M = { motorway: 300, road: 50 };

/**
 * Returns the legs of a route through some points on the roads, with their lengths, and the
 * distance along the route where each ends.
 */
function readLegs({ server: { router } }: World, points: Place[]) {
  const way: Place[] = [];
  const legs = points.slice(1).map((to, i) => {
    const found = router.findWay(points[i]!, to);
    way.push(...(found?.places ?? []).slice(way.length === 0 ? 0 : 1));
    return {
      from: points[i]!,
      to,
      endM: makeNaiveLine(way).lengthM,
      directM: found?.metres ?? Infinity,
    };
  });
  return { legs, line: makeNaiveLine(way) };
}

/**
 * Compares the line and the detours of a response with the roads themselves. Returns how many
 * detours it compared.
 */
function checkEqual(world: World, { data, meta }: RouteAnswer, points: Place[]): number {
  const { router } = world.server;
  const { legs, line } = readLegs(world, points);
  const isWay = legs.every(({ directM }) => Number.isFinite(directM));
  deepEqual(
    [meta.route.quality, meta.route.estimated],
    isWay ? ["routed", false] : ["straight", true],
  );
  if (!isWay) return 0;
  ok(
    Math.abs(meta.route.length_km * 1000 - line.lengthM) < TOLERANCE_M,
    `${meta.route.length_km} ${line.lengthM}`,
  );
  let compared = 0;
  for (const entry of data) {
    const station = world.stations.find(({ id }) => id === entry.id)!;
    const alongM = entry.km_along * 1000;
    // At the end of a leg a stop may belong to the next one.
    if (legs.some(({ endM }) => Math.abs(endM - alongM) < TOLERANCE_M)) continue;
    const { from, to, directM } = legs.find(({ endM }) => alongM <= endM)!;
    const awayM = router.measure(from, [station])[0]!;
    const backM = router.measure(station, [to])[0]!;
    const extraM = Math.max(0, awayM + backM - directM);
    const isNear = entry.km_off * 1000 <= ON_LINE_M.motorway;
    const isNone = isNear && extraM <= (station.motorway ? ON_LINE_M.motorway : ON_LINE_M.road);
    const message = `${station.id}: ${entry.detour_km} km, expected ${extraM} m`;
    ok(Math.abs(entry.detour_km * 1000 - (isNone ? 0 : extraM)) < TOLERANCE_M, message);
    equal(entry.detour, isNone ? "none" : "routed");
    compared++;
  }
  return compared;
}

Deno.test("lines and detours follow the roads", async () => {
  const random = createRandom(8);
  await withWorld({ size: SMALL, count: 120 }, async (world) => {
    let compared = 0;
    for (let i = 0; i < 7; i++) {
      const points = Array.from({ length: 2 + (i % 3) }, () => drawPoint(SMALL, random));
      const answer = await ask(world, {
        points,
        corridor: 0.5 + Math.round(random() * 60) / 10,
        ...CAR,
      });
      compared += checkEqual(world, answer, points);
      checkPlan(answer, CAR);
    }
    const answer = await ask(world, { points: MIDDLE, ...CAR });
    const points = MIDDLE.map(({ lat, lng }) => `${lat},${lng}`).join(";");
    const tool = await world.app.callTool("find_stations_on_route", {
      fuel: "gazole",
      limit: 500,
      points,
      ...CAR,
    });
    deepEqual(tool.structuredContent, answer);
    match(tool.content[0].text, /of the way on roads of \d+/);
    ok(compared > 60, `${compared} detours`);
  });
});

/** Returns the ends of a route along the whole long network, different for each number. */
function toLongWay(i: number): Place[] {
  const { south, west, stepLat, columns, stepLng } = LONG;
  const lat = Number((south + (1 + (i % 3)) * stepLat).toFixed(3));
  return [0.02 + i / 100, 0.97].map((share) => {
    return { lat, lng: Number((west + share * (columns - 1) * stepLng).toFixed(3)) };
  });
}

Deno.test("long routes are split into sections, and their detours equal those of the whole route", async () => {
  await withWorld({ size: LONG, count: 300 }, async (world) => {
    for (const points of [toLongWay(0), toLongWay(1)]) {
      const before = world.server.seen.paths.length;
      const compared = checkEqual(world, await ask(world, { points, corridor: 4 }), points);
      ok(compared > 50, `${compared} detours`);
      ok(
        world.server.seen.paths.length - before >= 1 + 2 * 5,
        "one route, and two tables for each section",
      );
      ok(world.server.seen.most <= 4);
    }
  });
});

/**
 * Returns a place on the motorway of the long network, in one of its directions, at a number of
 * columns from its start.
 */
function onMotorway(column: number, way: "there" | "back"): Place {
  const { south, west, rows, stepLat, stepLng } = LONG;
  const lat = south + (Math.floor(rows / 2) - 0.5) * stepLat +
    (way === "there" ? -0.00015 : 0.00015);
  return { lat, lng: west + (column + 0.3) * stepLng };
}

Deno.test("a service area costs no detour, and one across the motorway costs the way by the exits", async () => {
  const areas = (["there", "back"] as const).map((way, i): PlainStation => {
    return { ...onMotorway(22.5, way), id: String(1_000 + i), motorway: true, priceMilli: 1_700 };
  });
  await withWorld({ size: LONG, count: 0, areas }, async (world) => {
    const points = [onMotorway(10.5, "there"), onMotorway(35.5, "there")];
    const answer = await ask(world, { points });
    equal(checkEqual(world, answer, points), 2);
    const [own, other] = answer.data.toSorted((a, b) => a.detour_km - b.detour_km);
    deepEqual([own!.id, own!.detour, own!.detour_km], ["1000", "none", 0]);
    // Onward to the exit at column 25, back to the one at 21, and onward again.
    const exitsM = metresBetween(onMotorway(21, "there"), onMotorway(25, "there"));
    deepEqual([other!.id, other!.detour], ["1001", "routed"]);
    ok(other!.detour_km * 1000 > 2 * exitsM, `${other!.detour_km} km, exits ${exitsM} m apart`);
    world.server.behave("busy");
    const estimated = (await ask(world, { points: points.toReversed() })).data;
    deepEqual(
      estimated.map(({ detour }) => detour),
      ["none", "none"],
      "a line alone cannot show this",
    );
  });
});

/** Returns points that the engine has not seen, because it caches routes. */
function moved(i: number): Place[] {
  return MIDDLE.map(({ lat, lng }) => ({ lat: lat + i / 1e4, lng }));
}

const WITHOUT_WAY: Mood[] = [
  "half",
  "page",
  "busy",
  "elsewhere",
  "huge",
  "nonsense",
  "zigzag",
  "silent",
];
const WITHOUT_TABLES: Mood[] = ["short_tables", "no_tables", "silent_tables"];

Deno.test("whatever the engine does, the response is good and reports the quality of its line", async () => {
  await withWorld({ size: SMALL, count: 120, timeoutMs: 3_000 }, async (world) => {
    const { server, app } = world;
    const moods = [...WITHOUT_WAY, ...WITHOUT_TABLES];
    for (const [i, mood] of moods.entries()) {
      const quality = WITHOUT_WAY.includes(mood) ? "straight" : "line";
      const points = moved(i);
      server.behave(mood);
      const { data, meta } = await ask(world, { points, corridor: 8, tank: 50 });
      equal(meta.route.quality, quality, mood);
      ok(data.length > 10 && meta.plan !== null);
      ok(data.every(({ detour }) => detour === "none" || detour === "estimated"));
      equal(data.every(({ side }) => side === null), quality === "straight");
      // A temporary response is computed again, and one success ends the series of failures.
      server.behave("up");
      equal(
        (await ask(world, { points, corridor: 8, tank: 50 })).meta.route.quality,
        "routed",
        mood,
      );
    }
    deepEqual(app.log.at("warn"), []);
    await server.stop();
    equal(
      (await ask(world, { points: moved(moods.length) })).meta.route.quality,
      "straight",
      "away",
    );
  });
});

Deno.test("a failing engine is skipped for a while, and no request waits for it", async () => {
  const expected = [AWAY];
  await withWorld({ size: SMALL, count: 40, expected }, async (world) => {
    const { server, app } = world;
    server.behave("no_way"); // this is not a failure
    for (let i = 0; i < 6; i++) {
      equal((await ask(world, { points: moved(20 + i) })).meta.route.quality, "straight");
    }
    equal(server.seen.paths.splice(0).length, 6);
    server.behave("busy");
    for (let i = 0; i < 6; i++) {
      equal((await ask(world, { points: moved(i) })).meta.route.quality, "straight");
    }
    equal(server.seen.paths.length, 3);
    server.behave("up");
    equal((await ask(world, { points: moved(7) })).meta.route.quality, "straight");
    equal(server.seen.paths.length, 3);
    const { text: metrics } = await app.read("/metrics", { from: "198.51.100.7" });
    match(metrics, /^jauge_routing_questions_total\{outcome="failed"\} 9$/m);
    match(metrics, /^jauge_routing_questions_total\{outcome="unasked"\} 4$/m);
    const { text: ready } = await app.read("/readyz");
    for (const text of [metrics, ready, JSON.stringify(app.log)]) {
      ok(
        !text.includes(server.url) && !text.includes("48.6") && !text.includes(ENGINE_WORDS),
        "nothing of it may be sent",
      );
    }
  });
});

Deno.test("pages together use half of the engine, and the other half is left to the API", async () => {
  const world = { size: LONG, count: 300, timeoutMs: 1_500 };
  const askPage = async ({ app }: World, i: number) => {
    const [from, to] = toLongWay(i).map(({ lat, lng }) => `${lat},${lng}`);
    const { status } = await app.read(
      `/itineraire?from=a&from_at=${from}&to=b&to_at=${to}&corridor=5`,
    );
    equal(status, 200);
  };
  for (const [questions, most] of [[0, 4], [1, 8]] as const) {
    await withWorld({ ...world, expected: questions === 0 ? [] : [AWAY] }, async (slow) => {
      slow.server.behave("silent_tables");
      const api = Array.from(
        { length: questions },
        (_, i) => ask(slow, { points: toLongWay(5 + i), corridor: 5 }),
      );
      const pages = Promise.all([askPage(slow, 0), askPage(slow, 1), ...api]);
      // Read before the first request times out, because the engine may receive the next request
      // before it notices the disconnect.
      const { seen } = slow.server;
      await until(() =>
        seen.paths.filter((path) => path.endsWith("/sources_to_targets")).length >= most
      );
      equal(seen.most, most, `the API sent ${questions} requests`);
      await pages;
    });
  }
});

Deno.test("a response with the engine has another ETag than one without, and a route is requested once", async () => {
  await withWorld({ size: SMALL, count: 60 }, async (world) => {
    const { server, app } = world;
    const body = JSON.stringify({ fuel: "gazole", points: MIDDLE });
    const post = async (etag?: string) => {
      const headers: HeadersInit = etag ? { "if-none-match": etag } : {};
      const answer = await app.read("/api/v1/stations/route", { method: "POST", body, headers });
      return { status: answer.status, etag: answer.headers.get("etag")! };
    };
    server.behave("busy");
    const straight = await post();
    server.behave("up");
    const routed = await post(straight.etag);
    equal(routed.status, 200);
    ok(routed.etag !== straight.etag);
    deepEqual(await post(routed.etag), routed);
    const before = server.seen.paths.length;
    // Another corridor is another request over the same route.
    await ask(world, { points: MIDDLE, corridor: 5 });
    equal(server.seen.paths.slice(before).filter((path) => path.endsWith("/route")).length, 0);
    ok(server.seen.paths.length > before, "its further stations must be requested");
    // Lines given by the client are not sent to the engine.
    const all = server.seen.paths.length;
    const line = JSON.stringify(MIDDLE.map(({ lat, lng }) => [lng, lat]));
    equal((await ask(world, { line, corridor: 5 })).meta.route.quality, "line");
    equal(server.seen.paths.length, all);
  });
});
