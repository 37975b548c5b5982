/**
 * Reads by pattern what a feed writes ten thousand times in exactly one form; a general parser takes three times as long for
 * it, on archives ten times. Whatever has another form is left to the parser.
 *
 * @module
 */

import type { RawDay, RawHours, RawPrice, RawStockOut } from "../raw_station.ts";

/** What was read by pattern. `hours` and `services` null: left to the parser, or not there. */
export type PlainRows = {
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  hours: RawHours | null;
  services: string[] | null;
};

const PRICE = /<prix nom="([^"<&]*)" id="[^"<&]*" maj="([^"<&]*)" valeur="([^"<&]*)"\/>\s*/g;
const STOCK_OUT = /<rupture nom="([^"<&]*)" id="[^"<&]*" debut="([^"<&]*)" fin="([^"<&]*)" type="([^"<&]*)"\/>\s*/g;
const SERVICES = /<services>\s*((?:<service>[^<&]*<\/service>\s*)+)<\/services>\s*/;
const SLOT = /<horaire ouverture="([^"<&]*)" fermeture="([^"<&]*)"\/>\s*/g;
const DAY =
  /<jour id="([^"<&]*)" nom="[^"<&]*" ferme="([^"<&]*)"(?:\/>|>\s*((?:<horaire ouverture="[^"<&]*" fermeture="[^"<&]*"\/>\s*)*)<\/jour>)\s*/g;
const HOURS = /<horaires automate-24-24="([^"<&]*)">\s*((?:<\/?(?:jour|horaire)\b[^<&]*>\s*)*)<\/horaires>\s*/;

function toDays(text: string): RawDay[] | null {
  const days: RawDay[] = [];
  const rest = text.replace(DAY, (_all, day, closed, inner: string | undefined) => {
    const slots = inner ? [...inner.matchAll(SLOT)].map(([, open, close]) => ({ open, close })) : [];
    days.push({ day, closed, slots });
    return "";
  });
  return rest === "" ? days : null;
}

/** Cuts the one block that a pattern finds out of a text; the text as it was when there is none or `read` declines it. */
function cutBlock<T>(text: string, pattern: RegExp, read: (match: RegExpExecArray) => T | null): [string, T | null] {
  const match = pattern.exec(text);
  const value = match && read(match);
  if (!match || value === null) return [text, null];
  return [text.slice(0, match.index) + text.slice(match.index + match[0].length), value];
}

/**
 * The plain rows of a `pdv` element and the element without them. Null when rows occur in two forms, which would lose their
 * order, or when a comment or CDATA could hold rows that do not count: then the parser must read all.
 */
export function takePlainRows(element: string): (PlainRows & { rest: string }) | null {
  if (element.includes("<!")) return null;
  const prices: RawPrice[] = [];
  const stockOuts: RawStockOut[] = [];
  const others = element
    .replace(PRICE, (_all, fuel, at, value) => (prices.push({ fuel, at, value }), ""))
    .replace(STOCK_OUT, (_all, fuel, since, until, kind) => (stockOuts.push({ fuel, since, until, kind }), ""));
  if (others.includes("<prix") || others.includes("<rupture")) return null;
  const [withoutServices, services] = cutBlock(others, SERVICES, ([, inner]) => (
    [...inner.matchAll(/>([^<]*)<\/service>/g)].map(([, label]) => label)
  ));
  const [rest, hours] = cutBlock(withoutServices, HOURS, ([, automate, inner]) => {
    const days = toDays(inner);
    return days && { automate, days };
  });
  if (rest.includes("<services") && services !== null || rest.includes("<horaires") && hours !== null) return null;
  return { prices, stockOuts, hours, services, rest };
}
