/**
 * Runs before the first paint of a page, so that neither the theme nor the layout flashes.
 * `deno task gen` bundles it into `lib/site/first_paint.gen.ts`, and every page has it inline.
 *
 * @module
 */

import { DEFAULT_FUEL } from "../shared/fuels.ts";
import { DRIVER_KEY } from "../shared/price/real_cost.ts";
import { parseLastVisit } from "../site/explorer/last_visit.ts";
import { LAST_VISIT_KEY, MY_ROUTE_KEY, THEME_KEY } from "../site/stored_keys.ts";
import { readStored, readStoredJson } from "./browser.ts";
import { writeCount } from "./device/favourites.ts";

const { dataset, classList } = document.documentElement;

function setTheme(): void {
  const stored = readStored(THEME_KEY);
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  dataset.theme = stored === "dark" || stored === "light" ? stored : preferred;
}

/**
 * Opens the home with the fuel of the last visit, and at its place if an installed app was launched
 * there.
 */
function followLastVisit(): void {
  const visit = parseLastVisit(readStored(LAST_VISIT_KEY));
  if (!visit) return;
  if (visit.place) dataset.last = "";
  if (!/^\/(en)?$/.test(location.pathname) || location.search) return;
  const isLaunched = history.length === 1 && matchMedia("(display-mode: standalone)").matches;
  if (visit.place && isLaunched) location.replace(`?${visit.query}`);
  else if (visit.fuel !== DEFAULT_FUEL) location.replace(`?fuel=${visit.fuel}`);
}

/**
 * Reserves room for the visitor's own prices. Checking the whole profile would need a longer
 * script.
 */
function showOwnPrices(): void {
  const driver = readStoredJson(DRIVER_KEY);
  if (driver?.discounts?.[0] || driver?.fuels?.[1]) dataset.own = "";
}

/**
 * Hides alerts if the browser has no push messages, except on an iPhone, which gets them once the
 * site is installed.
 */
function hideAlerts(): void {
  const { standalone } = navigator as { standalone?: boolean };
  if (!("PushManager" in globalThis) && standalone !== false) delete dataset.alerts;
}

setTheme();
if (readStored(MY_ROUTE_KEY)) dataset.route = "";
writeCount();
followLastVisit();
showOwnPrices();
hideAlerts();
classList.add("js");
