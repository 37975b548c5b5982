/** Words of the trends page. @module */

import type { Lang } from "../../shared/lang.ts";
import { setFrench } from "../../shared/words/fill.ts";

/** `{name}` marks a gap. */
export type TrendsWords = {
  title: string;
  /** {date}, {prices} */
  description: string;
  heading: string;
  intro: string;
  nation: string;
  brands: string;
  /** {ofFuel}, {days} */
  brandsText: string;
  brandsEmpty: string;
  brand: string;
  stations: string;
  today: string;
  change: string;
};

const FRENCH: TrendsWords = /* @__PURE__ */ setFrench({
  title: "Tendances : le prix des carburants en France",
  description: "Prix moyens des carburants en France au {date} : {prices}. Courbes sur un an et enseignes comparées.",
  heading: "Tendances",
  intro: "Moyenne nationale de chaque carburant, jour par jour.",
  nation: "Six carburants sur un an",
  brands: "Les six plus grandes enseignes",
  brandsText: "Prix moyen {ofFuel} par enseigne, {days} derniers jours.",
  brandsEmpty: "Aucune enseigne n’est encore connue.",
  brand: "Enseigne",
  stations: "Stations",
  today: "Aujourd’hui",
  change: "Sur la période",
});

const ENGLISH: TrendsWords = {
  title: "Trends: fuel prices in France",
  description: "Mean fuel prices in France as of {date}: {prices}. Curves over one year and brands compared.",
  heading: "Trends",
  intro: "National mean of each fuel, day by day.",
  nation: "Six fuels over one year",
  brands: "The six largest brands",
  brandsText: "Mean price {ofFuel} by brand, last {days} days.",
  brandsEmpty: "No brand is known yet.",
  brand: "Brand",
  stations: "Stations",
  today: "Today",
  change: "Over the period",
};

/** The words of a language. */
export function trendsWords(lang: Lang): TrendsWords {
  return lang === "fr" ? FRENCH : ENGLISH;
}
