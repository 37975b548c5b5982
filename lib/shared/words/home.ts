/** Words of the home: the country before a place is known, the map and the list around one. @module */

import type { Lang } from "../lang.ts";
import type { Sort } from "../url_state.ts";
import { type Plural, setFrench } from "./fill.ts";

/** The search field and its suggestions. */
export type SearchWords = {
  label: string;
  placeholder: string;
  submit: string;
  locate: string;
  locating: string;
  locationRefused: string;
  locationFailed: string;
  suggestions: string;
  found: Plural;
  none: string;
  /** `{name}`, the former commune whose name matched. */
  former: string;
};

/** The country at a glance. */
export type LandingWords = {
  title: string;
  description: string;
  headline: string;
  lead: string;
  unknownPlace: string;
  unknownPlaceHint: string;
  nationalTitle: string;
  mean: string;
  mapTitle: string;
  mapText: string;
  mapAll: string;
  cheapestDepartments: string;
  dearestDepartments: string;
  allDepartments: string;
  noMean: string;
  promises: { title: string; text: string }[];
};

/** The map and the list around a place. */
export type ExplorerWords = {
  /** `{fuel}`, `{place}`. */
  title: string;
  here: string;
  answerNone: string;
  /** `{price}`, `{station}`. */
  answer: string;
  /** `{saved}`, `{litres}`. */
  answerSaved: string;
  description: string;
  count: Plural;
  /** `{shown}`, `{total}`. */
  countLimited: string;
  list: string;
  map: string;
  mapHelp: string;
  skipToList: string;
  sortBy: string;
  sorts: Record<Sort, string>;
  filters: string;
  apply: string;
  reset: string;
  brand: string;
  anyBrand: string;
  radius: string;
  motorway: string;
  openNow: string;
  h24: string;
  services: string;
  fold: string;
  folded: Plural;
  showFolded: string;
  more: string;
  car: string;
  litres: string;
  per100Km: string;
  carStored: string;
  /** `{cost}`, `{litres}`. */
  realCost: string;
  unranked: Plural;
  unrankedText: string;
  empty: string;
  /** `{radius}`. */
  emptyText: string;
  /** `{radius}`. */
  widen: string;
  /** `{n}` cents. */
  dearer: string;
  cheapest: string;
  lessThanHour: string;
  menu: string;
  closeMenu: string;
  tools: string;
  withoutFilters: string;
  legend: string;
  waiting: string;
  failed: string;
  failedText: string;
  /** `{time}`, to the second. */
  limited: string;
  offline: string;
  ignored: string;
  others: string;
  zoomIn: string;
  zoomOut: string;
  recentre: string;
  share: string;
  shared: string;
  export: string;
  sheet: { label: string; peek: string; half: string; full: string };
  noTiles: string;
};

/** The sheet of a station. */
type SheetWords = {
  close: string;
  loading: string;
  failed: string;
  prices: string;
  hoursToday: string;
  automate: string;
  closedToday: string;
  hoursUnknown: string;
  allDay: string;
  services: string;
  directions: string;
  openIn: string;
  device: string;
  favourite: string;
  unfavourite: string;
  share: string;
  copied: string;
  fullPage: string;
  report: string;
  noPrices: string;
  old: string;
  suspect: string;
  history: string;
  historyTable: string;
};

/** The words of the home. */
export type HomeWords = { search: SearchWords; landing: LandingWords; explorer: ExplorerWords; sheet: SheetWords };

