/** The favourite stations as browser and components know them, and where the browser stores them. @module */

import type { Station } from "../../domain/wire.ts";

/** Name under which the browser's storage holds the list. */
export const FAVOURITES_KEY = "favourites";

/** How many of the newest the home shows; its styles reserve their room. */
export const FAVOURITES_AT_HOME = 3;

/** A stored favourite: enough to name it when there is no network. */
export type Favourite = { readonly id: string; readonly title: string; readonly town: string | null };

/** The fields of the API's station that a favourite shows. */
export type CurrentStation = Pick<
  Station,
  "id" | "brand" | "address" | "city" | "latitude" | "longitude" | "prices" | "out_of_stock"
>;

/** The outcome of reading favourites: a station, null when there is none of that id, nothing when it could not be read. */
export type FoundStations = {
  stations: ReadonlyMap<string, CurrentStation | null>;
  /** The oldest instant among the responses; null when there are none. */
  asOf: string | null;
  hasFailed: boolean;
};
