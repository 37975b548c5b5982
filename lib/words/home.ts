/**
 * Words of the home: the country before a place is known, the map and the list around one.
 *
 * @module
 */

import { inBothLanguages } from "./both_languages.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const homeWords = /* @__PURE__ */ inBothLanguages({
  search: {
    label: ["Ville, code postal ou adresse", "Town, postcode or address"],
    placeholder: ["Ville, code postal, adresse", "Town, postcode, address"],
    submit: ["Chercher", "Search"],
    locate: ["Autour de moi", "Near me"],
    route: ["Sur un trajet", "Along a route"],
    locating: ["Recherche de votre position…", "Finding your location…"],
    locationRefused: [
      "Position refusée : tapez une ville ou un code postal.",
      "Location access was denied: type a town or a postcode.",
    ],
    locationFailed: [
      "Position introuvable : tapez une ville ou un code postal.",
      "Your location could not be found: type a town or a postcode.",
    ],
    suggestions: "Suggestions",
    found: { one: "{n} suggestion", other: "{n} suggestions" },
    none: ["Aucun lieu de ce nom", "No place by that name"],
    region: ["région", "region"],
    motorway: ["autoroute", "motorway"],
    department: ["département", "department"],
    searching: ["Recherche…", "Searching…"],
    unknown: [
      "« {text} » est introuvable. Essayez une ville ou un code postal.",
      "“{text}” was not found. Try a town or a postcode.",
    ],
    nearest: ["Adresse introuvable : voici {name}.", "Address not found: showing {name}."],
    onlyTown: [
      "Les adresses sont indisponibles : voici {name}.",
      "Addresses are unavailable: showing {name}.",
    ],
    former: ["ancienne commune {name}", "former commune {name}"],
  },
  landing: {
    title: [
      "Prix des carburants en France, toutes les dix minutes",
      "Fuel prices in France, every ten minutes",
    ],
    description: [
      "Les prix des carburants dans les stations de France métropolitaine, mis à jour toutes les dix minutes : trouvez la moins chère près de chez vous.",
      "Fuel prices at filling stations across mainland France and Corsica, updated every ten minutes: find the cheapest one near you.",
    ],
    headline: ["Où faire le plein ?", "Where should you fill up?"],
    lead: [
      "Les prix officiels de {count} stations, mis à jour toutes les dix minutes.",
      "Official prices of {count} stations, updated every ten minutes.",
    ],
    unknownPlace: ["Lieu introuvable", "Place not found"],
    unknownPlaceHint: [
      "« {q} » : vérifiez l’orthographe ou tapez un code postal.",
      "“{q}”: check the spelling or type a postcode.",
    ],
    nationalTitle: ["Le litre en France, aujourd’hui", "A litre in France today"],
    mapTitle: ["{fuel} par département", "{fuel} by department"],
    mapAll: ["Toutes les stations sur la carte", "Every station on the map"],
    cheapestDepartments: ["Les moins chers", "Cheapest"],
    dearestDepartments: ["Les plus chers", "Most expensive"],
    allDepartments: ["Tous les départements", "All departments"],
    shortages: ["{fuel} : plus de ruptures que d’habitude", "{fuel}: more shortages than usual"],
    shortagesText: [
      "Stations tombées en rupture depuis sept jours : au moins le double de la moyenne depuis le {since}.",
      "Stations that ran out in the last seven days: at least twice the average since {since}.",
    ],
    shortage: [
      "{share} % en rupture ({out} sur {stations}), {usual} % d’habitude",
      "{share}% out of stock ({out} of {stations}), usually {usual}%",
    ],
    promise: ["Ni compte, ni cookie, ni pisteur.", "No account, no cookies, no trackers."],
  },
  explorer: {
    title: "{fuel} · {place}",
    nearYou: ["près de vous", "near you"],
    titleMoved: ["{fuel} · stations dans cette vue", "{fuel} · stations in this view"],
    here: ["ici", "here"],
    aroundYou: ["Autour de vous", "Around you"],
    inView: ["Dans cette vue", "In this view"],
    within: ["à moins de {radius}", "within {radius}"],
    answerNone: ["Aucun prix à jour", "No current price"],
    answer: ["{fuel} dès {price}", "{fuel} from {price}"],
    answerBrands: [
      "{fuel} : {price}, la moins chère des {brands}",
      "{fuel}: {price}, the cheapest {brands}",
    ],
    exceptBrand: ["sauf {brand}", "except {brand}"],
    removeFilter: ["{name} : retirer", "{name}: remove"],
    answerOwn: ["{fuel} : {price} avec vos remises", "{fuel}: {price} with your discounts"],
    or: [" ou ", " or "],
    description: [
      "{title}. Les stations les moins chères, aux prix mis à jour toutes les dix minutes.",
      "{title}. The cheapest stations, at prices updated every ten minutes.",
    ],
    list: ["Stations, dans l’ordre choisi", "Stations in the chosen order"],
    map: ["Carte des stations", "Map of stations"],
    mapHelp: [
      "Flèches pour déplacer la carte, plus et moins pour zoomer. Les stations sont aussi dans la liste.",
      "Arrow keys move the map, plus and minus zoom. The stations are in the list as well.",
    ],
    skipToList: ["Aller à la liste des stations", "Skip to the list of stations"],
    sortBy: ["Trier par", "Sort by"],
    sorts: {
      price: ["Prix", "Price"],
      distance: ["Distance", "Distance"],
      fresh: ["Fraîcheur", "Age"],
      cost: ["Coût réel", "Real cost"],
    },
    filters: ["Filtres", "Filters"],
    apply: ["Appliquer", "Apply"],
    reset: ["Tout effacer", "Clear all"],
    seeList: {
      one: ["Voir {n} station", "See {n} station"],
      other: ["Voir les {n} stations", "See {n} stations"],
    },
    brand: ["Enseigne", "Brand"],
    brandMode: ["Les enseignes cochées", "Ticked brands"],
    brandsIn: ["Seulement celles-ci", "Only these"],
    brandsOut: ["Toutes sauf celles-ci", "All but these"],
    otherBrand: ["Une autre enseigne…", "Another brand…"],
    radius: ["Rayon", "Radius"],
    motorway: ["Sans les autoroutes", "Exclude motorways"],
    openNow: ["Ouvertes maintenant", "Open now"],
    h24: ["Automate 24\u00a0h/24", "Pay at pump 24/7"],
    services: "Services",
    offer: {
      one: ["{n} station vaut le détour : {saved}", "{n} station is worth the detour: {saved}"],
      other: [
        "{n} stations valent le détour ; la meilleure : {saved}",
        "{n} stations are worth the detour; the best: {saved}",
      ],
    },
    offerNone: [
      "La plus proche est le bon choix : {price} à {km}",
      "The nearest is the right choice: {price}, {km} away",
    ],
    offerNote: [
      "Gains sur {litres}\u00a0L face à la plus proche ({name}, {price}), carburant de l’aller-retour déduit : {per100Km}\u00a0L aux 100 km, {factor} fois le vol d’oiseau.",
      "Savings on {litres}\u00a0L compared with the nearest station ({name}, {price}), less the fuel for the drive there and back: {per100Km}\u00a0L per 100 km, {factor} times the straight line.",
    ],
    offerE85: [
      "{n}\u00a0L d’E85 comptent pour 1\u00a0L d’essence.",
      "{n}\u00a0L of E85 count as 1\u00a0L of petrol.",
    ],
    nearest: ["la plus proche", "the nearest"],
    saves: ["gagne {saved}", "saves {saved}"],
    loses: ["perd {saved}", "loses {saved}"],
    bestCost: ["le meilleur choix", "the best choice"],
    more: ["Afficher la suite", "Show more"],
    unranked: ["Non classées", "Not ranked"],
    unrankedBy: {
      out: {
        one: ["{n} station en rupture", "{n} station is out of stock"],
        other: ["{n} stations en rupture", "{n} stations are out of stock"],
      },
      old: {
        one: [
          "{n} station dont le prix a plus de 30 jours",
          "{n} station has a price older than 30 days",
        ],
        other: [
          "{n} stations dont le prix a plus de 30 jours",
          "{n} stations have a price older than 30 days",
        ],
      },
      unsold: {
        one: ["{n} station ne vend pas ce carburant", "{n} station does not sell this fuel"],
        other: ["{n} stations ne vendent pas ce carburant", "{n} stations do not sell this fuel"],
      },
    },
    empty: ["Aucune station", "No station"],
    emptyText: [
      "Aucun prix à jour de ce carburant {radius}.",
      "No current price of this fuel {radius}.",
    ],
    emptyFiltered: [
      "Aucune station ne passe vos filtres {radius} : {filters}.",
      "No station matches your filters {radius}: {filters}.",
    ],
    uncovered: [
      "Pas de prix publiés {at} : le relevé officiel ne couvre que la France métropolitaine.",
      "No prices are published {at}: the official feed only covers mainland France and Corsica.",
    ],
    widen: ["Élargir à {radius}", "Widen to {radius}"],
    lessThanHour: ["il y a moins d’1\u00a0h", "less than 1\u00a0h ago"],
    menu: "Menu",
    closeMenu: ["Fermer le menu", "Close the menu"],
    tools: ["Outils de la liste", "Tools of the list"],
    withoutFilters: ["Retirer les filtres", "Remove the filters"],
    legend: ["Niveaux de prix", "Price levels"],
    favourite: ["favori", "favourite"],
    legendMeans: ["Moyenne par département", "Average by department"],
    means: ["Par département, dès {price} ({name})", "By department, from {price} ({name})"],
    shortageLayer: {
      one: ["Ruptures : {n} département", "Shortages: {n} department"],
      other: ["Ruptures : {n} départements", "Shortages: {n} departments"],
    },
    waiting: ["Chargement des stations…", "Loading the stations…"],
    failed: ["La carte n’a pas pu charger les stations", "The map could not load the stations"],
    failedText: [
      "La liste date de l’ouverture de la page.",
      "The list is from when the page was opened.",
    ],
    limited: [
      "Trop de demandes : nouvel essai à {time}.",
      "Too many requests: next try at {time}.",
    ],
    offline: ["Vous êtes hors ligne : prix du {date}.", "You are offline: prices of {date}."],
    ignored: [
      "Partie de l’adresse ignorée : {names}.",
      "Part of the link was ignored: {names}.",
    ],
    others: ["Vouliez-vous dire", "Did you mean"],
    zoomIn: ["Zoomer", "Zoom in"],
    zoomOut: ["Dézoomer", "Zoom out"],
    recentre: ["Revenir à {place}", "Back to {place}"],
    share: ["Partager", "Share"],
    shared: ["Lien copié", "Link copied"],
    export: ["Exporter", "Export"],
    embed: ["Intégrer cette carte", "Embed this map"],
    sheet: {
      peek: ["Liste réduite, agrandir", "List collapsed, expand"],
      half: ["Liste à mi-hauteur, agrandir", "List at half height, expand"],
      full: ["Liste en plein écran, réduire", "List in full, collapse"],
    },
    noTiles: [
      "Fond de carte simplifié (cartes indisponibles)",
      "Simplified map (map servers unavailable)",
    ],
  },
  sheet: {
    close: ["Fermer la fiche", "Close the station"],
    open: ["Ouverte", "Open"],
    closed: ["Fermée", "Closed"],
    away: ["à {km}", "{km} away"],
    detour: ["{cost} de carburant aller-retour", "{cost} of fuel there and back"],
    loading: ["Chargement de la station…", "Loading the station…"],
    failed: ["La fiche n’a pas pu être chargée.", "The station could not be loaded."],
    otherFuels: ["Autres carburants", "Other fuels"],
    closedToday: ["aujourd’hui", "today"],
    allDay: ["24\u00a0h/24", "24 hours"],
    favourite: ["Ajouter aux favoris", "Add to favourites"],
    unfavourite: ["Retirer des favoris", "Remove from favourites"],
    fullPage: ["Historique et détails", "History and details"],
    noCurrentPrice: ["pas de prix à jour", "no current price"],
    old: ["prix ancien", "old price"],
    suspect: ["prix douteux", "suspicious price"],
    history: ["{fuel} : l’historique", "{fuel} price history"],
    historyTable: ["Les chiffres jour par jour", "Day by day figures"],
  },
});

/** The words of the home in one language. `{name}` marks a gap for `fill()`. */
export type HomeWords = typeof homeWords.fr;
/** Words of the search field. */
export type SearchWords = HomeWords["search"];
/** Words of the map page. */
export type ExplorerWords = HomeWords["explorer"];
