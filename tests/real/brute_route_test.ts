/**
 * Tests that routes over real feeds, if available, equal a naive computation over the same file.
 *
 * @module
 */

import { deepEqual, equal, ok } from "../support/assert.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { createRandom, pick, RANDOM_AS_OF } from "../support/random_state.ts";
import { createSource, type Reader, withReaders } from "../support/readers.ts";
import type { NaiveCar } from "../support/naive_plan.ts";
import { makeNaiveLine } from "../support/naive_route.ts";
import type { Place } from "../support/road_graph.ts";
import { insertStations, type PlainStation, scatterStations } from "../support/route_world.ts";
import {
  asker,
  brandStations,
  checkEntry,
  findExpected,
  findFeeds,
  ingestFeed,
  type Keep,
  type ReferenceWorld,
} from "../support/reference_feed.ts";
import {
  checkRouteAnswer,
  drawLine,
  drawRouteQuestion,
  type RouteAnswer,
  type RouteQuestion,
} from "../support/route_checks.ts";
import { withServerDb } from "../support/server_db.ts";

/** Both readers in every tier, because this test proves that they agree. */
const BOTH: readonly Reader[] = ["snapshot", "PostGIS"];
const QUESTIONS = 34;

function drawRoute(world: ReferenceWorld, random: () => number) {
  const places = drawLine(pick(random, world.stations), random);
  const question = drawRouteQuestion(places, random);
  const isNear: Keep = (s) =>
    places.some(({ lat, lng }) => Math.abs(s.lat - lat) < 0.3 && Math.abs(s.lng - lng) < 0.5);
  const found = new Map(
    findExpected(world, question.fuel, isNear).map((one) => [one.station.id, one]),
  );
  const check = (answer: RouteAnswer) =>
    checkRouteAnswer(answer, {
      places,
      question,
      stations: [...found.values()].map(({ station }) => station),
      checkEntry: (entry, { id }) => checkEntry(entry, found.get(id)!),
    });
  return { question, check };
}

function checkPrice(entry: RouteEntry, { priceMilli }: PlainStation): void {
  equal(Math.round(Number(entry.price) * 1000), priceMilli);
}

type AskRoute = (question: Record<string, unknown>) => Promise<RouteAnswer>;

async function withStations(
  stations: PlainStation[],
  work: (ask: AskRoute) => Promise<void>,
): Promise<void> {
  await withReaders(
    { readers: BOTH, fill: (db) => insertStations(db, stations) },
    async (db, reader) => {
      const ask = asker({
        db,
        snapshots: await createSource(db, reader),
        clock: () => RANDOM_AS_OF,
      });
      await work(async (question) => await ask("routeStations", question) as RouteAnswer);
    },
  );
}

Deno.test("lines across the date line equal a naive computation", async () => {
  const random = createRandom(180);
  for (const [lat, lng] of [[-17, 180], [65, -180], [0, 179.9]] as const) {
    const wrap = (degrees: number) =>
      degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
    const size = {
      south: lat - 0.5,
      west: lng - 0.8,
      rows: 2,
      columns: 2,
      stepLat: 1,
      stepLng: 1.6,
    };
    const stations = scatterStations(size, { count: 150, random }).map((one) => ({
      ...one,
      lng: wrap(one.lng),
    }));
    await withStations(stations, async (ask) => {
      for (let i = 0; i < 8; i++) {
        const places = drawLine({ lat, lng }, random).map((place) => ({
          ...place,
          lng: wrap(place.lng),
        }));
        const question = { ...drawRouteQuestion(places, random), fuel: "gazole" as const };
        checkRouteAnswer(await ask(question), {
          places,
          question,
          stations,
          checkEntry: checkPrice,
        });
      }
    });
  }
});

/** Great circles much shorter than the real roads, with stations at regular distances. */
const JOURNEYS = [
  { name: "Paris–Marseille", points: [[48.8566, 2.3522], [43.2965, 5.3698]], level: 15 },
  {
    name: "Lille–Dijon–Nice",
    points: [[50.6292, 3.0573], [47.322, 5.0415], [43.7102, 7.262]],
    level: 10,
  },
] as const;

/**
 * Drives a plan along a road 1.3 times as long as the great circles. Fails if the tank falls below
 * its reserve.
 */
function drive(
  { data, meta }: RouteAnswer,
  { lengthM, car }: { lengthM: number; car: NaiveCar },
): void {
  let tankL = car.start_level;
  let atM = 0;
  const driveTo = (metres: number) => {
    tankL -= ((metres - atM) / 100_000) * car.consumption;
    atM = metres;
    ok(
      tankL > car.reserve - 0.01,
      `${tankL.toFixed(1)} L left at ${(metres / 1000).toFixed(0)} km`,
    );
  };
  for (const { id, km_along, litres } of meta.plan!.stops) {
    driveTo(km_along * 1000);
    tankL += litres - (data.find((entry) => entry.id === id)!.detour_km / 100) * car.consumption;
    ok(tankL < car.tank + 0.01, `${tankL} L in a tank of ${car.tank}`);
  }
  driveTo(lengthM);
}

