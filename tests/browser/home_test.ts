/** The home before a place is known, and the search: with scripts, without, with odd addresses. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { openBrowser, openSite } from "../support/site.ts";
import { ALLOWED_HOSTS, keepPicture, textOf, visitMap, waitAlive } from "./map_visit.ts";

Deno.test("home", async (t) => {
  const site = await openSite();
  const browser = await openBrowser();

  await t.step("without scripts it shows the country and leads to the stations of a place", async () => {
    const { page, problems, close } = await visitMap(browser, site, { path: "/", javaScriptEnabled: false });
    equal(await textOf(page, "h1"), "Où faire le plein ?");
    equal(await page.locator(".totem-line").count(), 6);
    match(await textOf(page, ".totem-line >> nth=0"), /Gazole.*en hausse.*c sur 7 jours.*1,801 €/);
    equal(await page.locator(".france-map path").count(), 96);
    match(await textOf(page, ".ranking-list"), /44 Loire-Atlantique/);
    await page.locator(".key", { hasText: "E10" }).click();
    await page.locator("input[name=q]").fill("montrouge");
    await page.getByRole("button", { name: "Chercher" }).click();
    match(page.url(), /\?fuel=e10&q=montrouge$/);
    match(await textOf(page, "h1"), /^Montrouge E10 dès 1,879 €$/);
    match(await textOf(page, ".station >> nth=0"), /E\.Leclerc.*1 Avenue Pierre Brossolette · Montrouge.*1,87 ?9 €/);
    deepEqual(problems, []);
    await close();
  });

  await t.step(
    "without scripts order, filters and fuel go through the form, and another town wins over the first",
    async () => {
      const { page, problems, close } = await visitMap(browser, site, {
        path: "/?place=75056",
        javaScriptEnabled: false,
      });
      match(await textOf(page, "h1"), /^Paris Gazole dès 1,729 €$/);
      await page.getByRole("link", { name: "Filtres" }).click();
      await page.getByLabel("Toilettes publiques").check();
      await page.locator("select[name=sort]").selectOption("distance");
      await page.getByRole("button", { name: "Appliquer" }).click();
      equal(await page.locator(".station").count(), 1);
      match(await textOf(page, ".station"), /TotalEnergies/);
      await page.locator("input[name=q]").fill("Nantes");
      await page.getByRole("button", { name: "Chercher" }).click();
      match(await textOf(page, ".answer-place"), /Nantes/);
      deepEqual(problems, []);
      await close();
    },
  );

  await t.step(
    "the search suggests towns by the keyboard and asks for addresses, with nobody else being asked",
    async () => {
      const outside = { addresses: [{ label: "8 Rue de Paris 35000 Rennes", lat: 48.11, lng: -1.67 }] };
      const { page, asked, problems, close } = await visitMap(browser, site, { path: "/?fuel=e10", outside });
      await waitAlive(page);
      const field = page.getByRole("combobox");
      await field.pressSequentially("paris");
      const options = page.getByRole("option");
      await options.filter({ hasText: "Rennes" }).waitFor();
      match(await options.first().innerText(), /^Paris\b/);
      await field.press("ArrowDown");
      equal(await field.getAttribute("aria-activedescendant"), await options.first().getAttribute("id"));
      equal(await options.first().getAttribute("aria-selected"), "true");
      await keepPicture(page, "home-suggestions");
      await field.press("Escape");
      equal(await field.getAttribute("aria-expanded"), "false");
      await field.press("End");
      await field.pressSequentially(" ");
      await options.first().waitFor();
      await field.press("Enter");
      await page.waitForURL(/\?fuel=e10&place=75056$/);
      const foreign = asked.filter(({ origin }) => origin !== site.origin);
      ok(foreign.every(({ hostname }) => ALLOWED_HOSTS.includes(hostname)), foreign.join(" "));
      ok(
        foreign.some(({ pathname, searchParams }) =>
          pathname === "/geocodage/search" && searchParams.get("q") === "paris"
        ),
      );
      deepEqual(problems, []);
      await close();
    },
  );

  await t.step("an address leads to its surroundings, and its name stays in the field", async () => {
    const outside = { addresses: [{ label: "10 Rue de Vaugirard 75006 Paris", lat: 48.8493, lng: 2.3378 }] };
    const { page, problems, close } = await visitMap(browser, site, { path: "/", outside });
    await waitAlive(page);
    await page.getByRole("combobox").pressSequentially("10 rue de vaugirard");
    await page.getByRole("option", { name: "10 Rue de Vaugirard 75006 Paris" }).click();
    await page.waitForURL(/q=10%20Rue%20de%20Vaugirard%2075006%20Paris&at=48.849,2.338$/);
    equal(await page.locator("input[name=q]").inputValue(), "10 Rue de Vaugirard 75006 Paris");
    match(await textOf(page, "h1"), /Gazole dès 1,729 €/);
    deepEqual(problems, []);
    await close();
  });

  await t.step("a geocoder that is away is not noticed", async () => {
    const { page, problems, close } = await visitMap(browser, site, {
      path: "/",
      outside: { addresses: null },
      expected: /ERR_FAILED/,
    });
    await waitAlive(page);
    await page.getByRole("combobox").pressSequentially("ajaccio");
    await page.getByRole("option").first().waitFor();
    await page.waitForTimeout(600);
    match(await page.getByRole("option").first().innerText(), /Ajaccio/);
    deepEqual(problems, []);
    await close();
  });

  await t.step(
    "the position is asked for on a click only; given or refused, the page says what comes of it",
    async () => {
      const given = await visitMap(browser, site, {
        path: "/",
        permissions: ["geolocation"],
        geolocation: { latitude: 47.2101, longitude: -1.5604 },
      });
      await waitAlive(given.page);
      await given.page.getByRole("button", { name: "Autour de moi" }).click();
      await given.page.waitForURL(/at=47.21,-1.56$/);
      match(await textOf(given.page, "h1"), /Gazole dès 1,739 €/);
      deepEqual(given.problems, []);
      await given.close();
      const refused = await visitMap(browser, site, { path: "/" });
      await waitAlive(refused.page);
      await refused.page.getByRole("button", { name: "Autour de moi" }).click();
      await refused.page.getByText("Position refusée").waitFor();
      await keepPicture(refused.page, "home-position-refused");
      deepEqual(refused.problems, []);
      await refused.close();
    },
  );

  await t.step("an unknown place is said to be unknown, whatever was typed", async () => {
    for (const q of ["Trifouillis-les-Oies", "<script>alert(1)</script>", "x".repeat(119), "99999"]) {
      const { page, problems, close } = await visitMap(browser, site, { path: `/?q=${encodeURIComponent(q)}` });
      match(await textOf(page, ".hero-notice"), /Lieu introuvable/);
      equal(await page.locator("input[name=q]").inputValue(), q);
      deepEqual(problems, []);
      await close();
    }
  });

  await t.step("an address full of nonsense shows a page, and says what was left out", async () => {
    const path = "/?place=75056&fuel=diesel&radius=1e9&sort=best&at=91,0&services=piscine&station=0&open=yes&brand=";
    const { page, problems, close } = await visitMap(browser, site, { path, javaScriptEnabled: false });
    match(await textOf(page, ".notice"), /fuel, at, radius, sort, open, services, station/);
    match(await textOf(page, "h1"), /Gazole dès 1,729/);
    await keepPicture(page, "map-nonsense");
    deepEqual(problems, []);
    await close();
  });

  await t.step("a name of several places offers the others", async () => {
    const { page, problems, close } = await visitMap(browser, site, {
      path: "/?q=saint-denis",
      javaScriptEnabled: false,
    });
    match(await textOf(page, ".notice"), /Vouliez-vous dire : .*\(\d+[AB]?\)/);
    deepEqual(problems, []);
    await close();
  });

  await t.step("English has the same addresses below /en", async () => {
    const { page, problems, close } = await visitMap(browser, site, {
      path: "/en?place=75056",
      javaScriptEnabled: false,
    });
    equal(await page.locator("html").getAttribute("lang"), "en");
    match(await textOf(page, "h1"), /^Paris Diesel from €1\.729$/);
    await page.locator(".bar-nav").getByText("Français").first().click();
    match(page.url(), /\/\?place=75056$/);
    deepEqual(problems, []);
    await close();
  });

  await t.step("before the first feed the page says that data are on their way", async () => {
    const cold = await openSite({ warm: false });
    await cold.db.query({ text: "update data_state set as_of = null" });
    const { page, close } = await visitMap(browser, cold, { path: "/", expected: /503/ });
    match(await textOf(page, ".state-failed"), /premières données/);
    await keepPicture(page, "home-no-data");
    await close();
    await cold.close();
  });

  site.log.assertQuiet();
  await browser.close();
  await site.close();
});
