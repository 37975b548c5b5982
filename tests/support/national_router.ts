/**
 * Serves the national routing API for the route page, over a fictional network of roads around
 * Paris.
 *
 * @module
 */

import { createRandom } from "./random_state.ts";
import { makeRoadGraph } from "./road_graph.ts";
import { RoadRouter } from "./road_router.ts";

export type NationalRouter = { origin: string; requested: URL[]; stop(): Promise<void> };

/** From Montrouge to south of Lisses. */
const SIZE = { south: 48.55, west: 2.2, rows: 24, columns: 18, stepLat: 0.015, stepLng: 0.02 };

/** Starts the server. `requested` lists the URLs of its requests. */
export function startNationalRouter(): NationalRouter {
  const router = new RoadRouter(makeRoadGraph(SIZE, createRandom(7)));
  const requested: URL[] = [];
  const toPlace = (text: string | null) => {
    const [lng, lat] = (text ?? "").split(",").map(Number);
    return { lat: lat!, lng: lng! };
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const url = new URL(request.url);
    requested.push(url);
    const query = url.searchParams;
    if (query.get("resource") !== "bdtopo-osrm" || query.get("geometryFormat") !== "geojson") {
      return Response.json({ error: { message: "Parameter is invalid" } }, { status: 400 });
    }
    const between = query.get("intermediates")?.split("|") ?? [];
    const places = [query.get("start"), ...between, query.get("end")].map(toPlace);
    const legs = places.slice(1).map((place, at) => router.findWay(places[at]!, place)!);
    if (legs.includes(null!)) {
      return Response.json({ error: { message: "No path found" } }, { status: 404 });
    }
    return Response.json({
      resource: "bdtopo-osrm",
      geometry: {
        type: "LineString",
        coordinates: legs.flatMap((leg) => leg.places.map(({ lat, lng }) => [lng, lat])),
      },
    });
  });
  return {
    requested,
    origin: `http://127.0.0.1:${server.addr.port}`,
    stop: () => server.shutdown(),
  };
}
