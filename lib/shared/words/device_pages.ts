/** Words of the pages that live on the device: favourites and offline. @module */

import type { Fuel } from "../station/fuels.ts";
import type { Lang } from "./lang.ts";
import { commonWords, inBothLanguages } from "./mod.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const deviceWords = /* @__PURE__ */ inBothLanguages({
  favourites: {
    title: ["Mes stations", "My stations"],
    description: [
      "Vos stations favorites, enregistrées sur cet appareil seulement.",
      "Your favourite stations, saved on this device only.",
    ],
    intro: [
      "Enregistrées sur cet appareil seulement : ni compte, ni cookie.",
      "Saved on this device only: no account, no cookies.",
    ],
    empty: ["Aucune station enregistrée", "No saved stations"],
    emptyText: [
      "Sur la page d’une station, touchez le cœur : elle apparaîtra ici avec ses prix du moment.",
      "Tap the heart on a station’s page: the station will appear here with its current prices.",
    ],
    findOne: ["Trouver une station", "Find a station"],
    remove: ["Retirer {name}", "Remove {name}"],
    byPrice: ["{fuel} : les moins chères d’abord.", "{fuel}: cheapest first."],
    byOwnPrice: ["{fuel} : les moins chères d’abord, à votre prix.", "{fuel}: cheapest first, at your price."],
    away: ["à {km} de {place}", "{km} from {place}"],
    changed: ["{cents} depuis le {date}", "{cents} since {date}"],
    failed: ["Les prix n’ont pas pu être mis à jour.", "The prices could not be updated."],
    all: ["Tout voir", "See all"],
    unavailable: ["Prix indisponible", "Price unavailable"],
    noPrice: ["Pas de prix à jour", "No current price"],
    noPrices: ["Aucun prix à jour dans cette station.", "No current price at this station."],
    saved: ["Derniers prix connus, le {date}", "Last known prices, as of {date}"],
    noScripts: [
      "Cette page enregistre vos stations dans le navigateur : elle a besoin de JavaScript.",
      "This page saves your stations in your browser: it needs JavaScript.",
    ],
    gone: ["Cette station n’existe plus dans le relevé.", "This station is no longer in the feed."],
  },
  lastVisit: {
    title: ["Votre moins chère", "Your cheapest"],
    map: ["Voir la carte", "See the map"],
    forget: ["Oublier", "Forget"],
    none: ["Aucun prix à jour autour de ce lieu : voir la carte", "No current price around this place: see the map"],
    failed: ["Prix indisponible : voir la carte", "Price unavailable: see the map"],
  },
  myRoute: { title: ["Mon trajet", "My route"], at: ["à", "at"], forget: ["Oublier", "Forget"] },
  offline: {
    title: ["Hors ligne", "Offline"],
    text: [
      "Pas de réseau, et cette page n’a jamais été ouverte ici. Celles que vous avez vues restent lisibles, avec leur date.",
      "There is no network, and this page has never been opened on this device. Pages you have already seen can still be read, with their date.",
    ],
    hint: [
      "La page se rechargera d’elle-même au retour du réseau.",
      "The page will reload by itself once the network is back.",
    ],
    retry: ["Réessayer", "Try again"],
    pages: ["Pages enregistrées sur cet appareil", "Pages saved on this device"],
    none: ["Aucune page enregistrée.", "No saved pages."],
  },
});

/** The few words that the favourites on the home need in the browser. */
export function toFavouriteWords(fuel: Fuel, lang: Lang) {
  const { title, all, unavailable, noPrice } = deviceWords[lang].favourites;
  const { fuels, price, levels, outOfStock } = commonWords[lang];
  return { title, all, unavailable, noPrice, fuel: fuels[fuel].short, fuels, price, best: levels.best, outOfStock };
}

/** The few words that the last visit on the home needs in the browser. */
export function toLastVisitWords(lang: Lang) {
  const { fuels, price } = commonWords[lang];
  return { ...deviceWords[lang].lastVisit, fuels, price };
}
