/** What the state of the map page needs in some visits only, in one script. @module */

export { needDrawn } from "./drawn.ts";
export { changeDriver, recallDriver } from "./pricing.ts";
export { fillSheet } from "./fill_sheet.ts";
export { countServices, followServed } from "./served.ts";
export { followStanding } from "./stand.ts";
