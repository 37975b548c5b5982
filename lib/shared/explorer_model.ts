/** The state and actions of the map page as its components see them. @module */

import type { Area } from "./area.ts";
import type { Fuel } from "./fuels.ts";
import type { ListedStation } from "./listed_station.ts";
import type { Driver } from "./real_cost.ts";
import type { Rank } from "./rank.ts";
import type { ServiceSlug } from "./service_slugs.ts";
import type { ShortagesByFuel } from "./shortages.ts";
import type { Standing } from "./standing.ts";
import type { Bounds, Unit } from "./tertiles.ts";
import type { Unranked } from "./unranked.ts";
import type { View, ViewLocation } from "./url_state.ts";

/** A value that a drawn part is drawn anew for when it changes (a signal). */
export type Live<T> = { readonly value: T };

/** The stations that are worth their way. */
export type Offer = {
  /** False: all others are listed as well. */
  readonly isOn: boolean;
  readonly count: number;
  /** What the others are compared with. */
  readonly nearest: ListedStation;
  /** The most that one of them saves against the nearest, in cents. */
  readonly savedCents: number;
};

/** What list, map and legend agree on. */
export type Listing = {
  /** False while the list is the server's. */
  readonly isLive: boolean;
  /** The fuels that own prices are of, the one of the view first; null: prices are the pumps'. */
  readonly ownFuels: readonly Fuel[] | null;
  /** The rows shown, in the order of the view. */
  readonly stations: readonly ListedStation[];
  /** How many there would be if all were shown. */
  readonly listedCount: number;
  /** Ranked stations in view, those left out included. */
  readonly total: number;
  /** Null where there is nothing to leave out, or no place that ways are measured from. */
  readonly offer: Offer | null;
  /** Stations in view without a price that counts. */
  readonly unranked: Unranked<number>;
  /** What ranks: in the order of real cost everything goes by it. */
  readonly unit: Unit;
  /** Of all in view. */
  readonly bounds: Bounds | null;
  /** Thirds of the fuel of the view: levels never mix two fuels. */
  readonly thirds: Bounds | null;
  /** By a station's id, shown or not; one that is not in the list ranks by its standing. */
  rankOf(id: string, standing?: Standing | null): Rank | null;
  /** What is paid for a litre at the cheapest; null without any price. */
  readonly cheapestMilli: number | null;
};

/** What the map shows from afar: departments by the mean price of the stations that the filters let through. */
export type FarView = {
  /** Thirds of the means. */
  readonly bounds: Bounds;
  /** Cheapest first. `milli`: mean in thousandths; `count`: stations. */
  readonly departments: readonly { code: string; name: string; milli: number; count: number }[];
};

/** How far the stations of the country are loaded. `untilMs`: when the page asks again, by the server's clock;
 * `asOfMs`: instant of the prices stored on the device. */
export type Loading =
  | { readonly kind: "waiting" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed" }
  | { readonly kind: "offline"; readonly asOfMs: number }
  | { readonly kind: "limited"; readonly untilMs: number };

/** The sheet of the station in the view. `S` is the API's station. */
export type Sheet<S> =
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "filled"; readonly id: string; readonly station: S }
  | { readonly kind: "gone" | "failed"; readonly id: string };

/** What the server drew for the sheet, a station's month or its curves, as HTML by path; empty while it is fetched. */
export type Drawn = ReadonlyMap<string, string>;

/** What the server found, which is shown until the browser knows better. */
export type FirstFound = {
  readonly stations: readonly ListedStation[];
  readonly total: number;
  readonly radiusKm: number;
};

/** What the map page begins with. `nowMs`: the server's clock in milliseconds since 1970. */
export type ExplorerStart = {
  readonly view: View;
  readonly where: ViewLocation;
  readonly first: FirstFound;
  readonly nowMs: number;
};

/** A box in degrees. */
export type Box = { north: number; south: number; east: number; west: number };

/** State and actions of the map page, as far as its panel needs them. */
export type PanelModel<S> = {
  readonly view: Live<View>;
  readonly where: Live<ViewLocation>;
  /** What the list speaks of. */
  readonly area: Live<Area>;
  readonly first: FirstFound;
  /** The part of the map that is seen; null before there is a map. */
  readonly box: Live<Box | null>;
  readonly listing: Live<Listing>;
  /** Whether the map looks from so far that single stations cannot be told apart. */
  readonly isFar: Live<boolean>;
  /** Null while they can, and where no department has enough stations. */
  readonly far: Live<FarView | null>;
  /** How many stations of the list have each service; null until somebody has asked. */
  readonly serviceCounts: Live<ReadonlyMap<ServiceSlug, number> | null>;
  /** By fuel; null until they are known. */
  readonly shortages: Live<ShortagesByFuel | null>;
  /** Whether the map shows shortages; set by a switch. */
  readonly isShortageShown: { value: boolean };
  readonly loading: Live<Loading>;
  readonly sheet: Live<Sheet<S> | null>;
  /** How the price of the sheet's station stands among those around it; null while unknown, or when it cannot be told. */
  readonly standing: Live<Standing | null>;
  readonly drawn: Live<Drawn>;
  readonly driver: Live<Driver>;
  /** Ids of the favourite stations. */
  readonly favourites: Live<readonly string[]>;
  readonly message: Live<string>;
  /** Rows shown. */
  readonly shown: Live<number>;
  /** Most stations first; empty until all stations are there. */
  readonly brands: Live<readonly string[]>;
  /** Milliseconds since 1970 by the server's clock. */
  nowMs(): number;
  /** Changes the view; a new entry in the history by default. */
  change(change: Partial<View>, how?: "push" | "replace"): void;
  open(id: string): void;
  /** Keeps {@link PanelModel.standing} from now on. */
  needStanding(): void;
  /** Whether the sheet was opened by the visitor's hand, so that the focus may follow. */
  hasOpened(): boolean;
  close(): void;
  hover(id: string | null): void;
  more(): void;
  retry(): void;
  /** Asks how many stations have each service. */
  countServices(): void;
  retrySheet(): void;
  /** Fetches what the server draws at a path, if it is not there already. */
  needDrawn(path: string): void;
  /** Changes what the device remembers of the driver, as it is when the change is made; null forgets. */
  changeDriver(change: ((driver: Driver) => Driver) | null): void;
  /** Makes a station a favourite, or no longer one. */
  toggleFavourite(station: { id: string; title: string; town: string | null }): void;
  /** Hands the page's address on; `copied` is said when it went to the clipboard. */
  share(copied: string): void;
};
