/**
 * Words and sentences that the texts of MCP tools share: ages, distances, lists, the footer.
 *
 * @module
 */

import type { CheapStation } from "../domain/wire.ts";
import { isMembersOnly } from "../shared/member_brands.ts";
import { toParisTime } from "../shared/time/paris_time.ts";
import type { Fuel } from "../shared/fuels.ts";
import type { Body } from "./operation.ts";

/** Names of the fuels for readers, the code first. */
export const FUEL_NAMES: Record<Fuel, string> = {
  gazole: "gazole (diesel)",
  sp95: "sp95 (petrol 95 E5)",
  sp98: "sp98 (petrol 98 E5)",
  e10: "e10 (petrol SP95-E10)",
  e85: "e85 (bioethanol)",
  gplc: "gplc (LPG)",
};

/** The area that the source covers. */
export const COVERAGE = "the source has stations in mainland France and Corsica only";
/** Why prices overseas are missing. */
export const NOT_COVERED = `not covered, ${COVERAGE}`;

/** Returns how long before `asOf` an instant was, in one unit ("26 h ago"). Both are ISO texts. */
export function toAge(instant: string, asOf: string): string {
  const minutes = Math.floor((Date.parse(asOf) - Date.parse(instant)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  // Up to two days, hours are more precise.
  if (minutes < 2 * 1440) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}

/** Returns an instant as Paris wall-clock time: `2026-06-05 12:10 Paris time`. */
export function toParisText(instant: string): string {
  return `${toParisTime(Date.parse(instant)).slice(0, 16)} Paris time`;
}

/** Control and format characters, and those that start markup, a link or a quotation. */
const UNSAFE = /[\s\p{C}`*_#<>[\]{}|~\\]+/gu;

/**
 * Returns text from outside (a name, an address) as data within a text: one line in double quotes,
 * at most `max` characters, without markup.
 */
export function toQuoted(text: string, max: number): string {
  const clean = text.replace(UNSAFE, " ").replace(/["“”„‟«»＂]/g, "'").trim();
  const characters = [...clean];
  const line = characters.length <= max
    ? characters.join("")
    : `${characters.slice(0, max - 1).join("").trimEnd()}…`;
  return `"${line}"`;
}

/**
 * Returns the name of a station, or its brand or address, and whether it sells to members only;
 * null if it has none of these.
 */
export function toStationLabel(
  station: Pick<CheapStation, "name" | "brand" | "address">,
): string | null {
  const label = station.name ?? station.brand ?? station.address;
  if (label === null) return null;
  return toQuoted(label, 27) + (isMembersOnly(station) ? " (members only)" : "");
}

/**
 * Returns a station and when it set its price: `"Relais de la Plaine", "Puilboreau" (17), reported
 * 2 days ago, id 17138001`.
 */
export function toStationText(station: CheapStation, asOf: string): string {
  const town = station.city ? `, ${toQuoted(station.city, 45)}` : "";
  const department = station.department ? ` (${station.department})` : "";
  const label = toStationLabel(station) ?? "a station without a name";
  const age = toAge(station.updated_at, asOf);
  return `${label}${town}${department}, reported ${age}, id ${station.id}`;
}

/** Returns the lowest and the highest price of an area or brand, with their stations. */
export function toExtremesText(
  { min, max }: { min: CheapStation; max: CheapStation },
  asOf: string,
): string {
  return `lowest ${min.price} at ${toStationText(min, asOf)}; ` +
    `highest ${max.price} at ${toStationText(max, asOf)}`;
}

/** Returns `n things` or `1 thing`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns a signed difference in cents per litre from thousandths of a euro. */
export function toCents(milli: number): string {
  const sign = milli > 0 ? "+" : milli < 0 ? "-" : "";
  return `${sign}${(Math.abs(milli) / 10).toFixed(1)} cents`;
}

/** Returns the place of a request: its name if the caller gave one, otherwise the coordinates. */
export function toSpotText({ place }: Body["meta"], point: { lat: number; lng: number }): string {
  if (place) return (place as { name: string }).name;
  return `${+point.lat.toFixed(4)}, ${+point.lng.toFixed(4)}`;
}

/** Returns a distance rounded to 10 m below 1 km, otherwise to 100 m. */
export function toKm(distanceKm: number): string {
  return `${distanceKm < 1 ? distanceKm.toFixed(2) : distanceKm.toFixed(1)} km`;
}

/** Returns why a list is empty, unless the text of its tool already says so. */
function toReason({ reason }: Body["meta"]): string | null {
  if (reason === "outside_coverage") return `This is ${NOT_COVERED}.`;
  return reason === "fuel_not_sold_here"
    ? "The fuel has no price in force there, whatever the filters."
    : null;
}

function toUnknownStations({ unknown_station: unknown }: Body["meta"]): string[] {
  return ((unknown ?? []) as { station: string }[]).map(({ station }) =>
    `No station has the id ${toQuoted(station, 20)}.`
  );
}

function toUnknownBrands({ unknown_brand: unknown }: Body["meta"]): string[] {
  return ((unknown ?? []) as { brand: string; nearest: string[] }[]).map(({ brand, nearest }) => {
    const alike = nearest.map((each) => toQuoted(each, 40)).join(", ");
    const hint = alike && `; brands spelled alike: ${alike}`;
    return `No station is of a brand ${toQuoted(brand, 40)}${hint}.`;
  });
}

/**
 * Joins the non-empty lines and adds a footer with the date, so that a model does not present old
 * prices as current.
 */
export function toToolText(lines: readonly (string | null)[], { meta }: Body): string {
  const warning = meta.notice ? `Warning: ${meta.notice}.` : null;
  const source = `${meta.attribution} (${meta.license})`;
  const footer = `As of ${toParisText(meta.generated_at)}. Source: ${source}.`;
  const all = [
    ...lines,
    toReason(meta),
    ...toUnknownStations(meta),
    ...toUnknownBrands(meta),
    warning,
    footer,
  ];
  return all.filter((line) => line !== null && line !== "").join("\n");
}
