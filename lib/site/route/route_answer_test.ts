import { deepEqual, equal } from "node:assert/strict";
import {
  divideEntries,
  findCheapest,
  findOlder,
  packAnswer,
  type RouteAnswer,
  type ShownEntry,
  toPlan,
  unpackAnswer,
} from "./route_answer.ts";
import { EMPTY_QUESTION } from "./route_question.ts";

/** Stations at [km, euros, km of detour], on a way of 400 km. */
function toAnswer(stations: readonly (readonly [km: number, price: number, detour?: number])[]): RouteAnswer {
  const data = stations.map(([km_along, price, detour_km = 0], at) => {
    return { id: `${at}`, net_price: price.toFixed(3), km_along, detour_km } as ShownEntry;
  });
  const asOf = { fuel: "gazole", generated_at: "2026-06-05T10:00:00.000Z" };
  return {
    data,
    meta: { ...asOf, route: { length_km: 400, average_price: "2.000" }, plan: null },
  } as unknown as RouteAnswer;
}

const idsOf = (entries: readonly ShownEntry[]) => entries.map(({ id }) => Number(id));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const toMany = (count: number) => range(0, count).map((at) => [at, 1.5 + at / 1000] as const);
const CAR = { ...EMPTY_QUESTION, tank: 50, level: 44, per100Km: 10 };

Deno.test("the ten best stations besides the stops come first, in driving order; a detour counts", () => {
  const stops = [{ id: "3", km_along: 3, litres: 30, net_price: "1.503", cost: "45.09" }];
  const fill = { per100Km: 6.5, litres: 30 };
  const { first, others } = divideEntries(toAnswer(toMany(150)), { ...fill, stops });
  deepEqual(idsOf(first), [0, 1, 2, ...range(4, 11)]);
  deepEqual(idsOf(others), range(11, 150));
  const far = toAnswer([[1, 1.4, 100], ...toMany(10)]);
  deepEqual(idsOf(divideEntries(far, { ...fill, stops: [] }).others), [0]);
});

Deno.test("filling up is for one good stop within reach, not for a few litres", () => {
  const answer = toAnswer([[9, 1.6], [100, 1.8], [150, 1.7], [399, 1.5]]);
  const { stops: [stop], litres, saves_on_average, lowKm } = toPlan(answer, CAR);
  deepEqual([stop?.km_along, litres, saves_on_average, lowKm], [150, 21, "6.30", undefined]);
  equal(toPlan({ ...answer, data: [] }, { ...CAR, level: 50 }).feasible, true);
  equal(toPlan({ ...answer, data: answer.data.slice(3) }, { ...CAR, level: 20 }).feasible, false);
});

// Proves docs/data.md#old-prices
Deno.test("a price of 28 days is not recommended unless its lead is larger than what such prices move by", () => {
  const base = toAnswer([[100, 1.639], [110, 1.621], [200, 1.7]]);
  const at = (daysAgo: number) => new Date(Date.UTC(2026, 1, 12) - daysAgo * 86_400_000).toISOString();
  const toAged = (oldPrice: string): RouteAnswer => ({
    data: base.data.map((entry, index) => ({
      ...entry,
      updated_at: at(index === 1 ? 28 : 1),
      net_price: index === 1 ? oldPrice : entry.net_price,
    })),
    meta: { ...base.meta, fuel: "gazole", generated_at: at(0) },
  });
  const toResult = (oldPrice: string) => {
    const answer = toAged(oldPrice);
    const plan = toPlan(answer, { ...CAR, level: 20 });
    return [plan.stops.map(({ id }) => id), findCheapest(answer)?.id, findOlder(answer, plan, 10).map(({ id }) => id)];
  };
  deepEqual(toResult("1.621"), [["0"], "0", ["1"]]);
  deepEqual(toResult("1.609"), [["0"], "0", ["1"]]);
  deepEqual(toResult("1.608"), [["1"], "1", []]);
});

Deno.test("a way that a full tank does not end says by when to fill up again, there and back above all", () => {
  const lowKmOf = (isReturn: boolean) => toPlan(toAnswer([[50, 1.6]]), { ...CAR, level: 20, isReturn }).lowKm;
  deepEqual([lowKmOf(false), lowKmOf(true)], [undefined, 500]);
});

Deno.test("an answer that was packed for the page's HTML is the same with what the page reads of it", () => {
  const entry: ShownEntry = {
    id: "75012001",
    name: null,
    brand: "Avia",
    address: "1 Rue",
    city: null,
    latitude: 48.8,
    longitude: 2.36,
    motorway: false,
    updated_at: "2026-06-05T10:00:00.000Z",
    net_price: "1.799",
    km_along: 3.5,
    detour_km: 0.2,
    detour: "estimated",
    open: null,
  };
  const { meta: { route, plan } } = toAnswer([]);
  const answer = {
    data: [entry, { ...entry, id: "75012002", open: true }],
    meta: { total: 9, fuel: "gazole" as const, generated_at: entry.updated_at, route, plan },
  };
  deepEqual(unpackAnswer(JSON.parse(JSON.stringify(packAnswer(answer)))), answer);
});
