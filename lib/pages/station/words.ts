/** Words of a station's page. @module */

import type { Lang } from "../../shared/lang.ts";
import { setFrench } from "../../shared/words/fill.ts";

const FRENCH = /* @__PURE__ */ setFrench({
  // Title of the page: {name}, {atTown}.
  title: "{name} {atTown}",
  // With the prices in force: {prices}.
  titlePrices: "{name} {atTown} : {prices}",
  description:
    "Prix des carburants de {name}, {address} : {prices}. Relevés officiels au {date}, historique, horaires et services.",
  prices: "Prix au litre",
  whyNot: {
    old: "trop ancien, hors classement",
    withdrawn: "plus annoncé par la station",
    closed: "avant la fermeture",
    suspect: "prix douteux, hors classement : très loin des autres et de ceux de la station, et pas encore confirmé",
  },
  // Where the visitor has set discounts or several fuels: `{price}`.
  own: {
    same: "votre prix est celui affiché, {price}",
    none: "pas de prix à jour pour vos carburants",
    atPump: "Ci-dessous, prix affichés à la pompe, sans vos remises.",
  },
  notListed: "Cette station n’annonce aucun prix.",
  noPrice: "Prix inconnu",
  historyOf: "Historique {ofFuel}",
  // Under the curves: `{list}` of prices and days.
  suspects: "Prix douteux, sans doute des fautes de frappe, laissés hors des courbes : {list}.",
  meanLine: "Moyenne du département",
  stationLine: "Cette station",
  hours: "Horaires",
  open: "Ouverte en ce moment",
  closed: "Fermée en ce moment",
  hoursUnknown: "La station n’a pas communiqué ses horaires.",
  dayUnknown: "non communiqué",
  dayClosed: "fermé",
  allDay: "24\u00a0h/24",
  automateNote: "Automate par carte, 24\u00a0h/24 et 7\u00a0j/7.",
  staffed: "Heures de présence du personnel",
  unstaffed: "Sans personnel sur place.",
  today: "aujourd’hui",
  days: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
  services: "Services",
  noServices: "Aucun service annoncé.",
  where: "Où la trouver",
  streetsLabel: "Plan des rues autour de la station",
  mapLabel: "Position de la station dans le département ({department})",
  noPosition: "La position publiée pour cette station est fausse : nous ne l’affichons pas.",
  directions: "Itinéraire",
  report: "Un prix est faux ?",
  reportText: "Signalez-le à la source, le site de l’État : la correction arrivera ici aussi.",
  neighbours: "Autour",
  neighboursText: "{fuel} à moins de {km}, du moins cher au plus cher.",
  noNeighbours: "Aucune autre station ne vend ce carburant à moins de {km}.",
  left: "Cette station a quitté le relevé officiel",
  leftText:
    "L’État ne la publie plus depuis le {date}. Les prix ci-dessous sont les derniers connus et n’ont plus cours.",
  favourite: "Favori",
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
export type StationWords = typeof FRENCH;

const ENGLISH: StationWords = {
  title: "{name} {atTown}",
  titlePrices: "{name} {atTown}: {prices}",
  description:
    "Fuel prices at {name}, {address}: {prices}. Official figures as of {date}, price history, opening hours and services.",
  prices: "Price per litre",
  whyNot: {
    old: "too old, not ranked",
    withdrawn: "no longer listed by the station",
    closed: "from before the closure",
    suspect: "suspicious price, not ranked: far from all others and from the station’s own, and not yet confirmed",
  },
  own: {
    same: "your price is the pump price, {price}",
    none: "no current price for your fuels",
    atPump: "Below are the pump prices, without your discounts.",
  },
  notListed: "This station lists no price.",
  noPrice: "Unknown price",
  historyOf: "Price history {ofFuel}",
  suspects: "Suspicious prices, probably typing errors, left out of the curves: {list}.",
  meanLine: "Department average",
  stationLine: "This station",
  hours: "Opening hours",
  open: "Open now",
  closed: "Closed now",
  hoursUnknown: "The station has not published its hours.",
  dayUnknown: "not published",
  dayClosed: "closed",
  allDay: "24 hours",
  automateNote: "Pay at the pump by card, 24/7.",
  staffed: "Staffed hours",
  unstaffed: "No staff on site.",
  today: "today",
  days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  services: "Services",
  noServices: "No services listed.",
  where: "Where to find it",
  streetsLabel: "Street map around the station",
  mapLabel: "Position of the station in its department ({department})",
  noPosition: "The position published for this station is wrong, so we do not show it.",
  directions: "Directions",
  report: "Wrong price?",
  reportText: "Report it at the source, the government’s own site: the correction will reach us too.",
  neighbours: "Nearby",
  neighboursText: "{fuel} within {km}, cheapest first.",
  noNeighbours: "No other station within {km} sells this fuel.",
  left: "This station has left the official feed",
  leftText:
    "The government has not published it since {date}. The prices below are the last known ones and no longer apply.",
  favourite: "Favourite",
};

/** The words of a language. */
export function stationWords(lang: Lang): StationWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}
