import { deepEqual, equal, match, ok } from "../support/assert.ts";
import {
  becomeControlled,
  declarePages,
  findStored,
  typeAndWait,
  waitAlive,
  waitLive,
  waitSheet,
  waitText,
} from "../browser/visit.ts";
import { IDS } from "../support/api_fixture.ts";
import { type NationalRouter, startNationalRouter } from "../support/national_router.ts";
import { eventually, SCREENS } from "../support/site.ts";

let router: NationalRouter;
const test = declarePages({}, async () => {
  router = await startNationalRouter();
});
Deno.test.afterAll(() => router.stop());

test("by touch: find a town, switch fuel, take the cheapest, share it, read its history, go back", async ({ visit }) => {
  const { page, context } = await visit("/", {
    viewport: SCREENS.phone,
    isMobile: true,
    hasTouch: true,
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await waitAlive(page);
  await page.getByRole("combobox").tap();
  await page.getByRole("combobox").pressSequentially("montrouge");
  await page.getByRole("option", { name: /^Montrouge/ }).tap();
  await waitLive(page);
  await waitText(page, "h1", /^Montrouge .*1,729 €$/);
  await page.locator(".bar .key", { hasText: "E10" }).tap();
  await waitText(page, "h1", /^Montrouge .*E10 .*1,879 €$/);
  await page.locator('[data-row="92120001"] a').tap();
  await waitSheet(page, "E.Leclerc");
  await page.waitForURL(/fuel=e10&place=92049&station=92120001$/);
  await page.locator(".sheet").getByRole("button", { name: "Partager" }).tap();
  await page.locator(".sheet .message", { hasText: "Lien copié" }).waitFor();
  equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  await page.locator(".sheet-more summary", { hasText: "E10" }).tap();
  await page.locator(".sheet-more figure", { hasText: "30 jours" }).waitFor();
  await page.getByRole("link", { name: "Historique et détails" }).tap();
  await page.waitForURL(/\/stations\/92120001\?fuel=e10$/);
  await page.goBack();
  await waitSheet(page, "E.Leclerc");
  await page.goBack();
  await page.locator('[data-row="92120001"] a').waitFor();
  await page.waitForURL(/\?fuel=e10&place=92049$/);
  await page.goBack();
  await waitText(page, "h1", /^Montrouge .*Gazole/);
});

test("by keyboard: two towns, the line on roads, the stations in driving order, another plan", async ({ visitAlive }) => {
  const { page, requested } = await visitAlive("/itineraire", {
    outside: { routing: router.origin },
  });
  for (const [label, town] of [["Départ", "Montrouge"], ["Arrivée", "Lisses"]] as const) {
    await typeAndWait(page.getByRole("combobox", { name: label }), town);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await waitText(page, ".route-status", /\d+ km par la route \(IGN\)/);
  const kms = (await page.locator(".route-km").allInnerTexts()).map((text) =>
    Number(/\d+/.exec(text)![0])
  );
  ok(kms.length >= 2, "no stations were found");
  deepEqual(kms, kms.toSorted((a, b) => a - b));
  match(page.url(), /from=Montrouge&from_at=[\d.,]+&to=Lisses/);
  await page.getByRole("radio", { name: "Faire le plein" }).focus();
  await page.keyboard.press("ArrowRight");
  await eventually(async () =>
    ok(await page.getByRole("radio", { name: "Juste ce qu’il faut" }).isChecked())
  );
  await page.waitForURL(/plan=enough/);
  equal(
    requested.filter(({ pathname }) => pathname.startsWith("/navigation/")).length,
    1,
    "the line was requested again",
  );
});

test("offline a visited page is shown with its date and styles", async ({ visit }) => {
  const path = `/stations/${IDS.paris}`;
  const options = {
    serviceWorkers: "allow",
    hasHttpCache: false,
    expected: /ERR_INTERNET_DISCONNECTED/,
  } as const;
  const { page, context } = await visit(path, options);
  await becomeControlled(page);
  await eventually(async () => ok((await findStored(page, "pages")).includes(path)));
  await context.setOffline(true);
  await page.reload();
  match(await page.locator("[data-offline]").innerText(), /\d+/);
  equal(await page.locator("h1").innerText(), "TotalEnergies");
  match(
    await page.evaluate(() => getComputedStyle(document.querySelector("h1")!).fontFamily),
    /Bricolage/,
  );
});
