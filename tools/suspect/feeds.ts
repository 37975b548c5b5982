/** Applies the rule of suspect prices to published snapshots and prints what it holds back of each. @module */

import { checkFeed, loadTownTable } from "../../ingest/check.ts";
import { decodeStations, unpackFeed } from "../../ingest/decode.ts";
import { DayPrices, toSpans } from "../../lib/domain/daily_mean.ts";
import { isSuspectReport } from "../../lib/domain/plausibility.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { toPriceText } from "../../lib/shared/money.ts";

type Price = { stationId: number; milli: number; isSuspect: boolean };

/** Prices in force of each fuel, cheapest first, as of the newest price of the feed; without a past. */
async function readFeed(path: string, towns: Awaited<ReturnType<typeof loadTownTable>>): Promise<Price[][]> {
  const xml = await unpackFeed(new Blob([await Deno.readFile(path)]), { maxUnpackedBytes: 100_000_000 });
  const { entries, newestPriceMs } = await checkFeed(decodeStations(xml), { nowMs: Date.UTC(2027, 0, 1), towns });
  const [endMs, list] = [newestPriceMs! + 1, [...entries.values()]];
  const codes = [...new Set(list.map(({ station }) => station.department))];
  const toNumber = (code: string | null) => code === null ? null : codes.indexOf(code);
  const areas = list.map(({ station }) => ({ department: toNumber(station.department), areas: [] }));
  const all = new DayPrices(areas, [{ startMs: newestPriceMs!, endMs, previousEndMs: -Infinity }]);
  const prices: Price[][] = FUELS.map(() => []);
  list.forEach(({ station, prices: facts, stockOuts }, number) => {
    for (const { fuel, priceMilli, atMs } of facts) {
      const periods = [{ atMs, priceMilli, confirmedAtMs: [] }];
      const interruptions = stockOuts.filter((out) => out.fuel === fuel && out.untilMs === null);
      all.add(number, fuel, periods, interruptions);
      if (toSpans(periods, interruptions).some(({ fromMs, toMs }) => fromMs < endMs && toMs >= endMs)) {
        prices[fuel - 1]!.push({ stationId: station.id, milli: priceMilli, isSuspect: false });
      }
    }
  });
  for (const odd of all.findOdd()) {
    const { id } = list[odd.station]!.station;
    prices[odd.fuel - 1]!.find(({ stationId }) => stationId === id)!.isSuspect = isSuspectReport(odd, []);
  }
  return prices.map((each) => each.sort((a, b) => a.milli - b.milli));
}

/** Prints one line per fuel and feed of which something is held back. */
export async function printFeeds(folder: string): Promise<void> {
  console.log("\n### Snapshots, as the first feed of an empty database\n");
  console.log(
    "| feed | fuel | in force | suspect | cheapest with them | without |\n| --- | --- | --: | --- | --: | --: |",
  );
  const towns = await loadTownTable();
  const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).filter((name) =>
    name.endsWith(".zip")
  );
  for (const name of names.sort()) {
    (await readFeed(`${folder}/${name}`, towns)).forEach((prices, index) => {
      const suspect = prices.filter(({ isSuspect }) => isSuspect);
      if (suspect.length === 0) return;
      const listed = suspect.map(({ stationId, milli }) => `${toPriceText(milli)} (${stationId})`).join(", ");
      const [all, rest] = [prices[0]!, prices.find(({ isSuspect }) => !isSuspect)!];
      const cells = [FUELS[index], prices.length, listed, toPriceText(all.milli), toPriceText(rest.milli)];
      console.log(`| ${name.replace(/^[a-z]+_|\.zip$/g, "")} | ${cells.join(" | ")} |`);
    });
  }
}
