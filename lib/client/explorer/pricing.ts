/** Reads, stores and applies what a visitor pays for a litre; loaded when the device remembers it, or it is set. @module */

import { batch } from "@preact/signals";
import type { Fuel } from "../../shared/fuels.ts";
import { hasOwnPrices, toDriverText, toFuels, toNetMilli } from "../../shared/my_price.ts";
import { type Driver, DRIVER_KEY, USUAL_DRIVER } from "../../shared/real_cost.ts";
import { NO_PRICE } from "../../shared/unranked.ts";
import { readDriver } from "../driver.ts";
import { brandOf, type FuelColumn, MAX_AGE_H, type Stations, valueOf } from "../stations.ts";
import type { Store } from "./store.ts";

/** Which of some columns a station goes by: the lowest price that counts, else the first that is known at all. */
function choose(columns: readonly FuelColumn[], index: number): number {
  const milliOf = (which: number) => valueOf(columns[which]!.price, index);
  let best = -1;
  columns.forEach(({ ageH }, which) => {
    const counts = milliOf(which) > 0 && valueOf(ageH, index) < MAX_AGE_H;
    if (counts && (best === -1 || milliOf(which) < milliOf(best))) best = which;
  });
  return best === -1 ? Math.max(0, columns.findIndex((_, which) => milliOf(which) !== NO_PRICE.unknown)) : best;
}

/** What a driver pays at each station when one fuel is looked at: of the fuels that the car takes the cheapest, less discounts. */
export function toPaidColumn(stations: Stations, fuel: Fuel, driver: Driver): FuelColumn {
  const fuels = toFuels(fuel, driver);
  const columns = fuels.map((each) => stations.fuels.get(each)!);
  const which = Uint8Array.from({ length: stations.count }, (_, index) => choose(columns, index));
  const pick = (name: "price" | "ageH", index: number) => valueOf(columns[valueOf(which, index)]![name], index);
  const posted = Int16Array.from(which, (_, index) => pick("price", index));
  const price = posted.map((priceMilli, index) =>
    priceMilli > 0 ? toNetMilli({ priceMilli, brand: brandOf(stations, index) }, driver.discounts) : priceMilli
  );
  const ageH = Int32Array.from(which, (_, index) => pick("ageH", index));
  return { price, ageH, posted: { price: posted, fuels, which } };
}

/** Makes a driver the one that the page reckons with. */
function apply(driver: Driver, store: Store): void {
  const isOwn = driver.discounts.size > 0 || driver.fuels.length > 1;
  batch(() => {
    store.driver.value = driver;
    store.pricing.value = isOwn
      ? (stations, fuel) =>
        hasOwnPrices(fuel, driver) ? toPaidColumn(stations, fuel, driver) : stations.fuels.get(fuel)!
      : null;
  });
}

/** Reads the driver that the device remembers. */
export function recallDriver(store: Store): void {
  apply(readDriver(), store);
}

/** Changes the driver that the device remembers; null forgets. Without storage the page alone knows. */
export function changeDriver(change: ((driver: Driver) => Driver) | null, store: Store): void {
  const driver = change && change(store.driver.peek());
  apply(driver ?? USUAL_DRIVER, store);
  try {
    if (driver) localStorage.setItem(DRIVER_KEY, toDriverText(driver));
    else localStorage.removeItem(DRIVER_KEY);
  } catch { /* Storage is refused. */ }
}
