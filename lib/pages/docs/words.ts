/** The words of the documentation page; its code samples and the reference are the same in both languages. @module */

import type { Lang } from "../../shared/lang.ts";
import { setFrench } from "../../shared/words/fill.ts";

/** A term and what it means; `code` marks the term as code. */
export type Point = { term: string; text: string };

/** All texts of the page in one language. `{origin}` stands for the service's address. */
export type DocsWords = {
  title: string;
  description: string;
  intro: string;
  contents: string;
  sections: Record<
    | "start"
    | "routes"
    | "rules"
    | "limits"
    | "caching"
    | "errors"
    | "formats"
    | "bulk"
    | "mcp"
    | "versions"
    | "license",
    string
  >;
  start: string;
  routes: string;
  example: string;
  table: { parameter: string; values: string; fallback: string; meaning: string; required: string; optional: string };
  rules: Point[];
  limits: string[];
  polite: string;
  caching: string[];
  errors: string;
  errorTable: { code: string; status: string; meaning: string };
  formats: Point[];
  bulk: string;
  mcp: string[];
  mcpTools: string;
  mcpClients: Point[];
  versions: string[];
  license: string[];
};

const en: DocsWords = {
  title: "API and MCP",
  description:
    "Documentation of the open API and MCP endpoint for French fuel prices: examples, limits, freshness, formats, licence.",
  intro:
    "The filling stations of mainland France and Corsica, six fuels, refreshed every ten minutes, with history and averages. Free, without a key or an account.",
  contents: "On this page",
  sections: {
    start: "In one minute",
    routes: "Routes",
    rules: "What the figures mean",
    limits: "Limits",
    caching: "Caching",
    errors: "Errors",
    formats: "CSV and GeoJSON",
    bulk: "Everything in one file",
    mcp: "MCP: for assistants",
    versions: "Versions",
    license: "Licence",
  },
  start:
    "Coordinates and a fuel are enough: the answer is the cheapest stations around, cheapest first. Any web page may call it (CORS).",
  routes:
    "GET and HEAD only. Unknown parameters are ignored; a wrong, empty or doubled one is refused with a message that says what is allowed, never guessed at.",
  example: "A real answer",
  table: {
    parameter: "Parameter",
    values: "Values",
    fallback: "Default",
    meaning: "Meaning",
    required: "required",
    optional: "none",
  },
  rules: [
    {
      term: "As of",
      text:
        "meta.generated_at is the instant of the last good reading of the State's feed. It is the “now” of the whole answer. When the source is out, it stands still, and so do the answers, honestly dated.",
    },
    {
      term: "In force",
      text:
        "Lists, ranks and means use prices in force: the newest feed lists it, it is at most 30 days old (max_age_days changes that), no stock-out is open, and it is plausible. A price that one station alone reports, far from everybody else's and from its own past, is marked suspect until a later report bears it out, and counts nowhere. A stale price is never the cheapest.",
    },
    {
      term: "Means",
      text:
        "Unweighted: each station counts once, however much it sells. Cheap supermarkets sell far more than dear stations, so these means lie above the ministry's weekly mean, which is weighted by volumes sold.",
    },
    {
      term: "Motorways",
      text:
        "motorway is what the State's feed says. Service areas of expressways (RN10, RN165) are ordinary roads there: motorway=exclude keeps them.",
    },
    {
      term: "Age",
      text:
        "A price is as old as its last change or confirmation by the station: updated_at. Half of all prices are older than a day, and still right.",
    },
    {
      term: "Money",
      text:
        'Text with three decimals, euros per litre: "1.799". Turn it into thousandths, not into a float, before you add.',
    },
    {
      term: "Time",
      text: "Instants are ISO 8601 in UTC. Days (recordedAt) are Europe/Paris days.",
    },
    {
      term: "Unknown",
      text: "null, never a placeholder: a station without a known brand has brand: null.",
    },
  ],
  limits: [
    "60 requests a minute and address on /api/v1, 30 on /mcp. IPv6 counts by /64 network. The window begins with your first request and lasts 60 seconds. Routes with a plan and misspelt places count as several requests.",
    "Every answer tells where you stand: X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset (Unix seconds), and the standard RateLimit and RateLimit-Policy. Over the limit you get 429 with Retry-After. Preflights, the files under /data and the documents are free.",
    "Need more? One file holds all current prices (below); or run the service yourself, it is open source.",
  ],
  polite: "A client that waits when told",
  caching: [
    "Every answer has a weak ETag, made from the data's revision and the question. Send it back in If-None-Match: while nothing has changed you get 304 without a body. It counts as a request, but costs you no traffic.",
    "Cache-Control allows a minute of caching, and five more while a new answer is fetched. Equal revision and equal question give equal bytes.",
  ],
  errors: "Every error has this shape, whatever went wrong:",
  errorTable: { code: "Code", status: "Status", meaning: "Meaning" },
  formats: [
    {
      term: "format=csv",
      text: "on search, box, history and brand trends: a header line, then a row per entry. Opens in any spreadsheet.",
    },
    { term: "format=geojson", text: "on search and box: a FeatureCollection for QGIS, Leaflet, MapLibre, geojson.io." },
    { term: "Accept", text: "text/csv or application/geo+json does the same. Errors are always JSON." },
  ],
  bulk:
    "All listed stations with their current prices, free of quota, made once per revision: /data/current.csv as a table, /data/current.json column by column (about 200 KB compressed). To unfold the columns:",
  mcp: [
    "The endpoint {origin}/mcp speaks the Model Context Protocol (Streamable HTTP, stateless, all revisions from 2025-03-26 to 2026-07-28). No authentication. Add it to your assistant and ask “where is diesel cheapest around Lyon?”.",
    "Tools take a town by its name (“Saint-Denis (93)”), postal code or INSEE code, and fuels by their popular names; when several places share a name, you are asked which one you mean.",
  ],
  mcpTools: "Tools",
  mcpClients: [
    { term: "Claude (web, desktop)", text: "Settings → Connectors → Add custom connector → paste the address." },
    { term: "Claude Code", text: "In a terminal:" },
    {
      term: "ChatGPT",
      text:
        "Settings → Apps & Connectors → Advanced: developer mode on; then Create, paste the address, no authentication.",
    },
    { term: "VS Code", text: ".vscode/mcp.json in your project:" },
    { term: "Cursor", text: "~/.cursor/mcp.json (or .cursor/mcp.json in a project):" },
    { term: "Gemini CLI", text: "~/.gemini/settings.json:" },
    { term: "Codex CLI", text: "~/.codex/config.toml:" },
    { term: "Clients without HTTP", text: "Any client that can only start programs:" },
  ],
  versions: [
    "v1 is frozen: fields are added, never renamed, retyped or removed. Read what you know and ignore the rest.",
    "Should there be a v2, v1 goes on for at least twelve months beside it, with Deprecation and Sunset headers that say until when.",
  ],
  license: [
    "Data: Open Database License 1.0. Name your sources: “Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap”. Every answer carries this in meta.attribution.",
    "Code: MIT. This is not an official service; prices are those that stations declare to the State.",
  ],
};

