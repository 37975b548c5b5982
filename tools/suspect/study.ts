/**
 * Measures rules of suspect prices on the published history and prints the tables of docs/data.md:
 * `deno run -A tools/suspect/study.ts FOLDER`, FOLDER with `history/` and `feed/` as the State publishes them.
 *
 * @module
 */

import { FUELS } from "../../lib/shared/fuels.ts";
import { startOfParisDay } from "../../lib/shared/paris_time.ts";
import { CANDIDATES, CHOSEN } from "./candidates.ts";
import { evaluate, type Evaluation, type EvaluationOptions, type Shift } from "./evaluate.ts";
import { printFeeds } from "./feeds.ts";
import { readArchive, readStationFiles, type Series } from "./series.ts";

const DAY_S = 86_400;
/** Prices told before a history begins are unknown for so long that its first days have no whole spread. */
const WARM_UP_DAYS = 10;
/** No price of the histories is later. */
const END_MS = Date.UTC(2027, 0, 1);

function toOptions(firstDay: string, days: number): EvaluationOptions {
  return { fromS: startOfParisDay(firstDay).getTime() / 1000, days, firstDay: WARM_UP_DAYS };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${((100 * part) / whole).toFixed(0)} %`;
}

function printTable(title: string, { changes, tallies }: Evaluation): void {
  console.log(`\n### ${title}\n\n${changes} price changes\n`);
  console.log(
    "| rule | held back | of 10 000 changes | corrected in a day | in a week | confirmed | with a neighbour |",
  );
  console.log("| --- | --: | --: | --: | --: | --: | --: |");
  for (const [name, tally] of tallies) {
    const { heldBack } = tally;
    const shares = [tally.correctedInDay, tally.correctedInWeek, tally.confirmed, tally.together];
    const cells = [
      name,
      heldBack,
      ((10_000 * heldBack) / changes).toFixed(2),
      ...shares.map((n) => percent(n, heldBack)),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** The chosen rule fuel by fuel. */
function printFuels(series: Series): void {
  const chosen = CANDIDATES.filter(({ name }) => name === CHOSEN);
  FUELS.forEach((fuel, index) => {
    printTable(
      `France, 2025, ${fuel}`,
      evaluate(series, chosen, { ...toOptions("2025-01-01", 365), fuels: [index + 1] }),
    );
  });
}

/** The chosen rule year by year. */
function printYears(series: Series, years: readonly number[]): void {
  console.log("\n### The chosen rule in four departments, by year\n");
  console.log("| year | changes | held back below | corrected in a week | above | corrected in a week |");
  console.log("| --- | --: | --: | --: | --: | --: |");
  const sides = CANDIDATES.filter(({ name }) => /^both areas, (2.5 spreads below|5 spreads above)$/.test(name));
  for (const year of years) {
    const { changes, tallies } = evaluate(series, sides, { ...toOptions(`${year - 1}-12-22`, 382) });
    const cells = [...tallies.values()].flatMap(({ heldBack, correctedInWeek }) => [
      heldBack,
      percent(correctedInWeek, heldBack),
    ]);
    console.log(`| ${year} | ${changes} | ${cells.join(" | ")} |`);
  }
}

/** Median of gazole's prices reported on each day from `firstDay` on, less that of the first: how a market jumped. */
function readJump(series: Series, firstDay: string, days: number): number[] {
  const fromS = startOfParisDay(firstDay).getTime() / 1000;
  const reported = Array.from({ length: days }, () => [] as number[]);
  for (let row = 0; row < series.length; row++) {
    const day = Math.floor((series.at.at(row) - fromS) / DAY_S);
    if (series.fuel.at(row) === 1) reported[day]?.push(series.milli.at(row));
  }
  const medians = reported.map((prices) => prices.sort((a, b) => a - b)[prices.length >> 1]);
  return medians.map((median, day) => (median ?? medians[day - 1] ?? 0) - (medians[0] ?? 0));
}

/** The nation's year with a jump of another year put upon it: what the chosen rule holds back in the month after. */
function printReplay(series: Series, jump: { name: string; moves: number[] }): void {
  const replayDay = 150;
  const options = toOptions("2025-01-01", replayDay + jump.moves.length + 7);
  const shift: Shift = (_, atS) => {
    const day = Math.floor((atS - options.fromS) / DAY_S) - replayDay;
    return day < 0 ? 0 : jump.moves[Math.min(day, jump.moves.length - 1)]!;
  };
  const chosen = CANDIDATES.filter(({ name }) => name === CHOSEN);
  const month = { ...options, fuels: [1], firstDay: replayDay };
  const [calm, moved] = [evaluate(series, chosen, month), evaluate(series, chosen, { ...month, shift })];
  const [before, after] = [calm.tallies.get(CHOSEN)!, moved.tallies.get(CHOSEN)!];
  console.log(
    `${jump.name}: gazole moves by up to ${Math.max(...jump.moves)} thousandths in ${jump.moves.length} days. ` +
      `${moved.changes} changes; held back ${before.heldBack} without the jump, ${after.heldBack} with it ` +
      `(${percent(after.correctedInWeek, after.heldBack)} corrected in a week)`,
  );
}

async function main(folder: string): Promise<void> {
  const year = await readArchive(`${folder}/history/derived/PrixCarburants_annuel_2025.derived.xml.xz`, END_MS);
  printTable("France, 2025", evaluate(year, CANDIDATES, toOptions("2025-01-01", 365)));
  const chosen = CANDIDATES.filter(({ name }) => name === CHOSEN);
  printFuels(year);
  const four = await readStationFiles(`${folder}/history/prix-essence-nord_data_depts_20_48_75_90.tar`);
  printYears(four, [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026]);
  const below = CANDIDATES.filter(({ name }) => name === "both areas, 2.5 spreads below");
  for (const [march, warmUp] of [["March 2022", "2022-02-19"], ["March 2026", "2026-02-19"]] as const) {
    printTable(`Four departments, ${march}`, evaluate(four, below, toOptions(warmUp, WARM_UP_DAYS + 31 + 7)));
  }
  const old = `${folder}/history/derived/PrixCarburants_annuel_2021.depts_20_48_75_90.derived.xml.xz`;
  printTable(
    "Four departments, archive of 2021",
    evaluate(await readArchive(old, END_MS), chosen, toOptions("2021-01-01", 365)),
  );
  console.log("\n### Jumps of the whole market, put upon France in 2025\n");
  printReplay(year, { name: "March 2022", moves: readJump(four, "2022-03-01", 31) });
  printReplay(year, { name: "March 2026", moves: readJump(four, "2026-03-01", 31) });
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
