/** Words that the inner pages share: ways back, charts, lists. @module */

import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";

const FRENCH = /* @__PURE__ */ setFrench({
  breadcrumbs: "Fil d’Ariane",
  home: "Accueil",
  departments: "Départements",
  map: "Carte",
  chart: {
    // Range of a chart.
    days30: "30 jours",
    days365: "Un an",
    days90: "90 jours",
    asTable: "Les mêmes chiffres en tableau",
    day: "Jour",
    from: "À partir du",
    price: "Prix",
    mean: "Moyenne",
    // Instead of the range's name when the history is shorter.
    since: "Depuis le {date} : rien n’est connu avant",
    oneDay: "L’historique commence aujourd’hui : la courbe viendra avec les jours.",
    noHistory: "Aucun prix connu sur cette période.",
    // History is away; prices are not.
    failed: "L’historique n’est pas disponible pour l’instant. Les prix actuels, eux, sont à jour.",
    // For readers: {what}, {from}, {to}, {last}, {min}, {max}.
    summary: "{what}, du {from} au {to} : {last} à la fin, entre {min} et {max}.",
    lowest: "Plus bas",
    highest: "Plus haut",
    readout: "Valeurs du {date}",
    // How to read other days.
    resume: "Survolez la courbe, ou parcourez-la avec les flèches du clavier.",
  },
  list: {
    station: "Station",
    price: "Prix",
    age: "Relevé",
    distance: "Distance",
    town: "Commune",
    brand: "Enseigne",
    count: "Stations",
  },
  // {cents} cheaper or dearer than a mean.
  below: "{cents} sous la moyenne",
  above: "{cents} au-dessus de la moyenne",
  same: "dans la moyenne",
  fuel: "Carburant",
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
export type InnerWords = typeof FRENCH;

const ENGLISH: InnerWords = {
  breadcrumbs: "Breadcrumbs",
  home: "Home",
  departments: "Departments",
  map: "Map",
  chart: {
    days30: "30 days",
    days365: "One year",
    days90: "90 days",
    asTable: "The same figures as a table",
    day: "Day",
    from: "From",
    price: "Price",
    mean: "Average",
    since: "Since {date}: nothing is known before",
    oneDay: "The history begins today: the curve will grow day by day.",
    noHistory: "No price is known for this period.",
    failed: "Price history is not available right now. Current prices are up to date.",
    summary: "{what}, from {from} to {to}: {last} at the end, between {min} and {max}.",
    lowest: "Lowest",
    highest: "Highest",
    readout: "Prices on {date}",
    resume: "Point at the curve, or move along it with the arrow keys.",
  },
  list: {
    station: "Station",
    price: "Price",
    age: "Updated",
    distance: "Distance",
    town: "Town",
    brand: "Brand",
    count: "Stations",
  },
  below: "{cents} below average",
  above: "{cents} above average",
  same: "average",
  fuel: "Fuel",
};

/** The words of a language. */
export function innerWords(lang: Lang): InnerWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}
