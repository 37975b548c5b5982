/** Words of the dialog in which a visitor describes car and cards. @module */

import { inBothLanguages } from "./both_languages.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const driverWords = /* @__PURE__ */ inBothLanguages({
  close: ["Fermer", "Close"],
  tank: ["Contenance du réservoir (L)", "Tank (L)"],
  litres: ["Litres achetés d’habitude", "Usual fill (L)"],
  per100Km: ["Litres aux 100\u00a0km", "Litres per 100\u00a0km"],
  fuels: ["Ma voiture essence accepte", "My petrol car takes"],
  fuelsHint: [
    "Chaque station compte avec celui qui revient le moins cher ; plein et consommation s’entendent en essence.",
    "Each station counts with the one that costs least to drive on; fill and consumption mean petrol.",
  ],
  e85Factor: ["Litres d’E85 pour 1\u00a0L d’essence", "Litres of E85 for 1\u00a0L of petrol"],
  card: ["J’ai la carte {brand}", "I have a {brand} card"],
  discounts: ["Mes remises par litre", "My discounts per litre"],
  discountsHint: ["Le prix affiché reste à côté du vôtre.", "The pump price stays next to yours."],
  brand: ["Enseigne", "Brand"],
  chooseBrand: ["Choisir une enseigne", "Choose a brand"],
  add: ["Ajouter", "Add"],
  centsOf: ["Remise {brand}, en centimes par litre", "{brand} discount, in cents per litre"],
  remove: ["Retirer la remise {brand}", "Remove the {brand} discount"],
  stored: [
    "Tout reste sur cet appareil ; seule la page Trajet l’envoie, avec votre question.",
    "All of it stays on this device; only the route page sends it, with your question.",
  ],
  forget: ["Tout oublier", "Forget everything"],
  forgotten: ["Tout est oublié.", "Everything is forgotten."],
  undo: ["Annuler", "Undo"],
  done: ["Terminé", "Done"],
});
