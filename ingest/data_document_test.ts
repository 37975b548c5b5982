import { deepEqual, ok } from "../tests/support/assert.ts";
import { PRICE_BOUNDS, SUSPECT_RULE } from "../lib/domain/price/plausibility.ts";
import { toPriceText } from "../lib/shared/price/money.ts";
import { type Fuel, FUELS } from "../lib/shared/fuels.ts";
import { toLeadMilli } from "../lib/shared/price/age_lead.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { REFUSALS, ROW_REASONS } from "./refusals.ts";
import { LEVEL, SHARES } from "./validate_feed.ts";

const TEXT = await Deno.readTextFile(new URL("../docs/data.md", import.meta.url));

/** Returns the cells of the table under a heading, without its header. */
function readTable(heading: string): string[][] {
  const section = TEXT.split(`### ${heading}\n`)[1]?.split(/^#/m)[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|")).slice(2);
  return rows.map((row) =>
    row.split("|").slice(1, -1).map((cell) => cell.trim().replaceAll("`", ""))
  );
}

// Proves docs/data.md#bounds-of-prices
Deno.test("docs/data.md lists the bounds of every fuel", () => {
  const expected = FUELS.map((fuel) => {
    const { minMilli, maxMilli } = PRICE_BOUNDS[fuel];
    return [fuel, toPriceText(minMilli), toPriceText(maxMilli)];
  });
  deepEqual(readTable("Bounds of prices"), expected);
});

Deno.test("docs/data.md states the thresholds of suspect prices", () => {
  const rule = SUSPECT_RULE;
  deepEqual(readTable("Suspect prices").slice(0, 11).map(([, value]) => value), [
    ...[rule.lowSpreads, rule.highSpreads].map(String),
    ...[rule.lowPercent, rule.highPercent, rule.minSpreadPercent].map((percent) => `${percent} %`),
    String(rule.minPrices),
    String(rule.stations),
    String(rule.days),
    `${rule.stepPercent} %`,
    `${rule.leapPercent} %`,
    `${rule.slipPercent} %`,
  ]);
});

// Proves docs/data.md#old-prices
Deno.test("docs/data.md states the leads of old prices", () => {
  const toCents = (fuel: Fuel, days: number) => toLeadMilli({ fuel, ageMs: days * DAY_MS }) / 10;
  const leads = readTable("Old prices").map((
    [names, ...cells],
  ) => [names, ...cells.map((cell) => parseFloat(cell))]);
  const toRow = (names: string, fuel: Fuel) => [names, toCents(fuel, 7), toCents(fuel, 21)];
  deepEqual(leads, [
    toRow("gazole", "gazole"),
    toRow("SP95, SP98, E10", "sp95"),
    toRow("E85, GPLc", "e85"),
  ]);
  deepEqual(["sp98", "e10"].map((fuel) => toCents(fuel as Fuel, 7)), [0.5, 0.5]);
});

// Proves docs/data.md#refused-rows
Deno.test("docs/data.md lists every reason for refusing a row", () => {
  deepEqual(
    readTable("Refused rows").map(([code]) => code).sort(),
    Object.keys(ROW_REASONS).sort(),
  );
});

// Proves docs/data.md#refused-feeds
Deno.test("docs/data.md lists every reason for refusing a feed, with its threshold", () => {
  const table = new Map(readTable("Refused feeds").map(([code, when]) => [code, when]));
  deepEqual([...table.keys()].sort(), Object.keys(REFUSALS).sort());
  const says = (code: string, text: string) =>
    ok(table.get(code)?.includes(text), `${code}: ${table.get(code)} / ${text}`);
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  for (const [code, { max }] of Object.entries(SHARES)) says(code, `more than ${percent(max)}`);
  says("level_moved", `${LEVEL.minRatio} to ${LEVEL.maxRatio}`);
  says("level_moved", `${LEVEL.withinMs / DAY_MS} days`);
});
