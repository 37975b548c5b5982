/** Functions that only some visits of the map page need, in one script. @module */

export { rememberView } from "../device/last_visit.ts";
export { toAreaAlert, toStationAlert } from "../alerts/alerts.ts";
export { shareLink } from "../share.ts";
export { addDetails } from "./details.ts";
export { keepPrices } from "../device/price_memory.ts";
export { changeDriver, readDriver } from "../device/driver.ts";
export { toOwnColumn } from "./pricing.ts";
export { followServices } from "./services.ts";
export { fillSheet, needFragment } from "./station_sheet.ts";
