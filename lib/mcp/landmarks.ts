/** Resolves names of airports, large railway stations and islands. @module */

import { toNameWords } from "../shared/place/place_name.ts";

/** A point with a name; `code`: IATA code of an airport, UIC code of a station, INSEE code of an island's largest commune. */
export type Landmark = { label: string; code: string; lat: number; lng: number };

/** `names`: comparable ones without the words that {@link ARTICLES} has; `city` may precede or follow them. */
type Row = readonly [label: string, code: string, lat: number, lng: number, names: string, city?: string];

// airport-data-js 3.1 (CC BY 4.0)
const AIRPORTS: readonly Row[] = [
  ["Aéroport Paris-Charles-de-Gaulle", "CDG", 49.0032, 2.567, "cdg,charles gaulle,roissy", "paris"],
  ["Aéroport Paris-Charles-de-Gaulle", "CDG", 49.0032, 2.567, "cdg,charles gaulle", "roissy"],
  ["Aéroport Paris-Orly", "ORY", 48.7283, 2.3597, "orly,ory", "paris"],
  ["Aéroport Paris-Beauvais", "BVA", 49.4595, 2.1108, "beauvais,beauvais tille", "paris"],
  ["Aéroport Nice-Côte d’Azur", "NCE", 43.6605, 7.2052, "nice,nice cote azur"],
  ["Aéroport Lyon-Saint-Exupéry", "LYS", 45.7214, 5.0803, "lyon,saint exupery", "lyon"],
  ["Aéroport Marseille-Provence", "MRS", 43.4418, 5.2221, "marseille,marseille provence,marignane,marseille marignane"],
  ["Aéroport Toulouse-Blagnac", "TLS", 43.6301, 1.3743, "toulouse,blagnac", "toulouse"],
  ["Aéroport Bordeaux-Mérignac", "BOD", 44.831, -0.7022, "bordeaux,merignac", "bordeaux"],
  ["Aéroport Nantes-Atlantique", "NTE", 47.1576, -1.6014, "nantes,nantes atlantique"],
  ["Aéroport Bâle-Mulhouse", "BSL", 47.5993, 7.5329, "bale mulhouse,mulhouse,euroairport,basel mulhouse"],
  ["Aéroport Lille-Lesquin", "LIL", 50.572, 3.1061, "lille,lesquin", "lille"],
  ["Aéroport Montpellier-Méditerranée", "MPL", 43.5784, 3.9592, "montpellier,montpellier mediterranee"],
  ["Aéroport Strasbourg-Entzheim", "SXB", 48.5449, 7.6277, "strasbourg,entzheim", "strasbourg"],
  ["Aéroport Rennes-Bretagne", "RNS", 48.0681, -1.7262, "rennes,rennes bretagne"],
  ["Aéroport Brest-Bretagne", "BES", 48.4434, -4.4202, "brest,brest bretagne"],
  ["Aéroport Biarritz-Pays basque", "BIQ", 43.4724, -1.5312, "biarritz,biarritz pays basque"],
  ["Aéroport Perpignan-Rivesaltes", "PGF", 42.741, 2.868, "perpignan,rivesaltes", "perpignan"],
  ["Aéroport Toulon-Hyères", "TLN", 43.0935, 6.1593, "toulon,hyeres", "toulon"],
  ["Aéroport Ajaccio-Napoléon-Bonaparte", "AJA", 41.9199, 8.794, "ajaccio,napoleon bonaparte", "ajaccio"],
  ["Aéroport Bastia-Poretta", "BIA", 42.5476, 9.4801, "bastia,poretta", "bastia"],
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

// their largest communes, as in static/geo
const ISLANDS: readonly Row[] = [
  ["Île de Ré", "17369", 46.199, -1.367, "re"],
  ["Île d’Oléron", "17385", 45.94, -1.306, "oleron"],
  ["Île de Noirmoutier", "85163", 47.009, -2.263, "noirmoutier"],
  ["Belle-Île-en-Mer", "56152", 47.343, -3.171, "belle,belle en mer"],
  ["Île de Groix", "56069", 47.637, -3.464, "groix"],
];

/** Rows by the words for their kind. */
const KINDS: readonly (readonly [words: RegExp, rows: readonly Row[]])[] = [
  [/\b(?:aeroports?|airport)\b/g, AIRPORTS],
  [/\b(?:gare|station|sncf|tgv)\b/g, STATIONS],
  [/\b(?:ile|isle|island)\b/g, ISLANDS],
];

const ARTICLES = /\b(?:de|du|des|d|la|le|les|l|of)\b/g;

/** Names that need no word of their kind. */
const WITHOUT_KIND = new Set(["cdg", "charles gaulle", "part dieu", "euroairport", "oleron"]);

/** The airport, station or island that a text names in full; null for any other text. */
export function findLandmark(text: string): Landmark | null {
  const words = toNameWords(text);
  for (const [kind, rows] of KINDS) {
    const key = words.replace(kind, " ").replace(ARTICLES, " ").trim().replace(/ +/g, " ");
    const isOfKind = words.search(kind) >= 0;
    const isNamed = ([, , , , names, city]: Row) =>
      names.split(",").some((name) =>
        (isOfKind || WITHOUT_KIND.has(name)) && [name, `${city} ${name}`, `${name} ${city}`].includes(key)
      );
    const [label, code, lat, lng] = rows.find(isNamed) ?? [];
    if (label !== undefined) return { label, code: code!, lat: lat!, lng: lng! };
  }
  return null;
}
