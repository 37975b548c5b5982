/**
 * Routes with a routing engine: lines and detours equal a naive reading of the same network of roads, in both protocols; and
 * what is answered while the engine is slow, away or talks nonsense.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { RouteEntry, WirePlan } from "../../lib/domain/wire.ts";
import { connectNew, connectOld } from "../mcp/clients.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { findNaiveWays } from "../support/naive_roads.ts";
import { makeNaiveLine, measureAt, measureOff } from "../support/naive_route.ts";
import { createRandom, RANDOM_AS_OF } from "../support/random_state.ts";
import { READERS, withReaders } from "../support/readers.ts";
import { type GraphSize, makeRoadGraph, metresBetween, type Place, type RoadGraph } from "../support/road_graph.ts";
import { checkPlan } from "../support/route_checks.ts";
import { insertStations, type PlainStation, scatterStations } from "../support/route_world.ts";
import { ENGINE_WORDS, type Mood, type RoutingServer, startRoutingServer } from "../support/routing_server.ts";

import { describe, measurePairs, summarize } from "../../tools/road_factor.ts";

type Meta = { total: number; route: { length_km: number; quality: string; estimated: boolean }; plan: WirePlan | null };
type Answer = { data: RouteEntry[]; meta: Meta };

/** Some 60 km each way: one section of a way. */
const SMALL: GraphSize = { south: 48.5, west: 2, rows: 18, columns: 18, stepLat: 0.03, stepLng: 0.045 };
/** 300 km long, so that ways have several sections. */
const LONG: GraphSize = { south: 47, west: 0, rows: 6, columns: 80, stepLat: 0.03, stepLng: 0.05 };
const AWAY = "The routing engine does not answer: until it does, lines are straight and detours estimated";

type World = { app: TestApp; server: RoutingServer; graph: RoadGraph; stations: PlainStation[] };

/** Runs `work` on an app whose engine answers from a network of roads with stations on and beside them. */
async function withWorld(
  options: {
    size: GraphSize;
    count: number;
    protocol?: string;
    /** By default far more than an engine on a busy machine takes. */
    timeoutMs?: number;
    readers?: typeof READERS;
    expected?: string[];
    graph?: RoadGraph;
    areas?: PlainStation[];
  },
  work: (world: World) => Promise<void>,
): Promise<void> {
  const { size, count, protocol = "osrm", timeoutMs = 30_000, readers = READERS, expected = [] } = options;
  const random = createRandom(20_261_122);
  const graph = options.graph ?? makeRoadGraph(size, random);
  const stations = [...scatterStations(size, { count, random }), ...options.areas ?? []];
  const server = startRoutingServer(graph);
  try {
    await withReaders({ readers, fill: (db) => insertStations(db, stations) }, async (db, reader) => {
      server.behave("up");
      const routing = { ROUTING_URL: `${server.url}/${protocol}`, ROUTING_PROTOCOL: protocol };
      const env = { ...routing, ROUTING_TIMEOUT_MS: String(timeoutMs), METRICS_FROM: "198.51.100.0/24" };
      const app = await createTestApp(db, { reader, env, clock: () => RANDOM_AS_OF });
      await work({ app, server, graph, stations });
      await app.close(...expected);
    });
  } finally {
    await server.stop();
  }
}

/** A car that must stop on most ways. */
const CAR = { tank: 12, start_level: 3, consumption: 9.5, reserve: 1, stop_cost: 1 };

async function ask({ app }: World, question: Record<string, unknown>): Promise<Answer> {
  const response = await app.fetch("/api/v1/stations/route", {
    method: "POST",
    body: JSON.stringify({ fuel: "gazole", limit: 500, ...question }),
  });
  const text = await response.text();
  equal(response.status, 200, text);
  ok(!text.includes(ENGINE_WORDS), "nothing of the engine's words is passed on");
  return JSON.parse(text);
}

function drawPoint({ south, west, rows, columns, stepLat, stepLng }: GraphSize, random: () => number): Place {
  const lat = south + random() * (rows - 1) * stepLat;
  return { lat: Number(lat.toFixed(5)), lng: Number((west + random() * (columns - 1) * stepLng).toFixed(5)) };
}

