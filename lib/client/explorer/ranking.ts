/** Derives the ranks of the stations in view from what the order compares: their prices, or their real cost. @module */

import { computed, type ReadonlySignal } from "@preact/signals";
import type { Car } from "../../shared/real_cost.ts";
import type { Bounds } from "../../shared/tertiles.ts";
import type { View } from "../../shared/url_state.ts";
import type { Matching } from "../stations.ts";
import { rank, toCosts, toOrder, toRange } from "./listing.ts";
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
  /** Thirds of what is compared. */
  range: ReadonlySignal<Bounds | null>;
  /** Indexes in the order of the view, folded ones left out. */
  order: ReadonlySignal<Int32Array | null>;
};

/** Makes them; each is null before there is a map. */
export function createRanking({ view, matching, inView, kms, driver, shown }: Input): Ranking {
  // Only what is new makes something new: a view changes with every move, its order seldom.
  const ordering = toPlain(() => ({ sort: view.value.sort, fold: view.value.fold }));
  const costs = computed(() =>
    ordering.value.sort === "cost" && matching.value && kms.value
      ? toCosts(matching.value.column, kms.value, driver.value)
      : null
  );
  const ranked = computed(() => inView.value && (costs.value ? rank(inView.value, costs.value) : inView.value));
  const range = computed(() =>
    matching.value && ranked.value && toRange(costs.value ?? matching.value.column.price, ranked.value)
  );
  const order = computed(() => {
    if (!matching.value || !inView.value || !kms.value) return null;
    const { sort, fold } = ordering.value;
    const { column } = matching.value;
    const keys = { price: null, distance: kms.value, fresh: column.ageH, cost: costs.value }[sort];
    return toOrder(inView.value, { column, kms: kms.value, keys, fold, shown: shown.value });
  });
  return { costs, ranked, range, order };
}