for (const { name, points, level } of JOURNEYS) {
  Deno.test(`${name} without an engine: distance and fuel are 1.3 times the great circle, and the response says so`, async () => {
    const places = points.map(([lat, lng]) => ({ lat, lng }));
    const circle = makeNaiveLine(places);
    const stations = circle.parts.flatMap(({ at, metres }, part) =>
      Array.from({ length: 12 }, (_, i): PlainStation => {
        const place = at(((i + 0.5) / 12) * metres);
        return {
          ...place,
          id: String(1_000 + part * 100 + i),
          motorway: false,
          priceMilli: 1_700 + ((i * 37) % 90),
        };
      })
    );
    const car: NaiveCar = {
      tank: 50,
      start_level: level,
      consumption: 6.5,
      reserve: 5,
      stop_cost: 2,
    };
    const rest = { ...car, fuel: "gazole" as const, corridor: 10, limit: 500 };
    const sent = (line: readonly { lat: number; lng: number }[]) =>
      JSON.stringify(line.map(({ lat, lng }) => [lng, lat]));
    // The response of a routing service if a straight road existed.
    const dense = circle.parts.flatMap(({ at, metres }) =>
      Array.from({ length: 41 }, (_, i) => at((i / 40) * metres))
    );
    await withStations(stations, async (ask) => {
      const read = async (line: Place[], question: RouteQuestion) => {
        const answer = await ask(question);
        checkRouteAnswer(answer, {
          places: line,
          question,
          stations,
          checkEntry: checkPrice,
          toleranceM: 10,
        });
        return answer;
      };
      const byPoints = await read(places, {
        ...rest,
        points: points.map((pair) => pair.join(",")).join(";"),
      });
      const byEnds = await read(places, { ...rest, line: sent(places) });
      const byRoad = await read(dense, { ...rest, line: sent(dense) });
      for (const answer of [byPoints, byEnds]) {
        equal(answer.meta.plan!.feasible, true);
        drive(answer, { lengthM: 1.3 * circle.lengthM, car });
      }
      deepEqual(byEnds.meta.plan, byPoints.meta.plan);
      drive(byRoad, { lengthM: circle.lengthM, car });
      ok(
        byRoad.meta.plan!.litres < byPoints.meta.plan!.litres - 10,
        "a routed line must not be multiplied",
      );
      equal(byRoad.meta.route.estimated, false);
    });
  });
}

Deno.test("on a return trip a tie takes the first pass", async () => {
  const random = createRandom(27);
  const size = { south: 48.5, west: 2, rows: 2, columns: 2, stepLat: 1, stepLng: 1.6 };
  const stations = scatterStations(size, { count: 300, random });
  await withStations(stations, async (ask) => {
    const read = async (places: readonly { lat: number; lng: number }[]) => {
      const line = JSON.stringify(places.map(({ lat, lng }) => [lng, lat]));
      return (await ask({ line, fuel: "gazole", corridor: 10, limit: 500 })).data;
    };
    for (let i = 0; i < 12; i++) {
      const there = drawLine(pick(random, stations), random);
      const once = await read(there);
      const back = await read([...there, ...there.slice(0, -1).reverse()]);
      const toPosition = ({ id, km_off, km_along }: RouteEntry) => ({ id, km_off, km_along });
      deepEqual(back.map(toPosition), once.map(toPosition));
      // At the turning point a station before the end has a side, and one beyond it has none.
      once.forEach(({ side, id }, k) =>
        ok(side === null || side === back[k]!.side, `${id} on the ${side}`)
      );
    }
  });
});

for (const name of await findFeeds()) {
  // Proves docs/data.md#along-a-route
  Deno.test(`routes over ${name} equal a naive computation over the file`, () =>
    withServerDb(async (db) => {
      const world = await ingestFeed(db, name);
      const random = createRandom(20_261_122);
      await brandStations(db, world, random);
      const clock = () => new Date(world.asOfMs);
      const sources = await Promise.all(BOTH.map((reader) => createSource(db, reader)));
      const asks = sources.map((snapshots) => asker({ db, snapshots, clock }));
      for (let i = 0; i < QUESTIONS; i++) {
        const { question, check } = drawRoute(world, random);
        for (const ask of asks) check(await ask("routeStations", question) as RouteAnswer);
      }
    }));
}
