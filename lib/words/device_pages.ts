/** Words of the pages that live on the device: favourites and offline. @module */

import type { Lang } from "./lang.ts";
import { commonWords, inBothLanguages } from "./mod.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const deviceWords = /* @__PURE__ */ inBothLanguages({
  favourites: {
    title: ["Mes stations", "My stations"],
    intro: [
      "Sur cet appareil seulement : ni compte, ni cookie.",
      "On this device only: no account, no cookies.",
    ],
    empty: ["Aucune station enregistrée", "No saved stations"],
    emptyText: [
      "Touchez le cœur d’une station : ses prix vous attendront ici.",
      "Tap a station’s heart: its prices will wait for you here.",
    ],
    findOne: ["Trouver une station", "Find a station"],
    remove: ["Retirer {name}", "Remove {name}"],
    removed: ["{name} : retirée", "{name} removed"],
    undo: ["Annuler", "Undo"],
    byPrice: ["{fuel}, les moins chères d’abord", "{fuel}, cheapest first"],
    away: ["à {km} de {place}", "{km} from {place}"],
    since: ["depuis {day}", "since {day}"],
    cheaper: ["{cents} de moins à {km}", "{cents} less at {km}"],
    week: ["La semaine : de {from} à {to}", "The week: {from} to {to}"],
    failed: ["Les prix n’ont pas pu être mis à jour.", "The prices could not be updated."],
    all: ["Tout voir", "See all"],
    unavailable: ["Prix indisponible", "Price unavailable"],
    noPrice: ["Pas de prix à jour", "No current price"],
    noScripts: [
      "Vos stations sont dans votre navigateur : cette page a besoin de JavaScript.",
      "Your stations are in your browser: this page needs JavaScript.",
    ],
    gone: ["N’existe plus", "No longer exists"],
    feed: ["Fil Atom", "Atom feed"],
  },
  lastVisit: {
    title: ["Votre dernier lieu", "Your last place"],
    best: [
      "{where}, {fuel} est à {price} {station}, à {km} : {saved} de moins que la plus proche.",
      "{where}, {fuel} is {price} {station}, {km} away: {saved} less than the nearest.",
    ],
    nearest: [
      "{where}, {fuel} est à {price} {station}, à {km} : la plus proche est le bon choix.",
      "{where}, {fuel} is {price} {station}, {km} away: the nearest is the right choice.",
    ],
    station: ["chez {name}", "at {name}"],
    unnamed: ["à la station {name}", "at the station {name}"],
    map: ["Voir la carte", "See the map"],
    forget: ["Oublier", "Forget"],
    none: [
      "Aucun prix à jour par ici : voir la carte",
      "No current price around here: see the map",
    ],
    failed: ["Prix indisponible : voir la carte", "Price unavailable: see the map"],
  },
  myRoute: { title: ["Mon trajet", "My route"], at: ["à", "at"], forget: ["Oublier", "Forget"] },
  offline: {
    title: ["Hors ligne", "Offline"],
    text: [
      "Pas de réseau, et cette page n’a jamais été ouverte ici. Celles que vous avez vues restent lisibles.",
      "No network, and this page has never been opened here. Those you have seen can still be read.",
    ],
    hint: [
      "Elle s’ouvrira d’elle-même au retour du réseau.",
      "It will open by itself once the network is back.",
    ],
    retry: ["Réessayer", "Try again"],
    pages: ["Pages enregistrées sur cet appareil", "Pages saved on this device"],
    none: ["Aucune page enregistrée.", "No saved pages."],
  },
});

/** The words of every page that a favourite takes. */
export function toFavouriteCommon(lang: Lang) {
  const { fuels, price, levels, outOfStock, verdict } = commonWords[lang];
  return { fuels, price, levels, outOfStock, verdict };
}
