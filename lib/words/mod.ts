/** The words that every page shares, and the functions that fill and count them. @module */

import { inBothLanguages } from "./both_languages.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const commonWords = /* @__PURE__ */ inBothLanguages({
  siteName: "Jauge",
  tagline: ["Le prix des carburants, au millième", "French fuel prices, to a tenth of a cent"],
  unofficial: ["Site non officiel", "Unofficial site"],
  skipToContent: ["Aller au contenu", "Skip to content"],
  nav: {
    label: ["Navigation principale", "Main navigation"],
    map: ["Carte", "Map"],
    route: ["Trajet", "Route"],
    departments: ["Départements", "Departments"],
    trends: ["Tendances", "Trends"],
    favourites: ["Mes stations", "My stations"],
    docs: "API",
    otherLanguage: ["English", "Français"],
  },
  theme: {
    toDark: ["Passer au thème sombre", "Switch to the dark theme"],
    toLight: ["Passer au thème clair", "Switch to the light theme"],
  },
  footer: {
    label: ["Pied de page", "Footer"],
    sources: [
      "Prix : Ministère de l’Économie, « Prix des carburants en France ». Noms et enseignes : © les contributeurs d’OpenStreetMap.",
      "Prices: French Ministry of the Economy, “Prix des carburants en France”. Names and brands: © OpenStreetMap contributors.",
    ],
    license: ["Données sous licence ODbL 1.0", "Data under the ODbL 1.0"],
    legal: ["Mentions légales", "Legal notice"],
    about: ["À propos", "About"],
    data: ["Données ouvertes", "Open data"],
    status: ["État du service", "Service status"],
    report: ["Signaler un prix faux (site de l’État)", "Report a wrong price (government site)"],
  },
  // `of` joins the fuel to a noun: "Historique" + "de l’E10".
  fuels: {
    gazole: {
      short: ["Gazole", "Diesel"],
      long: ["Gazole (B7)", "Diesel (B7, “gazole”)"],
      of: ["du gazole", "of diesel"],
      the: ["le gazole", "diesel"],
    },
    sp95: {
      short: "SP95",
      long: ["Sans plomb 95 (E5)", "Petrol 95 (E5, “SP95”)"],
      of: ["du SP95", "of SP95"],
      the: ["le SP95", "SP95"],
    },
    sp98: {
      short: "SP98",
      long: ["Sans plomb 98 (E5)", "Petrol 98 (E5, “SP98”)"],
      of: ["du SP98", "of SP98"],
      the: ["le SP98", "SP98"],
    },
    e10: {
      short: "E10",
      long: ["Sans plomb 95-E10", "Petrol 95 (E10)"],
      of: ["de l’E10", "of E10"],
      the: ["l’E10", "E10"],
    },
    e85: {
      short: "E85",
      long: ["Superéthanol E85", "Bioethanol (E85)"],
      of: ["de l’E85", "of E85"],
      the: ["l’E85", "E85"],
    },
    gplc: {
      short: ["GPLc", "LPG"],
      long: ["GPL carburant", "Autogas (LPG, “GPLc”)"],
      of: ["du GPLc", "of LPG"],
      the: ["le GPLc", "LPG"],
    },
  },
  chooseFuel: ["Carburant", "Fuel"],
  driver: ["Ma voiture", "My car"],
  alert: ["M’avertir", "Notify me"],
  levels: {
    low: ["Bon prix", "Good price"],
    mid: ["Prix moyen", "Average price"],
    high: ["Cher", "Expensive"],
    best: ["le moins cher", "the cheapest"],
  },
  meanLevels: {
    low: ["moins de {price}", "under {price}"],
    mid: "{price} ± {cents}\u00a0c",
    high: ["plus de {price}", "over {price}"],
  },
  price: {
    old: ["Prix ancien, hors classement", "Old price, not ranked"],
    // after the age of a price that is too old for its lead
    check: ["\u00a0: à vérifier", ": to be checked"],
    official: ["Relevé officiel du {date}", "Official data of {date}"],
    asOf: ["Relevé du {date}", "Data of {date}"],
    posted: ["affiché {price}", "pump price {price}"],
    paid: ["votre prix {price}, affiché {posted}", "your price {price}, pump price {posted}"],
    // Of E85 in the petrol that the visitor compares it with: `{price}`.
    equivalent: {
      sp95: ["équivaut à {price}/L de SP95", "equivalent to {price}/L of SP95"],
      sp98: ["équivaut à {price}/L de SP98", "equivalent to {price}/L of SP98"],
      e10: ["équivaut à {price}/L d’E10", "equivalent to {price}/L of E10"],
    },
  },
  outOfStock: {
    temporary: ["Rupture", "Out of stock"],
    permanent: ["Non vendu ici", "Not sold here"],
    since: ["depuis le {date}", "since {date}"],
  },
  trend: {
    up: ["en hausse", "rising"],
    down: ["en baisse", "falling"],
    stable: "stable",
    unknown: ["Tendance à partir de demain", "Trend from tomorrow"],
    over7Days: ["sur 7 jours", "over 7 days"],
  },
  station: {
    unknownName: ["Station-service", "Filling station"],
    motorway: ["Autoroute", "Motorway"],
    membersOnly: ["Membres seulement", "Members only"],
    h24: ["24/24", "24/7"],
    automate: ["Automate 24\u00a0h/24", "Pay at pump 24/7"],
    closed: {
      temporary: ["Fermée temporairement depuis le {date}.", "Temporarily closed since {date}."],
      permanent: ["Fermée définitivement depuis le {date}.", "Closed for good since {date}."],
    },
  },
  states: {
    waiting: ["Chargement…", "Loading…"],
    retry: ["Réessayer", "Try again"],
    stale: [
      "La source n’a rien publié depuis le {date}. Les prix affichés datent de ce moment-là.",
      "The source has published nothing since {date}. The prices shown date from then.",
    ],
    sample: [
      "Données d’exemple : ces stations et ces prix sont inventés.",
      "Sample data: these stations and prices are made up.",
    ],
    noData: [
      "Les premières données sont en cours de chargement. Revenez dans une minute.",
      "The first data is being loaded. Come back in a minute.",
    ],
    idle: [
      "Aucune donnée : la base est vide ou injoignable, et cette instance ne charge pas le flux (INGEST=off).",
      "No data: the database is empty or unreachable, and this instance does not load the feed (INGEST=off).",
    ],
  },
  stations: { one: "{n} station", other: "{n} stations" },
  verdict: {
    first: [
      "la moins chère des {count} stations à moins de {radius}",
      "cheapest of {count} stations within {radius}",
    ],
    same: [
      "même prix dans les {count} stations à moins de {radius}",
      "same price at all {count} stations within {radius}",
    ],
    rank: ["{n}ᵉ prix sur {count} à moins de {radius}", "price no. {n} of {count} within {radius}"],
    last: [
      "la plus chère des {count} stations à moins de {radius}",
      "dearest of {count} stations within {radius}",
    ],
    often: [
      "La moins chère du secteur {n} jours sur {days}",
      "Cheapest around on {n} of {days} days",
    ],
    once: ["La moins chère du secteur un jour sur {days}", "Cheapest around on one of {days} days"],
    never: [
      "Jamais la moins chère du secteur en {days} jours",
      "Never the cheapest around in {days} days",
    ],
  },
  directions: {
    go: ["Y aller", "Directions"],
    openIn: ["Itinéraire dans {name}", "Directions in {name}"],
    services: {
      google: "Google Maps",
      apple: ["Plans (Apple)", "Apple Maps"],
      waze: "Waze",
      osm: "OpenStreetMap",
    },
  },
  error: {
    title: ["Panne sèche", "Out of fuel"],
    notFound: ["Page introuvable", "Page not found"],
    notFoundText: [
      "Cette adresse ne mène à rien. La station a peut-être fermé, ou le lien est abîmé.",
      "There is nothing at this address. The station may have closed, or the link may be broken.",
    ],
    failedText: [
      "Une erreur s’est produite chez nous. Réessayez dans un instant.",
      "Something went wrong on our side. Try again in a moment.",
    ],
    backHome: ["Revenir à l’accueil", "Back to the home page"],
  },
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
export type CommonWords = typeof commonWords.fr;

