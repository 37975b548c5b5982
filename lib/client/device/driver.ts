/** Reads the visitor's car and discounts, which are stored only on the device. @module */

import { parseDriver } from "../../shared/price/my_price.ts";
import { type Driver, DRIVER_KEY } from "../../shared/price/real_cost.ts";
import { readStored } from "../browser.ts";

/** The driver that the device remembers; the usual one when there is none, or the browser refuses storage. */
export function readDriver(): Driver {
  return parseDriver(readStored(DRIVER_KEY));
}
