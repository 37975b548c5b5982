/** Keeps the price position of the sheet's station among those around it; loaded with the sheet. @module */

import { effect } from "@preact/signals";
import { findStanding, type Standing } from "../../shared/price/standing.ts";
import { findPrices, type FuelColumn, type Stations, toKms, valueOf } from "../stations.ts";
import type { Model } from "./derive.ts";

/** The price position of a station among those around it, by the fuel that is paid for there: a mean never mixes two. */
export function toStandingAt(stations: Stations, { own, ...all }: FuelColumn, index: number): Standing | null {
  const column = own?.columns[valueOf(own.which, index)] ?? all;
  const kms = toKms(stations, { lat: valueOf(stations.lat, index), lng: valueOf(stations.lng, index) });
  const find = (radiusKm: number) => Array.from(findPrices(column, kms, radiusKm));
  // A price that counts is found at no distance.
  return find(0).length === 0 ? null : findStanding(valueOf(column.price, index), find);
}

let isFollowing = false;

/** Keeps it from now on, for as long as the page lives. */
export function followRank({ stations, column, stationId, standing }: Model): void {
  if (isFollowing) return;
  isFollowing = true;
  effect(() => {
    const [all, prices] = [stations.value, column.value];
    const index = all?.indexOf.get(stationId.value);
    standing.value = index === undefined ? null : toStandingAt(all!, prices!, index);
  });
}