const fr: DocsWords = /* @__PURE__ */ setFrench({
  title: "API et MCP",
  description:
    "Documentation de l’API ouverte et du point d’accès MCP des prix des carburants : exemples, limites, fraîcheur, formats, licence.",
  intro:
    "Les stations de France métropolitaine, six carburants, rafraîchis toutes les dix minutes, avec historique et moyennes. Gratuit, sans clé ni compte.",
  contents: "Sur cette page",
  sections: {
    start: "En une minute",
    routes: "Routes",
    rules: "Ce que disent les chiffres",
    limits: "Limites",
    caching: "Cache",
    errors: "Erreurs",
    formats: "CSV et GeoJSON",
    bulk: "Tout en un fichier",
    mcp: "MCP : pour les assistants",
    versions: "Versions",
    license: "Licence",
  },
  start:
    "Des coordonnées et un carburant suffisent : la réponse donne les stations alentour, la moins chère d’abord. Toute page web peut appeler l’API (CORS).",
  routes:
    "GET et HEAD seulement. Un paramètre inconnu est ignoré ; un paramètre faux, vide ou doublé est refusé avec un message qui dit ce qui est permis, jamais deviné. La référence est en anglais.",
  example: "Une vraie réponse",
  table: {
    parameter: "Paramètre",
    values: "Valeurs",
    fallback: "Défaut",
    meaning: "Sens",
    required: "obligatoire",
    optional: "aucun",
  },
  rules: [
    {
      term: "Instant",
      text:
        "meta.generated_at est l’instant de la dernière bonne lecture du flux de l’État. C’est le « maintenant » de toute la réponse. Si la source est en panne, il s’arrête, et les réponses avec lui, honnêtement datées.",
    },
    {
      term: "En vigueur",
      text:
        "Listes, classements et moyennes ne retiennent que les prix en vigueur : présents dans le dernier flux, vieux de 30 jours au plus (max_age_days change cela), sans rupture en cours, et plausibles. Un prix qu’une seule station annonce, très loin de tous les autres et des siens, est marqué « suspect » jusqu’à ce qu’un relevé suivant le confirme, et ne compte nulle part. Un prix périmé n’est jamais le moins cher.",
    },
    {
      term: "Moyennes",
      text:
        "Non pondérées : chaque station compte une fois, quel que soit son débit. Les grandes surfaces, moins chères, vendent bien plus ; ces moyennes dépassent donc la moyenne hebdomadaire du ministère, pondérée par les volumes vendus.",
    },
    {
      term: "Autoroutes",
      text:
        "motorway est ce que dit le flux de l’État. Les aires des voies express (RN10, RN165) y sont des routes ordinaires : motorway=exclude les garde.",
    },
    {
      term: "Âge",
      text:
        "Un prix a l’âge de son dernier changement ou de sa dernière confirmation par la station : updated_at. La moitié des prix ont plus d’un jour, et sont justes.",
    },
    {
      term: "Montants",
      text:
        'Du texte à trois décimales, en euros par litre : "1.799". Comptez en millièmes entiers plutôt qu’en nombres flottants.',
    },
    { term: "Temps", text: "Les instants sont en ISO 8601, en UTC. Les jours (recordedAt) sont ceux d’Europe/Paris." },
    { term: "Inconnu", text: "null, jamais un mot de remplacement : une station sans enseigne connue a brand: null." },
  ],
  limits: [
    "60 requêtes par minute et par adresse sur /api/v1, 30 sur /mcp. IPv6 compte par réseau /64. La fenêtre s’ouvre avec votre première requête et dure 60 secondes. Un itinéraire avec plan et un lieu mal orthographié comptent pour plusieurs requêtes.",
    "Chaque réponse dit où vous en êtes : X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset (secondes Unix), et les en-têtes standard RateLimit et RateLimit-Policy. Au-delà : 429 avec Retry-After. Les requêtes préliminaires (CORS), les fichiers sous /data et les documents sont libres.",
    "Il vous en faut plus ? Un seul fichier contient tous les prix du moment (ci-dessous) ; ou faites tourner le service vous-même, son code est ouvert.",
  ],
  polite: "Un client qui attend quand on le lui dit",
  caching: [
    "Chaque réponse porte un ETag faible, fait de la révision des données et de la question. Renvoyez-le dans If-None-Match : tant que rien n’a changé, vous recevez 304 sans corps. Cela compte comme une requête, mais ne coûte pas de trafic.",
    "Cache-Control permet une minute de cache, et cinq de plus pendant qu’une nouvelle réponse est cherchée. Même révision et même question donnent les mêmes octets.",
  ],
  errors: "Toute erreur a cette forme, quelle qu’en soit la cause :",
  errorTable: { code: "Code", status: "Statut", meaning: "Sens" },
  formats: [
    {
      term: "format=csv",
      text:
        "sur la recherche, le rectangle, l’historique et les enseignes : une ligne d’en-tête, puis une ligne par entrée.",
    },
    {
      term: "format=geojson",
      text: "sur la recherche et le rectangle : une FeatureCollection pour QGIS, Leaflet, MapLibre, geojson.io.",
    },
    { term: "Accept", text: "text/csv ou application/geo+json font de même. Les erreurs restent en JSON." },
  ],
  bulk:
    "Toutes les stations avec leurs prix du moment, hors quota, refaites à chaque révision : /data/current.csv en tableau, /data/current.json en colonnes (environ 200 Ko compressés). Pour déplier les colonnes :",
  mcp: [
    "Le point d’accès {origin}/mcp parle le Model Context Protocol (Streamable HTTP, sans état, toutes les révisions de 2025-03-26 à 2026-07-28). Sans authentification. Ajoutez-le à votre assistant et demandez « où le gazole est-il le moins cher autour de Lyon ? ».",
    "Les outils acceptent une commune par son nom (« Saint-Denis (93) »), son code postal ou son code INSEE, et les carburants par leurs noms courants ; si plusieurs lieux portent le même nom, on vous demande lequel.",
  ],
  mcpTools: "Outils",
  mcpClients: [
    {
      term: "Claude (web, bureau)",
      text: "Paramètres → Connecteurs → Ajouter un connecteur personnalisé → collez l’adresse.",
    },
    { term: "Claude Code", text: "Dans un terminal :" },
    {
      term: "ChatGPT",
      text:
        "Paramètres → Applications et connecteurs → Avancé : mode développeur ; puis Créer, collez l’adresse, sans authentification.",
    },
    { term: "VS Code", text: ".vscode/mcp.json dans votre projet :" },
    { term: "Cursor", text: "~/.cursor/mcp.json (ou .cursor/mcp.json dans un projet) :" },
    { term: "Gemini CLI", text: "~/.gemini/settings.json :" },
    { term: "Codex CLI", text: "~/.codex/config.toml :" },
    { term: "Clients sans HTTP", text: "Tout client qui ne sait que lancer un programme :" },
  ],
  versions: [
    "v1 est figée : des champs s’ajoutent, aucun n’est renommé, retypé ni retiré. Lisez ce que vous connaissez, ignorez le reste.",
    "S’il vient une v2, v1 continue au moins douze mois à côté d’elle, avec des en-têtes Deprecation et Sunset qui disent jusqu’à quand.",
  ],
  license: [
    "Données : Open Database License 1.0. Nommez vos sources : « Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap ». Chaque réponse porte cette mention dans meta.attribution.",
    "Code : MIT. Ce service n’est pas officiel ; les prix sont ceux que les stations déclarent à l’État.",
  ],
});

/** The words of the documentation in a language. */
export function docsWords(lang: Lang): DocsWords {
  return lang === "fr" ? fr : en;
}