const fr: HomeWords = /* @__PURE__ */ setFrench({
  search: {
    label: "Ville, code postal ou adresse",
    placeholder: "Ville, code postal, adresse",
    submit: "Chercher",
    locate: "Autour de moi",
    locating: "Recherche de votre position…",
    locationRefused: "Position refusée : tapez une ville ou un code postal.",
    locationFailed: "Position introuvable : tapez une ville ou un code postal.",
    suggestions: "Suggestions",
    found: { one: "{n} suggestion", other: "{n} suggestions" },
    none: "Aucune commune de ce nom",
    former: "ancienne commune {name}",
  },
  landing: {
    title: "Prix des carburants en France, en direct",
    description:
      "Les prix des carburants de toutes les stations de France, mis à jour toutes les dix minutes : trouvez la moins chère près de chez vous.",
    headline: "Où faire le plein ?",
    lead: "Le prix des carburants au litre près, dans toutes les stations de France, relevé toutes les dix minutes.",
    unknownPlace: "Lieu introuvable",
    unknownPlaceHint:
      "Nous ne connaissons aucune commune appelée « {q} ». Vérifiez l’orthographe ou tapez un code postal.",
    nationalTitle: "Le litre en France, aujourd’hui",
    mean: "moyenne",
    mapTitle: "{fuel} : la carte des départements",
    mapText: "Prix moyen par département. Choisissez-en un pour voir ses stations.",
    mapAll: "Voir toutes les stations sur la carte",
    cheapestDepartments: "Les moins chers",
    dearestDepartments: "Les plus chers",
    allDepartments: "Tous les départements",
    noMean: "pas de prix",
    promises: [
      {
        title: "Au millième",
        text: "Le prix exact du totem, avec son âge. Un prix de plus de 30 jours n’est jamais classé.",
      },
      {
        title: "Détour compris",
        text: "Le vrai coût du plein : prix, litres et kilomètres pour y aller, selon votre voiture.",
      },
      { title: "Rien sur vous", text: "Ni compte, ni cookie, ni pisteur. Vos favoris restent sur votre appareil." },
    ],
  },
  explorer: {
    title: "{fuel} · {place}",
    here: "ici",
    answerNone: "Aucun prix à jour dans cette vue",
    answer: "{fuel} dès {price}",
    answerSaved: "{saved} d’écart sur {litres} L entre la moins chère et la plus chère",
    description: "Les stations les moins chères en {fuel} : {place}. Prix officiels mis à jour toutes les dix minutes.",
    count: { one: "{n} station", other: "{n} stations" },
    countLimited: "{shown} affichées sur {total}",
    list: "Stations, dans l’ordre choisi",
    map: "Carte des stations",
    mapHelp: "Flèches pour déplacer la carte, plus et moins pour zoomer. Les stations sont aussi dans la liste.",
    skipToList: "Aller à la liste des stations",
    sortBy: "Trier par",
    sorts: { price: "Par prix", distance: "Par distance", fresh: "Par fraîcheur", cost: "Par coût réel" },
    filters: "Filtres",
    apply: "Appliquer",
    reset: "Tout effacer",
    brand: "Enseigne",
    anyBrand: "Toutes",
    radius: "Rayon",
    motorway: "Sans les autoroutes",
    openNow: "Ouvertes maintenant",
    h24: "Automate 24/24",
    services: "Services",
    fold: "Masquer les stations plus chères et plus loin qu’une autre",
    folded: {
      one: "{n} station plus chère et plus loin est masquée",
      other: "{n} stations plus chères et plus loin sont masquées",
    },
    showFolded: "Les afficher",
    more: "Afficher la suite",
    car: "Votre voiture",
    litres: "Litres à mettre",
    per100Km: "L aux 100 km",
    carStored: "Ces réglages restent sur cet appareil.",
    realCost: "{cost} le plein, détour compris",
    unranked: { one: "{n} station sans prix à jour", other: "{n} stations sans prix à jour" },
    unrankedText: "Rupture, ou prix de plus de 30 jours : elles ne sont pas classées.",
    empty: "Aucune station dans cette vue",
    emptyText: "Aucune station ne vend ce carburant à un prix à jour dans un rayon de {radius}.",
    widen: "Élargir à {radius}",
    dearer: "{n} de plus que la moins chère",
    cheapest: "la moins chère",
    lessThanHour: "moins d’1\u00a0h",
    menu: "Menu",
    closeMenu: "Fermer le menu",
    tools: "Outils de la liste",
    withoutFilters: "Retirer les filtres",
    legend: "Niveaux de prix dans la vue",
    waiting: "Chargement des stations…",
    failed: "La carte n’a pas pu charger les stations",
    failedText: "La liste ci-dessous date de l’ouverture de la page.",
    limited: "Trop de demandes : nouvel essai à {time}.",
    offline: "Vous êtes hors ligne : prix du {date}.",
    ignored: "Une partie de l’adresse n’a pas été comprise et a été ignorée : {names}.",
    others: "Vouliez-vous dire",
    zoomIn: "Zoomer",
    zoomOut: "Dézoomer",
    recentre: "Revenir à {place}",
    share: "Partager",
    shared: "Lien copié",
    export: "Exporter",
    sheet: {
      label: "Hauteur de la liste",
      peek: "Liste réduite, agrandir",
      half: "Liste à mi-hauteur, agrandir",
      full: "Liste en plein écran, réduire",
    },
    noTiles: "Fond de carte simplifié (cartes indisponibles)",
  },
  sheet: {
    close: "Fermer la fiche",
    loading: "Chargement de la station…",
    failed: "La fiche n’a pas pu être chargée.",
    prices: "Prix",
    hoursToday: "Aujourd’hui",
    automate: "Automate 24/24",
    closedToday: "Fermée aujourd’hui",
    hoursUnknown: "Horaires inconnus",
    allDay: "24 h sur 24",
    services: "Services",
    directions: "Itinéraire",
    openIn: "Ouvrir dans",
    device: "Appli de l’appareil",
    favourite: "Ajouter aux favoris",
    unfavourite: "Retirer des favoris",
    share: "Partager",
    copied: "Lien copié",
    fullPage: "Historique et détails",
    report: "Signaler une erreur à la source",
    noPrices: "Aucun prix connu.",
    old: "prix ancien",
    suspect: "prix douteux (loin de tous les autres, non confirmé)",
    history: "{fuel} : l’historique",
    historyTable: "Les chiffres jour par jour",
  },
});

