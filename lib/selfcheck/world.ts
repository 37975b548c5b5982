/** What the last feed says at the instant of the data: which prices are in force, which are suspect. @module */

import type { Db } from "../db/db.ts";
import { type CheckInput, findReported, getCheckInput } from "../db/self_check/feed.ts";
import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../shared/fuels.ts";
import { DAY_MS } from "../shared/units.ts";
import { type FeedPrice, type FeedStation, giveWay, readFeed } from "./feed.ts";
import { findConfirmedMs, isSuspect, type Report, toMarket } from "./suspects.ts";

/** The stations of a feed at an instant, and which of their prices are suspect. */
export type FeedWorld = { stations: FeedStation[]; asOfMs: number; suspects: ReadonlySet<FeedPrice> };

/** The same with the state of the data that it is compared with. */
export type World = FeedWorld & { revision: number; feedAtMs: number | null };

/** The price of a station's fuel, oldest age included. */
type Wanted = { station: FeedStation; fuel: Fuel; maxAgeDays?: number };

const LEAD_MS = 600_000;

/** The price that counts were it not suspect: young enough, and no stock-out or closure since. */
function getOffered(asOfMs: number, { station, fuel, maxAgeDays = 30 }: Wanted): FeedPrice | null {
  const price = station.prices[fuel];
  if (!price || asOfMs - price.atMs > maxAgeDays * DAY_MS || price.atMs - asOfMs > LEAD_MS) return null;
  const interruptedMs = Math.max(station.stockOutSinceMs[fuel] ?? -Infinity, station.closedSinceMs);
  return interruptedMs >= price.atMs ? null : price;
}

/** The price of a station that counts, or null. */
export function getInForce({ asOfMs, suspects }: FeedWorld, wanted: Wanted): FeedPrice | null {
  const price = getOffered(asOfMs, wanted);
  return price && !suspects.has(price) ? price : null;
}

/** Adds what the feed does not say: brands, closures, positions that were kept, and the stock-outs where it names none at all. */
function complete(stations: Map<number, FeedStation>, input: CheckInput, saysStockOuts: boolean): void {
  for (const { stationId, fuel: number, sinceMs } of saysStockOuts ? [] : input.stockOuts) {
    const known = stations.get(stationId)?.stockOutSinceMs;
    const fuel = fuelOfNumber(number);
    if (known) known[fuel] = Math.max(known[fuel] ?? -Infinity, sinceMs);
  }
  const reportedMs = new Map<number, number>();
  for (const { stationId, atMs } of input.prices) {
    const isKnown = atMs <= input.state.asOfMs! + LEAD_MS;
    if (isKnown) reportedMs.set(stationId, Math.max(reportedMs.get(stationId) ?? -Infinity, atMs));
  }
  for (const [id, station] of stations) {
    station.position ??= input.positions.get(id) ?? null;
    station.brand = input.brands.get(id) ?? null;
    const sinceMs = input.closures.get(id) ?? -Infinity;
    // a price of any fuel ends a closure
    station.closedSinceMs = sinceMs < (reportedMs.get(id) ?? -Infinity) ? -Infinity : sinceMs;
  }
}

/** An archive may know a later price than a feed that lags behind; the history says so. */
async function raiseToLater(db: Db, input: CheckInput, stations: Map<number, FeedStation>): Promise<void> {
  const later = input.prices.filter(({ stationId, fuel, atMs }) =>
    atMs > (stations.get(stationId)?.prices[fuelOfNumber(fuel)]?.atMs ?? Infinity)
  );
  for (const { stationId, fuel: number, priceMilli, instantsMs } of await findReported(db, later)) {
    const [station, fuel] = [stations.get(stationId)!, fuelOfNumber(number)];
    for (const atMs of instantsMs) {
      const isKnown = atMs <= input.state.asOfMs! + LEAD_MS;
      if (isKnown && atMs > station.prices[fuel]!.atMs) station.prices[fuel] = { priceMilli, atMs };
    }
  }
}

/** An offered price; `medianMilli`: its market's where it is far from that, else null. */
type Offer = { stationId: number; fuel: number; price: FeedPrice; medianMilli: number | null };

