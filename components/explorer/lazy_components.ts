/**
 * Components of the map page that load when the visitor first needs them, which keeps its first
 * load small.
 *
 * @module
 */

export { Filters, FiltersDone } from "./Filters.tsx";
export { FromAfar, ShortageSwitch } from "./FromAfar.tsx";
export { Empty, Exports, FilterChips, OfferNote, Unranked } from "./Notes.tsx";
export { OpenSheet } from "./OpenSheet.tsx";
export { Legend } from "../Legend.tsx";
export { Posted } from "../Paid.tsx";
