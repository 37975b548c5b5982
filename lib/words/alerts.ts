/**
 * The words of alerts: the dialog that makes one, whose rule is a sentence, and the page of all of
 * a device.
 *
 * @module
 */

import { inBothLanguages } from "./both_languages.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const alertWords = /* @__PURE__ */ inBothLanguages({
  // By the kind of news of a rule.
  when: {
    at_most: ["coûte au plus", "costs at most"],
    cheapest: ["le moins cher baisse d’au moins", "at its cheapest falls by at least"],
    stock: ["manque ou revient", "runs out or is back"],
    best: ["devient le moins cher", "becomes the cheapest"],
  },
  where: {
    station: ["à la station {place}", "at {place}"],
    stations: ["dans l’une de mes {n} stations", "at one of my {n} stations"],
  },
  stop: ["Ne plus m’avertir", "Stop notifying me"],
  dialog: {
    title: ["M’avertir", "Notify me"],
    begin: ["quand", "when"],
    fuel: ["Carburant", "Fuel"],
    kind: ["Ce qui compte", "What counts"],
    amounts: {
      at_most: ["Prix, en euros par litre", "Price, in euros per litre"],
      cheapest: ["Baisse, en centimes par litre", "Fall, in cents per litre"],
    },
    // `cheapest` with a fall of 0.
    anyChange: ["le moins cher change de prix", "at its cheapest changes price"],
    zero: ["0 c : tout changement de prix.", "0 c: any change of price."],
    night: ["Aussi la nuit, de 22\u00a0h à 7\u00a0h", "Also at night, from 22:00 to 7:00"],
    rate: [
      "Un message toutes les 6\u00a0heures au plus.",
      "One message every 6\u00a0hours at most.",
    ],
    allow: ["Activer l’alerte", "Turn on the alert"],
    outcomes: {
      none: "",
      busy: "…",
      made: [
        "C’est noté : vous serez averti sur cet appareil.",
        "Done: you will be notified on this device.",
      ],
      denied: [
        "Autorisez d’abord les notifications de ce site.",
        "Allow notifications of this site first.",
      ],
      full: [
        "Cet appareil a déjà 20 alertes, ou ce site n’en prend plus.",
        "This device already has 20 alerts, or this site takes no more.",
      ],
      failed: ["Cela n’a pas marché : réessayez plus tard.", "That did not work: try again later."],
    },
    close: ["Fermer", "Close"],
    install: [
      "Sur iPhone, ajoutez d’abord Jauge à l’écran d’accueil.",
      "On an iPhone, first add Jauge to the home screen.",
    ],
  },
  page: {
    title: ["Mes alertes", "My alerts"],
    intro: [
      "De cet appareil seulement : ni compte, ni adresse.",
      "Of this device only: no account, no address.",
    ],
    empty: ["Aucune alerte", "No alerts"],
    emptyText: [
      "Touchez « M’avertir » sur une station ou sur la carte.",
      "Tap “Notify me” on a station or on the map.",
    ],
    off: [
      "Ce site ou ce navigateur n’a pas de notifications.",
      "This site or this browser has no notifications.",
    ],
    findOne: ["Trouver une station", "Find a station"],
    end: ["Ne plus m’avertir : {rule}", "Stop notifying me: {rule}"],
    privacy: ["Ce qui est enregistré", "What is stored"],
    noScripts: ["Cette page a besoin de JavaScript.", "This page needs JavaScript."],
  },
});