/** Metres by which an answer may differ: two roundings of the engine's, one of ours. */
const TOLERANCE_M = 3;
const ON_LINE_M = { motorway: 300, road: 50 };

type Leg = { from: Place; to: Place; endM: number; awayM: number[]; backM: number[]; directM: number };

/** The legs of a way through some points, and from each the metres to and from all stations. */
function readLegs({ graph, stations }: World, points: Place[]) {
  const way: Place[] = [];
  const legs = points.slice(1).map((to, i): Leg => {
    const from = points[i]!;
    const places = [from, to, ...stations];
    const away = findNaiveWays(graph, places, { start: 0 });
    const back = findNaiveWays(graph, places, { start: 1, isBack: true });
    way.push(...away.wayTo(1).slice(way.length === 0 ? 0 : 1));
    return {
      ...{ from, to, endM: makeNaiveLine(way).lengthM, directM: away.metresTo(1) },
      awayM: stations.map((_, k) => away.metresTo(k + 2)),
      backM: stations.map((_, k) => back.metresTo(k + 2)),
    };
  });
  return { legs, line: makeNaiveLine(way) };
}

/** Compares an answer with the naive reading; how many detours were held against it. */
function checkEqual(world: World, { data, meta }: Answer, asked: { points: Place[]; corridor: number }): number {
  const { legs, line } = readLegs(world, asked.points);
  const isWay = legs.every(({ directM }) => Number.isFinite(directM));
  deepEqual([meta.route.quality, meta.route.estimated], isWay ? ["routed", false] : ["straight", true]);
  if (!isWay) return 0;
  ok(Math.abs(meta.route.length_km * 1000 - line.lengthM) < TOLERANCE_M, `${meta.route.length_km} ${line.lengthM}`);
  const answered = new Map(data.map((entry) => [entry.id, entry]));
  let compared = 0;
  for (const [k, station] of world.stations.entries()) {
    const offM = measureOff(line, station);
    const entry = answered.get(station.id);
    if (Math.abs(offM - asked.corridor * 1000) < TOLERANCE_M) continue;
    equal(entry !== undefined, offM < asked.corridor * 1000, `${station.id} is ${offM} m off`);
    if (!entry) continue;
    const alongM = entry.km_along * 1000;
    ok(Math.abs(entry.km_off * 1000 - offM) < TOLERANCE_M);
    ok(Math.abs(measureAt(line, station, Math.min(line.lengthM, alongM)) - offM) < TOLERANCE_M, "nearest there");
    // where one leg ends, a stop may belong to the next
    if (legs.some(({ endM }) => Math.abs(endM - alongM) < TOLERANCE_M)) continue;
    const { awayM, backM, directM } = legs.find(({ endM }) => alongM <= endM)!;
    const extraM = Math.max(0, awayM[k]! + backM[k]! - directM);
    const isNone = offM <= ON_LINE_M.motorway && extraM <= (station.motorway ? ON_LINE_M.motorway : ON_LINE_M.road);
    const expectedM = isNone ? 0 : extraM;
    ok(
      Math.abs(entry.detour_km * 1000 - expectedM) < TOLERANCE_M,
      `${station.id}: ${entry.detour_km} km, expected ${expectedM} m`,
    );
    equal(entry.detour, isNone ? "none" : "routed");
    compared++;
  }
  ok(data.every(({ km_along }, i) => i === 0 || data[i - 1]!.km_along <= km_along), "in driving order");
  return compared;
}

for (const protocol of ["osrm", "valhalla"]) {
  Deno.test(`lines and detours by ${protocol} equal a naive reading of the roads`, async () => {
    const random = createRandom(protocol.length);
    const readers = protocol === "osrm" ? READERS : (["snapshot"] as const);
    await withWorld({ size: SMALL, count: 120, protocol, readers }, async (world) => {
      let compared = 0;
      for (let i = 0; i < 7; i++) {
        const points = Array.from({ length: 2 + (i % 3) }, () => drawPoint(SMALL, random));
        const corridor = 0.5 + Math.round(random() * 60) / 10;
        const answer = await ask(world, { points, corridor, ...CAR });
        compared += checkEqual(world, answer, { points, corridor });
        checkPlan(answer, CAR);
      }
      ok(compared > 60, `${compared} detours`);
    });
  });
}

