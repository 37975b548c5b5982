import { deepEqual, equal, match } from "../support/assert.ts";
import { getTerritory } from "../../lib/places/territories.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, IDS } from "../support/api_fixture.ts";

const LECLERC = "92120001";
const AVIA = "75014002";
const PARIS = IDS.paris;
const CORSICA = getTerritory("R94")!;
const AT_CORSICA = `/?q=Corse&at=${CORSICA.lat},${CORSICA.lng}`;

function toText(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ").trim();
}

async function readPage(app: TestApp, path: string) {
  const { text: html } = await app.read(path);
  const heading = toText(/<h1.*?<\/h1>/s.exec(html)![0]);
  const ids = Array.from(html.matchAll(/data-row="(\d+)"/g), ([, id]) => id!);
  return { html, heading, ids, text: toText(html) };
}

/** Each address with its heading and its stations in order. A whole region has too many to name. */
const VIEWS: [path: string, heading: RegExp, ids?: string[]][] = [
  ["/?place=75056&radius=5", /^Paris .*1,799 €$/, [PARIS, AVIA]],
  ["/en?q=essonne", /^Essonne .*€1\.989$/, [IDS.motorway]],
  ["/en?q=aire+de+lisses", /^Aire de Lisses \(A6\)/],
  ["/?place=D48", /^Lozère/, []],
  ["/en?place=75056&without=avia,leclerc", /^Paris/, [PARIS]],
  ["/?place=75056&station=99999999", /^Paris/, [LECLERC, PARIS, AVIA]],
  [AT_CORSICA, /^Corse/],
  [`${AT_CORSICA}&from=${CORSICA.lat},${CORSICA.lng}&radius=${CORSICA.radiusKm}`, /^Corse/],
  [`/?q=Corse&at=${CORSICA.lat},${CORSICA.lng + 0.1}&radius=${CORSICA.radiusKm}`, /^(?!Corse)/],
];

testApp("the server renders the stations of a view under its name", async (app) => {
  for (const [path, wanted, ids] of VIEWS) {
    const page = await readPage(app, path);
    match(page.heading, wanted, path);
    if (ids) deepEqual(page.ids, ids, path);
  }
  const without = await readPage(app, "/?place=75056&without=avia,leclerc");
  match(without.html, /<input[^>]*value="Avia"[^>]*checked|<input[^>]*checked[^>]*value="Avia"/);
  match((await readPage(app, "/?place=75056&station=99999999")).text, /ignorée : station/);
});

testApp(
  "a department has a separate preview picture, and cannot be sorted by distance from nowhere",
  async (app) => {
    match(
      (await readPage(app, "/?q=essonne")).html,
      /"og:image" content="[^"]*\/departements\/91\/image\.png/,
    );
    const { html, text } = await readPage(app, "/?place=D44&sort=cost");
    match(text, /ignorée : sort/);
    const orders = /<select[^>]*name="sort".*?<\/select>/s.exec(html)![0];
    deepEqual(Array.from(orders.matchAll(/value="(\w+)"/g), ([, order]) => order), [
      "price",
      "fresh",
    ]);
  },
);

testApp(
  "the server renders a row with the same level in every order, and the sheet with a verdict in words",
  async (app) => {
    for (const order of ["price", "cost"]) {
      const { html, text } = await readPage(app, `/?place=75056&sort=${order}&station=${AVIA}`);
      const levelAfter = (start: string) => /level-\w+/.exec(html.slice(html.indexOf(start)))![0];
      equal(levelAfter('class="decision"'), "level-none");
      match(text, /(Bon prix|Prix moyen|Cher) · .* à moins de 5\s?km/);
      equal(levelAfter(`data-row="${AVIA}"`), "level-mid");
    }
  },
);

testApp(
  "the view can be exported as CSV and as GeoJSON with the stations of the list",
  async (app) => {
    const { html, ids } = await readPage(app, "/?place=75056");
    const read = async (format: string) => {
      const [, href] = new RegExp(`href="([^"]*format=${format}[^"]*)"`).exec(html)!;
      return (await app.read(href!.replaceAll("&amp;", "&"))).text;
    };
    deepEqual(
      (await read("csv")).trim().split("\n").slice(1).map((line) => line.split(",")[0]),
      ids,
    );
    const { features } = JSON.parse(await read("geojson")) as { features: { id: string }[] };
    deepEqual(features.map(({ id }) => String(id)), ids);
  },
);

testApp(
  "a banner shows the date of data older than a day, on the home page and on the map",
  async (app) => {
    for (const path of ["/", "/?place=75056"]) {
      const { html } = await readPage(app, path);
      match(
        toText(html.slice(html.indexOf('<div class="banner"'))),
        /^[^.]* 5 juin 2026 à 12\sh\s10/,
        path,
      );
    }
  },
  { clock: () => new Date(FIXTURE_AS_OF.getTime() + 26 * 3_600_000) },
);

testApp(
  "the heading shows the place and radius, buttons have labels, and a row shows its street before its town",
  async (app) => {
    const { heading, html, text } = await readPage(app, "/?at=48.83,2.32");
    match(heading, /^Autour de vous · \S.* · à moins de 5\s?km Gazole dès/);
    match(text, /1 Avenue Pierre Brossolette · Montrouge/);
    const toWords = (part: RegExp) => toText(part.exec(html)![0]);
    equal(toWords(/<button[^>]*filters-toggle.*?<\/button>/s), "Filtres");
    equal(toWords(/<button[^>]*aria-label="Ma voiture".*?<\/button>/s), "Ma voiture");
    equal(toWords(/<ul class="legend level-key".*?<\/ul>/s), "▼ Bon prix = Prix moyen ▲ Cher");
    match((await readPage(app, "/en?at=48.83,2.32")).text, /Around you · .*24\/7/);
  },
);
