/** What the last feed says at the instant of the data: which prices are in force, which are suspect. @module */

import type { Db } from "../db/db.ts";
import { type CheckInput, findReported, getCheckInput } from "../db/self_check/feed.ts";
import { isSuspectReport, type JudgedPeriod, SUSPECT_RULE, toConfirmedMs } from "../domain/plausibility.ts";
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

/** The median of some prices, and how far from it is odd: 2.5 spreads below or 5 above; in hundredths, to stay whole. */
function describeSpread(offers: readonly Offer[]): { medianMilli: number; isFar: (priceMilli: number) => boolean } {
  const sorted = offers.map(({ price }) => price.priceMilli).sort((a, b) => a - b);
  const quantile = (percent: number) => sorted[Math.ceil(percent * sorted.length / 100) - 1]!;
  const median = quantile(50);
  const below = Math.max(100 * (median - quantile(5)), 3 * median);
  const above = Math.max(100 * (quantile(95) - median), 3 * median);
  const isFar = (priceMilli: number) =>
    200 * (median - priceMilli) > 5 * below || 100 * (priceMilli - median) > 5 * above;
  return { medianMilli: median, isFar };
}

type Market = { all: Offer[]; medianMilli: number; far: Offer[] };

/** The prices in force of a fuel, and those of them that are far from all others in the nation and in their department. */
function findFar(stations: readonly FeedStation[], fuel: Fuel, asOfMs: number): Market {
  const offers = stations.flatMap((station) => {
    const price = getOffered({ asOfMs }, { station, fuel, maxAgeDays: 30 });
    return price ? [{ station, fuel, price }] : [];
  });
  if (offers.length < 21) return { all: offers, medianMilli: 0, far: [] };
  const nation = describeSpread(offers);
  const far = offers.filter(({ station: { department }, price: { priceMilli } }) => {
    if (!nation.isFar(priceMilli)) return false;
    const local = offers.filter((other) => department !== null && other.station.department === department);
    return local.length < 21 || describeSpread(local).isFar(priceMilli);
  });
  return { all: offers, medianMilli: nation.medianMilli, far };
}

/** Far offers with their median, and all that a verdict on them or on a stored one needs: those of the same value too. */
async function findCandidates(
  stations: readonly FeedStation[],
  { suspects, state }: CheckInput,
): Promise<{ medians: Map<Offer, number>; offers: Offer[] }> {
  const medians = new Map<Offer, number>();
  const offers: Offer[] = [];
  for (const fuel of FUELS) {
    const { all, medianMilli, far } = findFar(stations, fuel, state.asOfMs!);
    const values = new Set(far.map(({ price }) => price.priceMilli));
    const ids = new Set(suspects.filter((each) => each.fuel === fuelNumber(fuel)).map(({ stationId }) => stationId));
    offers.push(...all.filter(({ station, price }) => values.has(price.priceMilli) || ids.has(Number(station.id))));
    for (const offer of far) medians.set(offer, medianMilli);
    await giveWay();
  }
  return { medians, offers };
}

/** An offer with the periods of its station and fuel up to it, ascending; `isSuspect` where a day that has ended said so. */
async function readPasts(
  db: Db,
  offers: readonly Offer[],
  { suspects }: CheckInput,
): Promise<Map<Offer, JudgedPeriod[]>> {
  const toPair = ({ station, fuel }: Offer) => ({ stationId: Number(station.id), fuel: fuelNumber(fuel) });
  const toKey = ({ stationId, fuel }: { stationId: number; fuel: number }) => `${stationId}/${fuel}`;
  const stored = new Set(suspects.map((report) => `${toKey(report)}/${report.atMs}`));
  const reported = Map.groupBy(await findReported(db, offers.map(toPair)), toKey);
  return new Map(offers.map((offer) => {
    const periods = (reported.get(toKey(toPair(offer))) ?? []).map((period): JudgedPeriod => {
      const [atMs = 0, ...confirmedAtMs] = period.instantsMs;
      return { atMs, priceMilli: period.priceMilli, confirmedAtMs, isSuspect: stored.has(`${toKey(period)}/${atMs}`) };
    });
    return [offer, periods.filter(({ atMs }) => atMs <= offer.price.atMs).sort((a, b) => a.atMs - b.atMs)];
  }));
}

/** The suspect prices: by stored verdicts of days that have ended, and the current day's by a reading of their own. */
async function findSuspects(db: Db, stations: readonly FeedStation[], input: CheckInput): Promise<Set<FeedPrice>> {
  const { medians, offers } = await findCandidates(stations, input);
  const pasts = await readPasts(db, offers, input);
  const isNew = (period?: JudgedPeriod) => period !== undefined && period.atMs >= input.judgedUntilMs;
  const isSuspect = (offer: Offer) => {
    const past = pasts.get(offer)!;
    const [last, medianMilli] = [past.at(-1), medians.get(offer)];
    if (last === undefined || toConfirmedMs(last) <= offer.price.atMs) return false;
    if (!isNew(last) || medianMilli === undefined) return last.isSuspect && !isNew(last);
    const setters = offers.filter(({ fuel, price }) =>
      fuel === offer.fuel && price.priceMilli === offer.price.priceMilli
    ).filter((other) => isNew(pasts.get(other)!.at(-1)));
    if (setters.length >= SUSPECT_RULE.stations) return false;
    const { atMs, priceMilli } = last;
    const isLow = priceMilli < medianMilli;
    const isAsFar = (milli: number) => isLow ? milli <= priceMilli : milli >= priceMilli;
    const earlier = past.slice(0, -1).map((period) =>
      isNew(period) ? { ...period, isSuspect: isAsFar(period.priceMilli) } : period
    );
    return isSuspectReport({ atMs, priceMilli, medianMilli, isLow }, earlier);
  };
  return new Set(offers.filter(isSuspect).map(({ price }) => price));
}

/** The world of the last accepted feed. Null when there is none that the data can be compared with. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const stations = await readFeedStations(input);
  const { asOfMs, revision, feedAtMs } = input.state;
  await raiseToLater(db, input, new Map(stations.map((station) => [Number(station.id), station])));
  const suspects = await findSuspects(db, stations, input);
  return { stations, asOfMs: asOfMs!, revision, feedAtMs, suspects };
}
