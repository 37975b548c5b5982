/** Words of the pages of departments and towns. @module */

import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";

const FRENCH = /* @__PURE__ */ setFrench({
  department: {
    title: "Prix des carburants : {name} ({code})",
    titlePrice: "{name} ({code}) : {fuel} à {price} en moyenne",
    description:
      "Prix {ofFuel} dans le département {name} ({code}) : {price} en moyenne au {date}, de {min} à {max}, {count}. Les moins chères, les enseignes, la tendance.",
    means: "Prix moyens",
    cheapest: "{fuel} : les moins chères",
    none: "Personne n’annonce ce carburant dans ce département en ce moment.",
    // Nobody there sells any fuel that the source knows.
    uncovered: "Non couvert : le relevé officiel ne comprend aucune station de ce territoire.",
    curve: "Tendance {ofFuel}",
    map: "Toutes les stations",
    mapLabel: "Stations du département {name}, colorées selon leur prix",
    brands: "Enseignes comparées",
    brandsNote: "Moyenne des prix en vigueur, enseignes d’au moins deux stations.",
    towns: "Communes",
    neighbours: "Départements voisins",
    national: "France",
    belowNation: "{cents} sous la moyenne nationale",
    aboveNation: "{cents} au-dessus de la moyenne nationale",
    sameAsNation: "au niveau de la moyenne nationale",
    allOnMap: "Ouvrir la carte ici",
  },
  departments: {
    title: "Prix {ofFuel} par département",
    description:
      "Prix moyen {ofFuel} dans chaque département au {date} : {price} en France, de {low} à {high}. Carte et tableau.",
    heading: "Prix par département",
    intro: "Moyenne des prix en vigueur de chaque département.",
    name: "Département",
    mean: "Moyenne",
    change: "7 jours",
    stations: "Stations",
    noMean: "pas de prix",
    // {names}.
    uncovered: "Non couverts par le relevé officiel : {names}.",
  },
  town: {
    // {atName}: "au Mans"; {postal}.
    title: "Prix des carburants {atName} ({postal})",
    titlePrice: "{fuel} {atName} ({postal}) : dès {price}",
    description:
      "Prix {ofFuel} {atName} et autour : {count} à moins de {km}, dès {price} ({brand}) au {date}. Prix officiels, triés.",
    heading: "Carburants {atName}",
    mapLabel: "Stations {atName} et autour, colorées selon leur prix",
    around: "{count} à moins de {km} du centre",
    widened: "Moins de trois stations plus près : nous avons élargi à {km}.",
    none: "Aucune station n’annonce ce carburant à moins de {km}. Essayez un autre carburant.",
    fromCentre: "Distances à vol d’oiseau depuis le centre de la commune.",
    towns: "Communes proches",
    department: "Le département",
    spread: "Écart",
    spreadText: "sur un plein de {litres} litres, entre la moins chère et la plus chère de la liste",
  },
  stations: { one: "{n} station", other: "{n} stations" },
  // "Le moins cher : 1,848 € à Puilboreau, relevé il y a 2 j."
  lowest: "Le moins cher",
  highest: "Le plus cher",
  reported: "relevé",
  legend: { low: "le tiers le moins cher", mid: "le tiers du milieu", high: "le tiers le plus cher" },
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
export type AreaWords = typeof FRENCH;

const ENGLISH: AreaWords = {
  department: {
    title: "Fuel prices: {name} ({code})",
    titlePrice: "{name} ({code}): {fuel} at {price} on average",
    description:
      "The price {ofFuel} in {name} ({code}), France: {price} on average as of {date}, from {min} to {max}, {count}. The cheapest stations, brands compared, price trend.",
    means: "Average prices",
    cheapest: "{fuel}: the cheapest",
    none: "No station lists this fuel in this department right now.",
    uncovered: "Not covered: the official feed lists none of this territory’s stations.",
    curve: "Trend {ofFuel}",
    map: "All stations",
    mapLabel: "Stations in {name}, coloured by price",
    brands: "Brands compared",
    brandsNote: "Average of current prices, for brands with at least two stations.",
    towns: "Towns",
    neighbours: "Neighbouring departments",
    national: "France",
    belowNation: "{cents} below the national average",
    aboveNation: "{cents} above the national average",
    sameAsNation: "equal to the national average",
    allOnMap: "Open the map here",
  },
  departments: {
    title: "Price {ofFuel} by department",
    description:
      "Average price {ofFuel} in each French department as of {date}: {price} in France, from {low} to {high}. Map and table.",
    heading: "Prices by department",
    intro: "Average of the current prices in each department.",
    name: "Department",
    mean: "Average",
    change: "7 days",
    stations: "Stations",
    noMean: "no price",
    uncovered: "Not covered by the official feed: {names}.",
  },
  town: {
    title: "Fuel prices {atName} ({postal})",
    titlePrice: "{fuel} {atName} ({postal}): from {price}",
    description:
      "Price {ofFuel} {atName}, France, and around: {count} within {km}, from {price} ({brand}) as of {date}. Official prices, cheapest first.",
    heading: "Fuel {atName}",
    mapLabel: "Stations {atName} and around, coloured by price",
    around: "{count} within {km} of the centre",
    widened: "Fewer than three stations are nearer: we widened the search to {km}.",
    none: "No station lists this fuel within {km}. Try another fuel.",
    fromCentre: "Distances are as the crow flies, from the centre of the town.",
    towns: "Towns nearby",
    department: "The department",
    spread: "Difference",
    spreadText: "on {litres} litres, between the cheapest and the most expensive in the list",
  },
  stations: { one: "{n} station", other: "{n} stations" },
  lowest: "Lowest",
  highest: "Highest",
  reported: "reported",
  legend: { low: "cheapest third", mid: "middle third", high: "most expensive third" },
};

/** The words of a language. */
export function areaWords(lang: Lang): AreaWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}
