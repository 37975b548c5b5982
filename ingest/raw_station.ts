/** Defines what a feed says about one station, word for word, as decoding hands it to the check. @module */

/** One `prix` element: name of the fuel, Paris wall-clock time, price; texts as they came. */
export type RawPrice = { fuel: string; at: string; value: string };

/** One `rupture` element; `until` and `kind` may be empty. */
export type RawStockOut = { fuel: string; since: string; until: string; kind: string };

/** One `fermeture` element of day and year files: the station was closed. `until` may be empty. */
export type RawClosure = { kind: string; since: string; until: string };

/** One `jour` element: number (`1` Monday to `7` Sunday), `closed` (`1` or empty) and its slots. */
export type RawDay = { day: string; closed: string; slots: { open: string; close: string }[] };

/** The `horaires` element. `automate` is `1` or empty. */
export type RawHours = { automate: string; days: RawDay[] };

/** One `pdv` element. Everything is text, entities decoded, nothing trimmed or judged; a missing text is empty. */
export type RawStation = {
  id: string;
  latitude: string;
  longitude: string;
  postalCode: string;
  /** `A` motorway, `R` road; other letters occur. */
  road: string;
  address: string;
  city: string;
  /** Null when the element is missing. */
  hours: RawHours | null;
  services: string[];
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  closures: RawClosure[];
};
