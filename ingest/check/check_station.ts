/** A raw station to one that may be stored: the place where every quirk of a station's own fields is dealt with. @module */

import { toAddressText } from "../../lib/domain/display_text.ts";
import type { DayHours } from "../../lib/domain/fact.ts";
import { toDayHours, toTimeOfDay } from "../../lib/domain/opening_hours.ts";
import { type Position, type PositionFlag, toPosition } from "../../lib/domain/position.ts";
import { toDepartmentCode } from "../../lib/domain/postal_code.ts";
import { toTownName, type TownTable } from "../../lib/domain/town.ts";
import type { RawHours, RawStation } from "../raw_station.ts";
import type { RefusedRow } from "./refused_row.ts";

/** A station as the tables hold it; texts null when unknown. */
export type CheckedStation = {
  id: number;
  postalCode: string | null;
  department: string | null;
  address: string | null;
  city: string | null;
  rawAddress: string;
  rawCity: string;
  rawLatitude: string;
  rawLongitude: string;
  position: Position | null;
  positionFlag: PositionFlag | null;
  motorway: boolean;
  automate247: boolean;
  openingHours: DayHours[] | null;
  services: string[];
};

const MAX_ID = 2_147_483_647;
const MAX_TEXT_CHARS = 300;
const MAX_SERVICES = 100;
const MAX_LABEL_CHARS = 200;
/** A label that needs no tidying, as all do in real feeds. */
const TIDY_LABEL = /^[!-~\u00a1-\u00ff]+(?: [!-~\u00a1-\u00ff]+)*$/;

/**
 * A station's id as a number; null unless it is digits without a leading zero that fit 32 bits.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toStationId("1000001"), 1000001);
 * equal(toStationId("01000001"), null);
 * ```
 */
export function toStationId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_ID ? id : null;
}

/** Text without what no database and no page can show: control characters become spaces, too long texts are cut. */
function toStorable(text: string): string {
  // deno-lint-ignore no-control-regex -- exactly these are meant
  return text.replace(/[\u0000-\u001f\u007f]+/g, " ").slice(0, MAX_TEXT_CHARS);
}

function toLabel(text: string): string {
  if (text.length <= MAX_LABEL_CHARS && TIDY_LABEL.test(text)) return text;
  return toStorable(text).replace(/\s+/g, " ").trim().slice(0, MAX_LABEL_CHARS);
}

/**
 * Services as they come, blanks at the ends and doubles removed, in the order of the feed. Unknown labels are kept.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(toServices(["Bar ", "Laverie", "Bar", ""]), ["Bar", "Laverie"]);
 * ```
 */
export function toServices(labels: readonly string[]): string[] {
  return [...new Set(labels.map(toLabel).filter((label) => label !== ""))].slice(0, MAX_SERVICES);
}

function findBadSlots(hours: RawHours | null): string[] {
  const bad: string[] = [];
  for (const { day, slots } of hours?.days ?? []) {
    for (const { open, close } of slots) {
      if (toTimeOfDay(open) === null || toTimeOfDay(close) === null) bad.push(`jour ${day}: ${open}-${close}`);
    }
  }
  return bad;
}

/** Checks the fields of one station whose id is good. What is refused leaves a field empty, never the station out. */
export function checkStation(
  raw: RawStation,
  { id, towns }: { id: number; towns: TownTable },
): { station: CheckedStation; refused: RefusedRow[] } {
  const refused: RefusedRow[] = findBadSlots(raw.hours)
    .map((text) => ({ stationId: raw.id, reason: "bad_hours", raw: text }));
  const cp = raw.postalCode.trim();
  const postalCode = /^\d{5}$/.test(cp) ? cp : null;
  if (postalCode === null) refused.push({ stationId: raw.id, reason: "bad_postal_code", raw: raw.postalCode });
  const department = postalCode && toDepartmentCode(postalCode, raw.city);
  const judged = toPosition({ latitude: raw.latitude, longitude: raw.longitude, department });
  const automate247 = raw.hours?.automate.trim() === "1";
  const [rawAddress, rawCity] = [toStorable(raw.address), toStorable(raw.city)];
  const station: CheckedStation = {
    id,
    postalCode,
    department,
    address: toAddressText(rawAddress),
    city: toTownName(towns, { city: rawCity, postalCode: cp, department }),
    rawAddress,
    rawCity,
    rawLatitude: toStorable(raw.latitude),
    rawLongitude: toStorable(raw.longitude),
    position: judged.position,
    positionFlag: judged.flag,
    motorway: raw.road.trim() === "A",
    automate247,
    openingHours: toDayHours(raw.hours?.days ?? null, automate247),
    services: toServices(raw.services),
  };
  return { station, refused };
}
