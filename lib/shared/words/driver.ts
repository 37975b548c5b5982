/** Words of the dialog in which a visitor describes car and cards. @module */

import { inBothLanguages } from "./fill.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const driverWords = /* @__PURE__ */ inBothLanguages({
  title: ["Ma voiture, mes remises", "My car, my discounts"],
  close: ["Fermer", "Close"],
  fuels: ["Elle roule à l’essence et accepte", "It runs on petrol and takes"],
  fuelsHint: [
    "Chaque station est classée à celui de ces carburants qui fait rouler le moins cher. Litres à mettre et consommation s’entendent alors en essence.",
    "Each station is ranked by the one of these fuels that is cheapest to drive on. Litres to fill up and consumption then mean petrol.",
  ],
  e85Factor: [
    "Litres d’E85 pour rouler autant qu’avec 1\u00a0L d’essence",
    "Litres of E85 that take you as far as 1\u00a0L of petrol",
  ],
  discounts: ["Mes remises par litre", "My discounts per litre"],
  discountsHint: [
    "Carte de fidélité, carte de paiement : le prix affiché reste toujours indiqué à côté du vôtre.",
    "Loyalty or payment cards: the pump price is always shown beside yours.",
  ],
  brand: ["Enseigne", "Brand"],
  chooseBrand: ["Choisir une enseigne", "Choose a brand"],
  add: ["Ajouter", "Add"],
  centsOf: ["Remise {brand}, en centimes par litre", "{brand} discount, in cents per litre"],
  remove: ["Retirer la remise {brand}", "Remove the {brand} discount"],
  forget: ["Tout oublier", "Forget everything"],
  done: ["Terminé", "Done"],
});

/** The words of the dialog in one language. */
export type DriverWords = typeof driverWords.fr;
