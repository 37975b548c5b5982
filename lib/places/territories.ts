/** Finds departments and regions by name or code, with a circle that contains each. @module */

import { DEPARTMENT_BOX_ROWS } from "./department_boxes.gen.ts";
import { DEPARTMENTS } from "./departments.ts";
import { toNameWords } from "./place_name.ts";
import { countEdits, toMostEdits } from "../shared/typing_errors.ts";
import { type Point, roundPoint, type TerritoryRef } from "./point.ts";

/** Kilometres of one degree of latitude. */
export const KM_PER_DEGREE = 111.2;

/**
 * A department or a region. Its code has no letter prefix, unlike that of a {@link TerritoryRef}.
 */
export type Territory = TerritoryRef & { readonly kind: "department" | "region" };

type Named = { readonly territory: Territory; readonly words: string; readonly key: string };

const SHORT_NAMES: Readonly<Record<string, string>> = { paca: "93", idf: "11" };
const MIN_RADIUS_KM = 10;
const MIN_LETTERS = 3;

/** Returns the box around some departments (codes). */
function toBox(
  departments: readonly string[],
): [south: number, west: number, north: number, east: number] {
  const boxes = departments.map((department) => DEPARTMENT_BOX_ROWS[department]!);
  const pick = (side: 0 | 1 | 2 | 3, of: (...values: number[]) => number) =>
    of(...boxes.map((box) => box[side]));
  return [pick(0, Math.min), pick(1, Math.min), pick(2, Math.max), pick(3, Math.max)];
}

/** Returns the centre of the box around some departments of mainland France and Corsica (codes). */
export function getMiddle(departments: readonly string[]): Point {
  const [south, west, north, east] = toBox(departments);
  return roundPoint({ lat: (south + north) / 2, lng: (west + east) / 2 });
}

function toTerritory(
  { kind, code, name }: Pick<Territory, "kind" | "code" | "name">,
  departments: readonly string[],
): Territory {
  const [south, west, north, east] = toBox(departments);
  const middle = getMiddle(departments);
  const height = (north - south) * KM_PER_DEGREE;
  const width = (east - west) * KM_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180);
  const radiusKm = Math.max(MIN_RADIUS_KM, Math.round(Math.max(height, width) * 0.55));
  return { kind, code, name, ...middle, radiusKm, departments };
}

/** Returns regions, then departments. An area that is both appears once, and Paris is a town. */
function findAll(): Named[] {
  const located = DEPARTMENTS.filter(({ code }) => code in DEPARTMENT_BOX_ROWS);
  const names = new Set(["Paris"]);
  const all: Named[] = [];
  const add = (named: Pick<Territory, "kind" | "code" | "name">, codes: readonly string[]) => {
    if (names.has(named.name)) return;
    names.add(named.name);
    const words = toNameWords(named.name).replace(/^la /, "");
    const territory = toTerritory(named, codes);
    all.push({ territory, words, key: words.replaceAll(" ", "") });
  };
  for (const [code, some] of Map.groupBy(located, ({ regionCode }) => regionCode)) {
    add(
      { kind: "region", code, name: some[0]!.regionName },
      some.map((department) => department.code),
    );
  }
  for (const { code, name } of located) add({ kind: "department", code, name }, [code]);
  return all;
}

let named: readonly Named[] | undefined;

function isExact({ territory, words }: Named, typed: string): boolean {
  if (words === typed) return true;
  if (territory.kind === "region") return SHORT_NAMES[typed] === territory.code;
  return territory.code.toLowerCase() === typed;
}

/** Converts a department or region to a view's place: `D69`, `R84`. */
export function toTerritoryRef(
  { kind, code, name, lat, lng, radiusKm, departments }: Territory,
): TerritoryRef {
  return { code: (kind === "region" ? "R" : "D") + code, name, lat, lng, radiusKm, departments };
}

/** Returns the department or region with a view's code, or null. */
export function getTerritory(code: string): TerritoryRef | null {
  named ??= findAll();
  return named.map(({ territory }) => toTerritoryRef(territory)).find((ref) => ref.code === code) ??
    null;
}

/**
 * Returns the departments and regions that a text names in full or by code as `exact`, and those
 * that it begins or misspells as `others`.
 */
export function findTerritories(text: string): { exact: Territory[]; others: Territory[] } {
  const typed = toNameWords(text.slice(0, 60)).replace(/^(?:la|le|les|l|departement|region) /, "");
  named ??= findAll();
  const exact = named.filter((each) => isExact(each, typed));
  const territoryOf = ({ territory }: Named) => territory;
  if (typed.length < MIN_LETTERS) return { exact: exact.map(territoryOf), others: [] };
  const key = typed.replaceAll(" ", "");
  const begun = named.filter((each) => !exact.includes(each) && each.key.startsWith(key));
  const most = toMostEdits(key.length);
  const alike = exact.length + begun.length > 0
    ? []
    : named.filter((each) =>
      (countEdits(key, each.key, most) ?? Infinity) <= most &&
      Math.abs(each.key.length - key.length) <= most
    );
  return { exact: exact.map(territoryOf), others: [...begun, ...alike].map(territoryOf) };
}
