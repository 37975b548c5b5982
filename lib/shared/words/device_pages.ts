/** Words of the pages that live on the device: favourites and offline. @module */

import type { Fuel } from "../fuels.ts";
import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";
import { commonWords } from "./mod.ts";

/** French. */
const FRENCH = /* @__PURE__ */ setFrench({
  favourites: {
    title: "Mes stations",
    description: "Vos stations favorites, enregistrées sur cet appareil seulement.",
    intro: "Enregistrées sur cet appareil seulement : ni compte, ni cookie.",
    empty: "Aucune station enregistrée",
    emptyText: "Sur la page d’une station, touchez le cœur : elle apparaîtra ici avec ses prix du moment.",
    findOne: "Trouver une station",
    remove: "Retirer {name}",
    // `{fuel}`.
    byPrice: "{fuel} : les moins chères d’abord.",
    // With what the visitor pays.
    byOwnPrice: "{fuel} : les moins chères d’abord, à votre prix.",
    // `{km}`, `{place}`, the place of the last visit.
    away: "à {km} de {place}",
    // `{cents}`, `{date}`.
    changed: "{cents} depuis le {date}",
    failed: "Les prix n’ont pas pu être mis à jour.",
    // Leads from the newest to all of them.
    all: "Tout voir",
    // One price could not be read.
    unavailable: "Prix indisponible",
    // The fuel has no price in force there.
    noPrice: "Pas de prix à jour",
    // No fuel has.
    noPrices: "Aucun prix à jour dans cette station.",
    saved: "Derniers prix connus, le {date}",
    noScripts: "Cette page enregistre vos stations dans le navigateur : elle a besoin de JavaScript.",
    gone: "Cette station n’existe plus dans le relevé.",
  },
  lastVisit: {
    title: "Votre moins chère",
    map: "Voir la carte",
    forget: "Oublier",
    none: "Aucun prix à jour autour de ce lieu : voir la carte",
    failed: "Prix indisponible : voir la carte",
  },
  offline: {
    title: "Hors ligne",
    text:
      "Pas de réseau, et cette page n’a jamais été ouverte ici. Celles que vous avez vues restent lisibles, avec leur date.",
    hint: "La page se rechargera d’elle-même au retour du réseau.",
    retry: "Réessayer",
    pages: "Pages enregistrées sur cet appareil",
    none: "Aucune page enregistrée.",
  },
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
export type DeviceWords = typeof FRENCH;

/** English. */
const ENGLISH: DeviceWords = {
  favourites: {
    title: "My stations",
    description: "Your favourite stations, saved on this device only.",
    intro: "Saved on this device only: no account, no cookies.",
    empty: "No saved stations",
    emptyText: "Tap the heart on a station’s page: the station will appear here with its current prices.",
    findOne: "Find a station",
    remove: "Remove {name}",
    byPrice: "{fuel}: cheapest first.",
    byOwnPrice: "{fuel}: cheapest first, at your price.",
    away: "{km} from {place}",
    changed: "{cents} since {date}",
    failed: "The prices could not be updated.",
    all: "See all",
    unavailable: "Price unavailable",
    noPrice: "No current price",
    noPrices: "No current price at this station.",
    saved: "Last known prices, as of {date}",
    noScripts: "This page saves your stations in your browser: it needs JavaScript.",
    gone: "This station is no longer in the feed.",
  },
  lastVisit: {
    title: "Your cheapest",
    map: "See the map",
    forget: "Forget",
    none: "No current price around this place: see the map",
    failed: "Price unavailable: see the map",
  },
  offline: {
    title: "Offline",
    text:
      "There is no network, and this page has never been opened on this device. Pages you have already seen can still be read, with their date.",
    hint: "The page will reload by itself once the network is back.",
    retry: "Try again",
    pages: "Pages saved on this device",
    none: "No saved pages.",
  },
};

/** The words of a language. */
export function deviceWords(lang: Lang): DeviceWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}

/** The few words that the favourites on the home need in the browser. */
export function toFavouriteWords(fuel: Fuel, lang: Lang) {
  const { title, all, unavailable, noPrice } = deviceWords(lang).favourites;
  const { fuels, price, levels, outOfStock } = commonWords(lang);
  return { title, all, unavailable, noPrice, fuel: fuels[fuel].short, fuels, price, best: levels.best, outOfStock };
}

/** The few words that the last visit on the home needs in the browser. */
export function toLastVisitWords(lang: Lang) {
  const { fuels, price } = commonWords(lang);
  return { ...deviceWords(lang).lastVisit, fuels, price };
}