const en: HomeWords = {
  search: {
    label: "Town, postcode or address",
    placeholder: "Town, postcode, address",
    submit: "Search",
    locate: "Around me",
    locating: "Finding your position…",
    locationRefused: "Position refused: type a town or a postcode.",
    locationFailed: "Position not found: type a town or a postcode.",
    suggestions: "Suggestions",
    found: { one: "{n} suggestion", other: "{n} suggestions" },
    none: "No town by that name",
    former: "former commune {name}",
  },
  landing: {
    title: "Fuel prices in France, live",
    description: "Fuel prices of every station in France, updated every ten minutes: find the cheapest one near you.",
    headline: "Where to fill up?",
    lead: "Fuel prices to the last litre, at every station in France, read every ten minutes.",
    unknownPlace: "Place not found",
    unknownPlaceHint: "We know no French town called “{q}”. Check the spelling or type a postcode.",
    nationalTitle: "A litre in France today",
    mean: "mean",
    mapTitle: "{fuel}: map of the departments",
    mapText: "Mean price by department. Choose one to see its stations.",
    mapAll: "See every station on the map",
    cheapestDepartments: "Cheapest",
    dearestDepartments: "Dearest",
    allDepartments: "All departments",
    noMean: "no price",
    promises: [
      {
        title: "To the thousandth",
        text: "The exact price on the pump, with its age. A price older than 30 days never ranks.",
      },
      {
        title: "Detour included",
        text: "What filling up really costs: price, litres and the way there, for your car.",
      },
      { title: "Nothing about you", text: "No account, no cookie, no tracker. Favourites stay on your device." },
    ],
  },
  explorer: {
    title: "{fuel} · {place}",
    here: "here",
    answerNone: "No current price in this view",
    answer: "{fuel} from {price}",
    answerSaved: "{saved} between cheapest and dearest on {litres} L",
    description: "The cheapest stations for {fuel}: {place}. Official prices, updated every ten minutes.",
    count: { one: "{n} station", other: "{n} stations" },
    countLimited: "{shown} shown of {total}",
    list: "Stations, in the chosen order",
    map: "Map of stations",
    mapHelp: "Arrow keys move the map, plus and minus zoom. The stations are in the list as well.",
    skipToList: "Skip to the list of stations",
    sortBy: "Sort by",
    sorts: { price: "By price", distance: "By distance", fresh: "By freshness", cost: "By real cost" },
    filters: "Filters",
    apply: "Apply",
    reset: "Clear all",
    brand: "Brand",
    anyBrand: "All",
    radius: "Radius",
    motorway: "Without motorways",
    openNow: "Open now",
    h24: "Pay at pump 24/7",
    services: "Services",
    fold: "Hide stations dearer and farther than another",
    folded: {
      one: "{n} station dearer and farther is hidden",
      other: "{n} stations dearer and farther are hidden",
    },
    showFolded: "Show them",
    more: "Show more",
    car: "Your car",
    litres: "Litres to fill in",
    per100Km: "L per 100 km",
    carStored: "These settings stay on this device.",
    realCost: "{cost} to fill up, detour included",
    unranked: { one: "{n} station without a current price", other: "{n} stations without a current price" },
    unrankedText: "Out of stock, or a price older than 30 days: they are not ranked.",
    empty: "No station in this view",
    emptyText: "No station sells this fuel at a current price within {radius}.",
    widen: "Widen to {radius}",
    dearer: "{n} more than the cheapest",
    cheapest: "the cheapest",
    lessThanHour: "under 1\u00a0h",
    menu: "Menu",
    closeMenu: "Close the menu",
    tools: "Tools of the list",
    withoutFilters: "Remove the filters",
    legend: "Price levels in view",
    waiting: "Loading the stations…",
    failed: "The map could not load the stations",
    failedText: "The list below is from when the page was opened.",
    limited: "Too many requests: next try at {time}.",
    offline: "You are offline: prices of {date}.",
    ignored: "Part of the address made no sense and was ignored: {names}.",
    others: "Did you mean",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    recentre: "Back to {place}",
    share: "Share",
    shared: "Link copied",
    export: "Export",
    sheet: {
      label: "Height of the list",
      peek: "List collapsed, expand",
      half: "List at half height, expand",
      full: "List in full, collapse",
    },
    noTiles: "Simplified map (map servers unavailable)",
  },
  sheet: {
    close: "Close the station",
    loading: "Loading the station…",
    failed: "The station could not be loaded.",
    prices: "Prices",
    hoursToday: "Today",
    automate: "Pay at pump 24/7",
    closedToday: "Closed today",
    hoursUnknown: "Hours unknown",
    allDay: "24 hours",
    services: "Services",
    directions: "Directions",
    openIn: "Open in",
    device: "This device’s app",
    favourite: "Add to favourites",
    unfavourite: "Remove from favourites",
    share: "Share",
    copied: "Link copied",
    fullPage: "History and details",
    report: "Report an error at the source",
    noPrices: "No price known.",
    old: "old price",
    suspect: "doubtful price (far from all others, not confirmed)",
    history: "History of {fuel}",
    historyTable: "The figures day by day",
  },
};

/** The words of the home in a language. */
export function homeWords(lang: Lang): HomeWords {
  return lang === "fr" ? fr : en;
}
