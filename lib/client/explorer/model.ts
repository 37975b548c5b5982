/**
 * The model of the map page: its state in signals, and the values computed from it in one
 * direction, from place to list.
 *
 * @module
 */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Station } from "../../domain/wire.ts";
import {
  type Area,
  findRadiusKm,
  hasOrigin,
  isMoved,
  toLocation,
  toTerritoryArea,
} from "../../site/explorer/area.ts";
import { type Driver, USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import { toBounds, toMeanBounds } from "../../shared/price/tertiles.ts";
import { mapUnranked } from "../../shared/price/unranked.ts";
import type { Fuel } from "../../shared/fuels.ts";
import type { ListedStation } from "../../site/listed_station.ts";
import type { ServiceSlug } from "../../shared/service_slugs.ts";
import type { ShortagesByFuel } from "../../words/shortages.ts";
import type { StationMap } from "../map/station_map.ts";
import {
  type Box,
  findIn,
  findMatching,
  findPrices,
  type FuelColumn,
  type Served,
  type Stations,
  toKms,
  valueOf,
  within,
} from "../stations.ts";
import {
  type ExplorerStart,
  type StationsInView,
  toFirstFound,
  toListing,
  toRanking,
} from "./listing.ts";

/** Departments by mean price (thousandths), cheapest first, and the mean of all their stations. */
export type FarView = {
  readonly mean: string;
  readonly departments: readonly { code: string; name: string; milli: number; count: number }[];
};

/**
 * Whether all stations are loaded. `untilMs` is the next retry by the server's clock, `asOfMs` the
 * instant of stored prices.
 */
type Loading =
  | { readonly kind: "waiting" | "ready" | "failed" }
  | { readonly kind: "offline"; readonly asOfMs: number }
  | { readonly kind: "limited"; readonly untilMs: number };

type Sheet =
  | { readonly kind: "waiting" | "failed"; readonly id: string }
  | { readonly kind: "filled"; readonly id: string; readonly station: Station };

/** Heights of the list on a phone. */
export type Stop = "peek" | "half" | "full";

/** Returns the prices that a driver pays for a fuel, or null if they are the pumps'. */
type Pricing = (stations: Stations, fuel: Fuel, driver: Driver) => FuelColumn | null;

/** Rows shown at first, and added by each press of "more". */
export const PAGE_ROWS = 30;
/** A view with a larger radius, km, shows the whole country. */
const WIDE_KM = 300;
/** Below this zoom dots run into each other. */
const FAR_ZOOM = 7;

function createState(start: ExplorerStart, station: Station | null) {
  const began = performance.now();
  const savedAtMs = signal<number | null>(null);
  return {
    start,
    view: signal(start.view),
    /** The place of the view's code, or null if it has none. */
    place: signal(start.where.place),
    map: signal<StationMap | null>(null),
    box: signal<Box | null>(null),
    zoom: signal(FAR_ZOOM),
    stations: signal<Stations | null>(null),
    served: signal<Served>(null),
    /** The number of stations in the list by service, or null until the filter needs it. */
    serviceCounts: signal<ReadonlyMap<ServiceSlug, number> | null>(null),
    /** Stations whose name and address have been fetched, by id. */
    details: signal<ReadonlyMap<string, ListedStation>>(
      new Map(start.first.stations.map((one) => [one.id, one])),
    ),
    loading: signal<Loading>({ kind: "waiting" }),
    driver: signal(USUAL_DRIVER),
    pricing: signal<Pricing | null>(null),
    sheet: signal<Sheet | null>(station && { kind: "filled", id: station.id, station }),
    /** Whether the visitor opened the sheet on this page, so that the focus may move to it. */
    isSheetOpened: signal(false),
    /** HTML of the server for the sheet, by path; empty after a failed request. */
    fragments: signal<ReadonlyMap<string, string>>(new Map()),
    /** Undefined until its component is loaded, null while the map shows single stations. */
    far: signal<FarView | null | undefined>(undefined),
    shortages: signal<ShortagesByFuel | null>(null),
    isShortageShown: signal(false),
    shown: signal(PAGE_ROWS),
    // A view of the whole country needs the room.
    stop: signal<Stop>((start.view.radiusKm ?? 0) > WIDE_KM ? "peek" : "half"),
    hoveredId: signal<string | null>(null),
    favourites: signal<readonly string[]>([]),
    message: signal(""),
    /**
     * When the device stored the page, in ms since 1970, or null if the page came from the network.
     */
    savedAtMs,
    /**
     * Milliseconds since 1970 by the server's clock. The age of a stored page comes from the
     * device's clock.
     */
    nowMs: () =>
      start.nowMs +
      (savedAtMs.value === null ? performance.now() - began : Date.now() - savedAtMs.value),
  };
}

type State = ReturnType<typeof createState>;

/** Returns a computed value that keeps its identity while its content is the same. */
function stable<T>(compute: () => T): ReadonlySignal<T> {
  const text = computed(() => JSON.stringify(compute()));
  return computed(() => JSON.parse(text.value) as T);
}

/** Computes the location of the view, and the area that its list covers. */
function deriveArea({ start, view, place, stations }: State) {
  const where = computed(() => {
    const others = place.value === start.where.place ? start.where.others : [];
    return toLocation(view.value, place.value, others) ?? start.where;
  });
  const from = stable(() => where.value.from);
  const kms = computed(() => stations.value && toKms(stations.value, from.value));
  // Filters shorten a list but never widen its area.
  const usualKm = computed(() => {
    const column = stations.value?.fuels.get(view.value.fuel);
    return column
      ? findRadiusKm((km) => findPrices(column, kms.value!, km).length, from.value)
      : start.first.radiusKm;
  });
  const area = stable((): Area => {
    if (isMoved(view.value)) return { kind: "view" };
    const around = {
      kind: "around",
      from: from.value,
      radiusKm: view.value.radiusKm ?? usualKm.value,
    } as const;
    return toTerritoryArea(view.value, place.value) ?? around;
  });
  /** The km from the middle of the shown part of the map to its nearer border. */
  const shownKm = computed(() =>
    area.value.kind === "view" ? view.value.radiusKm ?? start.first.radiusKm : area.value.radiusKm
  );
  return { where, area, shownKm, kms };
}

/**
 * Computes the prices of the view's fuel as the visitor pays them, and the stations that match the
 * filters.
 */
function deriveMatching(
  { view, stations, served, driver, pricing, nowMs }: State,
) {
  const filters = stable(() => {
    const { fuel, brands, brandsOut, motorway, openNow, h24 } = view.value;
    return { fuel, brands, brandsOut, motorway, openNow, h24 };
  });
  const column = computed(() => {
    const all = stations.value;
    const { fuel } = filters.value;
    return all && (pricing.value?.(all, fuel, driver.value) ?? all.fuels.get(fuel)!);
  });
  const matching = computed(() => {
    if (!stations.value || !column.value) return null;
    const options = { nowMs: nowMs(), served: served.value, column: column.value };
    return findMatching(stations.value, filters.value, options);
  });
  return { column, matching };
}

type AreaModel = ReturnType<typeof deriveArea>;
type Matching = ReturnType<typeof deriveMatching>["matching"];

/** Computes the stations in view: those of the server until all stations and the map are loaded. */
function deriveFound(
  { start, view, box, stations }: State,
  { area, kms }: AreaModel,
  matching: Matching,
): ReadonlySignal<StationsInView> {
  const hasMap = computed(() => box.value !== null);
  const findInArea = (all: Stations, some: Int32Array) => {
    const now = area.value;
    if (now.kind === "territory") return findIn(all, some, now.departments);
    if (now.kind === "view") return within(all, some, box.value!);
    return some.filter((index) => valueOf(kms.value!, index) <= now.radiusKm);
  };
  const first = toFirstFound(start);
  return computed(() => {
    const all = stations.value;
    const now = matching.value;
    if (!all || !now || !hasMap.value) return first;
    const inView = findInArea(all, now.ranked);
    return {
      isLive: true,
      stations: all,
      column: now.column,
      fuel: view.value.fuel,
      kms: kms.value!,
      inView,
      unranked: mapUnranked(now.unranked, (some) => findInArea(all, some)),
      total: inView.length,
    };
  });
}

/** Computes the order and the colours of the stations in view, and the list that the page shows. */
function deriveListing(
  { view, far, driver, details, shown }: State,
  found: ReadonlySignal<StationsInView>,
) {
  // A view changes with every move, its order seldom.
  const order = stable(() => ({ sort: view.value.sort, hasOrigin: hasOrigin(view.value) }));
  /**
   * Colours compare with the mean of the departments while these are shown, otherwise with the
   * other stations.
   */
  const bounds = computed(() => {
    const { inView, column: { price } } = found.value;
    return toMeanBounds(far.value?.mean ?? null) ??
      toBounds(inView.map((index) => valueOf(price, index)));
  });
  const ranking = computed(() => toRanking(found.value, { ...order.value, car: driver.value }));
  const listing = computed(() => {
    const options = { bounds: bounds.value, shown: shown.value, details: details.value };
    return toListing(found.value, ranking.value, options);
  });
  return { bounds, ranking, listing };
}

/** Makes the model of one page: its state, and computed values, which are evaluated when read. */
export function createModel(start: ExplorerStart, station: Station | null) {
  const state = createState(start, station);
  const { view, zoom } = state;
  const area = deriveArea(state);
  const { column, matching } = deriveMatching(state);
  const found = deriveFound(state, area, matching);
  return {
    ...state,
    where: area.where,
    area: area.area,
    shownKm: area.shownKm,
    column,
    matching,
    found,
    ...deriveListing(state, found),
    /** Whether the view is still where the page started. */
    isAtStart: computed(() =>
      view.value.at?.lat === start.view.at?.lat && view.value.at?.lng === start.view.at?.lng
    ),
    stationId: computed(() => view.value.station ?? ""),
    /** Whether dots run into each other, so that prices are shown by department. */
    isFar: computed(() => zoom.value < FAR_ZOOM),
  };
}

/** The model of the map page. */
export type Model = ReturnType<typeof createModel>;
