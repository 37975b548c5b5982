import { deepEqual, equal, ok } from "node:assert/strict";
import type { RouteEntry } from "../../domain/wire.ts";
import { divideEntries, type RouteAnswer, toPlan } from "./route_answer.ts";
import { EMPTY_QUESTION } from "./route_question.ts";

type Station = { km: number; price: number; detourKm?: number };

function toAnswer(stations: readonly Station[], lengthKm = 400): RouteAnswer {
  const data = stations.map(({ km, price, detourKm = 0 }, at) => {
    return { id: `${at}`, net_price: price.toFixed(3), km_along: km, detour_km: detourKm } as RouteEntry;
  });
  const route = { length_km: lengthKm, average_price: "2.000" };
  return { data, meta: { total: data.length, route, plan: null } } as unknown as RouteAnswer;
}

const idsOf = (entries: readonly RouteEntry[]) => entries.map(({ id }) => Number(id));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const many = (count: number) => toAnswer(range(0, count).map((at) => ({ km: at, price: 1.5 + at / 1000 })));
const CAR = { per100Km: 6.5, litres: 30 };

Deno.test("the ten best stations besides the stops come first, in driving order; a detour counts", () => {
  const stops = [{ id: "3", entry: null, km: 3, litres: 30, price: "1.503", cost: 45 }];
  const { first, others } = divideEntries(many(150), { ...CAR, stops });
  deepEqual(idsOf(first), [0, 1, 2, ...range(4, 11)]);
  deepEqual(idsOf(others), range(11, 150));
  equal(divideEntries(many(13), { ...CAR, stops }).others.length, 0, "two are not put away");
  const far = toAnswer([
    { km: 1, price: 1.4, detourKm: 100 },
    ...many(12).data.map(({ km_along: km }) => ({ km, price: 1.6 })),
  ]);
  equal(idsOf(divideEntries(far, { ...CAR, stops: [] }).others)[0], 0);
});

Deno.test("filling up is for one good stop within reach, not for a few litres", () => {
  const question = { ...EMPTY_QUESTION, tank: 50, level: 44, per100Km: 10 };
  const answer = toAnswer([{ km: 9, price: 1.6 }, { km: 100, price: 1.8 }, { km: 150, price: 1.7 }, {
    km: 399,
    price: 1.5,
  }]);
  const { stops: [stop], litres, gain, nextKm } = toPlan(answer, question);
  deepEqual([stop?.km, litres, nextKm], [150, 21, null]);
  ok(Math.abs(gain - 21 * 0.3) < 0.001);
  equal(toPlan({ ...answer, data: [] }, { ...question, level: 50 }).isPossible, true);
  equal(toPlan({ ...answer, data: answer.data.slice(3) }, { ...question, level: 20 }).isPossible, false);
});

Deno.test("a way that a full tank does not end says by when to fill up again, there and back above all", () => {
  const answer = toAnswer([{ km: 50, price: 1.6 }]);
  const question = { ...EMPTY_QUESTION, tank: 50, level: 20, per100Km: 10 };
  deepEqual([toPlan(answer, question).nextKm, toPlan(answer, { ...question, isReturn: true }).nextKm], [null, 500]);
});
