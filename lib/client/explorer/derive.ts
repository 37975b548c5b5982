/** All that derives from the state of the map page, in one direction: place, area, matching stations, ranks, list. @module */

import { computed, type ReadonlySignal } from "@preact/signals";
import { type Area, findRadiusKm, isAround, isMoved, toLocation, toTerritoryArea } from "../../shared/explorer/area.ts";
import { mapUnranked } from "../../shared/price/unranked.ts";
import { findIn, findMatching, findNear, findPrices, type Stations, toKms, within } from "../stations.ts";
import { toFirstFound, toListing } from "./listing.ts";
import { type Found, toRanking } from "./ranking.ts";
import { FAR_ZOOM, type State } from "./state.ts";

/** A computed value that keeps its identity while its content is the same. */
function stable<T>(compute: () => T): ReadonlySignal<T> {
  const text = computed(() => JSON.stringify(compute()));
  return computed(() => JSON.parse(text.value) as T);
}

/** Where the view is, and the area that its list covers. */
function deriveArea({ start, view, place, stations }: State) {
  const where = computed(() => {
    const others = place.value === start.where.place ? start.where.others : [];
    return toLocation(view.value, place.value, others) ?? start.where;
  });
  const from = stable(() => where.value.from);
  /** Kilometres to each station from where distances are measured. */
  const kms = computed(() => stations.value && toKms(stations.value, from.value));
  // Filters make a list shorter, never its surroundings wider.
  const usualKm = computed(() => {
    const column = stations.value?.fuels.get(view.value.fuel);
    return column ? findRadiusKm((km) => findPrices(column, kms.value!, km).length, from.value) : start.first.radiusKm;
  });
  const area = stable((): Area => {
    if (isMoved(view.value)) return { kind: "view" };
    const around = { kind: "around", from: from.value, radiusKm: view.value.radiusKm ?? usualKm.value } as const;
    return toTerritoryArea(view.value, place.value) ?? around;
  });
  return { where, area, kms };
}

/** The prices of the view's fuel, as the visitor pays them, and the stations that the filters let through. */
function deriveMatching({ view, stations, served, pricing, nowMs }: State) {
  const filters = stable(() => {
    const { fuel, brands, brandsOut, motorway, openNow, h24 } = view.value;
    return { fuel, brands, brandsOut, motorway, openNow, h24 };
  });
  const column = computed(() => {
    const [all, { fuel }] = [stations.value, filters.value];
    return all && (pricing.value?.(all, fuel) ?? all.fuels.get(fuel)!);
  });
  const matching = computed(() => {
    if (!stations.value || !column.value) return null;
    return findMatching(stations.value, filters.value, {
      nowMs: nowMs(),
      served: served.value,
      column: column.value,
    });
  });
  return { column, matching };
}

/** Derives everything; nothing is computed before it is read. */
export function derive(state: State) {
  const { start, view, box, zoom, stations, details, driver, shown } = state;
  const { where, area, kms } = deriveArea(state);
  const { column, matching } = deriveMatching(state);
  const hasMap = computed(() => box.value !== null);
  const findInArea = (all: Stations, some: Int32Array) => {
    const now = area.value;
    if (now.kind === "territory") return findIn(all, some, now.departments);
    return now.kind === "view" ? within(all, some, box.value!) : findNear(some, kms.value!, now.radiusKm);
  };
  const first = toFirstFound(start);
  const found = computed((): Found => {
    const [all, now] = [stations.value, matching.value];
    if (!all || !now || !hasMap.value) return first;
    const [inView, unranked] = [
      findInArea(all, now.ranked),
      mapUnranked(now.unranked, (some) => findInArea(all, some)),
    ];
    const { column } = now;
    return {
      ...{ isLive: true, stations: all, column, kms: kms.value! },
      ...{ inView, unranked, total: inView.length },
    };
  });
  // A view changes with every move, its order seldom.
  const order = stable(() => ({ sort: view.value.sort, fold: view.value.fold, isAround: isAround(view.value) }));
  const ranking = computed(() => toRanking(found.value, { ...order.value, car: driver.value }));
  const stationId = computed(() => view.value.station ?? "");
  return {
    where,
    area,
    column,
    matching,
    found,
    ranking,
    listing: computed(() => toListing(found.value, ranking.value, { shown: shown.value, details: details.value })),
    stationId,
    /** Whether single stations cannot be told apart, so that prices are shown by department; real costs are not. */
    isFar: computed(() => zoom.value < FAR_ZOOM && view.value.sort !== "cost"),
  };
}

/** State and all that derives from it. */
export type Model = State & ReturnType<typeof derive>;
