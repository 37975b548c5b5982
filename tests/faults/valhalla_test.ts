import { deepEqual, equal, ok } from "../support/assert.ts";
import codec from "@googlemaps/polyline-codec";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { createTestApp } from "../support/api_app.ts";
import { makeNaiveLine, measureOff } from "../support/naive_route.ts";
import { createRandom, RANDOM_AS_OF } from "../support/random_state.ts";
import { type GraphSize, makeRoadGraph, type Place } from "../support/road_graph.ts";
import { insertStations, scatterStations } from "../support/route_world.ts";
import { withServerDb } from "../support/server_db.ts";
import { startValhalla } from "../support/valhalla.ts";

const SIZE: GraphSize = {
  south: 48.5,
  west: 2,
  rows: 18,
  columns: 18,
  stepLat: 0.03,
  stepLng: 0.045,
};
const CORRIDOR_KM = 4;
/**
 * The engine rounds each of three lengths to ten metres or a metre, and snaps a place to the nearer
 * of two roads.
 */
const TOLERANCE_M = 20;

type Way = { places: Place[]; metres: number };
type Answer = { data: RouteEntry[]; meta: { route: { quality: string; length_km: number } } };

async function askWay(url: string, from: Place, to: Place): Promise<Way | null> {
  const locations = [from, to].map(({ lat, lng }) => ({ lat, lon: lng }));
  const body = JSON.stringify({
    locations,
    costing: "auto",
    directions_type: "none",
    units: "kilometers",
  });
  const response = await fetch(`${url}/route`, { method: "POST", body });
  const { trip } = await response.json();
  if (!trip) return null;
  const places = codec.decode(trip.legs[0].shape, 6).map(([lat, lng]) => ({ lat, lng }));
  return { places, metres: trip.summary.length * 1000 };
}

Deno.test("with a real Valhalla routes have its lines and detours, and straight lines after it stops", async () => {
  const random = createRandom(20_261_123);
  const graph = makeRoadGraph(SIZE, random);
  const stations = scatterStations(SIZE, { count: 150, random });
  const engine = await startValhalla(graph);
  let isRunning = true;
  try {
    await withServerDb(async (db) => {
      await insertStations(db, stations);
      const env = { ROUTING_URL: engine.url };
      const app = await createTestApp(db, { env, clock: () => RANDOM_AS_OF });
      const ask = async (points: Place[]): Promise<Answer> => {
        const body = JSON.stringify({ fuel: "gazole", limit: 500, corridor: CORRIDOR_KM, points });
        return await (await app.fetch("/api/v1/stations/route", { method: "POST", body })).json();
      };
      const drawPoint = () => ({ lat: 48.55 + random() * 0.4, lng: 2.1 + random() * 0.6 });
      let compared = 0;
      let equalOnes = 0;
      for (let i = 0; i < 6; i++) {
        const from = drawPoint();
        const to = drawPoint();
        const { data, meta } = await ask([from, to]);
        const way = (await askWay(engine.url, from, to))!;
        equal(meta.route.quality, "routed");
        ok(Math.abs(meta.route.length_km * 1000 - way.metres) < 0.005 * way.metres);
        const line = makeNaiveLine(way.places);
        const isInside = (metres: number) => metres < CORRIDOR_KM * 1000;
        deepEqual(
          data.map(({ id }) => id).sort(),
          stations.filter((station) => isInside(measureOff(line, station))).map(({ id }) => id)
            .sort(),
        );
        for (const { id, detour, detour_km, km_off, motorway } of data) {
          const station = stations.find((one) => one.id === id)!;
          const away = await askWay(engine.url, from, station);
          const back = await askWay(engine.url, station, to);
          if (!away || !back) continue;
          const extraM = Math.max(0, away.metres + back.metres - way.metres);
          const expectedM = km_off <= 0.3 && extraM <= (motorway ? 300 : 50) ? 0 : extraM;
          compared++;
          if (Math.abs(detour_km * 1000 - expectedM) < TOLERANCE_M && detour !== "estimated") {
            equalOnes++;
          }
        }
      }
      ok(compared > 60 && equalOnes > 0.95 * compared, `${equalOnes} of ${compared} detours`);
      await engine.stop();
      isRunning = false;
      const { data, meta } = await ask([drawPoint(), drawPoint()]);
      equal(meta.route.quality, "straight");
      ok(data.length > 0);
      await app.close();
    });
  } finally {
    if (isRunning) await engine.stop();
  }
});
