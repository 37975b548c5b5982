/** Words of the interactive search result that chat clients show, by language. @module */

import { inBothLanguages } from "../words/both_languages.ts";

/** French, and English for all other languages; braces mark gaps. */
export const MCP_APP_WORDS = inBothLanguages({
  fuels: {
    gazole: ["Gazole", "Diesel (gazole)"],
    sp95: ["SP95", "Petrol SP95"],
    sp98: ["SP98", "Petrol SP98"],
    e10: ["SP95-E10", "Petrol SP95-E10"],
    e85: ["E85", "Ethanol E85"],
    gplc: ["GPLc", "LPG (GPLc)"],
  },
  waiting: ["Recherche des stations…", "Looking for stations…"],
  empty: ["Aucune station trouvée. Élargissez le rayon.", "No station found. Widen the radius."],
  cancelled: ["Recherche interrompue.", "The search was cancelled."],
  heading: [
    "{fuel} : {shown} stations sur {total} à moins de {radius} km",
    "{fuel}: {shown} of {total} stations within {radius} km",
  ],
  areaHeading: ["{fuel} : {shown} stations sur {total}", "{fuel}: {shown} of {total} stations"],
  outHeading: [
    "{fuel} : {shown} stations en rupture sur {total}",
    "{fuel}: {shown} of {total} stations that ran out",
  ],
  asOf: ["Données du {time}", "Data of {time}"],
  motorway: ["autoroute", "motorway"],
  justNow: ["à l’instant", "just now"],
  minutesAgo: ["il y a {n} min", "{n} min ago"],
  hoursAgo: ["il y a {n} h", "{n} h ago"],
  daysAgo: ["il y a {n} j", "{n} days ago"],
  stationLabel: [
    "{name}, {price} € le litre, à {distance} km",
    "{name}, {price} euros per litre, {distance} km away",
  ],
  cheapest: ["le moins cher", "the cheapest"],
  plot: [
    "Plan des stations autour du point demandé",
    "Plot of the stations around the point asked for",
  ],
  unnamed: "Station",
});

/** The words of one language. */
export type McpAppWords = typeof MCP_APP_WORDS.fr;
