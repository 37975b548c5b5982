/** What the map page begins with, and the derived values that its components draw. @module */

import type { Station } from "../../domain/wire.ts";
import type { Fuel } from "../station/fuels.ts";
import type { ListedStation } from "../station/listed_station.ts";
import type { Rank } from "../price/rank.ts";
import type { Standing } from "../price/standing.ts";
import type { Bounds, Unit } from "../price/tertiles.ts";
import type { Unranked } from "../price/unranked.ts";
import type { View, ViewLocation } from "./url_state.ts";

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

/** The sheet of the station in the view. */
export type Sheet =
  | { readonly kind: "waiting"; readonly id: string }
  | { readonly kind: "filled"; readonly id: string; readonly station: Station }
  | { readonly kind: "gone" | "failed"; readonly id: string };

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
