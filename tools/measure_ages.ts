/**
 * Measures how old prices change, and how much the margins for old prices gain, on every tenth day
 * of a year's archive, in two halves.
 *
 * @module
 */

import { lastFactMs, PERIOD_GAP_MS, type PricePeriod } from "../lib/domain/price/price_period.ts";
import { type Fuel, fuelNumber } from "../lib/shared/fuels.ts";
import { toCautiousMilli } from "../lib/shared/price/age_lead.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { readYear, toDays, toPercent, type YearStation } from "./year_of_prices.ts";

/** A price that a station shows, and the next report within a week, or null without one. */
type Offer = { priceMilli: number; ageMs: number; nextMilli: number | null };

const EVERY_DAYS = 10;
/** Cells of about 20 km. Only cells with at least `minStations` stations are measured. */
const CELL = { lat: 0.18, lng: 0.26, minStations: 8 };
const AGE_CLASSES = [0, 3, 7, 14, 21, 30];
const GROUPS: Record<string, readonly Fuel[]> = {
  gazole: ["gazole"],
  petrol: ["sp95", "e10", "sp98"],
  "e85, gplc": ["e85", "gplc"],
};

/** Returns the price that a station shows at an instant, or null if no price is in force. */
function toOffer(periods: readonly PricePeriod[], nowMs: number): Offer | null {
  const index = periods.findLastIndex(({ atMs }) => atMs <= nowMs);
  const period = periods[index];
  if (!period) return null;
  const facts = [period.atMs, ...period.confirmedAtMs];
  const factMs = facts.findLast((ms) => ms <= nowMs)!;
  if (nowMs - factMs > PERIOD_GAP_MS) return null;
  const again = facts.find((ms) => ms > nowMs);
  const next = again === undefined ? periods[index + 1] : period;
  const nextMs = again ?? next?.atMs ?? Infinity;
  const isSoon = nextMs - nowMs <= 7 * DAY_MS;
  return {
    priceMilli: period.priceMilli,
    ageMs: nowMs - factMs,
    nextMilli: isSoon ? next!.priceMilli : null,
  };
}

/** Returns the offers of the cells at an instant. */
function toCells(stations: readonly YearStation[], fuel: number, nowMs: number): Offer[][] {
  const offers = stations.flatMap(({ position, fuels }) => {
    const offer = position && toOffer(fuels.get(fuel) ?? [], nowMs);
    if (!offer) return [];
    const cell = `${Math.floor(position.lat / CELL.lat)}/${Math.floor(position.lng / CELL.lng)}`;
    return [{ ...offer, cell }];
  });
  return [...Map.groupBy(offers, ({ cell }) => cell).values()].filter(({ length }) =>
    length >= CELL.minStations
  );
}

function toRises(offers: readonly Offer[]): number[] {
  return offers.flatMap(({ priceMilli, nextMilli }) =>
    nextMilli === null ? [] : [nextMilli - priceMilli]
  ).sort((a, b) => a - b);
}

function toMean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(1);
}

function describe(name: string, offers: readonly Offer[]): void {
  const rises = toRises(offers);
  const upper = rises[Math.floor(rises.length * 0.75)];
  const dearer = toPercent(rises.filter((rise) => rise > 30).length, rises.length);
  console.log(
    `    ${name}: ${offers.length}, next known ${rises.length}, mean ${toMean(rises)}, ` +
      `third quartile ${upper}, dearer by over 3 cents ${dearer}`,
  );
}

/** The cheapest offer of a cell, and the one that is recommended instead. */
type Change = { old: Offer; recommended: Offer };

/**
 * Returns the cheapest offer of each cell for some fuels at some instants, and the changes where
 * another one is recommended.
 */
function compareOffers(
  fuels: readonly Fuel[],
  instantsMs: readonly number[],
): { cheapest: Offer[]; changes: Change[] } {
  const cells = instantsMs.flatMap((nowMs) =>
    fuels.flatMap((fuel) =>
      toCells(stations, fuelNumber(fuel), nowMs).map((offers) => ({ fuel, offers }))
    )
  );
  const compared = cells.map(({ fuel, offers }) => {
    const cautious = (offer: Offer) => toCautiousMilli({ fuel, ...offer });
    const [old] = offers.toSorted((a, b) => a.priceMilli - b.priceMilli);
    const [recommended] = offers.toSorted((a, b) => cautious(a) - cautious(b));
    return { old: old!, recommended: recommended! };
  });
  return {
    cheapest: compared.map(({ old }) => old),
    changes: compared.filter(({ old, recommended }) => recommended.priceMilli !== old.priceMilli),
  };
}

function describeAges(cheapest: readonly Offer[]): void {
  for (const [at, from] of AGE_CLASSES.slice(0, -1).entries()) {
    const to = AGE_CLASSES[at + 1]!;
    const ofAge = cheapest.filter(({ ageMs }) => ageMs >= from * DAY_MS && ageMs < to * DAY_MS);
    describe(`cheapest, ${from} to ${to} days`, ofAge);
  }
}

function describeChanges(changes: readonly Change[], cellCount: number): void {
  const both = changes.filter(({ old, recommended }) =>
    old.nextMilli !== null && recommended.nextMilli !== null
  );
  const gains = both.map(({ old, recommended }) => old.nextMilli! - recommended.nextMilli!);
  const shown = both.map(({ old, recommended }) => recommended.priceMilli - old.priceMilli);
  const share = toPercent(changes.length, cellCount);
  const later = toMean(gains.map((gain) => -gain));
  const notDearer = toPercent(gains.filter((gain) => gain >= 0).length, gains.length);
  console.log(
    `    another station is recommended in ${share}; next reports of both known ${both.length}:`,
  );
  console.log(
    `    shown dearer by ${toMean(shown)}, dearer at the next reports by ${later}, ` +
      `not dearer then in ${notDearer}`,
  );
}

const stations = await readYear();
for (const { fuels } of stations) {
  for (const periods of fuels.values()) periods.sort((a, b) => lastFactMs(a) - lastFactMs(b));
}
const noons = toDays(stations).slice(35, 355).filter((_, at) => at % EVERY_DAYS === 0)
  .map(({ judged }) => judged.startMs + DAY_MS / 2);
for (const half of [0, 1]) {
  console.log(half === 0 ? "Chosen on these days:" : "Judged on the other days:");
  const instantsMs = noons.filter((_, at) => at % 2 === half);
  for (const [group, fuels] of Object.entries(GROUPS)) {
    const { cheapest, changes } = compareOffers(fuels, instantsMs);
    console.log(`  ${group}: ${cheapest.length} cells`);
    describeAges(cheapest);
    if (changes.length > 0) describeChanges(changes, cheapest.length);
  }
}