/** Words that only the inner pages share: ways back, charts, lists. */
export const innerWords = /* @__PURE__ */ inBothLanguages({
  breadcrumbs: ["Fil d’Ariane", "Breadcrumbs"],
  home: ["Accueil", "Home"],
  chart: {
    range: ["Période", "Period"],
    days30: ["30 jours", "30 days"],
    days365: ["Un an", "One year"],
    days90: ["90 jours", "90 days"],
    asTable: ["Les mêmes chiffres en tableau", "The same figures as a table"],
    day: ["Jour", "Day"],
    from: ["À partir du", "From"],
    price: ["Prix", "Price"],
    since: ["Depuis le {date} : rien n’est connu avant", "Since {date}: nothing is known before"],
    until: ["s’arrête le {date}", "ends on {date}"],
    oneDay: ["L’historique commence aujourd’hui.", "The history begins today."],
    noHistory: ["Aucun prix connu sur cette période.", "No price is known for this period."],
    failed: [
      "L’historique est indisponible pour l’instant.",
      "Price history is not available right now.",
    ],
    summary: [
      "{what}, du {from} au {to} : {last} à la fin, entre {min} et {max}.",
      "{what}, from {from} to {to}: {last} at the end, between {min} and {max}.",
    ],
    lowest: ["Plus bas", "Lowest"],
    highest: ["Plus haut", "Highest"],
    readout: ["Valeurs du {date}", "Prices on {date}"],
    embed: ["Intégrer cette courbe", "Embed this chart"],
    resume: [
      "Survolez la courbe ou utilisez les flèches du clavier.",
      "Point at the curve or use the arrow keys.",
    ],
  },
  list: { brand: ["Enseigne", "Brand"], count: "Stations" },
});

export { inBothLanguages };
export { COLON, count, fill, type Plural } from "./fill.ts";
