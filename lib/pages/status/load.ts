/**
 * Reads the page of the service’s state, its figures and its faults, and holds its words.
 *
 * @module
 */

import type { Backend } from "../../operations/operation.ts";
import { readStatusOverview, type StatusOverview } from "../../operations/status.ts";
import { type PageRequest, toPageMeta } from "../../site/metadata.ts";
import { commonWords, inBothLanguages } from "../../words/mod.ts";

type Fault = keyof typeof statusWords.fr.faults;

/** The ages that also alert an operator: see docs/operations.md. */
const OLD_INGEST_S = 3_600;
const OLD_FEED_S = 21_600;

/** Returns the faults, the most serious first. */
function findFaults({ status, records }: StatusOverview): Fault[] {
  const isOlder = (ageS: number | null, maxS: number) => ageS !== null && ageS > maxS;
  const outcome = status.last_run?.outcome;
  const found: Record<Fault, boolean> = {
    noData: !status.ready,
    databaseDown: status.database === "down",
    notRenewed: !status.served.renewed,
    differences: (records?.check?.differences ?? 0) > 0,
    sample: status.source === "sample",
    oldIngest: isOlder(status.as_of_age_s, OLD_INGEST_S),
    oldFeed: isOlder(status.feed_age_s, OLD_FEED_S),
    refused: outcome === "refused",
    failed: outcome === "failed",
  };
  return (Object.keys(found) as Fault[]).filter((fault) => found[fault]);
}

/** Returns the state of the service, even without data or while the database is unavailable. */
export async function loadStatus(backend: Backend, request: PageRequest) {
  const words = statusWords[request.lang];
  const overview = await readStatusOverview(backend);
  const { title } = words;
  const meta = toPageMeta(commonWords[request.lang].footer.status, "/etat", {
    title,
    description: title,
  });
  // Search engines must not index the state of a moment.
  return {
    ...overview,
    request,
    words,
    meta: { ...meta, isIndexed: false },
    faults: findFaults(overview),
  };
}

