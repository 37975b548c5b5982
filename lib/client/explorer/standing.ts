/** Finds how a station's price stands among those of all stations around it, whatever the filters. @module */

import { toKm } from "../../shared/listed_station.ts";
import { type Standing, STANDING_KM, toStanding } from "../../shared/standing.ts";
import { isInForce, type Stations, valueOf } from "../stations.ts";

const KM_PER_DEGREE = 111;

/** The standing of a station by the price of a fuel; null when it has none that counts, or too few stations are around. */
export function findStanding(stations: Stations, { id, fuel }: { id: string; fuel: string }): Standing | null {
  const own = stations.indexOf.get(id);
  const column = stations.fuels.get(fuel);
  if (own === undefined || !column || !isInForce(column, own)) return null;
  const at = (index: number) => ({ lat: valueOf(stations.lat, index), lng: valueOf(stations.lng, index) });
  const here = at(own);
  for (const radiusKm of STANDING_KM) {
    const others: number[] = [];
    for (let index = 0; index < stations.count; index++) {
      if (index === own || Math.abs(valueOf(stations.lat, index) - here.lat) * KM_PER_DEGREE > radiusKm) continue;
      if (isInForce(column, index) && toKm(here, at(index)) <= radiusKm) others.push(valueOf(column.price, index));
    }
    const standing = toStanding(valueOf(column.price, own), { others, radiusKm });
    if (standing) return standing;
  }
  return null;
}
