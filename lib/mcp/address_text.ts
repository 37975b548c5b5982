/** Recognises addresses, which no list of places resolves. @module */

import { toNameWords } from "../shared/place/place_name.ts";

/** The State's geocoder: IGN, Géoplateforme. */
const GEOCODER_URL = "https://data.geopf.fr/geocodage/search";

const STREET =
  "rue|avenue|av|ave|boulevard|bd|bld|blvd|impasse|quai|chemin|allees?|place|cours|route|rte|square|passage|" +
  "faubourg|rond point|esplanade|voie|sentier";
const NUMBERED = new RegExp(`^\\d+ ?(?:bis|ter|quater|[a-d])? (?:${STREET}) `);
// communes begin with other words for streets, and with these alone: Rue, Place
const NAMED = /^(?:rue|avenue|boulevard|bd|impasse|quai|place|esplanade) (?:de|du|des|d|la|le|les|l) /;
const ANYWHERE = /\b(?:rue|avenue|boulevard|bd|impasse|quai|allees?|place|route) [a-z]/;

/** Whether a text is an address, whatever towns have such names. */
export function isAddress(text: string): boolean {
  const words = toNameWords(text);
  return NUMBERED.test(words) || NAMED.test(words);
}

/** Whether a text that names no place has a word for a street. */
export function hasStreet(text: string): boolean {
  return ANYWHERE.test(toNameWords(text));
}

/** The address at which the State's geocoder answers a text. */
export function toGeocoderUrl(text: string): string {
  return `${GEOCODER_URL}?${new URLSearchParams({ q: text })}`;
}
