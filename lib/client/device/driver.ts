/**
 * Reads and changes the visitor's profile, car and discounts, which are stored only on the device.
 *
 * @module
 */

import type { Signal } from "@preact/signals";
import { parseDriver, toDriverText } from "../../shared/price/my_price.ts";
import { type Driver, DRIVER_KEY, USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import { readStored, writeStored } from "../browser.ts";
import { requestJson } from "../request.ts";

/**
 * Returns the driver that the device remembers, or the usual one if nothing is stored or the
 * browser blocks storage.
 */
export function readDriver(): Driver {
  return parseDriver(readStored(DRIVER_KEY));
}

/**
 * Changes the page's driver and the stored one. Null forgets the driver. If the browser blocks
 * storage, only the page changes.
 */
export function changeDriver(
  driver: Signal<Driver>,
  change: ((driver: Driver) => Driver) | null,
): void {
  driver.value = change ? change(driver.peek()) : USUAL_DRIVER;
  writeStored(DRIVER_KEY, change && toDriverText(driver.peek()));
}

/**
 * Returns the brands to choose from, most stations first, or an empty list if the request fails.
 */
export async function readBrands(): Promise<readonly string[]> {
  const answer = await requestJson<{ data: { brand: string }[] }>("/api/v1/brands");
  return answer.kind === "ok" ? answer.body.data.map(({ brand }) => brand) : [];
}
