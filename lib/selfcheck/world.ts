/** What the last feed says at the instant of the data: which prices are in force, which are suspect. @module */

import type { Db } from "../db/db.ts";
import { type CheckInput, findReported, getCheckInput } from "../db/self_check/feed.ts";
import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../shared/fuels.ts";
import { type FeedPrice, type FeedStation, giveWay, readFeedStations } from "./feed_world.ts";

/** The stations of the feed and the state of the data that they are compared with. */
export type World = {
  stations: FeedStation[];
  asOfMs: number;
  revision: number;
  feedAtMs: number | null;
  suspects: ReadonlySet<FeedPrice>;
};

const DAY_MS = 86_400_000;

/** A price is offered at an instant, were it not suspect: young enough, and no stock-out or closure since. */
function getOffered(
  { asOfMs }: Pick<World, "asOfMs">,
  { station, fuel, maxAgeDays }: { station: FeedStation; fuel: Fuel; maxAgeDays: number },
): FeedPrice | null {
  const price = station.prices[fuel];
  if (!price || asOfMs - price.atMs > maxAgeDays * DAY_MS || price.atMs - asOfMs > 600_000) return null;
  return (station.interruptedSinceMs[fuel] ?? -Infinity) >= price.atMs ? null : price;
}

/** The price of a station that counts, or null. */
export function getInForce(
  world: World,
  { station, fuel, maxAgeDays = 30 }: { station: FeedStation; fuel: Fuel; maxAgeDays?: number },
): FeedPrice | null {
  const price = getOffered(world, { station, fuel, maxAgeDays });
  return price && !world.suspects.has(price) ? price : null;
}

/** An archive may know a later price than a feed that lags behind; the history says so. */
async function raiseToLater(db: Db, input: CheckInput, stations: Map<number, FeedStation>): Promise<void> {
  const later = input.prices.filter(({ stationId, fuel, atMs }) =>
    atMs > (stations.get(stationId)?.prices[fuelOfNumber(fuel)]?.atMs ?? Infinity)
  );
  for (const { stationId, fuel: number, priceMilli, instantsMs } of await findReported(db, later)) {
    const [station, fuel] = [stations.get(stationId)!, fuelOfNumber(number)];
    for (const atMs of instantsMs) {
      const isKnown = atMs <= input.state.asOfMs! + 600_000;
      if (isKnown && atMs > station.prices[fuel]!.atMs) station.prices[fuel] = { priceMilli, atMs };
    }
  }
}

type Offer = { station: FeedStation; fuel: Fuel; price: FeedPrice };

/** Tells whether a price is farther from the median than 2.5 spreads below it or 5 above; in hundredths, to stay whole. */
function describeSpread(offers: readonly Offer[]): (priceMilli: number) => boolean {
  const sorted = offers.map(({ price }) => price.priceMilli).sort((a, b) => a - b);
  const quantile = (percent: number) => sorted[Math.ceil(percent * sorted.length / 100) - 1]!;
  const median = quantile(50);
  const below = Math.max(100 * (median - quantile(5)), 3 * median);
  const above = Math.max(100 * (quantile(95) - median), 3 * median);
  return (priceMilli) => 200 * (median - priceMilli) > 5 * below || 100 * (priceMilli - median) > 5 * above;
}

/** The prices in force of a fuel that are far from everybody else's, in the nation and in their department. */
function findFar(stations: readonly FeedStation[], fuel: Fuel, asOfMs: number): Offer[] {
  const offers = stations.flatMap((station) => {
    const price = getOffered({ asOfMs }, { station, fuel, maxAgeDays: 30 });
    return price ? [{ station, fuel, price }] : [];
  });
  if (offers.length < 21) return [];
  const isFarFromAll = describeSpread(offers);
  return offers.filter(({ station: { department }, price: { priceMilli } }) => {
    if (!isFarFromAll(priceMilli)) return false;
    const local = offers.filter((other) => department !== null && other.station.department === department);
    return local.length < 21 || describeSpread(local)(priceMilli);
  });
}

/** Of the prices that are far, those that their stations reported once only. */
async function findSuspects(db: Db, stations: readonly FeedStation[], asOfMs: number): Promise<Set<FeedPrice>> {
  const far: Offer[] = [];
  for (const fuel of FUELS) {
    far.push(...findFar(stations, fuel, asOfMs));
    await giveWay();
  }
  const toPair = ({ station, fuel }: Offer) => ({ stationId: Number(station.id), fuel: fuelNumber(fuel) });
  const reported = await findReported(db, far.map(toPair));
  return new Set(
    far.filter((offer) => {
      const { stationId, fuel } = toPair(offer);
      return reported.some((period) =>
        period.stationId === stationId && period.fuel === fuel && period.instantsMs[0] === offer.price.atMs
      );
    }).map(({ price }) => price),
  );
}

/** The world of the last accepted feed. Null when there is none that the data can be compared with. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const stations = await readFeedStations(input);
  const { asOfMs, revision, feedAtMs } = input.state;
  await raiseToLater(db, input, new Map(stations.map((station) => [Number(station.id), station])));
  const suspects = await findSuspects(db, stations, asOfMs!);
  return { stations, asOfMs: asOfMs!, revision, feedAtMs, suspects };
}
