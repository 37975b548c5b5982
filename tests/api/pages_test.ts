import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { testApp, withTestApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { FIXTURE_AS_OF, IDS } from "../support/api_fixture.ts";
import { sitePages } from "../support/site_pages.ts";

testApp(
  "every page exists in both languages, and unknown resources return 404 in both",
  async (app) => {
    const named = ["/departements/75", `/stations/${IDS.paris}`, "/villes/paris-75056"];
    for (const path of [...sitePages.map(({ fr }) => fr), ...named]) {
      for (const lang of ["fr", "en"] as const) {
        const { status, text } = await app.read(toLocalPath(path, lang));
        equal(status, 200, path);
        match(text, new RegExp(`<html lang="${lang}"`), path);
      }
    }
    const unknown = ["/stations/999", "/stations/999/courbes", "/villes/nowhere-00000", "/fr"];
    for (const path of [...unknown, "/departements/99"]) {
      for (const address of [path, `/en${path}`]) {
        const { status, text } = await app.read(address);
        equal(status, 404, address);
        match(text, /<h1>/, address);
      }
    }
  },
);

testApp(
  "home, trends and departments name the stations with the lowest and the highest price",
  async (app) => {
    const lowest =
      /href="\/stations\/92120001\?fuel=gazole">1,729 € [^<]*Montrouge \(92\)<\/a>[^<]*<time/;
    const highest =
      /href="\/stations\/91090002\?fuel=gazole">1,989 € [^<]*Lisses \(91\)<\/a>[^<]*<time[^>]*>[^<]*1 j</;
    const pages: [string, RegExp[]][] = [
      ["/?fuel=gazole", [lowest, highest]],
      ["/tendances?fuel=gazole", [lowest, highest]],
      ["/departements/91?fuel=gazole", [/1,989 € [^<]*Lisses<\/a>[^<]*<time/]],
      ["/en/departements/91?fuel=gazole", [/href="\/en\/[^>]*>€1.989 [^<]*Lisses<\/a>[^<]*<time/]],
    ];
    for (const [path, expected] of pages) {
      const text = (await app.read(path)).text.replaceAll(/[\u00a0\u202f]/g, " ");
      for (const words of expected) match(text, words, path);
    }
    ok(
      !(await app.read("/departements/91?fuel=gplc")).text.includes("Le moins cher"),
      "no station sells it there",
    );
  },
);

testApp(
  "a trailing slash redirects to the address without it, and doubled slashes to the same page",
  async (app) => {
    const slashed: [path: string, address: string][] = [
      ["/docs/", "/docs"],
      ["/en/", "/en"],
      ["/en/?place=69123", "/en?place=69123"],
      ["/tendances//?fuel=e10", "/tendances?fuel=e10"],
      [`/stations/${IDS.paris}/`, `/stations/${IDS.paris}`],
      ["//example.org/", "/example.org"],
    ];
    for (const [path, address] of slashed) {
      const { status, headers } = await app.read(path);
      deepEqual([status, headers.get("location")], [308, address]);
    }
    equal((await app.read("/en//a-propos")).status, 200);
  },
);

testApp(
  "only the selected fuel is marked among links, and only the page's section in the header",
  async (app) => {
    const currents = async (path: string, filter: RegExp) => {
      const { text: html } = await app.read(path);
      const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([link]) => link).filter((link) =>
        filter.test(link)
      );
      return links.map((link) => /aria-current="(\w+)"/.exec(link)?.[1]);
    };
    const oneOfSix = ["false", "false", "false", "false", "false", "true"];
    for (
      const path of ["/departements/75?fuel=e10", "/en/tendances", "/villes/paris-75056?fuel=e10"]
    ) {
      deepEqual((await currents(path, /class="(key|mean)"/)).sort(), oneOfSix, path);
    }
    deepEqual((await currents("/", /class="totem-line"/)).sort(), oneOfSix);
    for (
      const path of [
        `/stations/${IDS.paris}`,
        "/villes/paris-75056",
        "/departements/75",
        "/departements/99",
      ]
    ) {
      const home = await currents(path, /href="\/(\?[^"]*)?"/);
      ok(home.length > 0 && home.every((current) => current === "false"), path);
    }
    deepEqual(
      await currents(
        "/tendances",
        /href="\/(departements|tendances|favoris|a-propos|docs)" ?[^>]*>/,
      ),
      [
        "false",
        "page",
        "false",
        "page",
        undefined,
        undefined,
        undefined,
        undefined,
      ],
    );
    deepEqual(await currents("/departements/75", /class="nav-more"/), ["page", "false"]);
  },
);

Deno.test("the legal notice names publisher and host from the settings, and says so if they are missing", async () => {
  const env = {
    PUBLISHER: "Ada <Lovelace>, 1 rue du Pont, 75001 Paris",
    HOSTING: "Serveurs & Cie, 01 02 03 04 05",
  };
  const path = "/mentions-legales";
  await withTestApp(async (app) => {
    const { text } = await app.read(path);
    match(
      text,
      /: Ada &lt;Lovelace>, 1 rue du Pont, 75001 Paris\.[^]*: Serveurs &amp; Cie, 01 02 03 04 05\./,
    );
  }, { env });
  await withTestApp(async (app) =>
    match((await app.read(path)).text, /n’a pas encore indiqué son éditeur/)
  );
});

testApp("home and documentation claim no more than the data cover", async (app) => {
  for (const path of ["/", "/en", "/docs", "/en/docs"]) {
    const { text: html } = await app.read(path);
    ok(
      !/toutes les stations de France|en direct|au litre près|every (filling )?station (in|of) France|\blive\b|last litre/i
        .test(html),
      path,
    );
    match(html, /France métropolitaine|mainland France/);
  }
  match((await app.read("/a-propos")).text, /500 m³.*outre-mer/);
});

testApp(
  "pages of sample data call nothing official and name no source",
  async (app, db) => {
    const paths = [
      "/",
      "/?place=75056",
      "/departements",
      "/departements/75",
      "/tendances",
      "/villes/paris-75056",
      "/embed/courbe?area=FR&fuel=gazole",
    ];
    const claim =
      /prix officiel|(données?|chiffres?|relevés) officiel|relevé officiel du|official (price|data|figure)|Ministère|Ministry/i;
    const read = async (path: string) =>
      (await app.read(path)).text.replace(/<script[^]*?<\/script>/g, "");
    const pages = [...paths, `/stations/${IDS.paris}`].flatMap((
      path,
    ) => [path, toLocalPath(path, "en")]);
    match(await read("/"), claim);
    await db.query({ text: "update data_state set source = 'sample'" });
    await app.renew();
    for (const path of pages) deepEqual(claim.exec(await read(path)), null, path);
    for (const path of ["/manifest.webmanifest", "/manifest.en.webmanifest"]) {
      doesNotMatch(
        await read(path),
        claim,
        path,
      );
    }
  },
  { writes: true },
);

testApp(
  "static files keep Fresh's headers, and /favicon.ico returns an icon",
  async (app) => {
    const file = await app.read("/styles.css", { headers: { "accept-encoding": "gzip" } });
    equal(file.headers.get("cache-control"), "no-cache, no-store, max-age=0, must-revalidate");
    equal(file.headers.get("vary"), "If-None-Match, Accept-Encoding");
    const outdated = await app.read("/styles.css?__frsh_c=0");
    deepEqual([outdated.status, outdated.headers.get("location")], [307, "/styles.css"]);
    const icon = await app.fetch("/favicon.ico");
    deepEqual([icon.status, (await icon.bytes()).slice(0, 4)], [200, new Uint8Array([0, 0, 1, 0])]);
    match(icon.headers.get("content-type") ?? "", /^image\//);
  },
);

testApp("an address with invalid percent-encoding is rejected on every route", async (app) => {
  for (const path of ["/stations/%E0%A4%A", "/en/villes/%zz", "/%E0%A4%A", "/data/%E0%A4%A"]) {
    await checkError(await app.fetch(path), "INVALID_PARAMETER");
  }
});

testApp("pages work without unsafe-inline: scripts and styles have the nonce", async (app) => {
  const pages = [
    "/",
    `/?place=75056&station=${IDS.paris}`,
    "/favoris",
    "/tendances",
    "/docs",
    "/departements/75",
  ];
  const unknown = ["/departements/99", "/data", "/data/x/y"];
  for (
    const path of [
      ...pages,
      `/stations/${IDS.paris}`,
      "/villes/paris-75056",
      "/hors-ligne",
      "/etat",
      ...unknown,
    ]
  ) {
    const { headers, text: html } = await app.read(path);
    const policy = headers.get("content-security-policy") ?? "";
    const [, nonce = ""] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    ok(nonce.length > 10 && !policy.includes("unsafe-inline"), `${path}: ${policy}`);
    for (const [element] of html.matchAll(/<(style|script)\b[^>]*>/g)) {
      if (element.includes("application/json")) continue;
      ok(element.includes(`nonce="${nonce}"`), `${path}: ${element}`);
    }
    equal(/<[^>]*\sstyle=/.exec(html)?.[0], undefined, path);
  }
});

testApp(
  "each visitor of a cached page gets a new nonce, and no other nonce is in the page",
  async (app) => {
    for (const path of ["/departements/75", `/stations/${IDS.paris}`, "/villes/paris-75056"]) {
      const visits: { nonce: string; html: string }[] = [];
      for (const from of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
        const { headers, text: html } = await app.read(path, { from });
        const nonces = headers.get("content-security-policy")!.matchAll(/'nonce-([^']+)'/g);
        const [nonce, ...others] = new Set([...nonces].map(([, one]) => one!));
        equal(others.length, 0, path);
        visits.push({ nonce: nonce!, html });
      }
      equal(new Set(visits.map(({ nonce }) => nonce)).size, 4, path);
      for (const { nonce, html } of visits) {
        const inPage = [...html.matchAll(/\snonce="([^"]*)"/g)].map(([, one]) => one);
        deepEqual([...new Set(inPage)], [nonce], path);
        equal(visits.filter((other) => html.includes(other.nonce)).length, 1, path);
      }
      equal(new Set(visits.map(({ nonce, html }) => html.replaceAll(nonce, ""))).size, 1, path);
    }
  },
);

testApp("errors are never cached, in any format", async (app) => {
  for (
    const [path, status, type] of [
      ["/departements/99", 404, "text/html"],
      ["/nothing", 404, "text/html"],
      ["/departements/99/image", 404, "text/html"],
      ["/_fresh/js/x.js", 404, "text/plain"],
      ["/%ff", 400, "application/json"],
      ["/api/v1/nothing", 404, "application/json"],
    ] as const
  ) {
    const { status: found, headers } = await app.read(path);
    deepEqual([found, headers.get("content-type")?.split(";")[0]], [status, type], path);
    equal(headers.get("cache-control"), "no-store", path);
  }
});

testApp(
  "other addresses of a department or a town redirect to the canonical one and keep the query",
  async (app) => {
    const led = async (path: string) => {
      const { status, headers } = await app.read(path);
      return [status, headers.get("location")];
    };
    deepEqual(await led("/departements/2a?fuel=e10"), [308, "/departements/2A?fuel=e10"]);
    deepEqual(await led("/en/villes/75056"), [308, "/en/villes/paris-75056"]);
  },
);

testApp(
  "GET /favoris/prix returns the data of each favourite, and 304 for its ETag",
  async (app) => {
    const path = `/favoris/prix?fuel=gazole&ids=${IDS.paris},92120001,999`;
    const { status, text, headers } = await app.read(path);
    deepEqual([status, headers.get("content-type")], [200, "application/json"]);
    const { asOf, stations } = JSON.parse(text);
    equal(asOf, FIXTURE_AS_OF.toISOString());
    equal(stations["999"], null);
    const { prices, figures: { week, verdict, cheaper } } = stations[IDS.paris];
    deepEqual([prices[0].price, week.at(-1)], ["1.799", 1799]);
    const { level, rank, count, radiusKm } = verdict;
    deepEqual(
      [rank, count, radiusKm, cheaper.id, cheaper.price],
      [2, 3, 5, "92120001", "1.729"],
      level,
    );
    equal(stations["92120001"].figures.cheaper, null);
    const again = await app.fetch(path, { headers: { "if-none-match": headers.get("etag")! } });
    deepEqual([again.status, await again.text()], [304, ""]);
    const tooMany = `fuel=e10&ids=${"1,".repeat(30)}1`;
    for (const wrong of ["ids=1", "fuel=gazole", "fuel=e9&ids=1", "fuel=e10&ids=x", tooMany]) {
      equal((await app.read(`/favoris/prix?${wrong}`)).status, 400, wrong);
    }
  },
);

testApp(
  "GET /stations/{id}/courbes returns an HTML fragment with the curves, not a page",
  async (app) => {
    const path = `/stations/${IDS.paris}/courbes?fuel=e10`;
    for (
      const [address, words] of [[path, /<figcaption[^>]*>30 jours/], [
        `/en${path}`,
        /<figcaption[^>]*>30 days/,
      ]] as const
    ) {
      const { status, headers, text } = await app.read(address);
      deepEqual([status, headers.get("x-robots-tag")], [200, "noindex"]);
      match(text, words);
      match(text, /class="chart-drawing/);
      ok(!/<html|<head|<h1|<script/.test(text), text.slice(0, 300));
    }
  },
);

testApp(
  "a station's page rates its price, and shows how often it was the lowest",
  async (app, db) => {
    const read = async (path: string) => toPlainText((await app.read(path)).text);
    match(
      await read(`/stations/${IDS.paris}?fuel=gazole`),
      /Gazole · Prix moyen · \d+ᵉ prix sur \d+ à moins de 5\skm .*Jamais la moins chère du secteur en 30 jours/,
    );
    match(
      await read("/en/stations/92120001?fuel=gazole"),
      /Diesel · Good price · cheapest of \d+ stations within 5\skm .*Cheapest around on 30 of 30 days/,
    );
    const silent = /Jamais la|Cheapest around|jours sur/;
    for (const path of ["/stations/91090002?fuel=gazole", `/stations/${IDS.paris}?fuel=gplc`]) {
      doesNotMatch(await read(path), silent);
    }
    await db.query({
      text: "delete from coverage where day > '2026-05-06' and day < '2026-05-20'",
    });
    await app.renew();
    doesNotMatch(await read(`/stations/${IDS.paris}?fuel=gazole`), silent);
  },
  { writes: true },
);

const RECORDS =
  `insert into ingest_run (kind, source, started_at, finished_at, outcome, counts, message) values
    ('feed', 'x', now(), '2026-06-05T10:00:00Z', 'changed', '{"prices": 33232, "stockOuts": 22879, "pricesChanged": 412,
      "refused": {"petrol_price": 3, "bad_time": 11}}', null),
    ('feed', 'x', now(), '2026-06-05T10:10:00Z', 'refused', '{}', 'The answer is a web page, not a feed');
  insert into self_check (checked_at, revision, seed, questions, differences, duration_ms)
    values ('2026-06-05T02:27:00Z', 4711, 20260605, 1000, 2, 6000);
  delete from coverage where day between '2026-04-01' and '2026-04-03'`;

function toPlainText(html: string): string {
  return html.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, " ").replace(
    /\s+/g,
    " ",
  );
}

testApp(
  "the status page shows ingests, rejected rows, coverage and the self-check",
  async (app, db) => {
    const read = async (path: string) => toPlainText((await app.read(path)).text);
    match(await read("/etat"), /Aucune vérification n’a encore eu lieu.*Aucun relevé n’est noté/);
    await db.query({ text: RECORDS });
    const french = await read("/etat");
    for (
      const words of [
        /Questions 1 000 Différences 2 /,
        /12 h 10 refusé The answer is a web page, not a feed – – .*12 h du nouveau 33 232 412/,
        /33 232 prix et 22 879 ruptures.*date illisible 11 E85 ou GPLc au prix de l’essence 3/,
        /couverts : 92\..*2026 2 mars 2026 – 4 juin 2026 92 3 /,
      ]
    ) match(french, words);
    match(await read("/en/status"), /Questions 1,000 Differences 2 .*rejected.*unreadable date 11/);
    const { text: html } = await app.read("/en/status");
    for (
      const part of [/<meta name="robots" content="noindex"/, /hreflang="fr" href="[^"]*\/etat"/]
    ) match(html, part);
  },
  { writes: true },
);

testApp("the status page works without data, and says so", async (app) => {
  const { status, text } = await app.read("/etat");
  equal(status, 200);
  match(text, /Aucune donnée n’est encore chargée[^]*Aucun jour n’est encore couvert/);
}, { isEmpty: true });

const READ: [path: string, ...parts: RegExp[]][] = [
  ["/", /Gazole ↗.*1,801 €.*GPLc.*1,015 €/, /44 Loire-Atlantique/],
  [
    "/?fuel=e10&q=montrouge",
    /Montrouge · à moins de 5 km E10 dès 1,879 €.*E\.Leclerc.*1 Avenue Pierre Brossolette.*★ 1,87 9 €/,
  ],
  [
    "/?q=12+rue+de+la+paix+75002+paris",
    /Paris 2e Arrondissement · à moins de \d+ km Gazole dès.*Adresse introuvable/,
  ],
  ["/?q=saint-denis", /Vouliez-vous dire : Saint-Denis \(\d+\)/],
  [
    "/?place=75056&fuel=diesel&radius=1e9&sort=best&at=91,0&services=piscine&station=0&open=yes&brand=",
    /1,729/,
  ],
  [
    "/?place=75056&fuel=diesel&radius=1e9&services=piscine&station=0",
    /ignorée : fuel, radius, services, station\./,
  ],
  [
    `/stations/${IDS.paris}`,
    /Ouverte|24 h\/24/,
    /Prix moyen · 2ᵉ prix sur 3 à moins de 5 km .*Jamais la moins chère du secteur en 30 jours/,
    /Gazole 1,79 9 €.*il y a 2 h SP98.*2,05 9 €.*E10.*1,94 9 €.*E85.*0,82 9 €/,
    /5 juin 2026 Cette station 1,799 € Moyenne du département 1,799 €/,
    /À partir du Prix 5 juin 2026 1,799 €/,
    /Station de gonflage/,
  ],
  [
    `/stations/${IDS.odd}`,
    /Gazole.*Rupture depuis le 5 juin 2026.*SP98.*trop ancien.*E10.*1,939 €/,
  ],
  [
    `/stations/${IDS.odd}?fuel=sp98`,
    /30 jours Aucun prix connu sur cette période\. Un an · s’arrête le 26 avr\. 2026.*Cette station s’arrête le 26 avr\. 2026 –/,
  ],
  [`/stations/${IDS.left}`, /quitté le relevé officiel.*16 mai 2026/],
  [
    `/stations/${IDS.bare}`,
    /Station-service/,
    /position publiée pour cette station est fausse/,
    /Horaires Inconnus/,
  ],
  ["/departements/75?fuel=e10", /Paris 75.*1,946 €.*1,939 €.*1,949 €.*1,949 €/],
  ["/villes/evry-courcouronnes-91228", /4 stations à moins de 50 km/],
  ["/villes/saint-denis-97411", /Non couvert/],
  ["/?place=97411", /Pas de prix publiés à Saint-Denis.*ne couvre que la France/],
  ["/?at=48.86,2.34&radius=5", /^ Gazole près de Paris : 1,\d{3}\s€ · Jauge/],
  ["/en?at=48.86,2.34&from=48.8,2.3&radius=5", /^ Diesel near Paris · Jauge/],
  ["/en/departements", /Not covered by the official feed: Guadeloupe, Martinique/],
  [
    "/villes/le-kremlin-bicetre-94043",
    /Gazole au Kremlin-Bicêtre \(94270\) : dès 1,729 €.*Carburants au Kremlin-Bicêtre 94270/,
  ],
  ["/en/villes/paris-75056", /Fuel in Paris 75/],
  [`/en?place=75056&station=${IDS.paris}`, /Diesel price history/, / 24\/7 /],
  ["/itineraire?from=Montrouge&to=Lisses", /À vol d’oiseau : \d+ km, environ \d+ km.*4 stations/],
  ["/itineraire?from=Montrouge&to=Xyzxyz", /« Xyzxyz »/],
];

testApp(
  "pages explain prices that are valid, out of stock, old, gone, unknown, abroad or not understood",
  async (app) => {
    for (const [path, ...parts] of READ) {
      const text = toPlainText((await app.read(path)).text);
      for (const part of parts) match(text, part, path);
    }
    for (
      const q of ["Trifouillis-les-Oies", "<script>alert(1)</script>", "x".repeat(119), "99999"]
    ) {
      const html = (await app.read(`/?q=${encodeURIComponent(q)}`)).text;
      match(html, /Lieu introuvable/, q);
      ok(html.includes(` value="${q.replace("<", "&lt;").replace("</", "&lt;/")}"`), q);
    }
  },
);

const COUNTED: [path: string, markup: RegExp, count: number][] = [
  ["/", /class="totem-line"/g, 6],
  [`/stations/${IDS.paris}`, /class="offer( |")/g, 4],
  [`/stations/${IDS.paris}`, /"@type":"Offer"/g, 4],
  [
    `/stations/${IDS.paris}`,
    /<a [^>]*href="[^"]*(google|apple|waze|openstreetmap)[^"]*48\.84321,2\.31254/g,
    4,
  ],
  [`/stations/${IDS.odd}`, /class="offer offer-off/g, 2],
  [`/stations/${IDS.odd}`, /"@type":"Offer"/g, 1],
  [`/stations/${IDS.left}`, /<meta name="robots" content="noindex"/g, 1],
  [`/stations/${IDS.left}`, /GasStation/g, 0],
  ["/villes/saint-denis-97411", /class="place-map/g, 0],
  ["/?place=97411", />Élargir/g, 0],
  [
    "/?place=75056&brand=Costco&open=1",
    /ne passe vos filtres à moins [^<]*\s: Costco, Ouvertes maintenant\.</g,
    1,
  ],
  ["/tendances?fuel=e10", /<path class="chart-line"/g, 2],
  ["/tendances?fuel=e10", /<path class="lines-path/g, 6],
];

testApp(
  "the head, the structured data and the charts of a page match the figures in its text",
  async (app) => {
    for (const [path, markup, count] of COUNTED) {
      equal((await app.read(path)).text.match(markup)?.length ?? 0, count, `${path} ${markup}`);
    }
    const html = (await app.read(`/stations/${IDS.paris}?fuel=e10`)).text;
    const [[brand], [crumbs]] = [
      /<a [^>]*class="brand"[^>]*>/.exec(html)!,
      /<nav class="crumbs".*?<\/nav>/.exec(html)!,
    ];
    const kept = [...`${brand}${crumbs}`.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
    ok(kept.length >= 3 && kept.every((href) => href.endsWith("?fuel=e10")), kept.join(" "));
  },
);

testApp(
  "every page is complete in both languages, and each links to the other with its query",
  async (app) => {
    const places = [`/stations/${IDS.paris}`, "/departements/75", "/villes/paris-75056"];
    const plain = sitePages.map(({ fr }) => fr).filter((path) =>
      !["/", "/docs", "/itineraire"].includes(path)
    );
    const moved = [
      "/",
      "/?q=Trifouillis",
      "/?fuel=e10&place=75056&sort=distance&brand=Super%20U",
      "/docs",
      "/etat?x=1",
    ];
    for (
      const french of [...places, ...plain, ...moved, "/tendances?fuel=e10", "/nulle-part?fuel=e10"]
    ) {
      const english = toLocalPath(french, "en");
      for (const [path, other] of [[french, english], [english, french]] as const) {
        const html = (await app.read(path)).text;
        const attribute = (pattern: RegExp) => pattern.exec(html)?.[1]?.replaceAll("&amp;", "&");
        equal(
          attribute(/<a [^>]*href="([^"]*)"[^>]*hreflang=/) ??
            attribute(/<a [^>]*hreflang[^>]*href="([^"]*)"/),
          other,
        );
        if (!places.includes(french) && !plain.includes(french)) continue;
        equal(html.match(/<h1[ >]/g)?.length, 1, path);
        ok(
          attribute(/<title>([^<]*)/)!.length > 10 &&
            attribute(/name="description" content="([^"]*)/)!.length > 30,
        );
        const alternates = [
          attribute(/hreflang="fr" href="([^"]*)"/),
          attribute(/hreflang="en" href="([^"]*)"/),
        ];
        deepEqual(alternates, [french, english].map((path) => `http://localhost:8000${path}`));
        if (places.includes(french)) {
          equal(attribute(/rel="canonical" href="([^"]*)"/), `http://localhost:8000${path}`);
        }
        const picture = places.includes(french) ? `${path}/image.png?fuel=gazole` : "/og.png";
        equal(
          attribute(/property="og:image" content="([^"]*)"/),
          `http://localhost:8000${picture}`,
        );
        const text = html.replace(/<(script|style|noscript)[\s\S]*?<\/\1>/g, "").replace(
          /<[^>]*>/g,
          "\n",
        );
        ok(!/\{\w+\}|undefined|NaN|\[object/.test(text), `${path} shows a gap`);
        // Sections have unique names, which makes them landmarks.
        const names = [...html.matchAll(/<section[^>]*aria-labelledby="([^"]*)"/g)]
          .map(([, id]) => toPlainText(new RegExp(`id="${id}"[^>]*>(.*?)</h`).exec(html)![1]!));
        ok(!html.includes('role="region"'), path);
        deepEqual(
          names.filter((name, at) => names.indexOf(name) !== at),
          [],
          `${path} has two landmarks with one name`,
        );
        // French puts a no-break space there, English no space.
        deepEqual(text.match(path === english ? /.*\s[:;?!].*/ : /.* [:;?!].*|.*« .*/), null, path);
      }
    }
  },
);

