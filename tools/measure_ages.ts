/**
 * Measures how old prices change, and how much the margins for old prices gain, on every tenth day
 * of a year's archive, in two halves.
 *
 * @module
 */

import { lastFactMs, PERIOD_GAP_MS, type PricePeriod } from "../lib/domain/price/price_period.ts";
import { fuelNumber, FUELS } from "../lib/shared/fuels.ts";
import { toCautiousMilli } from "../lib/shared/price/age_lead.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { readYear, toDays, toPercent, type YearStation } from "./year_of_prices.ts";

/** A price that a station shows, and the next report within a week, or null without one. */
type Offer = { priceMilli: number; ageMs: number; nextMilli: number | null };

const EVERY_DAYS = 10;
/** Cells of about 20 km. Only cells with at least `minStations` stations are measured. */
const CELL = { lat: 0.18, lng: 0.26, minStations: 8 };
const AGE_CLASSES = [0, 3, 7, 14, 21, 30];
const GROUPS = {
  gazole: ["gazole"],
  petrol: ["sp95", "e10", "sp98"],
  "e85, gplc": ["e85", "gplc"],
} as const;

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
    `    ${name}: ${offers.length}, next known ${rises.length}, mean ${
      toMean(rises)
    }, third quartile ${upper}, dearer by over 3 cents ${dearer}`,
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
  for (const [group, fuels] of Object.entries(GROUPS)) {
    const cheapest: Offer[] = [];
    const changed: { old: Offer; recommended: Offer }[] = [];
    for (const nowMs of noons.filter((_, at) => at % 2 === half)) {
      for (const fuel of FUELS.filter((each) => (fuels as readonly string[]).includes(each))) {
        for (const cell of toCells(stations, fuelNumber(fuel), nowMs)) {
          const [old] = cell.toSorted((a, b) => a.priceMilli - b.priceMilli);
          const [recommended] = cell.toSorted((a, b) =>
            toCautiousMilli({ fuel, ...a }) - toCautiousMilli({ fuel, ...b })
          );
          cheapest.push(old!);
          if (recommended!.priceMilli !== old!.priceMilli) {
            changed.push({ old: old!, recommended: recommended! });
          }
        }
      }
    }
    console.log(`  ${group}: ${cheapest.length} cells`);
    for (const [at, from] of AGE_CLASSES.slice(0, -1).entries()) {
      const to = AGE_CLASSES[at + 1]!;
      const ofAge = cheapest.filter(({ ageMs }) => ageMs >= from * DAY_MS && ageMs < to * DAY_MS);
      describe(`cheapest, ${from} to ${to} days`, ofAge);
    }
    if (changed.length === 0) continue;
    const both = changed.filter(({ old, recommended }) =>
      old.nextMilli !== null && recommended.nextMilli !== null
    );
    const gains = both.map(({ old, recommended }) => old.nextMilli! - recommended.nextMilli!);
    const shown = both.map(({ old, recommended }) => recommended.priceMilli - old.priceMilli);
    console.log(
      `    another station is recommended in ${
        toPercent(changed.length, cheapest.length)
      }; next reports of both known ${both.length}:`,
    );
    console.log(
      `    shown dearer by ${toMean(shown)}, dearer at the next reports by ${
        toMean(gains.map((gain) => -gain))
      }, not dearer then in ${toPercent(gains.filter((gain) => gain >= 0).length, gains.length)}`,
    );
  }
}
