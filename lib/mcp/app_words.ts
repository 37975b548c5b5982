/** Words of the interactive search result that chat clients show, by language. @module */

/** French, and English for all other languages; braces mark gaps. */
export const MCP_APP_WORDS = {
  fr: {
    fuels: { gazole: "Gazole", sp95: "SP95", sp98: "SP98", e10: "SP95-E10", e85: "E85", gplc: "GPLc" },
    waiting: "Recherche des stations…",
    empty: "Aucune station trouvée. Élargissez le rayon.",
    cancelled: "Recherche interrompue.",
    heading: "{fuel} : {shown} stations sur {total} à moins de {radius} km",
    byPrice: "Par prix",
    byDistance: "Par distance",
    asOf: "Données du {time}",
    motorway: "autoroute",
    justNow: "à l’instant",
    minutesAgo: "il y a {n} min",
    hoursAgo: "il y a {n} h",
    daysAgo: "il y a {n} j",
    stationLabel: "{name}, {price} € le litre, à {distance} km",
    cheap: "moins cher",
    middle: "moyen",
    dear: "plus cher",
    cheapest: "le moins cher",
    plot: "Plan des stations autour du point demandé",
    unnamed: "Station",
  },
  en: {
    fuels: {
      gazole: "Diesel (gazole)",
      sp95: "Petrol SP95",
      sp98: "Petrol SP98",
      e10: "Petrol SP95-E10",
      e85: "Ethanol E85",
      gplc: "LPG (GPLc)",
    },
    waiting: "Looking for stations…",
    empty: "No station found. Widen the radius.",
    cancelled: "The search was cancelled.",
    heading: "{fuel}: {shown} of {total} stations within {radius} km",
    byPrice: "By price",
    byDistance: "By distance",
    asOf: "Data of {time}",
    motorway: "motorway",
    justNow: "just now",
    minutesAgo: "{n} min ago",
    hoursAgo: "{n} h ago",
    daysAgo: "{n} days ago",
    stationLabel: "{name}, {price} euros per litre, {distance} km away",
    cheap: "cheap",
    middle: "middle",
    dear: "dear",
    cheapest: "the cheapest",
    plot: "Plot of the stations around the point asked for",
    unnamed: "Station",
  },
};

/** The words of one language. */
export type McpAppWords = (typeof MCP_APP_WORDS)["fr"];
