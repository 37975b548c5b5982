/** Serves a network of roads in the protocol of Valhalla on this machine, and misbehaves on demand. @module */

import codec from "@googlemaps/polyline-codec";
import type { Place, RoadGraph } from "./road_graph.ts";
import { type FoundWay, RoadRouter } from "./road_router.ts";

/** How requests are answered: rightly, or with a fault that engines, networks and proxies have. */
export type Mood =
  /** Rightly. */
  | "up"
  /** Nothing is ever answered. */
  | "silent"
  /** The connection breaks off within the body. */
  | "half"
  /** A page with status 200. */
  | "page"
  /** Status 503 with a text. */
  | "busy"
  /** A redirect to somewhere else. */
  | "elsewhere"
  /** A body without end. */
  | "huge"
  /** JSON of the protocol's form with numbers that cannot be. */
  | "nonsense"
  /** A way that begins and ends well and goes around the earth in between. */
  | "zigzag"
  /** A right way, and tables that lack their last row. */
  | "short_tables"
  /** A right way, and no tables. */
  | "no_tables"
  /** A right way, and tables that never come. */
  | "silent_tables";

/** A running server. */
export type RoutingServer = {
  url: string;
  router: RoadRouter;
  /** Paths of the requests so far, and how many were under way at the same time at most. */
  seen: { paths: string[]; most: number };
  behave(mood: Mood): void;
  stop(): Promise<void>;
};

/** What a secret looks like that an engine might say: it must never reach a client. */
export const ENGINE_WORDS = "engine-says-secret";

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));

type Found = { legs: FoundWay[]; points: Place[] };
type Answerer = { route(points: Place[]): Found | null; table(from: Place[], to: Place[]): (number | null)[][] };

type Location = { lat: number; lon: number };

async function answerRightly(req: Request, { route, table }: Answerer): Promise<Response> {
  const query = await req.json();
  const toPlaces = (locations: Location[]) => locations.map(({ lat, lon }): Place => ({ lat, lng: lon }));
  if (new URL(req.url).pathname.endsWith("/sources_to_targets")) {
    const rows = table(toPlaces(query.sources), toPlaces(query.targets));
    const cells = rows.map((row, from_index) =>
      row.map((metres, to_index) => {
        return { distance: metres === null ? null : round(metres / 1000, 3), time: 1, from_index, to_index };
      })
    );
    return Response.json({ sources_to_targets: cells, units: "kilometers" });
  }
  const found = route(toPlaces(query.locations));
  if (!found) return Response.json({ error_code: 442, error: ENGINE_WORDS }, { status: 400 });
  const legs = found.legs.map(({ places }) => {
    return { shape: codec.encode(places.map(({ lat, lng }): [number, number] => [lat, lng]), 6), summary: {} };
  });
  return Response.json({ trip: { status: 0, status_message: ENGINE_WORDS, legs } });
}

/** Bodies that break off, or never end. */
function stream(pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response {
  return new Response(new ReadableStream({ pull }), { headers: { "content-type": "application/json" } });
}

const HALF = new TextEncoder().encode(`{"trip":{"status":0,"legs":[{"shape":"`);

function misbehave(mood: Mood): Response | Promise<Response> | null {
  if (mood === "silent") return new Promise(() => {});
  if (mood === "page") {
    return new Response(`<html>${ENGINE_WORDS}</html>`, { headers: { "content-type": "text/html" } });
  }
  if (mood === "busy") return new Response(ENGINE_WORDS, { status: 503 });
  if (mood === "elsewhere") return new Response(null, { status: 302, headers: { location: "http://127.0.0.1:9/" } });
  if (mood === "huge") return stream((controller) => controller.enqueue(new Uint8Array(65_536).fill(32)));
  if (mood !== "half") return null;
  let pieces = 0;
  return stream((controller) => pieces++ === 0 ? controller.enqueue(HALF) : controller.error(new Error("broken off")));
}

function toAnswerer(router: RoadRouter, mood: Mood): Answerer {
  const far = Array.from({ length: 500 }, (_, i): Place => ({ lat: i % 2 === 0 ? -80 : 80, lng: (i * 91) % 180 }));
  const spoil = (places: Place[]): Place[] => {
    if (mood === "zigzag") return [places[0]!, ...far, places.at(-1)!];
    return mood === "nonsense" ? places.map(({ lat, lng }) => ({ lat: -lat, lng })) : places;
  };
  return {
    route(points) {
      const legs = points.slice(1).map((to, i) => router.findWay(points[i]!, to));
      if (!legs.every((leg) => leg !== null)) return null;
      return { legs: legs.map((leg) => ({ ...leg, places: spoil(leg.places) })), points };
    },
    table(from, to) {
      const rows = from.map((place) => router.measure(place, to));
      return mood === "short_tables" ? rows.slice(1) : rows;
    },
  };
}

/** Starts a server over a network of roads. */
export function startRoutingServer(graph: RoadGraph): RoutingServer {
  const router = new RoadRouter(graph);
  const seen: RoutingServer["seen"] = { paths: [], most: 0 };
  let mood: Mood = "up";
  let underWay = 0;
  const ended = new AbortController();
  const answer = (req: Request): Response | Promise<Response> => {
    const url = new URL(req.url);
    const isTable = url.pathname.endsWith("/sources_to_targets");
    seen.paths.push(url.pathname + url.search);
    if (mood === "silent_tables" && isTable) return new Promise(() => {});
    if (mood === "no_tables" && isTable) return new Response(ENGINE_WORDS, { status: 500 });
    const answerer = toAnswerer(router, mood);
    return misbehave(mood) ?? answerRightly(req, answerer);
  };
  const server = Deno.serve({
    port: 0,
    hostname: "127.0.0.1",
    onListen() {},
    onError: () => new Response(null, { status: 500 }),
  }, async (req) => {
    seen.most = Math.max(seen.most, ++underWay);
    try {
      const stopped = new Promise<Response>((resolve) => {
        ended.signal.addEventListener("abort", () => resolve(new Response(null)));
      });
      return await Promise.race([answer(req), stopped]);
    } finally {
      underWay--;
    }
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    router,
    seen,
    behave: (next) => mood = next,
    async stop() {
      ended.abort();
      await server.shutdown();
    },
  };
}
