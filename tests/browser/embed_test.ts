/** Tests pages framed on another site, and charts saved as files. @module */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Locator, Page } from "../packages/playwright_core.ts";
import { IDS } from "../support/api_fixture.ts";
import { eventually } from "../support/site.ts";
import { declarePages } from "./visit.ts";

const test = declarePages();

/** Returns a page of another site that frames the addresses and records their reports. */
const toPage = (addresses: readonly string[]) =>
  `<!doctype html><title>Journal</title><script>heights = [];
addEventListener("message", ({ data: { type, height }, source }) => {
  if (type === "resize") heights[Array.from(frames).indexOf(source)] = height;
})</script>${addresses.map((src) => `<iframe src="${src}" width="340"></iframe>`).join("")}`;

test("another site can frame only the map and the curve, which report their heights", async ({ site, visit }) => {
  const paths = [
    "/embed/carte?place=75056&fuel=gazole",
    "/en/embed/curve?area=75&fuel=gazole",
    "/tendances",
  ];
  const html = toPage(paths.map((path) => site.origin + path));
  await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    return new Response(html, { headers: { "content-type": "text/html" } });
  });
  const { page } = await visit("/a-propos", { expected: /outside: |frame-ancestors/ });
  await page.goto(`http://127.0.0.1:${other.addr.port}`);
  const heights = () => page.evaluate("heights") as Promise<number[]>;
  await eventually(async () => ok((await heights()).filter((height) => height > 250).length === 2));
  const frames = page.frameLocator("iframe");
  const map = frames.nth(0);
  const curve = frames.nth(1);
  const trends = frames.nth(2);
  await map.locator("h1", { hasText: "Gazole près de Paris" }).waitFor();
  ok(await map.locator(".ranked-line").count() > 0 && await map.locator(".dot").count() > 0);
  await curve.locator("h1", { hasText: ", Paris" }).waitFor();
  equal(await curve.locator(".chart-line").count(), 1);
  equal(await trends.locator("h1", { hasText: "Tendances" }).count(), 0);
  const [before] = await heights();
  await page.locator("iframe").nth(0).evaluate((frame) => frame.setAttribute("width", "900"));
  await eventually(async () =>
    ok((await heights())[0] !== before, "another width must give another height")
  );
});

/** Clicks a button and returns the downloaded file. */
async function download(page: Page, button: Locator) {
  const coming = page.waitForEvent("download");
  await button.click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: await Deno.readFile(await file.path()) };
}

test("a chart is saved as CSV and as PNG, with one curve and with several", async ({ visit }) => {
  const pages: [path: string, box: string, drawing: string][] = [
    [
      `/stations/${IDS.paris}?fuel=gazole`,
      "figure:has([data-picture$='30 jours'])",
      "svg.chart-drawing",
    ],
    ["/departements/75", "section[aria-labelledby=curve]", "svg.chart-drawing"],
    ["/tendances", "section[aria-labelledby=brands]", "svg.chart-drawing"],
  ];
  for (const [path, box, drawing] of pages) {
    const { page } = await visit(path);
    const chart = page.locator(box);
    await chart.locator(drawing).waitFor();
    const csv = await download(page, chart.locator(".chart-files a"));
    match(new TextDecoder().decode(csv.bytes), /^\ufeff?(jour|enseigne);/, path);
    const { name, bytes } = await download(page, chart.locator(".chart-files button"));
    match(name, /^[\w-]+\.png$/);
    deepEqual([...bytes.subarray(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
    ok(bytes.length > 8_000, `${path}: ${bytes.length} bytes`);
  }
});
