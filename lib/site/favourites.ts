/**
 * The favourite stations as the server, the browser and components share them, and their key in the
 * browser's storage.
 *
 * @module
 */

import type { NearbyEntry, Station } from "../domain/wire.ts";
import type { Verdict } from "../words/verdict.ts";
import type { Fuel } from "../shared/fuels.ts";

/** How many of the cheapest the home shows; its styles reserve their room. */
export const FAVOURITES_AT_HOME = 3;

/** The number of newest favourites whose prices are requested at once. */
export const MAX_READ = 30;

/** A stored favourite, with enough data to name it without a network. */
export type Favourite = {
  readonly id: string;
  readonly title: string;
  readonly town: string | null;
};

/** A favourite with its data: the API's station, and figures about one fuel's pump price. */
export type FavouriteStation =
  & Pick<
    Station,
    "id" | "brand" | "address" | "city" | "latitude" | "longitude" | "prices" | "out_of_stock"
  >
  & {
    readonly figures: {
      readonly fuel: Fuel;
      readonly verdict: Verdict | null;
      /** Thousandths of a euro by day, today's last; empty without any. */
      readonly week: readonly number[];
      /**
       * The nearest station in the neighbourhood of the verdict that is cheaper by a cent or more.
       */
      readonly cheaper: Pick<NearbyEntry, "id" | "brand" | "price" | "distance_km"> | null;
    };
  };

/** The data for a favourite from a page that shows its station. */
export type ShownStation = Omit<FavouriteStation, "figures"> & Pick<Station, "last_seen_at">;

/** The stations by ID, as of an instant. Null if no station has the ID. */
export type FavouritePrices = {
  readonly asOf: string;
  readonly stations: Readonly<Record<string, FavouriteStation | null>>;
};
