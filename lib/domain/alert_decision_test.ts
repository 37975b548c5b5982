import { deepEqual, equal, ok } from "node:assert/strict";
import geodesic from "geographiclib-geodesic";
import { createRandom, pick } from "../shared/random.ts";
import { fuelNumber } from "../shared/station/fuels.ts";
import { AlertDecision, type AlertNews, type AlertStation, type FuelState } from "./alert_decision.ts";
import { type AlertRule, alertRule, toDueMs } from "./alert_rule.ts";

type World = { stations: AlertStation[]; rules: AlertRule[] };
type Side = "before" | "after";

/** Towns close together and far apart, one beyond the antimeridian of another. */
const CENTRES = [[48.85, 2.35], [48.6, 2.1], [43.3, 5.4], [-21.1, 55.5], [-14.3, 179.9], [-14.3, -179.9]] as const;

function randomFuels(random: () => number): (FuelState | undefined)[] {
  const fuels: (FuelState | undefined)[] = [];
  for (const fuel of [1, 2]) {
    if (random() < 0.15) continue;
    const sale = pick(random, ["sold", "sold", "sold", "out", null] as const);
    const priceMilli = sale === "sold" && random() < 0.9 ? 1_600 + 5 * Math.floor(random() * 10) : null;
    fuels[fuel] = { priceMilli, sale };
  }
  return fuels;
}

const wrap = (lng: number) => lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng;

function randomStation(random: () => number, index: number): AlertStation {
  const [lat, lng] = pick(random, CENTRES);
  const place = random() < 0.05 ? null : { lat: lat + (random() - 0.5) * 0.4, lng: wrap(lng + (random() - 0.5) * 0.6) };
  const before = randomFuels(random);
  const turn = random();
  const after = turn < 0.5 ? before : turn < 0.9 ? randomFuels(random) : [];
  return { id: String(1 + index * 7), place, before: random() < 0.05 ? [] : before, after };
}

const toCell = (degrees: number) => Number((Math.round(degrees * 20) / 20).toFixed(2));

