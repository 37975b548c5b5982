import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import { decideNaively, type NaiveRule } from "../../tests/support/naive_alerts.ts";
import { createRandom, pick } from "../shared/random.ts";
import {
  AlertDecision,
  type AlertNews,
  type AlertStation,
  type FuelState,
} from "./alert_decision.ts";
import { type AlertRule, alertRule } from "./alert_rule.ts";

type World = { stations: AlertStation[]; rules: AlertRule[] };

/** Towns close together and far apart, one across the antimeridian from another. */
const CENTRES = [[48.85, 2.35], [48.6, 2.1], [43.3, 5.4], [-21.1, 55.5], [-14.3, 179.9], [
  -14.3,
  -179.9,
]] as const;

function randomFuels(random: () => number): (FuelState | undefined)[] {
  const fuels: (FuelState | undefined)[] = [];
  for (const fuel of [1, 2]) {
    if (random() < 0.15) continue;
    const sale = pick(random, ["sold", "sold", "sold", "out", null] as const);
    const priceMilli = sale === "sold" && random() < 0.9
      ? 1_600 + 5 * Math.floor(random() * 10)
      : null;
    fuels[fuel] = { priceMilli, sale };
  }
  return fuels;
}

const wrap = (lng: number) => lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;

function randomStation(random: () => number, index: number): AlertStation {
  const [lat, lng] = pick(random, CENTRES);
  const place = random() < 0.05
    ? null
    : { lat: lat + (random() - 0.5) * 0.4, lng: wrap(lng + (random() - 0.5) * 0.6) };
  const before = randomFuels(random);
  const turn = random();
  const after = turn < 0.5 ? before : turn < 0.9 ? randomFuels(random) : [];
  return { id: String(1 + index * 7), place, before: random() < 0.05 ? [] : before, after };
}

const toCell = (degrees: number) => Number((Math.round(degrees * 20) / 20).toFixed(2));

function randomRule(random: () => number, count: number): AlertRule {
  const ids = Array.from(
    { length: 1 + Math.floor(random() * 5) },
    () => String(1 + 7 * Math.floor(random() * count)),
  );
  const [lat, lng] = pick(random, CENTRES);
  const radius_km = 1 + Math.floor(random() * 50);
  const when = pick<AlertRule["when"]>(random, [
    { kind: "at_most", price_milli: 1_600 + Math.floor(random() * 50) },
    { kind: "cheapest", fall_milli: pick(random, [0, 5, 20]) },
    { kind: "stock" },
    { kind: "best" },
  ]);
  const cell = { lat: toCell(lat), lng: Math.min(180, toCell(lng)) };
  const where = when.kind === "best" || random() < 0.4 ? { ids, radius_km } : { cell, radius_km };
  return alertRule.parse({ fuel: pick(random, ["gazole", "sp95"]), where, when });
}

function createWorld(seed: number): World {
  const random = createRandom(seed);
  const count = pick(random, [3, 12, 40]);
  const stations = Array.from({ length: count }, (_, index) => randomStation(random, index));
  return { stations, rules: Array.from({ length: 60 }, () => randomRule(random, count)) };
}

/**
 * A message that may have waited since an earlier market. Its station may now be sold out,
 * expensive or gone.
 */
function randomNews(
  random: () => number,
  { stations }: World,
  { fuel, where, when }: AlertRule,
): AlertNews {
  const id = "ids" in where ? pick(random, where.ids) : pick(random, stations).id;
  const kind = when.kind === "stock" ? pick(random, ["out", "back"] as const) : when.kind;
  const priceMilli = 1_600 + 5 * Math.floor(random() * 10);
  const oldMilli = random() < 0.2 ? null : priceMilli + 5 * Math.floor(random() * 5);
  return { kind, stationId: id, fuel, priceMilli, oldMilli };
}

function randomState(random: () => number, world: World, rule: AlertRule): Omit<NaiveRule, "rule"> {
  const { stationId, priceMilli } = randomNews(random, world, rule);
  const reference = random() < 0.3 ? null : { stationId, priceMilli };
  const message = random() < 0.4 ? randomNews(random, world, rule) : null;
  const isSending = random() < 0.3;
  return { reference, waiting: isSending ? null : message, sending: isSending ? message : null };
}

Deno.test("AlertDecision finds the same messages as a naive check of every rule against every station", () => {
  const kinds = new Map<string, number>();
  for (let seed = 1; seed <= 150; seed++) {
    const world = createWorld(seed);
    const random = createRandom(1_000 + seed);
    const decision = new AlertDecision();
    for (const station of world.stations) decision.add(station);
    for (const rule of world.rules) {
      const state = randomState(random, world, rule);
      const expected = decideNaively(world.stations, { rule, ...state });
      const { sending, waiting } = state;
      const isFirst = rule.when.kind === "cheapest" && !state.reference && !waiting && !sending;
      const stored = isFirst ? decision.findReference(rule) : state.reference;
      const news = decision.decide(rule, { reference: sending ?? stored, waiting });
      deepEqual(
        { reference: stored, news },
        expected,
        `seed ${seed}: ${JSON.stringify({ rule, state })}`,
      );
      const isKept = news !== null && waiting !== null && news.stationId === waiting.stationId;
      const kind = `${news?.kind ?? "none"}${isKept ? " waiting" : ""}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  equal(kinds.size, 11);
  for (const [kind, count] of kinds) ok(count > 15, `${kind}: ${count}`);
});
