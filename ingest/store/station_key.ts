/** One text per station that differs when anything stored of it differs: comparing field by field forgets the next field. @module */

import type { DayHours } from "../../lib/domain/fact.ts";
import type { StationToWrite } from "../../lib/db/ingest/stations_write.ts";

function toHoursKey(hours: DayHours[] | null): string {
  if (hours === null) return "?";
  return hours.map(({ day, closed, slots }) =>
    `${day}${closed ? "x" : ""}${slots.map(({ open, close }) => `${open}-${close}`).join("+")}`
  ).join(" ");
}

/**
 * The text of a station. Hours are written out because the database gives JSON back with its keys in another order.
 */
export function toStationKey(station: StationToWrite): string {
  const { position, openingHours, services } = station;
  return [
    ...[station.postalCode, station.department, station.address, station.city, station.rawAddress, station.rawCity],
    ...[station.rawLatitude, station.rawLongitude, position?.lat, position?.lng, station.positionFlag],
    ...[station.motorway, station.automate247, toHoursKey(openingHours), ...services],
  ].map((value) => value ?? "\u0000").join("\u001f");
}
