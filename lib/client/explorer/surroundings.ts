/** Where the map page's view is, and which stations it speaks of. @module */

import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import { type Area, findRadiusKm, isMoved, toLocation, toTerritoryArea } from "../../shared/area.ts";
import type { Box, ExplorerStart } from "../../shared/explorer_model.ts";
import type { PlaceRef, View, ViewLocation } from "../../shared/url_state.ts";
import { findIn, findNear, findPrices, type Stations, toKms, within } from "../stations.ts";

/** A computed value that keeps its identity while its content is the same. */
export function toPlain<T extends object>(compute: () => T): ReadonlySignal<T> {
  const text = computed(() => JSON.stringify(compute()));
  return computed(() => JSON.parse(text.value) as T);
}

type Input = {
  view: Signal<View>;
  place: Signal<PlaceRef | null>;
  stations: Signal<Stations | null>;
  box: Signal<Box | null>;
};

type Surroundings = {
  where: ReadonlySignal<ViewLocation>;
  area: ReadonlySignal<Area>;
  /** Kilometres to each station from where distances are measured. */
  kms: ReadonlySignal<Float64Array | null>;
  /** Those of some stations that are in the area; null before there is a map. Reads signals: call it inside a computed one. */
  findInArea(some: Int32Array): Int32Array | null;
};

/** Derives place, area and distances from the view and the map. */
export function createSurroundings(start: ExplorerStart, { view, place, stations, box }: Input): Surroundings {
  const where = computed(() => {
    const others = place.value === start.where.place ? start.where.others : [];
    return toLocation(view.value, place.value, others) ?? start.where;
  });
  const from = toPlain(() => where.value.from);
  const kms = computed(() => stations.value && toKms(stations.value, from.value));
  // Filters make a list shorter, never its surroundings wider.
  const usualKm = computed(() => {
    const column = stations.value?.fuels.get(view.value.fuel);
    return column ? findRadiusKm((km) => findPrices(column, kms.value!, km).length, from.value) : start.first.radiusKm;
  });
  const area = toPlain((): Area => {
    if (isMoved(view.value)) return { kind: "view" };
    const territory = toTerritoryArea(view.value, place.value);
    if (territory) return territory;
    return { kind: "around", from: from.value, radiusKm: view.value.radiusKm ?? usualKm.value };
  });
  const hasMap = computed(() => box.value !== null);
  return {
    ...{ where, area, kms },
    findInArea(some) {
      const [{ value: all }, { value: now }] = [stations, area];
      if (!all || !kms.value || !hasMap.value) return null;
      if (now.kind === "territory") return findIn(all, some, now.departments);
      return now.kind === "view" ? within(all, some, box.value!) : findNear(some, kms.value, now.radiusKm);
    },
  };
}
