/** What the state of the map page needs in some visits only, in one script. @module */

export { changeDriver, recallDriver } from "./pricing.ts";
export { recall } from "./recall.ts";
export { countServices, findServed, loadServices } from "./served.ts";
