/** Derives the ranks of the stations in view from what the order compares: their prices, or their real cost. @module */

import { computed, type ReadonlySignal } from "@preact/signals";
import { isAround } from "../../shared/area.ts";
import { type Car, type Detours, findDetours } from "../../shared/real_cost.ts";
import { type Rank, toRank } from "../../shared/rank.ts";
import type { Standing } from "../../shared/standing.ts";
import { type Bounds, toBounds } from "../../shared/tertiles.ts";
import type { View } from "../../shared/url_state.ts";
import { type Matching, valueOf } from "../stations.ts";
import { rank, toCosts, toOrder } from "./listing.ts";
import { toPlain } from "./surroundings.ts";

type Input = {
  view: ReadonlySignal<View>;
  matching: ReadonlySignal<Matching | null>;
  /** Cheapest first. */
  inView: ReadonlySignal<Int32Array | null>;
  kms: ReadonlySignal<Float64Array | null>;
  driver: ReadonlySignal<Car>;
  /** Rows to put in order. */
  shown: ReadonlySignal<number>;
};

type Ranking = {
  /** What filling up costs with the way there, by index, in cents; null while prices are compared. */
  costs: ReadonlySignal<Float64Array | null>;
  /** Indexes by what is compared, lowest first. */
  ranked: ReadonlySignal<Int32Array | null>;
  /** Of what is compared. */
  range: ReadonlySignal<Bounds | null>;
  /** The thirds of a fuel, by its place among those that own prices are of: levels never mix two. */
  thirds: ReadonlySignal<readonly (Bounds | null)[]>;
  /** The rank by index; a station that is not in view ranks by its standing. */
  rankOf: ReadonlySignal<(index: number, standing?: Standing | null) => Rank | null>;
  /** Which stations in view are worth their way; null where the view has no place that ways are measured from. */
  detours: ReadonlySignal<Detours | null>;
  /** Indexes in the order of the view; while the view folds, of the offered stations. */
  order: ReadonlySignal<Int32Array | null>;
  /** All of them in the order in which the map has room for them: by rank, the offered ones first. */
  candidates: ReadonlySignal<Int32Array | null>;
};

/** Makes them; each is null before there is a map. */
export function createRanking({ view, matching, inView, kms, driver, shown }: Input): Ranking {
  // Only what is new makes something new: a view changes with every move, its order seldom.
  const ordering = toPlain(() => ({ sort: view.value.sort, fold: view.value.fold, isAround: isAround(view.value) }));
  const fills = computed(() => matching.value && kms.value && toCosts(matching.value.column, kms.value, driver.value));
  const costs = computed(() => ordering.value.sort === "cost" ? fills.value : null);
  const ranked = computed(() => inView.value && (costs.value ? rank(inView.value, costs.value) : inView.value));
  const values = computed(() => {
    const by = costs.value ?? matching.value?.column.price;
    return inView.value && inView.value.map((index) => valueOf(by!, index));
  });
  const range = computed(() => values.value && toBounds(values.value));
  const thirds = computed(() => {
    const [own, some, by] = [matching.value?.column.own, inView.value, values.value];
    return own && some && by ? own.toThirds(some, by) : [range.value];
  });
  const rankOf = computed(() => {
    const [some, least, by, own] = [inView.value, range.value?.min, values.value, matching.value?.column.own];
    return (index: number, standing?: Standing | null) => {
      const bounds = thirds.value[own?.which[index] ?? 0]!;
      return toRank(by?.[some!.indexOf(index)], { bounds, least, standing });
    };
  });
  const detours = computed(() => {
    const [some, at, now] = [inView.value, kms.value, matching.value];
    if (!some || !at || !now || !ordering.value.isAround) return null;
    const { price } = now.column;
    const stations = Array.from(some, (index) => ({ priceMilli: valueOf(price, index), km: valueOf(at, index) }));
    return findDetours(stations, { car: driver.value, values: values.value! });
  });
  const offered = computed(() => {
    const isOffered = ordering.value.fold ? detours.value?.isOffered : null;
    return inView.value && isOffered ? inView.value.filter((_, at) => isOffered[at]) : inView.value;
  });
  const order = computed(() => {
    if (!matching.value || !offered.value || !kms.value) return null;
    const { column } = matching.value;
    // Rows that show what is saved begin with the most.
    const byPrice = offered.value === inView.value ? null : fills.value;
    const keys = { price: byPrice, distance: kms.value, fresh: column.ageH, cost: costs.value }[ordering.value.sort];
    return toOrder(offered.value, { column, kms: kms.value, keys, shown: shown.value });
  });
  const candidates = computed(() => {
    if (!ranked.value || !offered.value || offered.value === inView.value) return ranked.value;
    const first = new Set(offered.value);
    return ranked.value.slice().sort((a, b) => Number(first.has(b)) - Number(first.has(a)));
  });
  return { costs, ranked, range, thirds, rankOf, detours, order, candidates };
}