testApp("curves and trends draw the known days, and show since when", async (app, db) => {
  await db.query({
    text:
      `delete from price_change where (station_id = $1 and at < '2026-01-20') or (station_id = 92120001 and at < '2026-06-01')`,
    values: [Number(IDS.paris)],
  });
  const read = async (path: string) => toPlainText((await app.read(path)).text);
  match(await read(`/stations/${IDS.paris}?fuel=gazole`), /Depuis le 23 janv\. 2026.*23 janv\./);
  match(await read("/stations/92120001?fuel=gazole"), /Depuis le 5 juin 2026/);
  match(await read("/en/tendances"), /Since 2 Mar 2026/);
}, { writes: true });

testApp(
  "a curve of the trends that ends before the others says so, large and small",
  async (app, db) => {
    await db.query({
      text:
        `insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
      select area, 3, day, sum_milli, min_milli, max_milli, station_count from daily_mean
      where area = 'FR' and fuel = 4 and day <= '2026-05-20'`,
    });
    await app.renew();
    const read = async (path: string) => toPlainText((await app.read(path)).text);
    match(
      await read("/tendances?fuel=gazole"),
      /Prix moyen du gazole Depuis le 2 mars 2026 : rien n’est connu avant Plus bas/,
    );
    match(
      await read("/tendances?fuel=gazole"),
      /SP98 Depuis le 2 mars [^·]* · s’arrête le 20 mai 2026/,
    );
    match(
      await read("/en/tendances?fuel=sp98"),
      /Average price of SP98 Since 2 Mar [^·]* · ends on 20 May 2026 Lowest.*SP98 ends on 20 May 2026 –/,
    );
  },
  { writes: true },
);

