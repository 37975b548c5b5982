/**
 * The favourite stations as server, browser and components know them, and where the browser stores
 * them.
 *
 * @module
 */

import type { NearbyEntry, Station } from "../domain/wire.ts";
import type { Verdict } from "../words/verdict.ts";
import type { Fuel } from "../shared/fuels.ts";

/** How many of the cheapest the home shows; its styles reserve their room. */
export const FAVOURITES_AT_HOME = 3;

/** How many of the newest have their prices read, in one request. */
export const MAX_READ = 30;

/** A stored favourite: enough to name it when there is no network. */
export type Favourite = {
  readonly id: string;
  readonly title: string;
  readonly town: string | null;
};

/** A favourite with its data: the API's station, and figures about its pump price of one fuel. */
export type FavouriteStation =
  & Pick<
    Station,
    "id" | "brand" | "address" | "city" | "latitude" | "longitude" | "prices" | "out_of_stock"
  >
  & {
    readonly figures: {
      readonly fuel: Fuel;
      readonly verdict: Verdict | null;
      /** Thousandths of a euro by day, the last one today's; empty where there are none. */
      readonly week: readonly number[];
      /**
       * The nearest station that is cheaper by a cent or more, in the neighbourhood of the verdict.
       */
      readonly cheaper: Pick<NearbyEntry, "id" | "brand" | "price" | "distance_km"> | null;
    };
  };

/** What a page that shows a station knows for its favourite. */
export type ShownStation = Omit<FavouriteStation, "figures"> & Pick<Station, "last_seen_at">;

/** The stations by id, null where there is none of that id, as of an instant. */
export type FavouritePrices = {
  readonly asOf: string;
  readonly stations: Readonly<Record<string, FavouriteStation | null>>;
};