Deno.test("long ways are cut into sections, and their detours are those of the whole way", async () => {
  const random = createRandom(5);
  await withWorld({ size: LONG, count: 300, readers: ["snapshot"] }, async (world) => {
    const { south, west, stepLat, columns, stepLng } = LONG;
    for (let i = 0; i < 2; i++) {
      const points = [0.02, 0.97].map((share) => ({
        lat: south + (1 + random() * 3) * stepLat,
        lng: west + share * (columns - 1) * stepLng,
      }));
      const before = world.server.seen.paths.length;
      const compared = checkEqual(world, await ask(world, { points, corridor: 4 }), { points, corridor: 4 });
      ok(compared > 50, `${compared} detours`);
      ok(world.server.seen.paths.length - before >= 1 + 2 * 5, "a way, and two tables for each section");
      ok(world.server.seen.most <= 4);
    }
  });
});

/** A place on the motorway of the long network, on its way there or back, so many columns from its beginning. */
function onMotorway(column: number, way: "there" | "back"): Place {
  const { south, west, rows, stepLat, stepLng } = LONG;
  const lat = south + (Math.floor(rows / 2) - 0.5) * stepLat + (way === "there" ? -0.00015 : 0.00015);
  return { lat, lng: west + (column + 0.3) * stepLng };
}

Deno.test("a service area costs nothing, the one across the motorway the way by the exits", async () => {
  const areas = (["there", "back"] as const).map((way, i): PlainStation => {
    return { ...onMotorway(22.5, way), id: String(1_000 + i), motorway: true, priceMilli: 1_700 };
  });
  await withWorld({ size: LONG, count: 0, areas, readers: ["snapshot"] }, async (world) => {
    const points = [onMotorway(10.5, "there"), onMotorway(35.5, "there")];
    const answer = await ask(world, { points });
    equal(checkEqual(world, answer, { points, corridor: 3 }), 2);
    const [own, other] = [...answer.data].sort((a, b) => a.detour_km - b.detour_km);
    deepEqual([own!.id, own!.detour, own!.detour_km], ["1000", "none", 0]);
    // on by the exit at column 25, back to the one at 21, and there again
    const exitsM = metresBetween(onMotorway(21, "there"), onMotorway(25, "there"));
    deepEqual([other!.id, other!.detour], ["1001", "routed"]);
    ok(other!.detour_km * 1000 > 2 * exitsM, `${other!.detour_km} km, exits ${exitsM} m apart`);
    world.server.behave("busy");
    const estimated = (await ask(world, { points: points.toReversed() })).data;
    deepEqual(estimated.map(({ detour }) => detour), ["none", "none"], "which no line alone can tell");
  });
});

const MIDDLE: Place[] = [{ lat: 48.6, lng: 2.1 }, { lat: 48.9, lng: 2.6 }];

/** Asks what the engine cannot have been asked before: it remembers ways. */
function moved(i: number): Place[] {
  return MIDDLE.map(({ lat, lng }) => ({ lat: lat + i / 1e4, lng }));
}

const FAULTS: [mood: Mood, quality: string][] = [
  ["half", "straight"],
  ["page", "straight"],
  ["busy", "straight"],
  ["elsewhere", "straight"],
  ["huge", "straight"],
  ["nonsense", "straight"],
  ["zigzag", "straight"],
  ["silent", "straight"],
  ["short_tables", "line"],
  ["no_tables", "line"],
  ["silent_tables", "line"],
];

