/** Resolves names of airports, large railway stations and islands. @module */

import { toNameWords } from "../shared/place/place_name.ts";
import { getPlace, type PlaceIndex } from "../shared/place/places.ts";

/** A point with a name; `code`: IATA code of an airport, UIC code of a station, INSEE code of an island's largest commune. */
export type Landmark = { label: string; code: string; lat: number; lng: number };

/** `names`: comparable ones without the words that {@link toKeyWords} drops; those of `city` may stand before or behind. */
type Row = readonly [label: string, code: string, lat: number, lng: number, names: string, city?: string];

// airport-data-js 3.1 (CC BY 4.0)
const AIRPORTS: readonly Row[] = [
  [
    "Paris-Charles-de-Gaulle",
    "CDG",
    49.0032,
    2.567,
    "charles gaulle,roissy,cdg,roissy cdg,roissy charles gaulle",
    "paris",
  ],
  ["Paris-Orly", "ORY", 48.7283, 2.3597, "orly,ory", "paris"],
  ["Paris-Beauvais", "BVA", 49.4595, 2.1108, "beauvais,beauvais tille", "paris"],
  ["Nice-Côte d’Azur", "NCE", 43.6605, 7.2052, "nice,nice cote azur"],
  ["Lyon-Saint-Exupéry", "LYS", 45.7214, 5.0803, "lyon,saint exupery", "lyon"],
  ["Marseille-Provence", "MRS", 43.4418, 5.2221, "marseille,marseille provence,marignane,marseille marignane"],
  ["Toulouse-Blagnac", "TLS", 43.6301, 1.3743, "toulouse,blagnac", "toulouse"],
  ["Bordeaux-Mérignac", "BOD", 44.831, -0.7022, "bordeaux,merignac", "bordeaux"],
  ["Nantes-Atlantique", "NTE", 47.1576, -1.6014, "nantes,nantes atlantique"],
  ["Bâle-Mulhouse", "BSL", 47.5993, 7.5329, "bale mulhouse,mulhouse,euroairport,basel mulhouse"],
  ["Lille-Lesquin", "LIL", 50.572, 3.1061, "lille,lesquin", "lille"],
  ["Montpellier-Méditerranée", "MPL", 43.5784, 3.9592, "montpellier,montpellier mediterranee"],
  ["Strasbourg-Entzheim", "SXB", 48.5449, 7.6277, "strasbourg,entzheim", "strasbourg"],
  ["Rennes-Bretagne", "RNS", 48.0681, -1.7262, "rennes,rennes bretagne"],
  ["Brest-Bretagne", "BES", 48.4434, -4.4202, "brest,brest bretagne"],
  ["Biarritz-Pays basque", "BIQ", 43.4724, -1.5312, "biarritz,biarritz pays basque"],
  ["Perpignan-Rivesaltes", "PGF", 42.741, 2.868, "perpignan,rivesaltes", "perpignan"],
  ["Toulon-Hyères", "TLN", 43.0935, 6.1593, "toulon,hyeres", "toulon"],
  ["Ajaccio-Napoléon-Bonaparte", "AJA", 41.9199, 8.794, "ajaccio,napoleon bonaparte", "ajaccio"],
  ["Bastia-Poretta", "BIA", 42.5476, 9.4801, "bastia,poretta", "bastia"],
];

// github.com/trainline-eu/stations (ODbL 1.0)
const STATIONS: readonly Row[] = [
  ["Gare de Lyon (Paris)", "8768600", 48.8448, 2.3741, "lyon", "paris"],
  ["Gare du Nord (Paris)", "8727100", 48.8809, 2.3549, "nord", "paris"],
  ["Gare de l’Est (Paris)", "8711300", 48.877, 2.3591, "est", "paris"],
  ["Gare Montparnasse (Paris)", "8739100", 48.8405, 2.3196, "montparnasse", "paris"],
  ["Gare Saint-Lazare (Paris)", "8738400", 48.8763, 2.3253, "saint lazare", "paris"],
  ["Gare d’Austerlitz (Paris)", "8754700", 48.8409, 2.3666, "austerlitz", "paris"],
  ["Gare de Bercy (Paris)", "8768666", 48.8391, 2.3829, "bercy", "paris"],
  ["Gare de la Part-Dieu (Lyon)", "8772319", 45.7606, 4.86, "part dieu", "lyon"],
  ["Gare de Perrache (Lyon)", "8772202", 45.7484, 4.8253, "perrache", "lyon"],
  ["Gare Saint-Charles (Marseille)", "8775100", 43.3038, 5.3819, "saint charles,marseille", "marseille"],
  ["Gare de Lille-Europe", "8722326", 50.6393, 3.0764, "lille europe"],
  ["Gare Saint-Roch (Montpellier)", "8777300", 43.6042, 3.8804, "saint roch,montpellier", "montpellier"],
  ["Gare de Nantes", "8748100", 47.2172, -1.5423, "nantes"],
  ["Gare de Rennes", "8747100", 48.1112, -1.68, "rennes"],
  ["Gare de Marne-la-Vallée-Chessy", "8711184", 48.8703, 2.7829, "marne vallee,marne vallee chessy,chessy"],
];

/** Islands by the INSEE code of their largest commune. */
const ISLANDS: readonly (readonly [label: string, code: string, names: string])[] = [
  ["Île de Ré", "17369", "re"],
  ["Île d’Oléron", "17385", "oleron"],
  ["Île de Noirmoutier", "85163", "noirmoutier"],
  ["Belle-Île-en-Mer", "56152", "belle,belle en mer"],
  ["Île de Groix", "56069", "groix"],
];

/** Names that need no "airport", "station" or "island" beside them. */
const WITHOUT_KIND = new Set(["cdg", "roissy cdg", "roissy charles gaulle", "part dieu", "euroairport", "oleron"]);
const KINDS = {
  airport: /\b(?:aeroports?|airport)\b/g,
  station: /\b(?:gare|station|sncf|tgv)\b/g,
  island: /\b(?:ile|isle|island)\b/g,
};

function toKeyWords(words: string, kind: RegExp): string {
  return words.replace(kind, " ").replace(/\b(?:de|du|des|d|la|le|les|l|of)\b/g, " ").trim().replace(/ +/g, " ");
}

function isNamed(words: string, kind: RegExp, { names, city }: { names: string; city?: string }): boolean {
  const key = toKeyWords(words, kind);
  const isOfKind = words.search(kind) >= 0;
  return names.split(",").some((name) =>
    (isOfKind || WITHOUT_KIND.has(name)) &&
    (key === name || (city !== undefined && (key === `${city} ${name}` || key === `${name} ${city}`)))
  );
}

/** The airport, station or island that a text names in full; null for any other text. */
export function findLandmark(index: PlaceIndex, text: string): Landmark | null {
  const words = toNameWords(text);
  const find = (rows: readonly Row[], kind: RegExp) =>
    rows.find(([, , , , names, city]) => isNamed(words, kind, { names, city }));
  const airport = find(AIRPORTS, KINDS.airport);
  const [label, code, lat, lng] = airport ?? find(STATIONS, KINDS.station) ?? [];
  if (label !== undefined) return { label: airport ? `Aéroport ${label}` : label, code: code!, lat: lat!, lng: lng! };
  const island = ISLANDS.find(([, , names]) => isNamed(words, KINDS.island, { names }));
  const commune = island && getPlace(index, island[1]);
  return island && commune ? { label: island[0], code: island[1], lat: commune.lat, lng: commune.lng } : null;
}
