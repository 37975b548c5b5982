/** The state of the map page, which list, map and address bar share. @module */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Area } from "../../shared/area.ts";
import type { Box, ExplorerStart, FarView, FirstFound, Listing, Loading } from "../../shared/explorer_model.ts";
import type { Fuel } from "../../shared/fuels.ts";
import type { ListedStation } from "../../shared/listed_station.ts";
import { type Driver, USUAL_DRIVER } from "../../shared/real_cost.ts";
import type { ServiceSlug } from "../../shared/service_slugs.ts";
import type { ShortagesByFuel } from "../../shared/shortages.ts";
import type { Rank } from "../../shared/rank.ts";
import type { Standing } from "../../shared/standing.ts";
import type { Bounds } from "../../shared/tertiles.ts";
import { mapUnranked, type Unranked } from "../../shared/unranked.ts";
import { NO_FILTERS, type PlaceRef, type View, type ViewLocation } from "../../shared/url_state.ts";
import { findMatching, type FuelColumn, type Matching, type Served, type Stations } from "../stations.ts";
import { createSurroundings } from "./surroundings.ts";
import { toListing } from "./listing.ts";
import { createRanking } from "./ranking.ts";

/** Heights of the list on a phone. */
export type Stop = "peek" | "half" | "full";

/** Everything that the page's parts watch. */
export type Store = {
  view: Signal<View>;
  /** The place of the view's code; null when it has none. */
  place: Signal<PlaceRef | null>;
  where: ReadonlySignal<ViewLocation>;
  /** What list, heading and title speak of. */
  area: ReadonlySignal<Area>;
  /** What the server found. */
  first: FirstFound;
  /** The part of the map that is seen; null before there is a map. */
  box: Signal<Box | null>;
  zoom: Signal<number>;
  /** Whether the map looks from so far that prices are told by department; real costs are not. */
  isFar: ReadonlySignal<boolean>;
  far: Signal<FarView | null>;
  shortages: Signal<ShortagesByFuel | null>;
  isShortageShown: Signal<boolean>;
  stations: Signal<Stations | null>;
  served: Signal<Served>;
  /** How many stations of the list have each service; null until somebody has asked. */
  serviceCounts: Signal<ReadonlyMap<ServiceSlug, number> | null>;
  /** Stations whose name and address are known, by id. */
  details: Signal<ReadonlyMap<string, ListedStation>>;
  loading: Signal<Loading>;
  driver: Signal<Driver>;
  /** What makes the prices that the visitor pays; null while they are the pumps'. */
  pricing: Signal<Pricing | null>;
  /** The prices of the view's fuel, as the visitor pays them. */
  column: ReadonlySignal<FuelColumn | null>;
  stop: Signal<Stop>;
  shown: Signal<number>;
  hoveredId: Signal<string | null>;
  favourites: Signal<readonly string[]>;
  message: Signal<string>;
  matching: ReadonlySignal<Matching | null>;
  /** Indexes of the area's ranked stations, cheapest first; null before there is a map. */
  inView: ReadonlySignal<Int32Array | null>;
  /** The same by what the order compares: price, or real cost. */
  ranked: ReadonlySignal<Int32Array | null>;
  /** The same in the order in which the map has room for them. */
  candidates: ReadonlySignal<Int32Array | null>;
  /** By index, in cents; null while prices are compared. */
  costs: ReadonlySignal<Float64Array | null>;
  /** Indexes of the area's stations without a price that counts. */
  unranked: ReadonlySignal<Unranked<Int32Array> | null>;
  /** Bounds of what is compared in the area; null without any, or before there is a map. */
  range: ReadonlySignal<Bounds | null>;
  /** The thirds of a fuel, by its place among those that own prices are of. */
  thirds: ReadonlySignal<readonly (Bounds | null)[]>;
  /** The rank by index among them; a station that is not in the area ranks by its standing. */
  rankOf: ReadonlySignal<(index: number, standing?: Standing | null) => Rank | null>;
  /** How the price of the station that is looked at stands among those around it; null when there is none, or too few are. */
  standing: Signal<Standing | null>;
  listing: ReadonlySignal<Listing>;
  /** When the device stored the page, if a stored page stands in for the network; ms since 1970, else null. */
  savedAtMs: Signal<number | null>;
  /** When the server drew the page, ms since 1970. */
  startedMs: number;
  /** Milliseconds since 1970 by the server's clock. */
  nowMs(): number;
};

