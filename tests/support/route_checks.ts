/**
 * Draws random routes, and checks their responses by a naive reading: stations, order, distances,
 * sides, plan.
 *
 * @module
 */

import { deepEqual, equal, ok } from "./assert.ts";
import type { WirePlan } from "../../lib/domain/route_wire.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { findLeastCost, type NaiveCar } from "./naive_plan.ts";
import { makeNaiveLine, measureAt, measureOff, sideAt } from "./naive_route.ts";
import { pick } from "./random_state.ts";

type Place = { lat: number; lng: number };

/** The response of REST, and the structured content of the tool. */
export type RouteAnswer = {
  data: RouteEntry[];
  meta: {
    total: number;
    fuel: string;
    generated_at: string;
    route: { length_km: number; quality: string; estimated: boolean };
    plan: WirePlan | null;
  };
};

/** A request about a line, or about points if there is no line, as posted. */
export type RouteQuestion = NaiveCar & {
  line?: string;
  points?: string;
  fuel: (typeof FUELS)[number];
  corridor: number;
  limit: number;
};

/**
 * The largest difference in metres between the product's chords and the naive geodesics where legs
 * are short.
 */
const LINE_TOLERANCE_M = 2;

/**
 * Draws a walk of some steps, which may cross itself, return to its start, or go back over its own
 * path.
 */
export function drawLine(start: Place, random: () => number): Place[] {
  const places = [{
    lat: start.lat + (random() - 0.5) / 20,
    lng: start.lng + (random() - 0.5) / 20,
  }];
  for (let steps = 1 + Math.floor(random() * 8); steps > 0; steps--) {
    const { lat, lng } = places.at(-1)!;
    places.push({ lat: lat + (random() - 0.5) / 4, lng: lng + (random() - 0.5) / 3 });
  }
  const kind = random();
  if (kind < 0.15) places.push(places[0]!);
  else if (kind < 0.25) places.push(...places.slice(0, -1).reverse());
  return places;
}

/** Draws a request about a line or points, with a car whose small tank makes it stop. */
export function drawRouteQuestion(places: readonly Place[], random: () => number): RouteQuestion {
  const tank = 5 + Math.floor(random() * 15);
  const isPoints = places.length <= 8 && random() < 0.3;
  return {
    ...isPoints
      ? { points: places.map(({ lat, lng }) => `${lat.toFixed(9)},${lng.toFixed(9)}`).join(";") }
      : { line: JSON.stringify(places.map(({ lat, lng }) => [lng, lat])) },
    fuel: pick(random, FUELS),
    corridor: 0.5 + Math.round(random() * 95) / 10,
    limit: 500,
    tank,
    start_level: 1 + Math.floor(random() * tank),
    consumption: 4 + Math.floor(random() * 360) / 10,
    reserve: pick(random, [0, 1, 2.5]),
    stop_cost: pick(random, [0, 0, 2, 5]),
  };
}

/**
 * Returns the penalty of an old price in thousandths of a euro: its lead in docs/data.md, plus a
 * half.
 */
function toAgePenalty(
  { updated_at }: RouteEntry,
  { fuel, generated_at }: RouteAnswer["meta"],
): number {
  const days = (Date.parse(generated_at) - Date.parse(updated_at)) / 86_400_000;
  if (days < 7 || fuel === "e85" || fuel === "gplc") return 0;
  if (fuel !== "gazole") return 5.5;
  return days < 21 ? 15.5 : 30.5;
}

/**
 * Returns the cost of a plan with the value of its stops and the penalty of old prices, in
 * ten-thousandths of a euro.
 */
function toCost({ data, meta }: RouteAnswer, plan: WirePlan, car: NaiveCar): number {
  const paid = plan.stops.reduce((sum, { litres, net_price }) => {
    return sum + Math.round(litres * 10) * Math.round(Number(net_price) * 1000);
  }, 0);
  ok(Math.abs(Number(plan.cost) - paid / 10_000) < 0.0051, `${plan.cost} € for ${paid}`);
  const penalty = plan.stops.reduce((sum, { id, litres }) => {
    return sum +
      Math.round(litres * 10) * toAgePenalty(data.find((entry) => entry.id === id)!, meta);
  }, 0);
  return paid + penalty + plan.stops.length * car.stop_cost * 10_000;
}

