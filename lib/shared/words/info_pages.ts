/** Words of trends, about, favourites and the offline page. @module */

import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";

/** `{name}` marks a gap. */
export type InfoWords = {
  trends: {
    title: string;
    /** {date}, {prices} */
    description: string;
    heading: string;
    intro: string;
    nation: string;
    brands: string;
    /** {ofFuel}, {days} */
    brandsText: string;
    brandsEmpty: string;
    week: string;
    brand: string;
    stations: string;
    today: string;
    change: string;
    min: string;
    max: string;
    noScripts: string;
  };
  favourites: {
    title: string;
    description: string;
    intro: string;
    empty: string;
    emptyText: string;
    findOne: string;
    /** {name} */
    remove: string;
    failed: string;
    /** Leads from the newest to all of them. */
    all: string;
    /** One price could not be read. */
    unavailable: string;
    /** The fuel has no price in force there. */
    noPrice: string;
    /** No fuel has. */
    noPrices: string;
    /** {date} */
    saved: string;
    noScripts: string;
    gone: string;
  };
  offline: { title: string; text: string; hint: string; retry: string; pages: string; none: string };
};

/** French. */
export const infoFr: InfoWords = /* @__PURE__ */ setFrench({
  trends: {
    title: "Tendances : le prix des carburants en France",
    description: "Prix moyens des carburants en France au {date} : {prices}. Courbes sur un an et enseignes comparées.",
    heading: "Tendances",
    intro: "Moyenne nationale de chaque carburant, jour par jour.",
    nation: "Six carburants sur un an",
    brands: "Les six plus grandes enseignes",
    brandsText: "Prix moyen {ofFuel} par enseigne, {days} derniers jours.",
    brandsEmpty: "Aucune enseigne n’est encore connue.",
    week: "Semaine du",
    brand: "Enseigne",
    stations: "Stations",
    today: "Aujourd’hui",
    change: "Sur la période",
    min: "au plus bas",
    max: "au plus haut",
    noScripts: "Le tableau ci-dessous donne les mêmes chiffres.",
  },
  favourites: {
    title: "Mes stations",
    description: "Vos stations favorites, gardées sur cet appareil seulement.",
    intro: "Gardées sur cet appareil seulement : ni compte, ni cookie.",
    empty: "Aucune station gardée",
    emptyText: "Sur la page d’une station, touchez le cœur : elle apparaîtra ici avec ses prix du moment.",
    findOne: "Trouver une station",
    remove: "Retirer {name}",
    failed: "Les prix n’ont pas pu être mis à jour.",
    all: "Tout voir",
    unavailable: "Prix indisponible",
    noPrice: "Pas de prix à jour",
    noPrices: "Aucun prix à jour dans cette station.",
    saved: "Derniers prix connus, le {date}",
    noScripts: "Cette page garde vos stations dans le navigateur : elle a besoin de JavaScript.",
    gone: "Cette station n’existe plus dans le relevé.",
  },
  offline: {
    title: "Hors ligne",
    text:
      "Pas de réseau, et cette page n’a jamais été ouverte ici. Celles que vous avez vues restent lisibles, avec leur date.",
    hint: "La page se rechargera d’elle-même au retour du réseau.",
    retry: "Réessayer",
    pages: "Pages gardées sur cet appareil",
    none: "Aucune page gardée.",
  },
});

/** English. */
export const infoEn: InfoWords = {
  trends: {
    title: "Trends: fuel prices in France",
    description: "Mean fuel prices in France as of {date}: {prices}. Curves over one year and brands compared.",
    heading: "Trends",
    intro: "National mean of each fuel, day by day.",
    nation: "Six fuels over one year",
    brands: "The six largest brands",
    brandsText: "Mean price {ofFuel} by brand, last {days} days.",
    brandsEmpty: "No brand is known yet.",
    week: "Week of",
    brand: "Brand",
    stations: "Stations",
    today: "Today",
    change: "Over the period",
    min: "at the lowest",
    max: "at the highest",
    noScripts: "The table below has the same figures.",
  },
  favourites: {
    title: "My stations",
    description: "Your favourite stations, kept on this device only.",
    intro: "Kept on this device only: no account, no cookie.",
    empty: "No station kept",
    emptyText: "On the page of a station, touch the heart: it will appear here with its current prices.",
    findOne: "Find a station",
    remove: "Remove {name}",
    failed: "The prices could not be updated.",
    all: "See all",
    unavailable: "Price unavailable",
    noPrice: "No current price",
    noPrices: "No current price at this station.",
    saved: "Last known prices, {date}",
    noScripts: "This page keeps your stations in the browser: it needs JavaScript.",
    gone: "This station is no longer in the feed.",
  },
  offline: {
    title: "Offline",
    text:
      "There is no network, and this page was never opened here. Those you have seen remain readable, with their date.",
    hint: "The page will load again by itself when the network is back.",
    retry: "Try again",
    pages: "Pages kept on this device",
    none: "No pages kept.",
  },
};

/** The words of a language. */
export function infoWords(lang: Lang): InfoWords {
  return lang === "fr" ? infoFr : infoEn;
}
