/** Applies the rule of suspect prices to published snapshots and prints what it holds back of each. @module */

import { checkFeed, loadTownTable } from "../../ingest/check.ts";
import { decodeStations, unpackFeed } from "../../ingest/decode.ts";
import { isInForce } from "../../lib/domain/in_force.ts";
import { isOutside, PriceReference } from "../../lib/domain/plausibility.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { toPriceText } from "../../lib/shared/money.ts";

type Price = { stationId: number; department: string | null; milli: number };

/** Prices in force of each fuel, cheapest first, as of the newest price of the feed. */
async function readFeed(path: string, towns: Awaited<ReturnType<typeof loadTownTable>>): Promise<Price[][]> {
  const xml = await unpackFeed(new Blob([await Deno.readFile(path)]), { maxUnpackedBytes: 100_000_000 });
  const { entries, newestPriceMs } = await checkFeed(decodeStations(xml), { nowMs: Date.UTC(2027, 0, 1), towns });
  const prices: Price[][] = FUELS.map(() => []);
  for (const { station, prices: facts, stockOuts } of entries.values()) {
    for (const { fuel, priceMilli, atMs } of facts) {
      const since = stockOuts.filter((out) => out.fuel === fuel && out.untilMs === null).map(({ sinceMs }) => sinceMs);
      const state = {
        atMs,
        listed: true,
        interruptedSinceMs: since.length > 0 ? Math.max(...since) : null,
        suspect: false,
      };
      if (!isInForce(state, newestPriceMs!)) continue;
      prices[fuel - 1]!.push({ stationId: station.id, department: station.department, milli: priceMilli });
    }
  }
  return prices.map((list) => list.sort((a, b) => a.milli - b.milli));
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
      const reference = new PriceReference<string>();
      for (const { milli, department } of prices) reference.add(milli, department);
      const suspect = prices.filter(({ milli, department }) => isOutside(milli, reference.boundsOf(department)));
      if (suspect.length === 0) return;
      const listed = suspect.map(({ stationId, milli }) => `${toPriceText(milli)} (${stationId})`).join(", ");
      const [all, rest] = [prices[0]!, prices.find((price) => !suspect.includes(price))!];
      const cells = [FUELS[index], prices.length, listed, toPriceText(all.milli), toPriceText(rest.milli)];
      console.log(`| ${name.replace(/^[a-z]+_|\.zip$/g, "")} | ${cells.join(" | ")} |`);
    });
  }
}