function randomRule(random: () => number, count: number): AlertRule {
  const ids = Array.from({ length: 1 + Math.floor(random() * 5) }, () => String(1 + 7 * Math.floor(random() * count)));
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

type Located = { place: AlertStation["place"] };

function isWithin(a: Located, b: Located, radiusKm: number): boolean {
  if (!a.place || !b.place) return false;
  const { s12 } = geodesic.Geodesic.WGS84.Inverse(a.place.lat, a.place.lng, b.place.lat, b.place.lng);
  return s12! <= 1_000 * radiusKm;
}

const byPrice = (fuel: number, side: Side) => (a: AlertStation, b: AlertStation) =>
  a[side][fuel]!.priceMilli! - b[side][fuel]!.priceMilli! || (a.id < b.id ? -1 : 1);

/** Reads a rule sentence by sentence, over all stations. */
function decideNaively({ stations }: World, { fuel: name, where, when }: AlertRule): AlertNews | null {
  const fuel = fuelNumber(name);
  const priceOf = (station: AlertStation, side: Side) => station[side][fuel]?.priceMilli ?? null;
  const saleOf = (station: AlertStation, side: Side) => station[side][fuel]?.sale ?? null;
  const priced = (list: AlertStation[], side: Side) =>
    list.filter((station) => priceOf(station, side) !== null).sort(byPrice(fuel, side));
  const toNews = (kind: AlertNews["kind"], station: AlertStation, oldMilli: number | null) => (
    { kind, stationId: station.id, fuel: name, priceMilli: priceOf(station, "after"), oldMilli }
  );
  const mine = stations.filter((station) =>
    "ids" in where ? where.ids.includes(station.id) : isWithin({ place: where.cell }, station, where.radius_km)
  );
  const oldOf = (station: AlertStation) => priceOf(station, "before");
  if (when.kind === "at_most") {
    const [first] = priced(mine, "after").filter((station) => {
      const [old, now] = [oldOf(station), priceOf(station, "after")!];
      return now <= when.price_milli && (old === null || now < old);
    });
    return first ? toNews("at_most", first, oldOf(first)) : null;
  }
  if (when.kind === "stock") {
    const turned = mine.filter((station) =>
      [saleOf(station, "before"), saleOf(station, "after")].sort().join() === "out,sold"
    );
    const [first] = turned.sort((a, b) => a.id < b.id ? -1 : 1);
    return first ? toNews(saleOf(first, "after") === "out" ? "out" : "back", first, oldOf(first)) : null;
  }
  if (when.kind === "cheapest") {
    const [old, now] = [priced(mine, "before"), priced(mine, "after")];
    if (!now[0]) return null;
    const oldMilli = old[0] ? oldOf(old[0]) : null;
    const milli = priceOf(now[0], "after")!;
    const [were, are] = [old.filter((s) => oldOf(s) === oldMilli), now.filter((s) => priceOf(s, "after") === milli)];
    const isSame = milli === oldMilli && were.some((station) => are.includes(station));
    const isNews = when.fall_milli === 0 ? !isSame : oldMilli !== null && oldMilli - milli >= when.fall_milli;
    return isNews ? toNews("cheapest", now[0], oldMilli) : null;
  }
  const isBest = (station: AlertStation, side: Side) => {
    const others = stations.filter((other) => other !== station && isWithin(station, other, where.radius_km!));
    const prices = priced(others, side).map((other) => priceOf(other, side)!);
    const own = priceOf(station, side);
    return own !== null && prices.length > 0 && own <= Math.min(...prices);
  };
  const [first] = priced(mine, "after").filter((station) => isBest(station, "after") && !isBest(station, "before"));
  return first ? toNews("best", first, oldOf(first)) : null;
}

Deno.test("AlertDecision finds the news that a naive reading of every rule and every station finds", () => {
  const kinds = new Map<string, number>();
  for (let seed = 1; seed <= 150; seed++) {
    const world = createWorld(seed);
    const decision = new AlertDecision();
    for (const station of world.stations) decision.add(station);
    for (const rule of world.rules) {
      const news = decision.decide(rule);
      deepEqual(news, decideNaively(world, rule), `seed ${seed}: ${JSON.stringify(rule)}`);
      kinds.set(news?.kind ?? "none", (kinds.get(news?.kind ?? "none") ?? 0) + 1);
    }
  }
  equal(kinds.size, 6);
  for (const [kind, count] of kinds) ok(count > 100, `${kind}: ${count}`);
});

Deno.test("toDueMs() waits for 7 h in Paris, also when clocks change, and for the hours of the rule", () => {
  const due = (now: string, firedAt: string | null = null, rule = { every_h: 6, at_night: false }) => {
    const ms = toDueMs(rule, { nowMs: Date.parse(now), firedAtMs: firedAt && Date.parse(firedAt) || null });
    return ms === null ? null : new Date(ms).toISOString().slice(0, 16);
  };
  equal(due("2026-06-05T19:59:00Z"), "2026-06-05T19:59");
  equal(due("2026-06-05T20:00:00Z"), "2026-06-06T05:00");
  equal(due("2026-03-28T23:00:00Z"), "2026-03-29T05:00");
  equal(due("2026-06-05T04:59:00Z"), "2026-06-05T05:00");
  equal(due("2026-06-05T23:00:00Z", null, { every_h: 6, at_night: true }), "2026-06-05T23:00");
  equal(due("2026-06-05T10:00:00Z", "2026-06-05T04:01:00Z"), null);
  equal(due("2026-06-05T10:00:00Z", "2026-06-05T04:00:00Z"), "2026-06-05T10:00");
  equal(due("2026-06-05T04:00:00Z", "2026-06-05T05:00:00Z"), "2026-06-05T05:00", "it replaces the one that waits");
});
