/** Tells how the station of the sheet stands among those around it; loaded with the sheet. @module */

import { computed, effect } from "@preact/signals";
import { findStanding, type Standing } from "../../shared/standing.ts";
import { findPrices, type FuelColumn, type Stations, toKms, valueOf } from "../stations.ts";
import type { Store } from "./store.ts";

/** Among the prices of the fuel that is paid for there: a mean never mixes two. */
function toStandingAt(stations: Stations, { own, ...all }: FuelColumn, index: number): Standing | null {
  const column = own?.columns[valueOf(own.which, index)] ?? all;
  const kms = toKms(stations, { lat: valueOf(stations.lat, index), lng: valueOf(stations.lng, index) });
  const find = (radiusKm: number) => Array.from(findPrices(column, kms, radiusKm));
  // A price that counts is found at no distance.
  return find(0).length === 0 ? null : findStanding(valueOf(column.price, index), find);
}

let isFollowing = false;

/** Keeps the standing of the view's station, from now on for as long as the page lives. */
export function followStanding({ view, stations, column, standing }: Store): void {
  if (isFollowing) return;
  isFollowing = true;
  const id = computed(() => view.value.station ?? "");
  effect(() => {
    const [all, prices] = [stations.value, column.value];
    const index = all?.indexOf.get(id.value);
    standing.value = index === undefined ? null : toStandingAt(all!, prices!, index);
  });
}
