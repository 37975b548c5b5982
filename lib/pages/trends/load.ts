/** Reads the data of the trends page, with its metadata and its words. @module */

import { DEFAULT_FUEL } from "../../shared/fuels.ts";
import { brandTrends } from "../../operations/prices/brand_trends.ts";
import type { Backend } from "../../operations/operation.ts";
import { findMarketMove } from "../../operations/prices/market_move.ts";
import { findAreaCurves, findNationals } from "../../operations/prices/area_curves.ts";
import { readOptional } from "../../operations/per_snapshot.ts";
import { findPartialDays } from "../../domain/price/partial_days.ts";
import { type PageRequest, toAsOf, toPageMeta } from "../../site/metadata.ts";
import { formatInstant, formatPrice } from "../../words/format.ts";
import { commonWords, fill, inBothLanguages } from "../../words/mod.ts";

/** The trends page. */
export type TrendsPageData = Awaited<ReturnType<typeof loadTrends>>;

const NATION_DAYS = 365;
const BRAND_DAYS = 90;

/**
 * Returns the curves without the days that are partial for their fuel, and the number of days that
 * are partial for any.
 */
function leaveOutPartial(curves: Awaited<ReturnType<typeof findAreaCurves>>["curves"]) {
  const left = new Set<string>();
  const kept = curves && new Map([...curves].map(([fuel, points]) => {
    const partial = findPartialDays(points);
    for (const day of partial) left.add(day);
    return [fuel, points.filter(({ day }) => !partial.has(day))];
  }));
  return { curves: kept, partialDays: left.size };
}

/**
 * Reads the trends. `curves` (national means by fuel) and `brands` (the six largest) are null if
 * the history cannot be read. Throws SERVICE_UNAVAILABLE without data.
 */
export async function loadTrends(backend: Backend, request: PageRequest) {
  const { lang, fuel: named } = request;
  const fuel = named ?? DEFAULT_FUEL;
  const [{ nationals, state }, move, nation, trends] = await Promise.all([
    findNationals(backend),
    findMarketMove(backend, fuel),
    findAreaCurves(backend, { area: "FR", days: NATION_DAYS }),
    readOptional(() => brandTrends.read(backend, { fuel, days: BRAND_DAYS })),
  ]);
  const words = trendsWords[lang];
  const prices = nationals.filter(({ avgPrice1d }) => avgPrice1d !== null)
    .map(({ fuelType, avgPrice1d }) =>
      `${commonWords[lang].fuels[fuelType].short} ${formatPrice(avgPrice1d!, lang)}`
    );
  const values = { date: formatInstant(toAsOf(state), lang), prices: prices.join(", ") };
  const description = fill(words.description, values);
  const meta = toPageMeta(commonWords[lang].nav.trends, "/tendances", {
    title: words.title,
    description,
  });
  const { curves, partialDays } = leaveOutPartial(nation.curves);
  const days = { nation: NATION_DAYS, brands: BRAND_DAYS };
  return {
    request,
    words,
    fuel,
    nationals,
    move,
    curves,
    partialDays,
    brands: trends && trends.data,
    state,
    days,
    meta,
  };
}

const trendsWords = /* @__PURE__ */ inBothLanguages({
  title: ["Tendances : le prix des carburants en France", "Trends: fuel prices in France"],
  description: [
    "Prix moyens des carburants en France au {date} : {prices}. Courbes et enseignes comparées.",
    "Average fuel prices in France as of {date}: {prices}. Price curves, and brands compared.",
  ],
  intro: [
    "Moyenne nationale de chaque carburant, jour par jour.",
    "National average of each fuel, day by day.",
  ],
  nation: ["Prix moyen {ofFuel}", "Average price {ofFuel}"],
  partialDays: {
    one: [
      "{n} jour incomplet n’est pas tracé (moins de 95 % des stations).",
      "{n} incomplete day is not drawn (fewer than 95 % of the stations).",
    ],
    other: [
      "{n} jours incomplets ne sont pas tracés (moins de 95 % des stations).",
      "{n} incomplete days are not drawn (fewer than 95 % of the stations).",
    ],
  },
  brands: ["Les six plus grandes enseignes", "The six largest brands"],
  brandsText: ["Prix moyen {ofFuel} par enseigne.", "Average price {ofFuel} by brand."],
  brandsEmpty: ["Aucune enseigne n’est encore connue.", "No brand is known yet."],
  today: ["Aujourd’hui", "Today"],
  change: ["Sur la période", "Over the period"],
});
