import { deepEqual, equal } from "../../../tests/support/assert.ts";
import {
  divideEntries,
  findCheapest,
  findOlder,
  packAnswer,
  type RouteAnswer,
  type ShownEntry,
  toGain,
  unpackAnswer,
  withStops,
} from "./route_answer.ts";
import { EMPTY_QUESTION } from "./route_question.ts";

/** Returns stations at [km, euros, km of detour], on a way of 400 km. */
function toAnswer(
  stations: readonly (readonly [km: number, price: number, detour?: number])[],
): RouteAnswer {
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

function withPlan(
  answer: RouteAnswer,
  stops: readonly { id: string; km_along: number; litres_left: number; litres: number }[],
) {
  const entryOf = (id: string) => answer.data.find((entry) => entry.id === id)!;
  const plan = { stops: stops.map((stop) => ({ ...entryOf(stop.id), ...stop })) };
  return { ...answer, meta: { ...answer.meta, plan } } as RouteAnswer;
}

Deno.test("the ten best stations except the stops come first, in driving order; a detour counts", () => {
  // The car uses so little that the same amount fits everywhere.
  const car = { ...CAR, level: 20, per100Km: 0.1 };
  const stop = { id: "3", km_along: 3, litres_left: 20, litres: 0 };
  const answer = withPlan(toAnswer(toMany(150)), [stop]);
  const { first, others } = divideEntries(answer, car);
  deepEqual(idsOf(first), [0, 1, 2, ...range(4, 11)]);
  deepEqual(idsOf(others), range(11, 150));
  const far = toAnswer([[1, 1.4, 15_000], ...toMany(10)]);
  deepEqual(idsOf(divideEntries(far, car).others), [0]);
});

Deno.test("a station's gain counts the litres that fit into the tank there, and the star marks the largest", () => {
  const answer = toAnswer([[10, 1.5], [200, 1.6], [210, 1.7]]);
  const gains = answer.data.map((entry) => toGain(answer, entry, CAR));
  const texts = gains.map(({ litres, euros }) => `${litres} L, ${euros.toFixed(2)} €`);
  deepEqual(texts, ["7 L, 3.50 €", "26 L, 10.40 €", "27 L, 8.10 €"]);
  equal(divideEntries(answer, CAR).bestId, "1");
  const filled = withPlan(answer, [{ id: "1", km_along: 200, litres_left: 24, litres: 26 }]);
  equal(toGain(filled, answer.data[2]!, CAR).litres, 1);
});

// Proves docs/data.md#members-only
Deno.test("the star never marks a members-only pump, unless the driver has the card", () => {
  const [costco, other] = toAnswer([[100, 1.4], [101, 1.6]]).data;
  const answer = { ...toAnswer([]), data: [{ ...costco!, brand: "Costco" }, other!] };
  equal(divideEntries(answer, CAR).bestId, "1");
  equal(divideEntries(answer, { ...CAR, cards: ["Costco"] }).bestId, "0");
});

Deno.test("the page's entries include stops that the list lacks, in driving order", () => {
  const answer = withPlan(toAnswer([[10, 1.5], [200, 1.6], [210, 1.7]]), [
    { id: "1", km_along: 200, litres_left: 24, litres: 26 },
  ]);
  const short = { ...answer, data: answer.data.filter(({ id }) => id !== "1") };
  deepEqual(idsOf(withStops(short).data), [0, 1, 2]);
  equal(withStops(answer), answer);
});

// Proves docs/data.md#old-prices
Deno.test("a 28-day-old price is recommended only if its lead exceeds the typical price move over that time", () => {
  const base = toAnswer([[100, 1.639], [101, 1.621], [102, 1.7]]);
  const at = (daysAgo: number) =>
    new Date(Date.UTC(2026, 1, 12) - daysAgo * 86_400_000).toISOString();
  const toAged = (oldPrice: string): RouteAnswer => ({
    data: base.data.map((entry, index) => ({
      ...entry,
      updated_at: at(index === 1 ? 28 : 1),
      net_price: index === 1 ? oldPrice : entry.net_price,
    })),
    meta: { ...base.meta, fuel: "gazole", generated_at: at(0) },
  });
  const toResult = (oldPrice: string) => {
    const stop = { id: "0", km_along: 100, litres_left: 10, litres: 40 };
    const answer = withPlan(toAged(oldPrice), [stop]);
    const older = findOlder(answer, answer.meta.plan!, 10).map(({ id }) => id);
    return [
      divideEntries(toAged(oldPrice), { ...CAR, level: 20 }).bestId,
      findCheapest(answer)?.id,
      older,
    ];
  };
  deepEqual(toResult("1.621"), ["0", "0", ["1"]]);
  deepEqual(toResult("1.600"), ["1", "1", ["1"]]);
});

Deno.test("an answer packed for the page's HTML keeps everything that the page reads", () => {
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
