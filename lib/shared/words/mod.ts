/** The words that every page shares, and the functions that fill and count them. @module */

import type { Lang } from "../lang.ts";
import { setFrench } from "./fill.ts";

/** French. */
const commonFr = /* @__PURE__ */ setFrench({
  siteName: "Jauge",
  tagline: "Le prix des carburants, au millième",
  unofficial: "Site non officiel, données officielles.",
  skipToContent: "Aller au contenu",
  nav: {
    label: "Navigation principale",
    home: "Accueil",
    map: "Carte",
    route: "Itinéraire",
    departments: "Départements",
    trends: "Tendances",
    favourites: "Mes stations",
    about: "À propos",
    docs: "API",
    otherLanguage: "English",
  },
  // Name of the theme button until its script renames it.
  theme: { toDark: "Passer au thème sombre" },
  footer: {
    label: "Pied de page",
    sources:
      "Prix : Ministère de l’Économie, « Prix des carburants en France ». Noms et enseignes : © les contributeurs d’OpenStreetMap.",
    license: "Données sous licence ODbL 1.0",
    legal: "Mentions légales",
    about: "À propos",
    status: "État du service",
    report: "Signaler une erreur à la source",
  },
  // `of` joins the fuel to what is said of it: "Historique" + "de l’E10".
  fuels: {
    gazole: { short: "Gazole", long: "Gazole (B7)", of: "du gazole" },
    sp95: { short: "SP95", long: "Sans plomb 95 (E5)", of: "du SP95" },
    sp98: { short: "SP98", long: "Sans plomb 98 (E5)", of: "du SP98" },
    e10: { short: "E10", long: "Sans plomb 95-E10", of: "de l’E10" },
    e85: { short: "E85", long: "Superéthanol E85", of: "de l’E85" },
    gplc: { short: "GPLc", long: "GPL carburant", of: "du GPLc" },
  },
  chooseFuel: "Carburant",
  // What the sign of a level says: `low` cheap, `mid` in the middle, `high` dear, `best` the cheapest of all.
  levels: { low: "bon marché", mid: "prix moyen", high: "cher", best: "le moins cher" },
  // `{date}`; what the visitor pays, beside what the pump shows: `{price}`, `{posted}`.
  price: {
    old: "Prix ancien, hors classement",
    asOf: "Prix au {date}",
    posted: "affiché {price}",
    paid: "votre prix {price}, affiché {posted}",
    // Of E85 in the petrol that the visitor compares it with: `{price}`.
    equivalent: {
      sp95: "équivaut à {price}/L de SP95",
      sp98: "équivaut à {price}/L de SP98",
      e10: "équivaut à {price}/L d’E10",
    },
  },
  outOfStock: { temporary: "Rupture", permanent: "Non vendu ici", since: "depuis le {date}" },
  trend: {
    up: "en hausse",
    down: "en baisse",
    stable: "stable",
    unknown: "tendance inconnue",
    over7Days: "sur 7 jours",
  },
  station: {
    unknownName: "Station-service",
    motorway: "Autoroute",
    automate: "Automate 24\u00a0h/24",
    closed: {
      temporary: "Fermée temporairement depuis le {date}.",
      permanent: "Fermée définitivement depuis le {date}.",
    },
  },
  // `{date}`.
  states: {
    waiting: "Chargement…",
    failed: "Les prix n’ont pas pu être chargés.",
    retry: "Réessayer",
    stale: "La source n’a rien publié depuis le {date}. Les prix affichés datent de ce moment-là.",
    sample: "Données d’exemple : ces stations et ces prix sont inventés.",
    noData: "Les premières données sont en cours de chargement. Revenez dans une minute.",
    idle: "Aucune donnée : la base est vide et cette instance ne charge pas le flux (INGEST=off).",
  },
  stations: { one: "{n} station", other: "{n} stations" },
  // How a price stands around: `{cents}`, `{radius}`, `{n}`, `{count}`.
  standing: {
    below: "{cents} sous la moyenne à {radius}",
    above: "{cents} au-dessus de la moyenne à {radius}",
    same: "dans la moyenne à {radius}",
    first: "la moins chère de {count} stations",
    rank: "{n}e prix sur {count} stations",
    last: "la plus chère de {count} stations",
  },
  // How it stands against its own month: `{cents}`, `{n}` of `{days}`, `{radius}`.
  month: {
    below: "{cents} sous sa moyenne de {n} jours",
    above: "{cents} au-dessus de sa moyenne de {n} jours",
    same: "à sa moyenne de {n} jours",
    range: "de {low} à {high}",
    lowest: "prix le plus bas à {radius} {n} jours sur {days}",
    once: "prix le plus bas à {radius} un jour sur {days}",
    never: "jamais le prix le plus bas à {radius} en {days} jours",
  },
  directions: {
    go: "Itinéraire",
    // `{name}`.
    openIn: "Itinéraire dans {name}",
    services: { google: "Google Maps", apple: "Plans (Apple)", waze: "Waze", osm: "OpenStreetMap" },
  },
  error: {
    title: "Panne sèche",
    notFound: "Page introuvable",
    notFoundText: "Cette adresse ne mène à rien. La station a peut-être fermé, ou le lien est abîmé.",
    failedText: "Une erreur s’est produite chez nous. Réessayez dans un instant.",
    backHome: "Revenir à l’accueil",
    id: "Référence de l’incident : {id}",
  },
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
export type CommonWords = typeof commonFr;

/** English. */
const commonEn: CommonWords = {
  siteName: "Jauge",
  tagline: "French fuel prices, to a tenth of a cent",
  unofficial: "Unofficial site, official data.",
  skipToContent: "Skip to content",
  nav: {
    label: "Main navigation",
    home: "Home",
    map: "Map",
    route: "Route",
    departments: "Departments",
    trends: "Trends",
    favourites: "My stations",
    about: "About",
    docs: "API",
    otherLanguage: "Français",
  },
  theme: { toDark: "Switch to the dark theme" },
  footer: {
    label: "Footer",
    sources:
      "Prices: French Ministry of the Economy, “Prix des carburants en France”. Names and brands: © OpenStreetMap contributors.",
    license: "Data under the ODbL 1.0",
    legal: "Legal notice",
    about: "About",
    status: "Service status",
    report: "Report an error at the source",
  },
  fuels: {
    gazole: { short: "Diesel", long: "Diesel (B7, “gazole”)", of: "of diesel" },
    sp95: { short: "SP95", long: "Petrol 95 (E5, “SP95”)", of: "of SP95" },
    sp98: { short: "SP98", long: "Petrol 98 (E5, “SP98”)", of: "of SP98" },
    e10: { short: "E10", long: "Petrol 95 (E10)", of: "of E10" },
    e85: { short: "E85", long: "Bioethanol (E85)", of: "of E85" },
    gplc: { short: "LPG", long: "Autogas (LPG, “GPLc”)", of: "of LPG" },
  },
  chooseFuel: "Fuel",
  levels: { low: "cheap", mid: "average price", high: "expensive", best: "the cheapest" },
  price: {
    old: "Old price, not ranked",
    asOf: "Prices as of {date}",
    posted: "pump price {price}",
    paid: "your price {price}, pump price {posted}",
    equivalent: {
      sp95: "equivalent to {price}/L of SP95",
      sp98: "equivalent to {price}/L of SP98",
      e10: "equivalent to {price}/L of E10",
    },
  },
  outOfStock: { temporary: "Out of stock", permanent: "Not sold here", since: "since {date}" },
  trend: { up: "rising", down: "falling", stable: "stable", unknown: "trend unknown", over7Days: "over 7 days" },
  station: {
    unknownName: "Filling station",
    motorway: "Motorway",
    automate: "Pay at pump 24/7",
    closed: { temporary: "Temporarily closed since {date}.", permanent: "Closed for good since {date}." },
  },
  states: {
    waiting: "Loading…",
    failed: "The prices could not be loaded.",
    retry: "Try again",
    stale: "The source has published nothing since {date}. The prices shown date from then.",
    sample: "Sample data: these stations and prices are made up.",
    noData: "The first data is being loaded. Come back in a minute.",
    idle: "No data: the database is empty, and this instance does not load the feed (INGEST=off).",
  },
  stations: { one: "{n} station", other: "{n} stations" },
  standing: {
    below: "{cents} below the average within {radius}",
    above: "{cents} above the average within {radius}",
    same: "at the average within {radius}",
    first: "cheapest of {count} stations",
    rank: "no. {n} of {count} stations by price",
    last: "dearest of {count} stations",
  },
  month: {
    below: "{cents} below its {n}-day average",
    above: "{cents} above its {n}-day average",
    same: "at its {n}-day average",
    range: "{low} to {high}",
    lowest: "lowest price within {radius} on {n} of {days} days",
    once: "lowest price within {radius} on one of {days} days",
    never: "never the lowest price within {radius} in {days} days",
  },
  directions: {
    go: "Directions",
    openIn: "Directions in {name}",
    services: { google: "Google Maps", apple: "Apple Maps", waze: "Waze", osm: "OpenStreetMap" },
  },
  error: {
    title: "Out of fuel",
    notFound: "Page not found",
    notFoundText: "There is nothing at this address. The station may have closed, or the link may be broken.",
    failedText: "Something went wrong on our side. Try again in a moment.",
    backHome: "Back to the home page",
    id: "Incident reference: {id}",
  },
};

export { COLON, count, fill, type Plural } from "./fill.ts";

/** The words that every page shares. A page's own words are in a file of its own. */
export function commonWords(lang: Lang): CommonWords {
  return lang === "fr" ? commonFr : commonEn;
}
