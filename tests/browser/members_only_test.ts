/**
 * Tests that a members-only station is marked everywhere, and gets a star or a headline only with
 * its card.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { moveFixture } from "../support/api_fixture.ts";
import { eventually } from "../support/site.ts";
import {
  declarePages,
  findViolations,
  rowIds,
  textOf,
  toFavourites,
  waitLive,
  waitSheet,
  waitText,
} from "./visit.ts";

/**
 * The cheapest station of Paris, which sells to members only in this test. The other two have equal
 * prices.
 */
const COSTCO = "92120001";
const AVIA = "75014002";

const test = declarePages({}, async (site) => {
  await site.db.query({
    text: "update station_brand set brand = 'Costco' where station_id = $1",
    values: [COSTCO],
  });
  await moveFixture(site.db);
  await site.refresh();
});

test("list, map and title of a map recommend a members-only station only to drivers with its card", async ({ visitLive }) => {
  const { page } = await visitLive("/?place=75056");
  await waitText(page, "h1", /Gazole dès 1,799 €/);
  match(await page.title(), /Paris\s:\s1,799/);
  const row = `[data-row="${COSTCO}"]`;
  equal((await rowIds(page))[0], COSTCO);
  match(await textOf(page, row), /Membres seulement/);
  ok(!/★|à vérifier/.test(await textOf(page, row)));
  match(await textOf(page, `[data-row="${AVIA}"]`), /★/);
  ok(
    !(await page.locator(`.map-pill[data-station="${COSTCO}"]`).getAttribute("class"))!.includes(
      "is-best",
    ),
  );
  deepEqual(await findViolations(page), []);
  await page.getByRole("button", { name: "Ma voiture" }).click();
  const dialog = page.getByRole("dialog", { name: "Ma voiture" });
  await dialog.getByRole("checkbox", { name: "J’ai la carte Costco" }).check();
  deepEqual(await findViolations(page), []);
  await page.keyboard.press("Escape");
  await waitText(page, "h1", /Gazole dès 1,729 €/);
  match(await textOf(page, row), /Membres seulement.*★/s);
  const best = page.locator(".map-pill.is-best");
  await eventually(async () => equal(await best.getAttribute("data-station"), COSTCO));
  await page.reload();
  await waitLive(page);
  await waitText(page, "h1", /Gazole dès 1,729 €/);
  await page.locator(`${row} a`).click();
  await waitSheet(page, "Costco");
  await waitText(page, ".facts", /Membres seulement/);
});

test("the members-only tag is fully visible on a phone and on a wide screen", async ({ visitLive }) => {
  for (const width of [320, 390, 1440]) {
    const { page } = await visitLive("/?place=75056", { viewport: { width, height: 900 } });
    const tag = page.locator(`[data-row="${COSTCO}"] .tag`, { hasText: "Membres seulement" });
    const [own, line] = await tag.evaluate((tag) =>
      [tag, tag.parentElement!].map((one) => one.getBoundingClientRect().toJSON())
    );
    ok(own.right <= line.right && own.bottom <= line.bottom + 1, `at ${width} px`);
  }
});

test("home and favourites recommend a members-only station only to drivers with its card", async ({ visitAlive }) => {
  const last = {
    fuel: "gazole",
    query: "place=75056",
    place: { name: "Paris", lat: 48.8566, lng: 2.3522 },
  };
  const favourites = toFavourites([COSTCO, AVIA]);
  for (const cards of [[], ["Costco"]]) {
    const car = { litres: 40, per100Km: 6.5, cards };
    const { page } = await visitAlive("/", { stored: { last, car } });
    await waitText(page, ".home-last", cards.length > 0 ? /1,729/ : /1,799/);
    const { page: kept } = await visitAlive("/favoris", { stored: { favourites, car } });
    await waitText(
      kept,
      `.favourite-card:has(a[href*="${COSTCO}"])`,
      cards.length > 0 ? /★/ : /^[^★]*$/,
    );
  }
});

test("pages of stations and towns mark a members-only station and give it no star and no title", async ({ visit }) => {
  const { page } = await visit(`/stations/${COSTCO}`);
  match(await textOf(page, ".plate"), /Membres seulement/);
  await page.goto(`${new URL(page.url()).origin}/villes/paris-75056`);
  match(await page.title(), /1,799/);
  const line = page.locator(".ranked-line", { hasText: "Costco" });
  const text = (await line.innerText()).trim();
  match(text, /Membres seulement/);
  ok(!text.includes("★"));
});
