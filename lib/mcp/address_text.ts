/** Recognises addresses, which no list of places resolves. @module */

import { toNameWords } from "../shared/place/place_name.ts";

/** The State's geocoder: IGN, Géoplateforme. */
const GEOCODER_URL = "https://data.geopf.fr/geocodage/search";

const STREET =
  /\b(?:rue|avenue?|av|boulevard|bd|blvd|impasse|quai|chemin|allees?|place|cours|route|rte|square|passage|faubourg|rond point|esplanade|sentier) [a-z]/;

/** Whether a text that names no place has a word for a street, as communes have: Rue, Place. */
export function isAddress(text: string): boolean {
  return STREET.test(toNameWords(text));
}

/** The address at which the State's geocoder answers a text. */
export function toGeocoderUrl(text: string): string {
  return `${GEOCODER_URL}?${new URLSearchParams({ q: text })}`;
}
