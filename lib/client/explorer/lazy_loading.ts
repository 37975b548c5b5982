/** The functions that only some visits of the map page need, in one script. @module */

import { effect } from "@preact/signals";
import { rememberView } from "../device/last_visit.ts";
import type { Model } from "./model.ts";

export { shareLink } from "../share.ts";
export { addDetails } from "./details.ts";
export { changeDriver, recallDriver } from "./pricing.ts";
export { followServices } from "./services.ts";
export { fillSheet, followRank, needFragment } from "./station_sheet.ts";

/** Remembers each view from now on. */
export function rememberViews({ view, where }: Model): void {
  effect(() => rememberView(view.value, where.value));
}