/** The offered prices of a fuel. */
export function findOffers(stations: readonly FeedStation[], fuel: Fuel, asOfMs: number): Offer[] {
  const offered = stations.flatMap((station) => {
    const [price, stationId] = [getOffered(asOfMs, { station, fuel }), Number(station.id)];
    const { department } = station;
    return price ? [{ stationId, fuel: fuelNumber(fuel), price, department, priceMilli: price.priceMilli }] : [];
  });
  const market = toMarket(offered);
  return offered.map((offer) => ({ ...offer, medianMilli: market(offer) }));
}

const toPair = ({ stationId, fuel }: { stationId: number; fuel: number }) => `${stationId}/${fuel}`;
const toValue = ({ fuel, price }: Offer) => `${fuel}/${price.priceMilli}`;

/** An offer with the reports of its station and fuel up to it, ascending; `isSuspect` where a day that has ended said so. */
async function readPasts(db: Db, offers: readonly Offer[], { suspects }: CheckInput): Promise<Map<Offer, Report[]>> {
  const stored = new Set(suspects.map((report) => `${toPair(report)}/${report.atMs}`));
  const reported = Map.groupBy(await findReported(db, offers), toPair);
  return new Map(offers.map((offer) => {
    const reports = (reported.get(toPair(offer)) ?? []).map(({ priceMilli, instantsMs }): Report => {
      const [atMs = 0, ...repeatsMs] = instantsMs;
      return { atMs, priceMilli, repeatsMs, isSuspect: stored.has(`${toPair(offer)}/${atMs}`) };
    });
    return [offer, reports.filter(({ atMs }) => atMs <= offer.price.atMs).sort((a, b) => a.atMs - b.atMs)];
  }));
}

/** The suspect prices: by stored verdicts of days that have ended, and the current day's by a second reading of the rule. */
async function findSuspects(db: Db, stations: readonly FeedStation[], input: CheckInput): Promise<Set<FeedPrice>> {
  const all: Offer[] = [];
  for (const fuel of FUELS) {
    all.push(...findOffers(stations, fuel, input.state.asOfMs!));
    await giveWay();
  }
  const values = new Set(all.filter(({ medianMilli }) => medianMilli !== null).map(toValue));
  const stored = new Set(input.suspects.map(toPair));
  const offers = all.filter((offer) => values.has(toValue(offer)) || stored.has(toPair(offer)));
  const pasts = await readPasts(db, offers, input);
  const isNew = (report?: Report) => report !== undefined && report.atMs >= input.judgedUntilMs;
  const setters = Map.groupBy(offers.filter((offer) => isNew(pasts.get(offer)!.at(-1))), toValue);
  const suspect = offers.filter((offer) => {
    const [past, { medianMilli }] = [pasts.get(offer)!, offer];
    const last = past.at(-1);
    if (last === undefined || findConfirmedMs(last) <= offer.price.atMs) return false;
    if (!isNew(last)) return last.isSuspect;
    if (medianMilli === null || setters.get(toValue(offer))!.length >= 3) return false;
    const isAsFar = ({ priceMilli }: Report) =>
      last.priceMilli < medianMilli ? priceMilli <= last.priceMilli : priceMilli >= last.priceMilli;
    const earlier = past.slice(0, -1).map((each) => isNew(each) ? { ...each, isSuspect: isAsFar(each) } : each);
    return isSuspect(last, earlier, medianMilli);
  });
  return new Set(suspect.map(({ price }) => price));
}

/** The world of the last accepted feed. Null when there is none that the data can be compared with. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const { stations, saysStockOuts } = await readFeed(input.bytes, input.readAsOfMs);
  const byId = new Map(stations.map((station) => [Number(station.id), station]));
  complete(byId, input, saysStockOuts);
  await raiseToLater(db, input, byId);
  const { asOfMs, revision, feedAtMs } = input.state;
  return { stations, asOfMs: asOfMs!, revision, feedAtMs, suspects: await findSuspects(db, stations, input) };
}
