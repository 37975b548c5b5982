/** Reads the visitor's car and discounts, which are stored on the device alone. @module */

import { parseDriver } from "../shared/my_price.ts";
import { type Driver, DRIVER_KEY, USUAL_DRIVER } from "../shared/real_cost.ts";

/** The driver that the device remembers; the usual one when there is none, or the browser refuses storage. */
export function readDriver(): Driver {
  try {
    return parseDriver(localStorage.getItem(DRIVER_KEY));
  } catch {
    return USUAL_DRIVER;
  }
}
