/** Words of the home: the country before a place is known, the map and the list around one. @module */

import { inBothLanguages } from "./fill.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const homeWords = /* @__PURE__ */ inBothLanguages({
  search: {
    label: ["Ville, code postal ou adresse", "Town, postcode or address"],
    placeholder: ["Ville, code postal, adresse", "Town, postcode, address"],
    submit: ["Chercher", "Search"],
    locate: ["Autour de moi", "Near me"],
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
    noAddresses: [
      "Les adresses sont indisponibles : tapez une ville ou un code postal.",
      "Addresses are unavailable: type a town or a postcode.",
    ],
    unknown: [
      "Lieu introuvable : vérifiez l’orthographe, ou tapez une ville ou un code postal.",
      "Place not found: check the spelling, or type a town or a postcode.",
    ],
    nearest: ["Adresse introuvable : voici {name}.", "Address not found: showing {name}."],
    onlyTown: ["Les adresses sont indisponibles : voici {name}.", "Addresses are unavailable: showing {name}."],
    former: ["ancienne commune {name}", "former commune {name}"],
  },
  landing: {
    title: ["Prix des carburants en France, toutes les dix minutes", "Fuel prices in France, every ten minutes"],
    description: [
      "Les prix des carburants dans les stations de France métropolitaine, mis à jour toutes les dix minutes : trouvez la moins chère près de chez vous.",
      "Fuel prices at filling stations across mainland France and Corsica, updated every ten minutes: find the cheapest one near you.",
    ],
    headline: ["Où faire le plein ?", "Where should you fill up?"],
    lead: [
      "Le prix des carburants au millième, tel que les stations de France métropolitaine le déclarent, relevé toutes les dix minutes.",
      "Fuel prices to a tenth of a cent, as reported by stations in mainland France and Corsica, updated every ten minutes.",
    ],
    unknownPlace: ["Lieu introuvable", "Place not found"],
    unknownPlaceHint: [
      "Nous ne connaissons aucune commune appelée « {q} ». Vérifiez l’orthographe ou tapez un code postal.",
      "We know no French town called “{q}”. Check the spelling or type a postcode.",
    ],
    nationalTitle: ["Le litre en France, aujourd’hui", "A litre in France today"],
    mapTitle: ["{fuel} : la carte des départements", "{fuel}: map of the departments"],
    mapText: [
      "Prix moyen par département. Choisissez-en un pour voir ses stations.",
      "Average price in each department. Choose one to see its stations.",
    ],
    mapAll: ["Voir toutes les stations sur la carte", "See every station on the map"],
    cheapestDepartments: ["Les moins chers", "Cheapest"],
    dearestDepartments: ["Les plus chers", "Most expensive"],
    allDepartments: ["Tous les départements", "All departments"],
    shortages: ["{fuel} : plus de ruptures que d’habitude", "{fuel}: more shortages than usual"],
    shortagesText: [
      "Départements cernés sur la carte : la part des stations tombées en rupture dans les sept derniers jours y est au moins le double de la moyenne depuis le {since}.",
      "Departments outlined on the map: the share of stations that have run out in the last seven days is at least twice its average since {since}.",
    ],
    shortage: [
      "{share} % en rupture ({out} sur {stations}), {usual} % d’habitude",
      "{share}% out of stock ({out} of {stations}), usually {usual}%",
    ],
    promises: [
      {
        title: ["Au millième", "To a tenth of a cent"],
        text: [
          "Le prix exact du totem, avec son âge. Un prix de plus de 30 jours n’est jamais classé.",
          "The exact price on the pump, and how old it is. A price older than 30 days is never ranked.",
        ],
      },
      {
        title: ["Détour compris", "Detour included"],
        text: [
          "Le vrai coût du plein : prix, litres et kilomètres pour y aller, selon votre voiture.",
          "What filling up really costs: price, litres and the way there, for your car.",
        ],
      },
      {
        title: ["Rien sur vous", "Nothing about you"],
        text: [
          "Ni compte, ni cookie, ni pisteur. Vos favoris restent sur votre appareil.",
          "No account, no cookies, no trackers. Your favourites stay on your device.",
        ],
      },
    ],
  },
  explorer: {
    title: "{fuel} · {place}",
    titleNear: ["{fuel} près de {place}", "{fuel} near {place}"],
    titleHere: ["{fuel} autour de vous", "{fuel} near you"],
    titleMoved: ["{fuel} · stations dans cette vue", "{fuel} · stations in this view"],
    here: ["ici", "here"],
    inView: ["Dans cette vue", "In this view"],
    within: ["à moins de {radius}", "within {radius}"],
    answerNone: ["Aucun prix à jour", "No current price"],
    answer: ["{fuel} dès {price}", "{fuel} from {price}"],
    answerOwn: ["{fuel} : votre prix dès {price}", "{fuel}: your price from {price}"],
    driver: ["Ma voiture, mes remises", "My car, my discounts"],
    answerSaved: ["{saved} d’écart sur {litres}\u00a0L", "{saved} apart on {litres}\u00a0L"],
    description: [
      "{title}. Les stations les moins chères, aux prix officiels, mis à jour toutes les dix minutes.",
      "{title}. The cheapest stations, at official prices, updated every ten minutes.",
    ],
    list: ["Stations, dans l’ordre choisi", "Stations in the chosen order"],
    listOffered: ["Détours rentables", "Detours that pay off"],
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
      one: ["{n} détour rentable", "{n} detour pays off"],
      other: ["{n} détours rentables", "{n} detours pay off"],
    },
    offerNone: ["La plus proche suffit", "The nearest will do"],
    offerSaved: [
      "jusqu’à {saved} d’économie sur {litres}\u00a0L",
      "saving up to {saved} on {litres}\u00a0L",
    ],
    rest: { one: ["{n} autre station", "{n} other station"], other: ["{n} autres stations", "{n} other stations"] },
    offerNote: [
      "Économies sur {litres}\u00a0L par rapport à la plus proche ({name}, {price}), carburant de l’aller-retour déduit : {per100Km}\u00a0L aux 100 km, {factor} fois le vol d’oiseau.",
      "Savings on {litres}\u00a0L compared with the nearest station ({name}, {price}), less the fuel for the drive there and back: {per100Km}\u00a0L per 100 km, {factor} times the straight line.",
    ],
    offerE85: ["{n}\u00a0L d’E85 comptent pour 1\u00a0L d’essence.", "{n}\u00a0L of E85 count as 1\u00a0L of petrol."],
    nearest: ["la plus proche", "the nearest"],
    saves: ["{saved} d’économie", "saves {saved}"],
    loses: ["{saved} de plus", "costs {saved} more"],
    more: ["Afficher la suite", "Show more"],
    car: ["Votre voiture", "Your car"],
    litres: ["Litres à mettre", "Litres to fill up"],
    per100Km: ["L aux 100 km", "L per 100 km"],
    carStored: [
      "Ces réglages restent sur cet appareil ; seule la page Itinéraire les envoie, avec votre question.",
      "These settings stay on this device; the route page alone sends them, with your question.",
    ],
    realCost: ["{cost} le plein", "{cost} a fill"],
    unranked: ["Non classées", "Not ranked"],
    unrankedBy: {
      out: {
        one: ["{n} station en rupture", "{n} station is out of stock"],
        other: ["{n} stations en rupture", "{n} stations are out of stock"],
      },
      old: {
        one: ["{n} station dont le prix a plus de 30 jours", "{n} station has a price older than 30 days"],
        other: ["{n} stations dont le prix a plus de 30 jours", "{n} stations have a price older than 30 days"],
      },
      unsold: {
        one: ["{n} station ne vend pas ce carburant", "{n} station does not sell this fuel"],
        other: ["{n} stations ne vendent pas ce carburant", "{n} stations do not sell this fuel"],
      },
    },
    empty: ["Aucune station", "No station"],
    emptyText: [
      "Aucune station ne vend ce carburant à un prix à jour {radius}.",
      "No station sells this fuel at a current price {radius}.",
    ],
    emptyFiltered: [
      "Aucune station ne passe vos filtres {radius} : {filters}.",
      "No station matches your filters {radius}: {filters}.",
    ],
    uncovered: [
      "Non couvert : le relevé officiel ne connaît que les stations de France métropolitaine.",
      "Not covered: the official feed only lists stations in mainland France and Corsica.",
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
      one: ["Ruptures de {fuel} : {n} département", "{fuel} shortages: {n} department"],
      other: ["Ruptures de {fuel} : {n} départements", "{fuel} shortages: {n} departments"],
    },
    waiting: ["Chargement des stations…", "Loading the stations…"],
    failed: ["La carte n’a pas pu charger les stations", "The map could not load the stations"],
    failedText: [
      "La liste ci-dessous date de l’ouverture de la page.",
      "The list below is from when the page was opened.",
    ],
    limited: ["Trop de demandes : nouvel essai à {time}.", "Too many requests: next try at {time}."],
    offline: ["Vous êtes hors ligne : prix du {date}.", "You are offline: prices of {date}."],
    ignored: [
      "Une partie de l’adresse n’a pas été comprise et a été ignorée : {names}.",
      "Part of the link was not understood and was ignored: {names}.",
    ],
    others: ["Vouliez-vous dire", "Did you mean"],
    zoomIn: ["Zoomer", "Zoom in"],
    zoomOut: ["Dézoomer", "Zoom out"],
    recentre: ["Revenir à {place}", "Back to {place}"],
    share: ["Partager", "Share"],
    shared: ["Lien copié", "Link copied"],
    export: ["Exporter", "Export"],
    sheet: {
      peek: ["Liste réduite, agrandir", "List collapsed, expand"],
      half: ["Liste à mi-hauteur, agrandir", "List at half height, expand"],
      full: ["Liste en plein écran, réduire", "List in full, collapse"],
    },
    noTiles: ["Fond de carte simplifié (cartes indisponibles)", "Simplified map (map servers unavailable)"],
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
    hoursToday: ["Aujourd’hui", "Today"],
    closedToday: ["Fermée aujourd’hui", "Closed today"],
    allDay: ["24\u00a0h/24", "24 hours"],
    favourite: ["Ajouter aux favoris", "Add to favourites"],
    unfavourite: ["Retirer des favoris", "Remove from favourites"],
    fullPage: ["Historique et détails", "History and details"],
    noCurrentPrice: ["pas de prix à jour", "no current price"],
    old: ["prix ancien", "old price"],
    suspect: ["prix douteux", "suspicious price"],
    history: ["{fuel} : l’historique", "History of {fuel}"],
    historyTable: ["Les chiffres jour par jour", "Day by day figures"],
  },
});

/** The words of the home in one language. `{name}` marks a gap for `fill()`. */
export type HomeWords = typeof homeWords.fr;
/** Words of the search field. */
export type SearchWords = HomeWords["search"];
/** Words of the country at a glance. */
export type LandingWords = HomeWords["landing"];
/** Words of the map page. */
export type ExplorerWords = HomeWords["explorer"];
