/**
 * Serves a network of roads by the Valhalla protocol on this machine, and misbehaves on demand.
 *
 * @module
 */

import codec from "@googlemaps/polyline-codec";
import type { Place, RoadGraph } from "./road_graph.ts";
import { RoadRouter } from "./road_router.ts";

/** A secret in the engine's error messages, which must never reach a client. */
export const ENGINE_WORDS = "engine-says-secret";

const HALF = new TextEncoder().encode(`{"trip":{"status":0,"legs":[{"shape":"`);

/** Returns a body that breaks off, or never ends. */
function stream(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response {
  return new Response(new ReadableStream({ pull }), {
    headers: { "content-type": "application/json" },
  });
}

/** Faulty responses to all requests, as engines, networks and proxies send them. */
const FAULTS = {
  silent: () => new Promise<Response>(() => {}),
  page: () =>
    new Response(`<html>${ENGINE_WORDS}</html>`, { headers: { "content-type": "text/html" } }),
  no_way: () => Response.json({ error_code: 442, error: ENGINE_WORDS }, { status: 400 }),
  busy: () => new Response(ENGINE_WORDS, { status: 503 }),
  elsewhere: () =>
    new Response(null, { status: 302, headers: { location: "http://127.0.0.1:9/" } }),
  huge: () => stream((controller) => controller.enqueue(new Uint8Array(65_536).fill(32))),
  half() {
    let pieces = 0;
    return stream((controller) =>
      pieces++ === 0 ? controller.enqueue(HALF) : controller.error(new Error("broken"))
    );
  },
};

/** Faulty responses to table requests, after a correct route. */
const TABLE_FAULTS = {
  no_tables: () => new Response(ENGINE_WORDS, { status: 500 }),
  silent_tables: FAULTS.silent,
};

/**
 * How requests are answered: correctly, with a fault, impossible numbers, a route around the earth,
 * or a missing row.
 */
export type Mood =
  | ("up" | "nonsense" | "zigzag" | "short_tables")
  | keyof typeof FAULTS
  | keyof typeof TABLE_FAULTS;

export type RoutingServer = {
  url: string;
  router: RoadRouter;
  /** Paths of the requests so far, and the largest number in progress at once. */
  seen: { paths: string[]; most: number };
  behave(mood: Mood): void;
  stop(): Promise<void>;
};

type Location = { lat: number; lon: number };

const toPlaces = (locations: Location[]) =>
  locations.map(({ lat, lon }): Place => ({ lat, lng: lon }));

function spoil(places: Place[], mood: Mood): Place[] {
  if (mood === "nonsense") return places.map(({ lat, lng }) => ({ lat: -lat, lng }));
  if (mood !== "zigzag") return places;
  const far = Array.from(
    { length: 500 },
    (_, i): Place => ({ lat: i % 2 === 0 ? -80 : 80, lng: (i * 91) % 180 }),
  );
  return [places[0]!, ...far, places.at(-1)!];
}

function answerTable(router: RoadRouter, query: Record<string, Location[]>, mood: Mood): Response {
  const targets = toPlaces(query.targets!);
  const rows = toPlaces(query.sources!).map((place, from_index) =>
    router.measure(place, targets).map((metres, to_index) => {
      const distance = metres === null ? null : Number((metres / 1000).toFixed(3));
      return { distance, time: 1, from_index, to_index };
    })
  );
  return Response.json({
    sources_to_targets: mood === "short_tables" ? rows.slice(1) : rows,
    units: "kilometers",
  });
}

function answerWay(router: RoadRouter, query: Record<string, Location[]>, mood: Mood): Response {
  const points = toPlaces(query.locations!);
  const legs = points.slice(1).map((to, i) => router.findWay(points[i]!, to));
  if (legs.includes(null)) return FAULTS.no_way();
  const shapes = legs.map((leg) => {
    const places = spoil(leg!.places, mood);
    return {
      shape: codec.encode(places.map(({ lat, lng }): [number, number] => [lat, lng]), 6),
      summary: {},
    };
  });
  return Response.json({ trip: { status: 0, status_message: ENGINE_WORDS, legs: shapes } });
}

/** Starts the server over a network of roads. */
export function startRoutingServer(graph: RoadGraph): RoutingServer {
  const router = new RoadRouter(graph);
  const seen: RoutingServer["seen"] = { paths: [], most: 0 };
  let mood: Mood = "up";
  let inProgress = 0;
  const stopped = Promise.withResolvers<void>();
  const answer = async (req: Request): Promise<Response> => {
    const { pathname, search } = new URL(req.url);
    seen.paths.push(pathname + search);
    const isTable = pathname.endsWith("/sources_to_targets");
    const faults: Partial<Record<Mood, () => Response | Promise<Response>>> = isTable
      ? { ...FAULTS, ...TABLE_FAULTS }
      : FAULTS;
    const fault = faults[mood];
    if (fault) return await fault();
    return (isTable ? answerTable : answerWay)(router, await req.json(), mood);
  };
  const onError = () => new Response(null, { status: 500 });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {}, onError },
    async (req) => {
      seen.most = Math.max(seen.most, ++inProgress);
      return await Promise.race([answer(req), stopped.promise.then(() => new Response(null))])
        .finally(() => inProgress--);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    router,
    seen,
    behave: (next) => mood = next,
    async stop() {
      stopped.resolve();
      await server.shutdown();
    },
  };
}
