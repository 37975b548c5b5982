/** The six fuels: their codes, order and names. @module */

/**
 * Fuel codes of the API, exact and case-sensitive, in the order in which every response lists them.
 */
export const FUELS = ["gazole", "sp95", "sp98", "e10", "e85", "gplc"] as const;

/** One of the six fuel codes. */
export type Fuel = (typeof FUELS)[number];

/** The fuel of a page whose address names none: the one that most stations sell. */
export const DEFAULT_FUEL: Fuel = "gazole";

/** The State's names of the fuels. */
export const FUEL_LABELS: Readonly<Record<Fuel, string>> = {
  gazole: "Gazole",
  sp95: "SP95",
  sp98: "SP98",
  e10: "E10",
  e85: "E85",
  gplc: "GPLc",
};

/** Returns the database's number of a fuel: 1 to 6, in the order of {@link FUELS}. */
export function fuelNumber(fuel: Fuel): number {
  return FUELS.indexOf(fuel) + 1;
}

/** Returns the fuel with a database number (1 to 6). Throws a RangeError for any other number. */
export function fuelOfNumber(number: number): Fuel {
  const fuel = FUELS[number - 1];
  if (fuel === undefined) {
    throw new RangeError(`No fuel has the number ${number}; expected 1 to ${FUELS.length}`);
  }
  return fuel;
}

/** Returns whether a text is a fuel code. */
export function isFuel(text: string): text is Fuel {
  return (FUELS as readonly string[]).includes(text);
}
