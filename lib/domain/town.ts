/** Finds the official name of a station's town by its postal code. @module */

import type { Place, PlaceIndex } from "../shared/places.ts";
import { toNameKey } from "../shared/place_name.ts";
import { toTownText } from "./display_text.ts";

/** A town as its people write it: the commune, or a former commune of it under its own name. */
export type Town = { readonly name: string; readonly place: Place };

/** Towns by name key and postal code, and by name key and department (no two communes of one share a name). */
export type TownTable = {
  readonly byPostalCode: ReadonlyMap<string, Town>;
  readonly byDepartment: ReadonlyMap<string, Town>;
};

/** What the feed says of a town; `department` null when unknown. */
export type RawTown = { readonly city: string; readonly postalCode: string; readonly department: string | null };

/** Builds the table of all communes and former communes; districts of Paris, Lyon and Marseille count as their city. */
export function createTownTable(index: PlaceIndex): TownTable {
  const byPostalCode = new Map<string, Town>();
  const byDepartment = new Map<string, Town>();
  // Former names come second: a commune of today keeps its own.
  for (const former of [false, true]) {
    for (const { key, place, formerName, district } of index.entries) {
      if (district || (formerName !== null) !== former) continue;
      const town = { name: formerName ?? place.name, place };
      for (const postalCode of place.postalCodes) addFirst(byPostalCode, `${key}|${postalCode}`, town);
      addFirst(byDepartment, `${key}|${place.department}`, town);
    }
  }
  return { byPostalCode, byDepartment };
}

function addFirst(towns: Map<string, Town>, key: string, town: Town): void {
  if (!towns.has(key)) towns.set(key, town);
}

/** The town a feed means, by its postal code, else by its department; null when no commune has the name there. */
export function findTown(table: TownTable, raw: RawTown): Town | null {
  const key = toNameKey(toTownText(raw.city) ?? "");
  if (key === "") return null;
  const town = table.byPostalCode.get(`${key}|${raw.postalCode.trim()}`);
  return town ?? table.byDepartment.get(`${key}|${raw.department}`) ?? null;
}

/**
 * The name to show: the official one with its accents and hyphens where the town is known, else the text in French title
 * case; null when there is none.
 */
export function toTownName(table: TownTable, raw: RawTown): string | null {
  return findTown(table, raw)?.name ?? toTownText(raw.city);
}
