import { deepEqual, rejects } from "node:assert/strict";
import { TRIED_RADII_KM } from "../shared/area.ts";
import { widenSearch } from "./widen_search.ts";

const PARIS = { lat: 48.86, lng: 2.35 };
const YEU = { lat: 46.71, lng: -2.347 };
const BELLE_ILE = { lat: 47.302, lng: -3.105 };

const count = (found: number) => found;

/** A search that finds so many stations by radius, and the radii it was asked for. */
function searchOf(counts: Record<number, number>) {
  const askedKm: number[] = [];
  const search = (radiusKm: number) => {
    askedKm.push(radiusKm);
    return Promise.resolve(counts[radiusKm] ?? 0);
  };
  return { askedKm, search };
}

Deno.test("widenSearch() stops at the first radius with three stations", async () => {
  const { askedKm, search } = searchOf({ 5: 2, 10: 3, 20: 9, 50: 9 });
  deepEqual(await widenSearch(search, { count, from: PARIS }), { found: 3, radiusKm: 10 });
  deepEqual(askedKm, [5, 10]);
});

Deno.test("widenSearch() stays on an island that has a station, and leaves one that has none", async () => {
  for (const from of [YEU, BELLE_ILE]) {
    const { search } = searchOf({ 5: 0, 10: 1, 20: 1, 50: 40 });
    deepEqual(await widenSearch(search, { count, from }), { found: 1, radiusKm: 10 });
  }
  const { search } = searchOf({ 5: 0, 10: 0, 20: 0, 50: 40 });
  deepEqual(await widenSearch(search, { count, from: YEU }), { found: 40, radiusKm: 50 });
});

Deno.test("widenSearch() answers with the widest radius when nothing is enough", async () => {
  const { askedKm, search } = searchOf({ 5: 0, 10: 0, 20: 1, 50: 2 });
  deepEqual(await widenSearch(search, { count, from: PARIS }), { found: 2, radiusKm: 50 });
  deepEqual(askedKm, [...TRIED_RADII_KM]);
});

Deno.test("widenSearch() throws what the search throws", async () => {
  await rejects(widenSearch(() => Promise.reject(new RangeError("away")), { count, from: PARIS }), /away/);
});
