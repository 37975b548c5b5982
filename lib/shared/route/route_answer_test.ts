import { deepEqual } from "node:assert/strict";
import type { RouteEntry } from "../../domain/wire.ts";
import { divideEntries, type RouteAnswer } from "./route_answer.ts";

function toAnswer(stations: number, stop: number): RouteAnswer {
  const data = Array.from({ length: stations }, (_, at) => ({ id: `${at}`, net_price: `1.${500 + at}` } as RouteEntry));
  return { data, meta: { plan: { stops: [{ id: `${stop}` }] } } } as unknown as RouteAnswer;
}

const idsOf = (entries: readonly RouteEntry[]) => entries.map(({ id }) => Number(id));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

Deno.test("the stops of the plan and the twelve cheapest stations come first, in driving order", () => {
  const { first, others } = divideEntries(toAnswer(150, 100));
  deepEqual(idsOf(first), [...range(0, 12), 100]);
  deepEqual(idsOf(others), [...range(12, 100), ...range(101, 150)]);
});

Deno.test("a station or two are not put away", () => {
  const { first, others } = divideEntries(toAnswer(14, 0));
  deepEqual([idsOf(first), others], [range(0, 14), []]);
  deepEqual(divideEntries(toAnswer(15, 0)).others.length, 3);
});
