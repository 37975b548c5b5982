/**
 * The words of the documentation page. Its code samples and the reference are the same in both
 * languages.
 *
 * @module
 */

import { inBothLanguages } from "../../words/both_languages.ts";

/** By language. `{name}` is a placeholder for `fill()`. */
export const docsWords = /* @__PURE__ */ inBothLanguages({
  docs: {
    title: ["API et MCP", "API and MCP"],
    description: [
      "Documentation de l’API ouverte et du point d’accès MCP des prix des carburants : exemples, limites, fraîcheur, formats, licence.",
      "Documentation of the open API and MCP endpoint for French fuel prices: examples, limits, freshness, formats, licence.",
    ],
    intro: [
      "Les stations de France métropolitaine, six carburants, rafraîchis toutes les dix minutes, avec historique et moyennes. Gratuit, sans clé ni compte.",
      "The filling stations of mainland France and Corsica, six fuels, refreshed every ten minutes, with history and averages. Free, without a key or an account.",
    ],
  },
  recipes: {
    title: ["Recettes", "Recipes"],
    intro: [
      "L’API dans les outils courants. Les sorties sont celles du flux de l’État du 5 juin 2026 à 12 h 20.",
      "The API in common tools. The outputs are those of the State's feed of 5 June 2026, 12:20.",
    ],
  },
  output: ["Sortie", "Output"],
  contents: ["Sur cette page", "On this page"],
  sections: {
    start: ["En une minute", "In one minute"],
    routes: "Routes",
    rules: ["Ce que disent les chiffres", "What the figures mean"],
    limits: ["Limites", "Limits"],
    caching: ["Cache", "Caching"],
    errors: ["Erreurs", "Errors"],
    bulk: ["Tout en un fichier", "Everything in one file"],
    mcp: ["MCP : pour les assistants", "MCP: for assistants"],
    versions: "Versions",
    license: "Licence",
  },
  start: [
    "Des coordonnées et un carburant suffisent : la réponse donne les stations alentour, la moins chère d’abord. Toute page web peut appeler l’API (CORS).",
    "Coordinates and a fuel are enough: the answer is the cheapest stations around, cheapest first. Any web page may call it (CORS).",
  ],
  routes: [
    "GET et HEAD ; POST pour un long itinéraire. Un paramètre inconnu est ignoré et nommé dans meta.ignored ; un paramètre faux, vide ou doublé est refusé avec un message qui dit ce qui est permis, jamais deviné. La référence est en anglais.",
    "GET and HEAD; POST for a long route. Unknown parameters are ignored and named in meta.ignored; a wrong, empty or doubled one is refused with a message that says what is allowed, never guessed at.",
  ],
  groups: {
    needed: ["Nécessaires", "Needed"],
    answer: ["Étendue et forme", "Extent and form"],
    filters: ["Filtres", "Filters"],
    car: ["Ma voiture", "My car"],
  },
  answer: ["Champs et exemple de la réponse", "Fields and example of the answer"],
  fields: ["Champs de la réponse", "Fields of the answer"],
  try: ["À essayer :", "Try it:"],
  example: ["Exemple de réponse (données inventées)", "Example of an answer (invented data)"],
  table: {
    values: ["Valeurs", "Values"],
    meaning: ["Sens", "Meaning"],
    fallback: ["défaut :", "default:"],
  },
  rules: [{
    term: ["Instant", "As of"],
    text: [
      "meta.generated_at est l’instant de la dernière bonne lecture du flux de l’État. C’est le « maintenant » de toute la réponse. Si la source est en panne, il s’arrête, et les réponses avec lui, honnêtement datées.",
      "meta.generated_at is the instant of the last good reading of the State's feed. It is the “now” of the whole answer. When the source is out, it stands still, and so do the answers, honestly dated.",
    ],
  }, {
    term: ["En vigueur", "In force"],
    text: [
      "Listes, classements et moyennes ne retiennent que les prix en vigueur : présents dans le dernier flux, vieux de 30 jours au plus (max_age_days change cela), sans rupture en cours, et plausibles. Un prix qu’une seule station annonce, très loin de tous les autres et des siens, est marqué « suspect » jusqu’à ce qu’un relevé suivant le confirme, et ne compte nulle part. Un prix périmé n’est jamais le moins cher.",
      "Lists, ranks and means use prices in force: the newest feed lists it, it is at most 30 days old (max_age_days changes that), no stock-out is open, and it is plausible. A price that one station alone reports, far from everybody else's and from its own past, is marked suspect until a later report bears it out, and counts nowhere. A stale price is never the cheapest.",
    ],
  }, {
    term: ["Moyennes", "Means"],
    text: [
      "Non pondérées : chaque station compte une fois, quel que soit son débit. Les grandes surfaces, moins chères, vendent bien plus ; ces moyennes dépassent donc la moyenne hebdomadaire du ministère, pondérée par les volumes vendus.",
      "Unweighted: each station counts once, however much it sells. Cheap supermarkets sell far more than dear stations, so these means lie above the ministry's weekly mean, which is weighted by volumes sold.",
    ],
  }, {
    term: ["Âge", "Age"],
    text: [
      "Un prix a l’âge de son dernier changement ou de sa dernière confirmation par la station : updated_at. La moitié des prix ont plus d’un jour, et sont justes.",
      "A price is as old as its last change or confirmation by the station: updated_at. Half of all prices are older than a day, and still right.",
    ],
  }],
  limits: [[
    "60 requêtes par minute et par adresse sur /api/v1, 30 sur /mcp. IPv6 compte par réseau /64. La fenêtre s’ouvre avec votre première requête et dure 60 secondes. Un itinéraire avec plan, une série et un lieu mal orthographié comptent pour plusieurs requêtes.",
    "60 requests a minute and address on /api/v1, 30 on /mcp. IPv6 counts by /64 network. The window begins with your first request and lasts 60 seconds. Routes with a plan, series and misspelt places count as several requests.",
  ], [
    "Chaque réponse qui compte dit où vous en êtes : X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset (secondes Unix), et les en-têtes standard RateLimit et RateLimit-Policy. Une instance peut avoir une autre limite ; sans limite, ces en-têtes sont absents. Au-delà : 429 avec Retry-After. Les requêtes préliminaires (CORS), les fichiers sous /data et les documents sont libres.",
    "Every answer that counts tells where you stand: X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset (Unix seconds), and the standard RateLimit and RateLimit-Policy. An instance can have another limit; without one these headers are absent. Over the limit you get 429 with Retry-After. Preflights, the files under /data and the documents are free.",
  ]],
  caching: [[
    "Chaque réponse porte un ETag faible, fait de la révision des données et de la question. Renvoyez-le dans If-None-Match : tant que rien n’a changé, vous recevez 304 sans corps. Cela compte comme une requête, mais ne coûte pas de trafic.",
    "Every answer has a weak ETag, made from the data's revision and the question. Send it back in If-None-Match: while nothing has changed you get 304 without a body. It counts as a request, but costs you no traffic.",
  ]],
  errors: [
    "Toute erreur a cette forme, quelle qu’en soit la cause :",
    "Every error has this shape, whatever went wrong:",
  ],
  errorTable: { code: "Code", status: ["Statut", "Status"], meaning: ["Sens", "Meaning"] },
  bulk: [
    "Toutes les stations avec leurs prix du moment, hors quota, refaites à chaque révision : /data/current.csv en tableau, /data/current.geojson en points, /data/current.json en colonnes (environ 200 Ko compressés). Pour déplier les colonnes :",
    "All listed stations with their current prices, free of quota, made once per revision: /data/current.csv as a table, /data/current.geojson as points, /data/current.json column by column (about 200 KB compressed). To unfold the columns:",
  ],
  mcp: [[
    "Le point d’accès {origin}/mcp parle le Model Context Protocol (Streamable HTTP, sans état, toutes les révisions de 2025-03-26 à 2026-07-28). Sans authentification. Ajoutez-le à votre assistant et demandez « où le gazole est-il le moins cher autour de Lyon ? ».",
    "The endpoint {origin}/mcp speaks the Model Context Protocol (Streamable HTTP, stateless, all revisions from 2025-03-26 to 2026-07-28). No authentication. Add it to your assistant and ask “where is diesel cheapest around Lyon?”.",
  ], [
    "Les outils acceptent une commune par son nom (« Saint-Denis (93) »), son code postal ou son code INSEE, et les carburants par leurs noms courants ; si plusieurs lieux portent le même nom, on vous demande lequel.",
    "Tools take a town by its name (“Saint-Denis (93)”), postal code or INSEE code, and fuels by their popular names; when several places share a name, you are asked which one you mean.",
  ]],
  mcpTools: ["Outils", "Tools"],
  mcpClients: [
    {
      term: ["Claude (web, bureau)", "Claude (web, desktop)"],
      text: [
        "Paramètres → Connecteurs → Ajouter un connecteur personnalisé → collez l’adresse.",
        "Settings → Connectors → Add custom connector → paste the address.",
      ],
    },
    { term: "Claude Code", text: ["Dans un terminal :", "In a terminal:"] },
    {
      term: "ChatGPT",
      text: [
        "Paramètres → Applications et connecteurs → Avancé : mode développeur ; puis Créer, collez l’adresse, sans authentification.",
        "Settings → Apps & Connectors → Advanced: developer mode on; then Create, paste the address, no authentication.",
      ],
    },
    {
      term: "VS Code",
      text: [".vscode/mcp.json dans votre projet :", ".vscode/mcp.json in your project:"],
    },
    {
      term: "Cursor",
      text: [
        "~/.cursor/mcp.json (ou .cursor/mcp.json dans un projet) :",
        "~/.cursor/mcp.json (or .cursor/mcp.json in a project):",
      ],
    },
    { term: "Gemini CLI", text: ["~/.gemini/settings.json :", "~/.gemini/settings.json:"] },
    { term: "Codex CLI", text: ["~/.codex/config.toml :", "~/.codex/config.toml:"] },
    {
      term: ["Clients sans HTTP", "Clients without HTTP"],
      text: [
        "Tout client qui ne sait que lancer un programme :",
        "Any client that can only start programs:",
      ],
    },
  ],
  versions: [[
    "v1 est figée : des champs s’ajoutent, aucun n’est renommé, retypé ni retiré. Lisez ce que vous connaissez, ignorez le reste.",
    "v1 is frozen: fields are added, never renamed, retyped or removed. Read what you know and ignore the rest.",
  ], [
    "S’il vient une v2, v1 continue au moins douze mois à côté d’elle, avec des en-têtes Deprecation et Sunset qui disent jusqu’à quand.",
    "Should there be a v2, v1 goes on for at least twelve months beside it, with Deprecation and Sunset headers that say until when.",
  ]],
  license: [[
    "Données : Open Database License 1.0. Nommez vos sources : « Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap ». Chaque réponse porte cette mention dans meta.attribution.",
    "Data: Open Database License 1.0. Name your sources: “Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap”. Every answer carries this in meta.attribution.",
  ], [
    "Code : MIT. Ce service n’est pas officiel ; les prix sont ceux que les stations déclarent à l’État.",
    "Code: MIT. This is not an official service; prices are those that stations declare to the State.",
  ]],
});