/** The prices that a visitor pays for a fuel. */
export type Pricing = (stations: Stations, fuel: Fuel) => FuelColumn;

/** Rows shown at first, and added by each "more". */
export const PAGE_ROWS = 30;

/** Derives the prices of the view's fuel, and which stations its filters let through. */
function createMatching(
  { view, stations, served, pricing }: Pick<Store, "view" | "stations" | "served" | "pricing">,
  nowMs: () => number,
): Pick<Store, "column" | "matching"> {
  const filters = computed(() => toFilterKey(view.value));
  const fuel = computed(() => view.value.fuel);
  const column = computed(() =>
    stations.value && (pricing.value?.(stations.value, fuel.value) ?? stations.value.fuels.get(fuel.value)!)
  );
  const matching = computed(() => {
    filters.value;
    if (!stations.value || !column.value) return null;
    return findMatching(stations.value, view.peek(), { nowMs: nowMs(), served: served.value, column: column.value });
  });
  return { column, matching };
}
/** Below this zoom dots run into each other. */
const FAR_ZOOM = 7;

/** Makes the store of one page. */
export function createStore(start: ExplorerStart): Store {
  const began = performance.now();
  const savedAtMs = signal<number | null>(null);
  // Only the device's clock knows how old a stored page is.
  const nowMs = () =>
    start.nowMs + (savedAtMs.value === null ? performance.now() - began : Date.now() - savedAtMs.value);
  const view = signal(start.view);
  const place = signal(start.where.place);
  const box = signal<Box | null>(null);
  const zoom = signal(FAR_ZOOM);
  const stations = signal<Stations | null>(null);
  const served = signal<Served>(null);
  const details = signal<ReadonlyMap<string, ListedStation>>(new Map(start.first.stations.map((one) => [one.id, one])));
  const driver = signal(USUAL_DRIVER);
  const pricing = signal<Pricing | null>(null);
  const shown = signal(PAGE_ROWS);
  const { where, area, kms, findInArea } = createSurroundings(start, { view, place, stations, box });
  const input = { view, stations, served, pricing };
  const { column, matching } = createMatching(input, nowMs);
  const inView = computed(() => matching.value && findInArea(matching.value.ranked));
  const unranked = computed(() =>
    matching.value && inView.value && mapUnranked(matching.value.unranked, (some) => findInArea(some)!)
  );
  const ranking = createRanking({ view, matching, inView, kms, driver, shown });
  const listing = computed(() =>
    toListing({
      ...{ stations: stations.value, matching: matching.value, inView: inView.value, unranked: unranked.value },
      ...{
        range: ranking.range.value,
        thirds: ranking.thirds.value[0]!,
        rankOf: ranking.rankOf.value,
        detours: ranking.detours.value,
        order: ranking.order.value,
      },
      ...{ shown: shown.value, view: view.value, first: start.first },
      ...{ from: where.value.from, driver: driver.value, details: details.value },
    })
  );
  return {
    first: start.first,
    ...{ ...input, place, where, area, box, details, driver, column, shown, matching, inView, unranked },
    ...{ ...ranking, listing, savedAtMs, nowMs },
    ...{ zoom, isFar: computed(() => zoom.value < FAR_ZOOM && view.value.sort !== "cost") },
    ...{ far: signal<FarView | null>(null), serviceCounts: signal(null), shortages: signal(null) },
    isShortageShown: signal(false),
    startedMs: start.nowMs,
    loading: signal<Loading>({ kind: "waiting" }),
    stop: signal<Stop>("half"),
    hoveredId: signal<string | null>(null),
    favourites: signal<readonly string[]>([]),
    message: signal(""),
    standing: signal(null),
  };
}

function toFilterKey(view: View): string {
  const names = Object.keys(NO_FILTERS) as (keyof typeof NO_FILTERS)[];
  return JSON.stringify([view.fuel, ...names.map((name) => view[name])]);
}
