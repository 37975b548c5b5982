/**
 * Finds the position of a station from the feed's coordinates, and its department from its postal
 * code.
 *
 * @module
 */

import { DEPARTMENT_BOX_ROWS } from "../../places/department_boxes.gen.ts";
import { getDepartment, METROPOLITAN_DEPARTMENTS } from "../../places/departments.ts";
import { toNameKey } from "../../places/place_name.ts";
import { toKm } from "../../places/point.ts";
import { type Box, boxesAround, type Place } from "./earth.ts";
import { FOREIGN_POSTAL_CODES, STRADDLING_TOWNS } from "./postal_exceptions.gen.ts";

/** The repair (`swapped`, `plain_degrees`), or why the position is missing (the others). */
export type PositionFlag =
  | "swapped"
  | "plain_degrees"
  | "missing"
  | "zero"
  | "out_of_range"
  | "far_from_department";

type CheckedPosition = { position: Place | null; flag: PositionFlag | null };

/** The feed's coordinates are in hundred-thousandths of a degree. */
const SCALE = 100_000;

/**
 * Maximum distance in km from the bounding box of the department. In eleven feeds correct positions
 * are at most 4.9 km away, wrong ones at least 9 km.
 */
export const FAR_KM = 30;

/**
 * The centre of Paris, a geocoder's default for unknown addresses: 18 stations in 2016, one in
 * 2022.
 */
const GEOCODER_DEFAULT: Place = { lat: 48.85886, lng: 2.34706 };
const GEOCODER_DEFAULT_REACH = 0.0002;

/**
 * Checks raw coordinates against the department, or against all if it is null. Repairs swapped or
 * plain degrees if that fits.
 */
export function toPosition(
  raw: { latitude: string; longitude: string; department: string | null },
): CheckedPosition {
  const latitude = toNumber(raw.latitude);
  const longitude = toNumber(raw.longitude);
  if (latitude === null || longitude === null) return { position: null, flag: "missing" };
  if (latitude === 0) return { position: null, flag: "zero" };
  const readings: [number, number, PositionFlag | null][] = [
    [latitude / SCALE, longitude / SCALE, null],
    [longitude / SCALE, latitude / SCALE, "swapped"],
    [latitude, longitude, "plain_degrees"],
    [longitude, latitude, "swapped"],
  ];
  const possible = readings.filter(([lat, lng]) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180);
  if (possible.length === 0) return { position: null, flag: "out_of_range" };
  const fitting = possible.find(([lat, lng]) => fits({ lat, lng }, raw.department));
  if (!fitting) return { position: null, flag: "far_from_department" };
  return { position: { lat: fitting[0], lng: fitting[1] }, flag: fitting[2] };
}

function toNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^[+-]?\d+(?:\.\d*)?$/.test(plain) ? Number(plain) : null;
}

function fits(position: Place, department: string | null): boolean {
  const isDefault = Math.abs(position.lat - GEOCODER_DEFAULT.lat) < GEOCODER_DEFAULT_REACH &&
    Math.abs(position.lng - GEOCODER_DEFAULT.lng) < GEOCODER_DEFAULT_REACH;
  if (isDefault) return department === "75";
  return distanceKm(position, department) <= FAR_KM;
}

function distanceKm(position: Place, department: string | null): number {
  if (department === null) {
    return Math.min(
      ...Object.values(DEPARTMENT_BOX_ROWS).map((box) => distanceToBoxKm(position, box)),
    );
  }
  const box = DEPARTMENT_BOX_ROWS[department];
  return box ? distanceToBoxKm(position, box) : 0;
}

/**
 * Returns the kilometres on a sphere from a position to the nearest point of a box (south, west,
 * north, east); 0 inside.
 */
export function distanceToBoxKm(
  position: Place,
  box: readonly [number, number, number, number],
): number {
  const [south, west, north, east] = box;
  const lat = Math.min(Math.max(position.lat, south), north);
  return toKm(position, { lat, lng: Math.min(Math.max(position.lng, west), east) });
}

const METROPOLITAN_BOXES = METROPOLITAN_DEPARTMENTS.map(({ code }) => DEPARTMENT_BOX_ROWS[code]!);

/**
 * Returns whether a place within `offM` metres of a box may be in mainland France or Corsica, by
 * the boxes of their departments.
 */
export function mayBeInFrance(box: Box, offM: number): boolean {
  return boxesAround(box, offM).some(([west, south, east, north]) =>
    METROPOLITAN_BOXES.some((of) =>
      south <= of[2] && north >= of[0] && west <= of[3] && east >= of[1]
    )
  );
}

/** First postal code of Haute-Corse. The codes from 20000 up to it belong to Corse-du-Sud. */
const FIRST_OF_2B = "20200";

/**
 * Returns the department by the digits of a postal code. It may not exist; {@link toDepartmentCode}
 * handles the exceptions.
 */
function toDepartmentByDigits(postalCode: string): string {
  if (/^9[78]/.test(postalCode)) return postalCode.slice(0, 3);
  if (!postalCode.startsWith("20")) return postalCode.slice(0, 2);
  return postalCode < FIRST_OF_2B ? "2A" : "2B";
}

/**
 * Returns the department of a postal code. The town decides for sixteen codes that two departments
 * share. Returns null for invalid and foreign codes, such as Monaco's.
 */
export function toDepartmentCode(postalCode: string, town: string): string | null {
  const text = postalCode.trim();
  if (!/^\d{5}$/.test(text)) return null;
  const ofTown = STRADDLING_TOWNS[text]?.[toNameKey(town.replace(/\bcedex\b.*$/i, ""))];
  const code = FOREIGN_POSTAL_CODES[text] ?? ofTown ?? toDepartmentByDigits(text);
  return getDepartment(code) === null ? null : code;
}
