/** Words that the inner pages share: ways back, charts, lists. @module */

import { inBothLanguages } from "./fill.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const innerWords = /* @__PURE__ */ inBothLanguages({
  breadcrumbs: ["Fil d’Ariane", "Breadcrumbs"],
  home: ["Accueil", "Home"],
  departments: ["Départements", "Departments"],
  map: ["Carte", "Map"],
  chart: {
    days30: ["30 jours", "30 days"],
    days365: ["Un an", "One year"],
    days90: ["90 jours", "90 days"],
    asTable: ["Les mêmes chiffres en tableau", "The same figures as a table"],
    day: ["Jour", "Day"],
    from: ["À partir du", "From"],
    price: ["Prix", "Price"],
    mean: ["Moyenne", "Average"],
    since: ["Depuis le {date} : rien n’est connu avant", "Since {date}: nothing is known before"],
    oneDay: [
      "L’historique commence aujourd’hui : la courbe viendra avec les jours.",
      "The history begins today: the curve will grow day by day.",
    ],
    noHistory: ["Aucun prix connu sur cette période.", "No price is known for this period."],
    failed: [
      "L’historique n’est pas disponible pour l’instant. Les prix actuels, eux, sont à jour.",
      "Price history is not available right now. Current prices are up to date.",
    ],
    summary: [
      "{what}, du {from} au {to} : {last} à la fin, entre {min} et {max}.",
      "{what}, from {from} to {to}: {last} at the end, between {min} and {max}.",
    ],
    lowest: ["Plus bas", "Lowest"],
    highest: ["Plus haut", "Highest"],
    readout: ["Valeurs du {date}", "Prices on {date}"],
    resume: [
      "Survolez la courbe, ou parcourez-la avec les flèches du clavier.",
      "Point at the curve, or move along it with the arrow keys.",
    ],
  },
  list: { brand: ["Enseigne", "Brand"], count: "Stations" },
  below: ["{cents} sous la moyenne", "{cents} below average"],
  above: ["{cents} au-dessus de la moyenne", "{cents} above average"],
  same: ["dans la moyenne", "average"],
});