for (const protocol of ["osrm", "valhalla"]) {
  Deno.test(`whatever ${protocol} does, the answer is a good one and says how good its line is`, async () => {
    await withWorld({ size: SMALL, count: 120, protocol, timeoutMs: 3_000, readers: ["snapshot"] }, async (world) => {
      const { server, app } = world;
      for (const [i, [mood, quality]] of FAULTS.entries()) {
        const points = moved(i);
        server.behave(mood);
        const { data, meta } = await ask(world, { points, corridor: 8, tank: 50 });
        equal(meta.route.quality, quality, mood);
        ok(data.length > 10 && meta.plan !== null);
        ok(data.every(({ detour }) => detour === "none" || detour === "estimated"));
        equal(data.every(({ side }) => side === null), quality === "straight");
        // what was answered for the moment is asked again, and one good answer ends the row of failures
        server.behave("up");
        equal((await ask(world, { points, corridor: 8, tank: 50 })).meta.route.quality, "routed", mood);
      }
      deepEqual(app.log.at("warn"), []);
      await server.stop();
      equal((await ask(world, { points: moved(FAULTS.length) })).meta.route.quality, "straight", "away");
    });
  });
}

Deno.test("an engine that fails is left alone for a while, and is not waited for", async () => {
  const expected = [AWAY];
  await withWorld({ size: SMALL, count: 40, readers: ["snapshot"], expected }, async (world) => {
    const { server, app } = world;
    server.behave("busy");
    for (let i = 0; i < 6; i++) equal((await ask(world, { points: moved(i) })).meta.route.quality, "straight");
    equal(server.seen.paths.length, 3);
    server.behave("up");
    equal((await ask(world, { points: moved(7) })).meta.route.quality, "straight");
    equal(server.seen.paths.length, 3);
    const metrics = await (await app.fetch("/metrics", { from: "198.51.100.7" })).text();
    match(metrics, /^jauge_routing_questions_total\{outcome="failed"\} 3$/m);
    match(metrics, /^jauge_routing_questions_total\{outcome="unasked"\} 4$/m);
    const ready = await (await app.fetch("/readyz")).text();
    for (const text of [metrics, ready, JSON.stringify(app.log)]) {
      ok(!text.includes(server.url) && !text.includes("48.6") && !text.includes(ENGINE_WORDS), "nothing of it is told");
    }
  });
});

Deno.test("pages together take half of the engine, whose other half is left to the API", async () => {
  const world = { size: LONG, count: 300, readers: ["snapshot"] as const, timeoutMs: 1_500 };
  const { south, west, stepLat, columns, stepLng } = LONG;
  const toEnds = (i: number) =>
    [0.02 + i / 100, 0.97].map((share) => ({
      lat: Number((south + 2 * stepLat).toFixed(3)),
      lng: Number((west + share * (columns - 1) * stepLng).toFixed(3)),
    }));
  const askPage = async ({ app }: World, i: number) => {
    const [from, to] = toEnds(i).map(({ lat, lng }) => `${lat},${lng}`);
    const response = await app.fetch(`/itineraire?from=a&from_at=${from}&to=b&to_at=${to}&corridor=5`);
    await response.body?.cancel();
    equal(response.status, 200);
  };
  for (const [questions, most] of [[0, 4], [1, 8]] as const) {
    await withWorld({ ...world, expected: questions === 0 ? [] : [AWAY] }, async (asked) => {
      asked.server.behave("silent_tables");
      const api = Array.from({ length: questions }, (_, i) => ask(asked, { points: toEnds(5 + i), corridor: 5 }));
      await Promise.all([askPage(asked, 0), askPage(asked, 1), ...api]);
      equal(asked.server.seen.most, most, `${questions} questions of the API`);
    });
  }
});

Deno.test("an answer with the engine has another tag than one without, and a way is asked for once", async () => {
  await withWorld({ size: SMALL, count: 60, readers: ["snapshot"] }, async (world) => {
    const { server, app } = world;
    const body = JSON.stringify({ fuel: "gazole", points: MIDDLE });
    const post = async (etag?: string) => {
      const headers: HeadersInit = etag ? { "if-none-match": etag } : {};
      const response = await app.fetch("/api/v1/stations/route", { method: "POST", body, headers });
      await response.body?.cancel();
      return { status: response.status, etag: response.headers.get("etag")! };
    };
    server.behave("busy");
    const straight = await post();
    server.behave("up");
    const routed = await post(straight.etag);
    equal(routed.status, 200);
    ok(routed.etag !== straight.etag);
    deepEqual(await post(routed.etag), routed);
    const asked = server.seen.paths.length;
    // another corridor is another question over the same way
    await ask(world, { points: MIDDLE, corridor: 5 });
    equal(server.seen.paths.slice(asked).filter((path) => path.includes("/route/")).length, 0);
    ok(server.seen.paths.length > asked, "its further stations are asked for");
    // given lines are nobody else's business
    const all = server.seen.paths.length;
    const line = JSON.stringify(MIDDLE.map(({ lat, lng }) => [lng, lat]));
    equal((await ask(world, { line, corridor: 5 })).meta.route.quality, "line");
    equal(server.seen.paths.length, all);
  });
});

