/** Words of a station's page. @module */

import { inBothLanguages } from "../../shared/words/fill.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const stationWords = /* @__PURE__ */ inBothLanguages({
  title: "{name} {atTown}",
  titlePrices: ["{name} {atTown} : {prices}", "{name} {atTown}: {prices}"],
  description: [
    "Prix des carburants de {name}, {address} : {prices}. Relevés officiels au {date}, historique, horaires et services.",
    "Fuel prices at {name}, {address}: {prices}. Official figures as of {date}, price history, opening hours and services.",
  ],
  prices: ["Prix au litre", "Price per litre"],
  whyNot: {
    old: ["trop ancien, hors classement", "too old, not ranked"],
    withdrawn: ["plus annoncé par la station", "no longer listed by the station"],
    closed: ["avant la fermeture", "from before the closure"],
    suspect: [
      "prix douteux, hors classement : très loin des autres et de ceux de la station, et pas encore confirmé",
      "suspicious price, not ranked: far from all others and from the station’s own, and not yet confirmed",
    ],
  },
  // Where the visitor has set discounts or several fuels.
  own: {
    same: ["votre prix est celui affiché, {price}", "your price is the pump price, {price}"],
    none: ["pas de prix à jour pour vos carburants", "no current price for your fuels"],
    atPump: [
      "Ci-dessous, prix affichés à la pompe, sans vos remises.",
      "Below are the pump prices, without your discounts.",
    ],
  },
  notListed: ["Cette station n’annonce aucun prix.", "This station lists no price."],
  noPrice: ["Prix inconnu", "Unknown price"],
  historyOf: ["Historique {ofFuel}", "Price history {ofFuel}"],
  suspects: [
    "Prix douteux, sans doute des fautes de frappe, laissés hors des courbes : {list}.",
    "Suspicious prices, probably typing errors, left out of the curves: {list}.",
  ],
  meanLine: ["Moyenne du département", "Department average"],
  stationLine: ["Cette station", "This station"],
  hours: ["Horaires", "Opening hours"],
  open: ["Ouverte en ce moment", "Open now"],
  closed: ["Fermée en ce moment", "Closed now"],
  hoursUnknown: ["La station n’a pas communiqué ses horaires.", "The station has not published its hours."],
  dayUnknown: ["non communiqué", "not published"],
  dayClosed: ["fermé", "closed"],
  allDay: ["24\u00a0h/24", "24 hours"],
  automateNote: ["Automate par carte, 24\u00a0h/24 et 7\u00a0j/7.", "Pay at the pump by card, 24/7."],
  staffed: ["Heures de présence du personnel", "Staffed hours"],
  unstaffed: ["Sans personnel sur place.", "No staff on site."],
  today: ["aujourd’hui", "today"],
  days: [
    ["lundi", "Monday"],
    ["mardi", "Tuesday"],
    ["mercredi", "Wednesday"],
    ["jeudi", "Thursday"],
    ["vendredi", "Friday"],
    ["samedi", "Saturday"],
    ["dimanche", "Sunday"],
  ],
  services: "Services",
  noServices: ["Aucun service annoncé.", "No services listed."],
  where: ["Où la trouver", "Where to find it"],
  streetsLabel: ["Plan des rues autour de la station", "Street map around the station"],
  mapLabel: [
    "Position de la station dans le département ({department})",
    "Position of the station in its department ({department})",
  ],
  noPosition: [
    "La position publiée pour cette station est fausse : nous ne l’affichons pas.",
    "The position published for this station is wrong, so we do not show it.",
  ],
  directions: ["Itinéraire", "Directions"],
  report: ["Un prix est faux ?", "Wrong price?"],
  reportText: [
    "Signalez-le à la source, le site de l’État : la correction arrivera ici aussi.",
    "Report it at the source, the government’s own site: the correction will reach us too.",
  ],
  neighbours: ["Autour", "Nearby"],
  neighboursText: ["{fuel} à moins de {km}, du moins cher au plus cher.", "{fuel} within {km}, cheapest first."],
  noNeighbours: [
    "Aucune autre station ne vend ce carburant à moins de {km}.",
    "No other station within {km} sells this fuel.",
  ],
  left: ["Cette station a quitté le relevé officiel", "This station has left the official feed"],
  leftText: [
    "L’État ne la publie plus depuis le {date}. Les prix ci-dessous sont les derniers connus et n’ont plus cours.",
    "The government has not published it since {date}. The prices below are the last known ones and no longer apply.",
  ],
  favourite: ["Favori", "Favourite"],
});

/** The words of one language. */
export type StationWords = typeof stationWords.fr;
