/**
 * Routes over whole real feeds equal a naive computation over the same file (stations, order, distances, sides, plan): from
 * the snapshot and from SQL, through REST and through the tool. Real feeds are taken where they lie beside the checkout.
 *
 * @module
 */

import { deepEqual, equal, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { createMcpApp } from "../mcp/app.ts";
import { connectNew, connectOld } from "../mcp/clients.ts";
import { createRandom, pick, RANDOM_AS_OF } from "../support/random_state.ts";
import { createSource, withReaders } from "../support/readers.ts";
import { insertStations, type PlainStation, scatterStations } from "../support/route_world.ts";
import type { ReferenceWorld } from "../support/reference.ts";
import {
  asker,
  brandStations,
  checkEntry,
  findExpected,
  findFeeds,
  ingestFeed,
  type Keep,
} from "../support/reference_feed.ts";
import {
  checkRouteAnswer,
  drawLine,
  drawRouteQuestion,
  type RouteAnswer,
  type RouteQuestion,
} from "../support/route_checks.ts";
import { withServerDb } from "../support/server_db.ts";

/** Over the three feeds a hundred and two. */
const QUESTIONS = 34;

/** A random route, and what of its answer must be so. */
function drawRoute(world: ReferenceWorld, random: () => number) {
  const places = drawLine(pick(random, world.stations), random);
  const question = drawRouteQuestion(places, random);
  const isNear: Keep = (s) => places.some(({ lat, lng }) => Math.abs(s.lat - lat) < 0.3 && Math.abs(s.lng - lng) < 0.5);
  const found = new Map(findExpected(world, question.fuel, isNear).map((one) => [one.station.id, one]));
  const check = (answer: RouteAnswer) =>
    checkRouteAnswer(answer, {
      ...{ places, question, stations: [...found.values()].map(({ station }) => station) },
      checkEntry: (entry, { id }) => checkEntry(entry, found.get(id)!),
    });
  return { question, check };
}

type AskRoute = (question: RouteQuestion) => Promise<RouteAnswer>;

/** Every way to ask: from the snapshot and from SQL, by REST, and the tool by real clients of both eras. */
async function withWays(db: Db, world: ReferenceWorld, work: (ways: AskRoute[]) => Promise<void>): Promise<void> {
  const clock = () => new Date(world.asOfMs);
  const snapshots = createSnapshotSource(db);
  ok(await snapshots.refresh());
  const direct = [snapshots, noSnapshots].map((source): AskRoute => {
    const ask = asker({ db, snapshots: source, clock });
    return async (question) => await ask("routeStations", question) as RouteAnswer;
  });
  const app = await createMcpApp(db, { clock });
  const byRest: AskRoute = async (question) => {
    const init = { method: "POST", body: JSON.stringify(question) };
    return await (await app.fetch("/api/v1/stations/route", init)).json();
  };
  const clients = await Promise.all([connectOld, connectNew].map((connect) => {
    return connect({ origin: "http://localhost:8000", fetch: app.fetch as typeof fetch });
  }));
  const byTool = clients.map(({ callTool }): AskRoute => async (question) => {
    const answer = await callTool({ name: "find_stations_on_route", arguments: question });
    return answer.structuredContent as RouteAnswer;
  });
  await work([byRest, ...direct, ...byTool]);
  for (const client of clients) await client.close();
  await app.close();
}

Deno.test("lines over the date line equal a naive computation", async () => {
  const random = createRandom(180);
  for (const [lat, lng] of [[-17, 180], [65, -180], [0, 179.9]] as const) {
    const wrap = (degrees: number) => degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
    const size = { south: lat - 0.5, west: lng - 0.8, rows: 2, columns: 2, stepLat: 1, stepLng: 1.6 };
    const stations = scatterStations(size, { count: 150, random }).map((one) => ({ ...one, lng: wrap(one.lng) }));
    const fill = (db: Db) => insertStations(db, stations);
    await withReaders({ fill }, async (db, reader) => {
      const snapshots = await createSource(db, reader);
      const ask = asker({ db, snapshots, clock: () => RANDOM_AS_OF });
      for (let i = 0; i < 8; i++) {
        const places = drawLine({ lat, lng }, random).map((place) => ({ ...place, lng: wrap(place.lng) }));
        const question = { ...drawRouteQuestion(places, random), fuel: "gazole" as const };
        const checkEntry = (entry: RouteEntry, { priceMilli }: PlainStation) => {
          equal(Math.round(Number(entry.price) * 1000), priceMilli);
        };
        checkRouteAnswer(await ask("routeStations", question) as RouteAnswer, {
          places,
          question,
          stations,
          checkEntry,
        });
      }
    });
  }
});

for (const name of await findFeeds()) {
  Deno.test(`routes over ${name} equal a naive computation over the file`, () =>
    withServerDb(async (db) => {
      const world = await ingestFeed(db, name);
      const random = createRandom(20_261_122);
      await brandStations(db, world, random);
      await withWays(db, world, async ([first, ...others]) => {
        for (let i = 0; i < QUESTIONS; i++) {
          const { question, check } = drawRoute(world, random);
          const answer = await first!(question);
          check(answer);
          for (const ask of others) deepEqual(await ask(question), answer);
        }
      });
    }));
}
