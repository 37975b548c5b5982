/** What browser, pages and components agree on about kept stations: without it each would spell store and stations anew. @module */

import type { Fuel } from "./fuels.ts";

/** Name under which the browser's storage holds the list. */
export const FAVOURITES_KEY = "favourites";

/** So many of the newest stand on the home, where their room is reserved; the others have their page. */
export const FAVOURITES_AT_HOME = 3;

/** A kept station: enough to name it when there is no network. */
export type Favourite = { readonly id: string; readonly title: string; readonly town: string | null };

/** The fields of the API's station that a kept one shows. */
export type CurrentStation = {
  id: string;
  brand: string | null;
  address: string | null;
  prices: { fuel: Fuel; price: string; updated_at: string; in_force: boolean }[];
  out_of_stock: { fuel: Fuel; since: string; kind: "temporary" | "permanent" }[];
};

/** What came of asking: a station, null when there is none of that id, nothing when it could not be read. */
export type FoundStations = {
  stations: ReadonlyMap<string, CurrentStation | null>;
  /** The oldest instant among the answers; null when there are none. */
  asOf: string | null;
  hasFailed: boolean;
};