testApp("a page says only once that no trend is known yet", async (app, db) => {
  await db.query({ text: "delete from daily_mean" });
  await app.renew();
  for (const path of ["/departements/75", "/tendances"]) {
    const text = toPlainText((await app.read(path)).text);
    equal(text.match(/Tendance à partir de demain/g)?.length, 1, path);
    doesNotMatch(text, /tendance inconnue/i, path);
  }
}, { writes: true });

testApp(
  "prices show the instant of the official reading, and sample data are not called official",
  async (app, db) => {
    const paths = [`/stations/${IDS.paris}`, "/departements/75", "/tendances", "/?fuel=gazole"];
    const read = async (path: string) => toPlainText((await app.read(path)).text);
    for (const path of paths) match(await read(path), /Relevé officiel du 5 juin, 12 h 10/, path);
    match(await read("/en/departements/75"), /Official data of 5 June, 12:10/);
    await db.query({ text: "update data_state set source = 'sample'" });
    await app.renew();
    for (const path of paths) match(await read(path), /Relevé du 5 juin, 12 h 10/, path);
  },
  { writes: true },
);

testApp(
  "stock-outs above the usual are shown with their departments, and no others",
  async (app, db) => {
    const read = async (path: string) => {
      await app.renew();
      return toPlainText((await app.read(path)).text);
    };
    await db.query({
      text:
        `insert into stock_out (station_id, fuel, since, kind) select id, 3, $1::timestamptz - case
      when id < 44000004 then interval '2 days' when id = 44000004 then interval '20 days' else interval '5 years' end, 'temporary'
      from station where id between 44000001 and 44000006`,
      values: [FIXTURE_AS_OF],
    });
    match(
      await read("/?fuel=sp98"),
      /29 avr\. 2026.*44 Loire-Atlantique 100 % en rupture \(3 sur 3\), 8 % d’habitude/,
    );
    equal((await app.read("/?fuel=sp98")).text.match(/area-short/g)?.length, 1);
    const { sp98, gazole } = await app.json("/data/shortages.json");
    deepEqual(sp98.departments.map(({ code, out }: { code: string; out: number }) => [code, out]), [
      ["44", 3],
    ]);
    deepEqual(gazole, { since: "2026-04-29", departments: [] });
    ok(!(await app.read("/en?fuel=gazole")).text.includes('class="shortages'));
    await db.query({ text: "delete from coverage where day < '2026-05-25'" });
    ok(!(await read("/?fuel=sp98")).includes("en rupture ("), "four days tell nothing");
  },
  { writes: true },
);