/** By language. `{name}` is a placeholder for `fill()`. */
export const statusWords = /* @__PURE__ */ inBothLanguages({
  title: [
    "État du service : âge des prix, relevés, vérification",
    "Service status: age of the prices, readings, nightly check",
  ],
  lead: [
    "Où en sont les données de ce site. Page établie le {date}.",
    "How current this site’s data are, as of {date}.",
  ],
  well: ["Tout va bien : les prix sont à jour.", "All good: prices are up to date."],
  faults: {
    noData: ["Aucune donnée n’est encore chargée.", "No data have been loaded yet."],
    databaseDown: [
      "La base de données ne répond pas. Les prix actuels viennent de la mémoire, l’historique manque.",
      "The database is not responding. Current prices come from memory; history is unavailable.",
    ],
    notRenewed: [
      "Les prix affichés viennent de la mémoire et ne peuvent pas être renouvelés.",
      "The prices shown come from memory and cannot be refreshed.",
    ],
    oldIngest: [
      "Le dernier relevé réussi date de plus d’une heure.",
      "The last successful reading is more than an hour old.",
    ],
    oldFeed: [
      "Le flux de l’État ne change plus : son prix le plus récent a plus de six heures.",
      "The official feed has stopped changing: its newest price is more than six hours old.",
    ],
    refused: [
      "Le dernier relevé a été refusé ; les données d’avant restent affichées.",
      "The last reading was rejected; the previous data remain.",
    ],
    failed: [
      "Le dernier relevé a échoué ; les données d’avant restent affichées.",
      "The last reading failed; the previous data remain.",
    ],
    differences: [
      "La dernière vérification a trouvé des réponses qui ne disent pas ce que dit le flux.",
      "The last check found answers that differ from the feed.",
    ],
    sample: [
      "Les données sont inventées : le flux officiel n’a pas encore pu être lu.",
      "These data are made up: the official feed could not be read yet.",
    ],
  },
  figures: {
    heading: ["En ce moment", "Right now"],
    feed: ["Prix le plus récent du flux", "Newest price in the feed"],
    ingest: ["Dernier relevé réussi", "Last successful reading"],
    served: ["Réponses données depuis", "Answers served from"],
    stations: ["Stations suivies", "Stations tracked"],
    memory: ["la mémoire", "memory"],
    database: ["la base de données", "the database"],
    revision: ["révision {revision}", "revision {revision}"],
    none: ["aucun", "none"],
  },
  check: {
    title: ["Vérification nocturne", "Nightly check"],
    text: [
      "Chaque nuit, des réponses tirées au hasard sont comparées à un calcul indépendant sur tout le dernier flux.",
      "Every night, random answers are compared with an independent computation over the whole last feed.",
    ],
    none: ["Aucune vérification n’a encore eu lieu.", "No check has run yet."],
    unknown: [
      "Le résultat n’est pas lisible tant que la base de données ne répond pas.",
      "The result cannot be read while the database is not responding.",
    ],
    at: ["Faite", "Run"],
    questions: "Questions",
    differences: ["Différences", "Differences"],
  },
  runs: {
    title: ["Derniers relevés", "Latest readings"],
    text: ["Le flux est lu toutes les dix minutes.", "The feed is read every ten minutes."],
    none: ["Aucun relevé n’est noté.", "No readings on record."],
    time: ["Fin", "Finished"],
    outcome: ["Résultat", "Result"],
    prices: ["Prix lus", "Prices read"],
    changed: ["Prix changés", "Prices changed"],
    outcomes: {
      changed: ["du nouveau", "new data"],
      unchanged: ["rien de neuf", "nothing new"],
      refused: ["refusé", "rejected"],
      failed: ["échec", "failed"],
      busy: ["déjà en cours", "already running"],
    },
  },
  refused: {
    title: ["Lignes écartées", "Rejected rows"],
    text: [
      "Dans le dernier flux lu en entier ({date}), sur {prices} prix et {stockOuts} ruptures.",
      "In the last complete feed ({date}), out of {prices} prices and {stockOuts} stock-outs.",
    ],
    none: ["Aucune ligne n’y a été écartée.", "No rows were rejected."],
    noFeed: ["Aucun flux n’a encore été lu en entier.", "No complete feed has been read yet."],
    reason: ["Raison", "Reason"],
    rows: ["Lignes", "Rows"],
  },
  reasons: {
    bad_station_id: ["numéro de station illisible", "unreadable station number"],
    duplicate_station: ["station répétée dans le même flux", "station repeated in the same feed"],
    bad_postal_code: ["code postal illisible", "unreadable postal code"],
    bad_hours: ["horaire illisible", "unreadable opening hours"],
    unknown_fuel: ["carburant inconnu", "unknown fuel"],
    bad_time: ["date illisible", "unreadable date"],
    future_time: ["date dans le futur", "date in the future"],
    too_old: ["prix d’avant 2007", "price from before 2007"],
    impossible_stock_out: ["rupture impossible", "impossible stock-out"],
    impossible_closure: ["fermeture impossible", "impossible closure"],
    bad_price: ["prix illisible", "unreadable price"],
    implausible_price: [
      "prix hors des bornes de son carburant",
      "price outside the range for its fuel",
    ],
    petrol_price: ["E85 ou GPLc au prix de l’essence", "E85 or LPG at the price of petrol"],
    duplicate_price: ["prix répété pour le même instant", "price repeated for the same instant"],
  },
  coverage: {
    title: ["Historique", "History"],
    text: ["Jours couverts : {days}.", "Days covered: {days}."],
    owed: [
      "Jours dont les moyennes restent à calculer : {days}.",
      "Days whose averages are still to be computed: {days}.",
    ],
    loading: ["Une archive est en cours de chargement.", "An archive is being loaded."],
    none: ["Aucun jour n’est encore couvert.", "No days are covered yet."],
    year: ["Année", "Year"],
    days: ["Jours", "Days"],
    missing: ["Manquants", "Missing"],
    span: ["Du – au", "From – to"],
  },
});
