/** Parts of the map page that load when a visitor reaches for them, which keeps its first load small. @module */

export { DriverDialog } from "./DriverDialog.tsx";
export { Empty } from "./Empty.tsx";
export { Exports } from "./Exports.tsx";
export { CarFields, Filters } from "./Filters.tsx";
export { FromAfar, ShortageSwitch } from "./FromAfar.tsx";
export { OfferNote } from "./OfferNote.tsx";
export { OpenSheet } from "./OpenSheet.tsx";
export { Posted } from "../Paid.tsx";
export { Unranked } from "./Unranked.tsx";
