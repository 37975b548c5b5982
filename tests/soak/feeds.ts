/**
 * Provides feeds for a service that ingests repeatedly: real ones in order, then the newest with
 * new prices.
 *
 * @module
 */

import { drawFeed, FEED_FOLDER, moveSomePrices, pack, unpack } from "../bench/support/feeds.ts";

/** Successive feeds of one week, hours or days apart. */
const REAL = /^instantane_2025-02-0[67]T\d{4}Z\.zip$/;
const REAL_CLOCK = new Date("2025-02-07T02:45:00Z");
const SAMPLE_CLOCK = new Date("2026-06-05T10:10:00Z");

/**
 * Compressed as the source sends them, in the order of their rounds. `clock` is the service's time
 * at its start.
 */
export type Feeds = { name: string; clock: Date; rounds: Uint8Array<ArrayBuffer>[] };

/**
 * Provides `count` feeds, real ones or the sample first, no two ingested within `everyMs`. All are
 * built before measuring.
 */
export async function provideFeeds(
  { count, everyMs }: { count: number; everyMs: number },
): Promise<Feeds> {
  const files = await Array.fromAsync(Deno.readDir(FEED_FOLDER)).catch(() => []);
  const names = files.map(({ name }) => name).filter((name) => REAL.test(name)).sort();
  const real = await Promise.all(names.map((name) => Deno.readFile(FEED_FOLDER + name)));
  const clock = real.length > 0 ? REAL_CLOCK : SAMPLE_CLOCK;
  const rounds = real.length > 0 ? real.slice(0, count) : [await drawFeed({ at: clock })];
  let xml = await unpack(rounds.at(-1)!);
  while (rounds.length < count) {
    const round = rounds.length;
    xml = moveSomePrices(xml, { round, at: new Date(clock.getTime() + round * everyMs) });
    rounds.push(await pack(xml));
  }
  return {
    name: real.length > 0 ? `${real.length} real feeds of February 2025` : "the invented sample",
    clock,
    rounds,
  };
}
