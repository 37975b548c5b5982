/** Words of the route page. @module */

import { inBothLanguages } from "./fill.ts";

/** By language; `{name}` marks a gap for `fill()`. */
export const routeWords = /* @__PURE__ */ inBothLanguages({
  title: ["Itinéraire : où faire le plein en chemin", "Route: where to fill up on the way"],
  description: [
    "Les stations le long de votre route dans l’ordre du trajet, leurs prix officiels, le détour de chacune, et où s’arrêter pour payer le moins.",
    "Filling stations along your route in driving order, with official prices, the detour to each, and where to stop to pay the least.",
  ],
  crumb: ["Itinéraire", "Route"],
  heading: ["Le plein en chemin", "Fill up on the way"],
  lead: [
    "Les stations le long de votre route, et où s’arrêter pour payer le moins.",
    "The stations along your route, and where to stop to pay the least.",
  ],
  form: ["Itinéraire et voiture", "Route and car"],
  from: ["Départ", "From"],
  to: ["Arrivée", "To"],
  here: ["Ma position", "My location"],
  file: ["Ou un fichier GPX ou GeoJSON", "Or a GPX or GeoJSON file"],
  fileHint: [
    "Choisi ou déposé ici, lu sur votre appareil. 20 Mo au plus.",
    "Chosen or dropped here, read on your device. 20 MB at most.",
  ],
  fileUsed: ["Tracé du fichier {name}, {km}", "Line from the file {name}, {km}"],
  fileLine: ["Tracé d’un fichier", "Line from a file"],
  fileRemove: ["Retirer le tracé", "Remove the line"],
  fileKept: [
    "Ce tracé est trop long pour l’adresse de la page : il reste sur cet appareil, le lien ne le contient pas.",
    "This line is too long for the page’s address: it stays on this device, and the link does not contain it.",
  ],
  fileFaults: {
    large: [
      "Ce fichier dépasse 20 Mo : exportez un tracé moins détaillé.",
      "This file is larger than 20 MB: export a less detailed line.",
    ],
    malformed: [
      "Ce fichier ne se lit ni comme du GPX, ni comme du GeoJSON.",
      "This file can be read neither as GPX nor as GeoJSON.",
    ],
    empty: [
      "Ce fichier ne contient aucun tracé : ni trace, ni route, ni ligne.",
      "This file contains no line: no track, no route, no LineString.",
    ],
    long: [
      "Ce tracé dépasse 3 000 km : coupez-le en étapes.",
      "This line is longer than 3,000 km: cut it into stages.",
    ],
  },
  car: ["Ma voiture : {tank} L, {per100Km} L/100 km", "My car: {tank} L, {per100Km} L/100 km"],
  more: ["Niveau au départ, largeur", "Level at the start, width"],
  corridor: ["Stations jusqu’à", "Stations within"],
  corridorAuto: ["Selon le tracé", "To suit the line"],
  corridorKm: ["{n} km du tracé", "{n} km of the line"],
  tank: ["Réservoir (L)", "Tank (L)"],
  level: ["Carburant au départ (L)", "Fuel at the start (L)"],
  levelHint: ["La moitié, sauf indication", "Half, unless you say"],
  per100Km: ["Consommation (L/100 km)", "Consumption (L/100 km)"],
  discounts: ["Remises comptées : {list}.", "Discounts counted: {list}."],
  discountsRefused: [
    "Une de vos remises porte sur une enseigne qui n’est pas un réseau : aucune n’est comptée ici.",
    "One of your discounts is for a brand that is not a network: none is counted here.",
  ],
  sent: [
    "Départ, arrivée et voiture sont envoyés à notre serveur avec la question, qui n’en garde rien. Le départ et l’arrivée vont aussi au service d’itinéraires de l’IGN.",
    "Start, destination and car are sent to our server with the question, and it keeps none of them. Start and destination also go to IGN’s routing service.",
  ],
  submit: ["Trouver les stations", "Find stations"],
  routing: ["Recherche de l’itinéraire…", "Looking for the route…"],
  asking: ["Recherche des stations…", "Looking for stations…"],
  failed: ["Les stations n’ont pas pu être chargées.", "The stations could not be loaded."],
  refused: [
    "Ce trajet ne peut pas être calculé : il doit relier deux lieux différents et ne pas dépasser 3 000 km.",
    "This route cannot be worked out: it must join two different places and be no longer than 3,000 km.",
  ],
  retry: ["Réessayer", "Try again"],
  unknown: [
    "Aucun lieu connu sous le nom « {text} ». Essayez une commune ou un code postal.",
    "No place is known as “{text}”. Try a town or a postal code.",
  ],
  missing: ["Indiquez un départ et une arrivée.", "Enter a start and a destination."],
  limited: ["Trop de demandes : réessayez dans {n} s.", "Too many requests: try again in {n} s."],
  quality: {
    routed: ["Trajet et détours calculés sur la route : {km}.", "Route and detours worked out on roads: {km}."],
    line: ["Trajet de {km} par la route, détours estimés.", "{km} by road, detours estimated."],
    road: ["Trajet de {km} par la route (IGN), détours estimés.", "{km} by road (IGN), detours estimated."],
    file: ["Tracé de {km}, détours estimés.", "A line of {km}, detours estimated."],
    straight: [
      "Ligne droite : environ {km} par la route, estimés à {factor} fois sa longueur, plan compris. Stations jusqu’à {corridor} de la droite.",
      "A straight line: about {km} by road, estimated at {factor} times its length, as is the plan. Stations within {corridor} of the line.",
    ],
    legs: [
      "Ses longs segments droits, qu’aucune route ne suit, comptent pour {factor} fois leur longueur.",
      "Its long straight legs, which no road follows, count {factor} times their length.",
    ],
    straightMap: ["La carte relie les deux lieux par une droite.", "The map joins the two places by a straight line."],
    away: ["Le service d’itinéraires de l’IGN ne répond pas.", "IGN’s routing service is not answering."],
  },
  result: {
    one: ["{n} station le long du trajet", "{n} station along the route"],
    other: ["{n} stations le long du trajet", "{n} stations along the route"],
  },
  resultShown: ["les {n} moins chères affichées", "the {n} cheapest shown"],
  none: ["Aucune station le long de ce trajet ne vend ce carburant.", "No station along this route sells this fuel."],
  noneHint: [
    "Élargissez la recherche ou choisissez un autre carburant. La source ne couvre que la France.",
    "Widen the search or choose another fuel. The source covers France alone.",
  ],
  plan: ["Où s’arrêter", "Where to stop"],
  aim: ["Préférence", "Preference"],
  aims: {
    cheapest: ["Le moins cher", "Cheapest"],
    balanced: ["Équilibré", "Balanced"],
    fewest: ["Moins d’arrêts", "Fewest stops"],
  },
  planStops: { one: ["{n} arrêt", "{n} stop"], other: ["{n} arrêts", "{n} stops"] },
  planSum: "{stops}, {litres}\u00a0L, {cost}",
  savesOnFirst: ["{amount} de moins qu’à la première station", "{amount} less than at the first station"],
  costsOnFirst: ["{amount} de plus qu’à la première station", "{amount} more than at the first station"],
  savesOnAverage: ["{amount} de moins qu’au prix moyen", "{amount} less than at the average price"],
  costsOnAverage: ["{amount} de plus qu’au prix moyen", "{amount} more than at the average price"],
  enough: ["Le réservoir suffit : aucun arrêt n’est nécessaire.", "The tank is enough: no stop is needed."],
  infeasible: [
    "Aucune suite d’arrêts ne mène au bout : partez avec plus de carburant, ou élargissez la recherche.",
    "No sequence of stops reaches the end: start with more fuel, or widen the search.",
  ],
  atKm: "km {n}",
  take: "{litres}\u00a0L",
  list: [
    "Étapes et stations les moins chères, dans l’ordre du trajet",
    "Stops and cheapest stations, in driving order",
  ],
  others: ["Les {n} autres stations", "The other {n} stations"],
  othersList: ["Autres stations, dans l’ordre du trajet", "Other stations, in driving order"],
  detours: {
    none: ["sur la route", "on the road"],
    estimated: ["détour ≈ {km}", "detour ≈ {km}"],
    routed: ["détour {km}", "detour {km}"],
  },
  off: ["à {km} du tracé", "{km} off the line"],
  saving: ["{amount} d’économie", "saves {amount}"],
  loss: ["{amount} de surcoût", "costs {amount} more"],
  savingNote: [
    "Économie ou surcoût d’un plein de {litres}\u00a0L, détour compris, face à la station la plus chère sans détour.",
    "Saved or lost on a fill of {litres}\u00a0L, detour included, against the dearest station without a detour.",
  ],
  open: ["Ouvert", "Open"],
  closed: ["Fermé", "Closed"],
  map: ["Carte du trajet", "Map of the route"],
  mapHelp: [
    "Les flèches déplacent la carte, plus et moins changent l’échelle. La liste dit la même chose.",
    "Arrow keys move the map, plus and minus zoom. The list says the same.",
  ],
  zoomIn: ["Zoomer", "Zoom in"],
  zoomOut: ["Dézoomer", "Zoom out"],
  whole: ["Tout le trajet", "Whole route"],
  noTiles: ["Contours simplifiés", "Simplified outlines"],
  share: ["Partager", "Share"],
  shared: ["Lien copié.", "Link copied."],
  notShared: ["Le lien n’a pas pu être copié.", "The link could not be copied."],
  gpx: ["Exporter en GPX", "Export as GPX"],
  navigate: ["Y aller avec les arrêts", "Drive there with the stops"],
  noScripts: [
    "Sans script, la page relie les deux communes par une ligne droite et cherche large. Avec, elle suit la route et montre la carte.",
    "Without scripts the page joins the two towns by a straight line and searches widely. With them it follows the road and shows the map.",
  ],
});

/** The words of the route page in one language. */
export type RouteWords = typeof routeWords.fr;