/**
 * Compares a plan with the cheapest one. Lengths in responses are whole metres, so one metre more
 * or less is allowed.
 */
export function checkPlan(answer: RouteAnswer, car: NaiveCar): void {
  const { data, meta } = answer;
  const plan = meta.plan!;
  equal(data.length, meta.total, "the response must contain all stations");
  const stops = data.map((entry) => ({
    alongM: entry.km_along * 1000,
    detourM: entry.detour_km * 1000,
    priceMilli: Math.round(Number(entry.net_price) * 1000) + toAgePenalty(entry, meta),
  }));
  const lowestWith = (slackM: number) =>
    findLeastCost(stops, { lengthM: meta.route.length_km * 1000, car, slackM });
  const low = lowestWith(-1);
  const high = lowestWith(1);
  equal(
    plan.feasible || low === null || high === null,
    true,
    "a route that can be driven must have a plan",
  );
  if (!plan.feasible) return deepEqual(plan.stops, []);
  const cost = toCost(answer, plan, car);
  ok(cost >= (low ?? Infinity) - 1e-6, `cheaper than the cheapest plan: ${cost} ${low}`);
  ok(cost <= (high ?? Infinity) + 1e-6, `more expensive than the cheapest plan: ${cost} ${high}`);
}

/**
 * Compares a response with the expected stations. `isExact` distinguishes an entry from the station
 * it replaces.
 */
export function checkRouteAnswer<S extends Place & { id: string }>(
  answer: RouteAnswer,
  { places, question, stations, checkEntry, toleranceM = LINE_TOLERANCE_M }: {
    places: readonly Place[];
    question: RouteQuestion;
    stations: readonly S[];
    checkEntry(entry: RouteEntry, station: S): void;
    toleranceM?: number;
  },
): void {
  const { data, meta } = answer;
  const isStraight = question.points !== undefined;
  const naive = makeNaiveLine(places, isStraight ? 0 : 30_000);
  ok(
    Math.abs(meta.route.length_km * 1000 - naive.lengthM) < toleranceM,
    `${meta.route.length_km} km`,
  );
  equal(meta.route.estimated, naive.lengthM > makeNaiveLine(places).lengthM);
  const expected = new Map(
    stations.map((station) => [station.id, { station, offM: measureOff(naive, station) }]),
  );
  const answered = new Map(data.map((entry) => [entry.id, entry]));
  equal(answered.size, meta.total);
  for (const { station, offM } of expected.values()) {
    if (Math.abs(offM - question.corridor * 1000) < toleranceM) continue;
    equal(
      answered.has(station.id),
      offM < question.corridor * 1000,
      `${station.id} at ${offM} m of ${question.corridor}`,
    );
  }
  data.forEach((entry, i) => {
    const { station, offM } = expected.get(entry.id)!;
    checkEntry(entry, station);
    ok(
      Math.abs(entry.km_off * 1000 - offM) < toleranceM,
      `${entry.id}: ${entry.km_off} km, ${offM} m`,
    );
    const alongM = Math.min(naive.lengthM, entry.km_along * 1000);
    const there = measureAt(naive, station, alongM);
    ok(
      Math.abs(there - offM) < toleranceM,
      `${entry.id} is ${there} m off at ${entry.km_along} km`,
    );
    const side = isStraight ? null : sideAt(naive, station, alongM);
    if (side !== null || isStraight) {
      equal(entry.side, side, `${entry.id}, ${offM} m off at ${alongM} m`);
    }
    ok(i === 0 || data[i - 1]!.km_along <= entry.km_along, "stations must be in driving order");
  });
  checkPlan(answer, question);
}
