/** Brands of the sample: how many stations each has, how it prices and what it sells, roughly as in France. @module */

/** How stations of a brand behave. */
export type SampleBrand = {
  /** Spelling in the brands file; empty: none. */
  name: string;
  /** Share among ordinary stations, in thousandths. */
  weight: number;
  /** Difference from the country's level, thousandths of a euro. */
  offsetMilli: number;
  /** Mean days between two changes. */
  pauseDays: number;
  /** How often the station has a 24/24 terminal. */
  automate: number;
  /** How often it sells E85 and GPLc. */
  e85: number;
  gplc: number;
};

/** All brands of the sample. The spellings vary as they do on the map, so that the merging of brands has work. */
export const SAMPLE_BRANDS: readonly SampleBrand[] = [
  { name: "TotalEnergies", weight: 190, offsetMilli: 35, pauseDays: 5.5, automate: 0.45, e85: 0.35, gplc: 0.2 },
  { name: "TotalEnergies Access", weight: 90, offsetMilli: -5, pauseDays: 4, automate: 0.6, e85: 0.75, gplc: 0.3 },
  { name: "Intermarché", weight: 150, offsetMilli: -30, pauseDays: 4, automate: 0.85, e85: 0.45, gplc: 0.1 },
  { name: "Carrefour Market", weight: 75, offsetMilli: -22, pauseDays: 4, automate: 0.8, e85: 0.4, gplc: 0.1 },
  { name: "Carrefour Contact", weight: 40, offsetMilli: -10, pauseDays: 5.5, automate: 0.75, e85: 0.2, gplc: 0.05 },
  { name: "E.Leclerc", weight: 70, offsetMilli: -45, pauseDays: 3.25, automate: 0.9, e85: 0.85, gplc: 0.35 },
  { name: "Système U", weight: 45, offsetMilli: -35, pauseDays: 4, automate: 0.85, e85: 0.5, gplc: 0.12 },
  { name: "Super U", weight: 50, offsetMilli: -35, pauseDays: 4, automate: 0.85, e85: 0.5, gplc: 0.12 },
  { name: "Esso Express", weight: 60, offsetMilli: -15, pauseDays: 3.25, automate: 0.95, e85: 0.05, gplc: 0.02 },
  { name: "Avia", weight: 70, offsetMilli: 40, pauseDays: 8.5, automate: 0.4, e85: 0.15, gplc: 0.15 },
  { name: "Auchan", weight: 28, offsetMilli: -30, pauseDays: 3.25, automate: 0.9, e85: 0.7, gplc: 0.2 },
  { name: "Eni", weight: 18, offsetMilli: 25, pauseDays: 5.5, automate: 0.4, e85: 0.1, gplc: 0.1 },
  { name: "BP", weight: 12, offsetMilli: 60, pauseDays: 5.5, automate: 0.2, e85: 0.05, gplc: 0.2 },
  { name: "Shell", weight: 8, offsetMilli: 70, pauseDays: 5.5, automate: 0.1, e85: 0.1, gplc: 0.2 },
  { name: "Elan", weight: 22, offsetMilli: 75, pauseDays: 14.5, automate: 0.15, e85: 0.05, gplc: 0.1 },
  { name: "", weight: 72, offsetMilli: 70, pauseDays: 16, automate: 0.2, e85: 0.05, gplc: 0.08 },
];

/** Brands along motorways, with their share. */
export const MOTORWAY_BRANDS: readonly (readonly [string, number])[] = [
  ["TotalEnergies", 40],
  ["Shell", 18],
  ["BP", 17],
  ["Eni", 8],
  ["Avia", 8],
  ["Esso Express", 4],
  ["E.Leclerc", 3],
  ["Carrefour", 2],
];

/** The least of what a motorway station costs more than others, in thousandths. */
export const MOTORWAY_OFFSET_MILLI = 210;
