/** Words of the pages of departments and towns. @module */

import { inBothLanguages } from "./both_languages.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const areaWords = /* @__PURE__ */ inBothLanguages({
  department: {
    title: ["Prix des carburants : {name} ({code})", "Fuel prices: {name} ({code})"],
    titlePrice: [
      "{name} ({code}) : {fuel} à {price} en moyenne",
      "{name} ({code}): {fuel} at {price} on average",
    ],
    description: [
      "Prix {ofFuel} dans le département {name} ({code}) : {price} en moyenne au {date}, de {min} à {max}, {count}. Les moins chères, la tendance.",
      "The price {ofFuel} in {name} ({code}), France: {price} on average as of {date}, from {min} to {max}, {count}. The cheapest stations, price trend.",
    ],
    means: ["Prix moyens", "Average prices"],
    cheapest: ["{fuel} : les moins chères", "{fuel}: the cheapest"],
    none: [
      "Personne n’annonce ce carburant dans ce département en ce moment.",
      "No station lists this fuel in this department right now.",
    ],
    uncovered: [
      "Non couvert : le relevé officiel ne comprend aucune station de ce territoire.",
      "Not covered: the official feed lists none of this territory’s stations.",
    ],
    curve: ["Tendance {ofFuel}", "Trend {ofFuel}"],
    map: ["Toutes les stations", "All stations"],
    mapLabel: [
      "Stations du département {name}, colorées selon leur prix",
      "Stations in {name}, coloured by price",
    ],
    towns: ["Communes", "Towns"],
    national: "France",
    belowNation: ["{cents} sous la moyenne nationale", "{cents} below the national average"],
    aboveNation: [
      "{cents} au-dessus de la moyenne nationale",
      "{cents} above the national average",
    ],
    sameAsNation: ["au niveau de la moyenne nationale", "equal to the national average"],
    allOnMap: ["Ouvrir la carte ici", "Open the map here"],
  },
  departments: {
    title: ["Prix {ofFuel} par département", "Price {ofFuel} by department"],
    description: [
      "Prix moyen {ofFuel} dans chaque département au {date} : {price} en France, de {low} à {high}. Carte et tableau.",
      "Average price {ofFuel} in each French department as of {date}: {price} in France, from {low} to {high}. Map and table.",
    ],
    heading: ["Prix par département", "Prices by department"],
    intro: [
      "Moyenne des prix en vigueur de chaque département.",
      "Average of the current prices in each department.",
    ],
    name: ["Département", "Department"],
    mean: ["Moyenne", "Average"],
    change: ["7 jours", "7 days"],
    stations: "Stations",
    noMean: ["pas de prix", "no price"],
    uncovered: [
      "Non couverts par le relevé officiel : {names}.",
      "Not covered by the official feed: {names}.",
    ],
  },
  town: {
    title: ["Prix des carburants {atName} ({postal})", "Fuel prices {atName} ({postal})"],
    titlePrice: [
      "{fuel} {atName} ({postal}) : dès {price}",
      "{fuel} {atName} ({postal}): from {price}",
    ],
    description: [
      "Prix {ofFuel} {atName} et autour : {count} à moins de {km}, dès {price} ({brand}) au {date}.",
      "Price {ofFuel} {atName}, France, and around: {count} within {km}, from {price} ({brand}) as of {date}.",
    ],
    heading: ["Carburants {atName}", "Fuel {atName}"],
    mapLabel: [
      "Stations {atName} et autour, colorées selon leur prix",
      "Stations {atName} and around, coloured by price",
    ],
    around: ["{count} à moins de {km} du centre", "{count} within {km} of the centre"],
    widened: [
      "Moins de trois stations plus près : nous avons élargi à {km}.",
      "Fewer than three stations are nearer: we widened the search to {km}.",
    ],
    none: [
      "Aucune station n’annonce ce carburant à moins de {km}. Essayez un autre carburant.",
      "No station lists this fuel within {km}. Try another fuel.",
    ],
    fromCentre: [
      "Distances à vol d’oiseau depuis le centre de la commune.",
      "Distances are as the crow flies, from the centre of the town.",
    ],
  },
  move: {
    down: [
      "{fuel} : {cents} en 7 jours, en baisse dans {share} % des stations.",
      "{fuel}: {cents} in 7 days, falling at {share}% of stations.",
    ],
    up: [
      "{fuel} : {cents} en 7 jours, en hausse dans {share} % des stations.",
      "{fuel}: {cents} in 7 days, rising at {share}% of stations.",
    ],
    stable: ["{fuel} : stable depuis 7 jours.", "{fuel}: stable for 7 days."],
    fast: [
      "Les prix bougent vite : {share} % des stations ont augmenté en 24 h.",
      "Prices are moving fast: {share}% of stations have put theirs up in 24 h.",
    ],
  },
  lowest: ["Le moins cher", "Lowest"],
  highest: ["Le plus cher", "Highest"],
  reported: ["relevé", "reported"],
});