testApp("before the first data pages say so with a 503", async (app) => {
  for (
    const path of [
      "/",
      "/stations/1000001",
      "/departements/75",
      "/villes/paris-75056",
      "/tendances",
    ]
  ) {
    const { status, text } = await app.read(path);
    equal(status, 503, path);
    match(text, /premières données/, path);
  }
}, { isEmpty: true });

testApp(
  "the manifest of each language names its start URL, working shortcuts and its icons",
  async (app) => {
    const read = async (home: string) => {
      const [, path] = /<link rel="manifest" href="([^"]+)"/.exec((await app.read(home)).text)!;
      return await app.json(path!);
    };
    const french = await read("/");
    const english = await read("/en");
    deepEqual([french.start_url, french.display], ["/", "standalone"]);
    deepEqual([english.lang, english.start_url, english.display], ["en", "/en", "standalone"]);
    for (const { url } of english.shortcuts) equal((await app.fetch(url)).status, 200, url);
    deepEqual(english.icons, french.icons);
    for (
      const { src, sizes, type } of french.icons as { src: string; sizes: string; type: string }[]
    ) {
      const icon = await app.fetch(src);
      equal(icon.headers.get("content-type")?.split(";")[0], type);
      const view = new DataView((await icon.bytes()).buffer);
      if (type === "image/png") equal(`${view.getUint32(16)}x${view.getUint32(20)}`, sizes, src);
    }
  },
);
