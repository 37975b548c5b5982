/**
 * Reads and changes the visitor's profile, car and discounts, which is stored only on the device.
 *
 * @module
 */

import type { Signal } from "@preact/signals";
import { parseDriver, toDriverText } from "../../shared/price/my_price.ts";
import { type Driver, DRIVER_KEY, USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import { readStored, writeStored } from "../browser.ts";
import { requestJson } from "../request.ts";

/**
 * The driver that the device remembers; the usual one when there is none, or the browser refuses
 * storage.
 */
export function readDriver(): Driver {
  return parseDriver(readStored(DRIVER_KEY));
}

/**
 * Changes the page's driver and the stored one; null forgets. Without storage only the page knows
 * the change.
 */
export function changeDriver(
  driver: Signal<Driver>,
  change: ((driver: Driver) => Driver) | null,
): void {
  driver.value = change ? change(driver.peek()) : USUAL_DRIVER;
  writeStored(DRIVER_KEY, change && toDriverText(driver.peek()));
}

/** Brands to choose from, most stations first; none when they cannot be had. */
export async function readBrands(): Promise<readonly string[]> {
  const answer = await requestJson<{ data: { brand: string }[] }>("/api/v1/brands");
  return answer.kind === "ok" ? answer.body.data.map(({ brand }) => brand) : [];
}
