/** Words of the dialog in which a visitor describes car and cards. @module */

import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";

const fr = /* @__PURE__ */ setFrench({
  title: "Ma voiture, mes remises",
  close: "Fermer",
  fuels: "Elle roule à l’essence et accepte",
  fuelsHint:
    "Chaque station est classée à son carburant le moins cher parmi ceux-ci. L’E85 est comparé au litre : une voiture en consomme environ un quart de plus.",
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
    "Each station is ranked by the cheapest of these fuels it sells. E85 is compared by the litre: a car burns about a quarter more of it.",
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
