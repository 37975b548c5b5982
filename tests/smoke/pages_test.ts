import { deepEqual, equal } from "../support/assert.ts";
import { declarePages, findViolations } from "../browser/visit.ts";
import { IDS } from "../support/api_fixture.ts";
import { SCREENS } from "../support/site.ts";

const test = declarePages();

/** Pages that request map tiles. All others contact no other host. */
const MAPS = [
  "/?place=75056&fuel=e10",
  `/stations/${IDS.paris}`,
  "/villes/nantes-44109",
  "/departements/75?fuel=e10",
];
const AXE = ["/", ...MAPS.slice(0, 2), "/itineraire?line=ob%60iHoafMn%7Ck%40_pR&corridor=10"];

/** Pages and a sign that they work: an element that scripts add, or data. */
const PAGES: [path: string, sign: string][] = [
  ["/", "#fresh-data[data-hydrated]"],
  ["/?place=75056&fuel=e10", '.explorer[data-live="true"] .map-pill.is-best'],
  [`/stations/${IDS.paris}`, ".chart >> nth=0 >> .curve-box[tabindex]"],
  ["/villes/nantes-44109", ".ranked .price >> nth=0"],
  ["/departements/75?fuel=e10", ".ranked .price >> nth=0"],
  ["/departements", ".france-map"],
  ["/tendances", "section:has(#nation) .curve-box[tabindex]"],
  [AXE.at(-1)!, ".map-pill.is-best"],
  ["/favoris", "#fresh-data[data-hydrated]"],
  ["/etat", "h2 >> nth=0"],
  ["/a-propos", "h2 >> nth=0"],
  ["/mentions-legales", "h2 >> nth=0"],
  ["/docs", "h2 >> nth=0"],
  ["/hors-ligne", "h1"],
];

for (const [path, sign] of PAGES) {
  const hasMap = MAPS.includes(path) || path.startsWith("/itineraire");
  test(`${path} is complete and interactive on a phone`, async ({ visit }) => {
    const { page } = await visit(path, { viewport: SCREENS.phone, outside: hasMap ? {} : null });
    await page.locator(sign).waitFor({
      state: sign.startsWith("#fresh-data") ? "attached" : "visible",
    });
    equal(await page.locator("h1").count(), 1);
    const { width, fonts } = await page.evaluate(async () => ({
      width: document.documentElement.scrollWidth,
      fonts: (await document.fonts.load("700 1rem 'Bricolage Grotesque'")).length,
    }));
    deepEqual([width <= SCREENS.phone.width, fonts], [true, 1], `${width} px wide, ${fonts} fonts`);
    if (AXE.includes(path)) deepEqual(await findViolations(page), []);
  });
}
