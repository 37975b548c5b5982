/** Words of the dialog in which a visitor describes car and cards. @module */

import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";

const fr = /* @__PURE__ */ setFrench({
  title: "Ma voiture, mes remises",
  close: "Fermer",
  fuels: "Elle roule à l’essence et accepte",
  fuelsHint:
    "Chaque station est classée à celui de ces carburants qui fait rouler le moins cher. Litres à mettre et consommation s’entendent alors en essence.",
  e85Factor: "Litres d’E85 pour rouler autant qu’avec 1\u00a0L d’essence",
  discounts: "Mes remises par litre",
  discountsHint: "Carte de fidélité, carte de paiement : le prix affiché reste toujours indiqué à côté du vôtre.",
  brand: "Enseigne",
  chooseBrand: "Choisir une enseigne",
  add: "Ajouter",
  // `{brand}`.
  centsOf: "Remise {brand}, en centimes par litre",
  remove: "Retirer la remise {brand}",
  forget: "Tout oublier",
  done: "Terminé",
});

/** The words of the dialog in one language. */
export type DriverWords = typeof fr;

const en: DriverWords = {
  title: "My car, my discounts",
  close: "Close",
  fuels: "It runs on petrol and takes",
  fuelsHint:
    "Each station is ranked by the one of these fuels that is cheapest to drive on. Litres to fill up and consumption then mean petrol.",
  e85Factor: "Litres of E85 that take you as far as 1\u00a0L of petrol",
  discounts: "My discounts per litre",
  discountsHint: "Loyalty or payment cards: the pump price is always shown beside yours.",
  brand: "Brand",
  chooseBrand: "Choose a brand",
  add: "Add",
  centsOf: "{brand} discount, in cents per litre",
  remove: "Remove the {brand} discount",
  forget: "Forget everything",
  done: "Done",
};

/** The words of the dialog in a language. */
export function driverWords(lang: Lang): DriverWords {
  return lang === "fr" ? fr : en;
}