/** Two roads that do not meet: one at each end of the way. */
function makeIslands(): RoadGraph {
  const nodes = MIDDLE.flatMap((
    { lat, lng },
  ) => [{ lat: lat - 0.01, lng: lng - 0.01 }, { lat: lat + 0.02, lng: lng + 0.02 }]);
  const road = { isOneWay: false, kmh: 50, metres: 3_000, isMotorway: false };
  return { nodes, roads: [{ from: 0, to: 1, ...road }, { from: 2, to: 3, ...road }] };
}

Deno.test("the tool answers what REST answers with the engine, and says that the way is on roads", async () => {
  await withWorld({ size: SMALL, count: 80, readers: ["snapshot"] }, async (world) => {
    const answer = await ask(world, { points: MIDDLE, ...CAR });
    equal(answer.meta.route.quality, "routed");
    const points = MIDDLE.map(({ lat, lng }) => `${lat},${lng}`).join(";");
    const args = { fuel: "gazole", limit: 500, points, ...CAR };
    const inProcess: typeof fetch = (target, init) => world.app.fetch(String(target), init);
    for (const connect of [connectOld, connectNew]) {
      const client = await connect({ origin: "http://localhost:8000", fetch: inProcess });
      const tool = await client.callTool({ name: "find_stations_on_route", arguments: args });
      deepEqual(tool.structuredContent, answer);
      match(tool.content[0]!.text!, /of the way on roads of \d+/);
      await client.close();
    }
  });
});

Deno.test("where no road leads, or none is known, lines are straight and the engine is not thought to be away", async () => {
  await withWorld({ size: SMALL, count: 40, readers: ["snapshot"], graph: makeIslands() }, async (world) => {
    const strasbourg = [{ lat: 48.58, lng: 7.75 }, { lat: 48.6, lng: 7.8 }];
    for (let i = 0; i < 6; i++) {
      const points = i % 2 === 0 ? moved(i) : strasbourg;
      equal((await ask(world, { points })).meta.route.quality, "straight");
      equal(world.server.seen.paths.length, i + 1);
    }
  });
});

Deno.test("road:factor measures what the roads are, and prints its error", async () => {
  const random = createRandom(11);
  const graph = makeRoadGraph(SMALL, random);
  const stations = scatterStations(SMALL, { count: 200, random });
  const server = startRoutingServer(graph);
  try {
    const routing = { url: server.url, protocol: "osrm" as const, timeoutMs: 30_000 };
    const pairs = await measurePairs(stations, { routing, count: 400, seed: 3 });
    equal(pairs.length, 400);
    const [{ crowM, roadM }] = pairs as [(typeof pairs)[0]];
    const isPair = (a: Place, b: Place) => Math.abs(metresBetween(a, b) - crowM) < 0.01 * crowM;
    const known = stations.flatMap((a) => stations.filter((b) => a !== b && isPair(a, b)).map((b) => [a, b] as const));
    const metres = known.map(([a, b]) => findNaiveWays(graph, [a, b], { start: 0 }).metresTo(1));
    ok(metres.some((found) => Math.abs(found - roadM) < 1), "as long as the naive reading says");
    const { median, errorM } = summarize(pairs);
    const factors = pairs.map((pair) => pair.roadM / pair.crowM).sort((a, b) => a - b);
    equal(median, factors[200]);
    ok(median > 1 && median < 2.5 && errorM > 0);
    match(describe(pairs), /^apart .*\n(.*km.*\n){4}all +400 +\d\.\d\d/);
  } finally {
    await server.stop();
  }
});
