/** The state of the map page in signals: everything else derives from it. @module */

import { signal } from "@preact/signals";
import type { Station } from "../../domain/wire.ts";
import type { Box, ExplorerStart, FarView, Loading, Sheet } from "../../shared/explorer/explorer_model.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import type { ListedStation } from "../../shared/station/listed_station.ts";
import { USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import type { ServiceSlug } from "../../shared/station/service_slugs.ts";
import type { ShortagesByFuel } from "../../shared/station/shortages.ts";
import type { Standing } from "../../shared/price/standing.ts";
import type { FuelColumn, Served, Stations } from "../stations.ts";

/** Heights of the list on a phone. */
export type Stop = "peek" | "half" | "full";

/** The prices that a visitor pays for a fuel. */
export type Pricing = (stations: Stations, fuel: Fuel) => FuelColumn;

/** Rows shown at first, and added by each "more". */
export const PAGE_ROWS = 30;
/** Below this zoom dots run into each other. */
export const FAR_ZOOM = 7;

/** Makes the state of one page. */
export function createState(start: ExplorerStart, station: Station | null) {
  const began = performance.now();
  const savedAtMs = signal<number | null>(null);
  return {
    start,
    view: signal(start.view),
    /** The place of the view's code; null when it has none. */
    place: signal(start.where.place),
    box: signal<Box | null>(null),
    zoom: signal(FAR_ZOOM),
    stations: signal<Stations | null>(null),
    served: signal<Served>(null),
    /** Stations of the list by service; null until they are needed. */
    serviceCounts: signal<ReadonlyMap<ServiceSlug, number> | null>(null),
    /** Stations whose name and address have been fetched, by id. */
    details: signal<ReadonlyMap<string, ListedStation>>(new Map(start.first.stations.map((one) => [one.id, one]))),
    loading: signal<Loading>({ kind: "waiting" }),
    driver: signal(USUAL_DRIVER),
    /** Null while the visitor pays the pumps' prices. */
    pricing: signal<Pricing | null>(null),
    sheet: signal<Sheet | null>(station && { kind: "filled", id: station.id, station }),
    /** Whether the visitor opened the sheet on this page, so that the focus may follow. */
    isSheetOpened: signal(false),
    /** HTML that the server drew for the sheet, by path; empty while it is fetched. */
    fragments: signal<ReadonlyMap<string, string>>(new Map()),
    /** The price position of the sheet's station among those around it; null when there is none, or too few are. */
    standing: signal<Standing | null>(null),
    far: signal<FarView | null>(null),
    shortages: signal<ShortagesByFuel | null>(null),
    isShortageShown: signal(false),
    shown: signal(PAGE_ROWS),
    stop: signal<Stop>("half"),
    hoveredId: signal<string | null>(null),
    ...{ favourites: signal<readonly string[]>([]), message: signal("") },
    /** When the device stored the page, if a stored page stands in for the network; ms since 1970, else null. */
    savedAtMs,
    /** Milliseconds since 1970 by the server's clock; only the device's clock knows the age of a stored page. */
    nowMs: () => start.nowMs + (savedAtMs.value === null ? performance.now() - began : Date.now() - savedAtMs.value),
  };
}

/** What the visitor, the network and the device have set. */
export type State = ReturnType<typeof createState>;
