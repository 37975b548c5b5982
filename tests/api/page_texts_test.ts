import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { toPlainText } from "../support/plain_text.ts";
import { sitePages } from "../support/site_pages.ts";

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
