/** Reads what the trends page shows, with its metadata and its words. @module */

import type { BrandTrend, National } from "../../domain/wire.ts";
import { brandTrends, type DataState, type Deps, isUnavailable } from "../../operations/mod.ts";
import { findAreaCurves, findNationals, type MeanPoint } from "../../operations/page_means.ts";
import { formatInstant, formatPrice } from "../../shared/format.ts";
import type { Fuel } from "../../shared/fuels.ts";
import type { Lang } from "../../shared/lang.ts";
import { type PageMeta, type PageRequest, toAsOf } from "../../shared/page.ts";
import { DEFAULT_FUEL } from "../../shared/url_state.ts";
import { setFrench } from "../../shared/words/fill.ts";
import { commonWords, fill } from "../../shared/words/mod.ts";

/** The trends page. */
export type TrendsPageData = {
  request: PageRequest;
  words: TrendsWords;
  meta: PageMeta;
  fuel: Fuel;
  nationals: National[];
  today: string;
  /** National means by fuel over a year; null when the history cannot be read. */
  curves: Map<Fuel, MeanPoint[]> | null;
  /** The six largest brands; null when the history cannot be read. */
  brands: BrandTrend[] | null;
  /** Days of the national curves, and of the brands'. */
  days: { nation: number; brands: number };
  state: DataState;
};

const NATION_DAYS = 365;
const BRAND_DAYS = 90;

async function readBrands(deps: Deps, fuel: Fuel): Promise<BrandTrend[] | null> {
  try {
    return (await brandTrends.read(deps, { fuel, days: BRAND_DAYS })).data;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/** Reads the trends. Throws SERVICE_UNAVAILABLE while there are no data. */
export async function loadTrends(deps: Deps, request: PageRequest): Promise<TrendsPageData> {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const [{ nationals, state }, { curves, today }, brands] = await Promise.all([
    findNationals(deps),
    findAreaCurves(deps, { area: "FR", days: NATION_DAYS }),
    readBrands(deps, fuel),
  ]);
  const words = trendsWords(request.lang);
  const figures = { request, words, fuel, nationals, today, curves, brands, state };
  return { ...figures, days: { nation: NATION_DAYS, brands: BRAND_DAYS }, meta: toMeta(figures) };
}

function toMeta({ request: { lang }, words, nationals, state }: Omit<TrendsPageData, "meta" | "days">): PageMeta {
  const { fuels } = commonWords(lang);
  const prices = nationals.filter(({ avgPrice1d }) => avgPrice1d !== null)
    .map(({ fuelType, avgPrice1d }) => `${fuels[fuelType].short} ${formatPrice(avgPrice1d!, lang)}`).join(", ");
  const date = formatInstant(toAsOf(state), lang);
  const path = "/tendances";
  return {
    path,
    title: words.title,
    description: fill(words.description, { date, prices }),
    crumbs: [{ name: words.heading, path }],
  };
}

const FRENCH = /* @__PURE__ */ setFrench({
  title: "Tendances : le prix des carburants en France",
  description: "Prix moyens des carburants en France au {date} : {prices}. Courbes et enseignes comparées.",
  heading: "Tendances",
  intro: "Moyenne nationale de chaque carburant, jour par jour.",
  nation: "Les six carburants",
  brands: "Les six plus grandes enseignes",
  brandsText: "Prix moyen {ofFuel} par enseigne.",
  brandsEmpty: "Aucune enseigne n’est encore connue.",
  brand: "Enseigne",
  stations: "Stations",
  today: "Aujourd’hui",
  change: "Sur la période",
});

/** The words of one language. `{name}` marks a gap for `fill()`. */
type TrendsWords = typeof FRENCH;

const ENGLISH: TrendsWords = {
  title: "Trends: fuel prices in France",
  description: "Average fuel prices in France as of {date}: {prices}. Price curves, and brands compared.",
  heading: "Trends",
  intro: "National average of each fuel, day by day.",
  nation: "The six fuels",
  brands: "The six largest brands",
  brandsText: "Average price {ofFuel} by brand.",
  brandsEmpty: "No brand is known yet.",
  brand: "Brand",
  stations: "Stations",
  today: "Today",
  change: "Over the period",
};

/** The words of a language. */
function trendsWords(lang: Lang): TrendsWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}
