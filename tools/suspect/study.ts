/**
 * Measures the rule of suspect prices on the published history and prints the tables of docs/data.md:
 * `deno run -A tools/suspect/study.ts FOLDER`, FOLDER with `history/` and `feed/` as the State publishes them. The rule was
 * chosen on the first half of 2025 and on 2017 to 2021 of the four departments; the other parts were only measured.
 *
 * @module
 */

import { FUELS } from "../../lib/shared/fuels.ts";
import type { SuspectRule } from "../../lib/domain/plausibility.ts";
import { addDays, startOfParisDay, toParisDay } from "../../lib/shared/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { type Part, type Shift, Study, type Tally } from "./evaluate.ts";
import { printFeeds } from "./feeds.ts";
import { readArchive, readStationFiles, type Series } from "./series.ts";

/** No price of the histories is later. */
const END_MS = Date.UTC(2027, 0, 1);

const FRANCE: Part[] = [
  { name: "France, January to June 2025 (chosen on)", from: "2025-01-11", to: "2025-06-30" },
  { name: "France, July to December 2025", from: "2025-07-01", to: "2025-12-24" },
];
const FOUR: Part[] = [
  { name: "Four departments, 2017 to 2021 (chosen on)", from: "2017-02-01", to: "2021-12-31" },
  { name: "Four departments, 2022 to 2025", from: "2022-01-01", to: "2025-12-31" },
  { name: "Four departments, 2026 until August (held back)", from: "2026-01-01", to: "2026-08-31" },
];

/** The rule, and each of its parts changed or left out. */
const VARIANTS: [string, Partial<SuspectRule>][] = [
  ["**the rule**", {}],
  ["2 spreads below", { lowSpreads: 2 }],
  ["2.25 spreads below", { lowSpreads: 2.25 }],
  ["3 spreads below", { lowSpreads: 3 }],
  ["4 spreads above", { highSpreads: 4 }],
  ["2 stations are a sale", { stations: 2 }],
  ["4 stations are a sale", { stations: 4 }],
  ["no sale by other stations", { stations: Infinity }],
  ["2 days are meant", { days: 2 }],
  ["4 days are meant", { days: 4 }],
];

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(0)} %`;
}

function toCells({ reports, marked, correctedInDay, correctedInWeek, confirmed, minima }: Tally): (string | number)[] {
  const shares = [correctedInDay, correctedInWeek, confirmed].map((count) => percent(count, marked));
  return [marked, ((10_000 * marked) / reports).toFixed(2), ...shares, minima.length];
}

function printHead(title: string, first: string): void {
  console.log(`\n### ${title}\n`);
  console.log(`| ${first} | marked | of 10 000 changes | corrected in a day | in a week | confirmed | odd minima |`);
  console.log("| --- | --: | --: | --: | --: | --: | --: |");
}

function printVariants(study: Study, title: string): void {
  printHead(title, "rule");
  for (const [name, changes] of VARIANTS) console.log(`| ${[name, ...toCells(study.tally(changes))].join(" | ")} |`);
}

function printPart(study: Study, { name }: Part): void {
  printHead(name, "fuel");
  const all = study.tally();
  console.log(`| all ${all.reports} changes | ${toCells(all).join(" | ")} |`);
  FUELS.forEach((fuel, index) => {
    console.log(`| ${fuel} | ${toCells(study.tally({}, [index + 1])).join(" | ")} |`);
  });
  console.log(`\nMinima more than ten cents below the second:\n${all.minima.map((text) => `- ${text}`).join("\n")}`);
}

/** How often stations with weekly sales are marked. */
function printSales(studies: readonly Study[], stationIds: readonly number[]): void {
  const marks = studies.flatMap((study) => study.tally({}, [5]).marks);
  for (const id of stationIds) {
    const days = marks.filter(({ stationId }) => stationId === id).map(({ atMs }) => toParisDay(new Date(atMs)));
    console.log(`\nE85 of ${id} in 2025: marked ${days.length} times (${days.join(", ")})`);
  }
}

/** Median of gazole's prices reported on each day from `firstDay` on, less that of the first: how a market jumped. */
function readJump(series: Series, firstDay: string, days: number): number[] {
  const fromMs = startOfParisDay(firstDay).getTime();
  const reported = Array.from({ length: days }, () => [] as number[]);
  for (const pair of series.pairs.filter(({ fuel }) => fuel === 1)) {
    for (const { atMs, priceMilli } of series.periodsOf(pair)) {
      reported[Math.floor((atMs - fromMs) / DAY_MS)]?.push(priceMilli);
    }
  }
  const medians = reported.map((prices) => prices.sort((a, b) => a - b)[prices.length >> 1]);
  return medians.map((median, day) => (median ?? medians[day - 1] ?? 0) - (medians[0] ?? 0));
}

/** The nation's June with a jump of another year put upon it. */
function printReplay(series: Series, { name, moves }: { name: string; moves: number[] }): void {
  const from = "2025-06-01";
  const part = { name, from, to: addDays(from, moves.length + 7) };
  const shift: Shift = (fuel, atMs) => {
    const day = Math.floor((atMs - startOfParisDay(from).getTime()) / DAY_MS);
    return fuel !== 1 || day < 0 ? 0 : moves[Math.min(day, moves.length - 1)]!;
  };
  const [calm, moved] = [new Study(series, part).tally({}, [1]), new Study(series, part, shift).tally({}, [1])];
  console.log(
    `${name}: gazole moves by up to ${Math.max(...moves)} thousandths in ${moves.length} days; marked ${calm.marked} ` +
      `without the jump, ${moved.marked} with it (${percent(moved.correctedInWeek, moved.marked)} corrected in a week)`,
  );
}

async function main(folder: string): Promise<void> {
  const year = await readArchive(`${folder}/history/derived/PrixCarburants_annuel_2025.derived.xml.xz`, END_MS);
  const halves = FRANCE.map((part) => new Study(year, part));
  printVariants(halves[0]!, "Chosen on France, January to June 2025");
  halves.forEach((study, index) => printPart(study, FRANCE[index]!));
  printSales(halves, [31850003, 9500003]);
  const four = await readStationFiles(`${folder}/history/prix-essence-nord_data_depts_20_48_75_90.tar`);
  for (const part of FOUR) printPart(new Study(four, part), part);
  console.log("\n### Jumps of the whole market, put upon France in June 2025\n");
  for (const [name, day] of [["March 2022", "2022-03-01"], ["March 2026", "2026-03-01"]] as const) {
    printReplay(year, { name, moves: readJump(four, day, 31) });
  }
  await printFeeds(`${folder}/feed`);
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (!folder) {
    console.error("Name the folder that holds history/ and feed/");
    Deno.exit(2);
  }
  await main(folder);
}
