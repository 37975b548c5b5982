/**
 * Components of the map page that load when a visitor reaches for them, which keeps its first load
 * small.
 *
 * @module
 */

export { Filters, FiltersDone } from "./Filters.tsx";
export {
  Empty,
  Exports,
  FilterChips,
  FromAfar,
  OfferNote,
  ShortageSwitch,
  Unranked,
} from "./Notes.tsx";
export { OpenSheet } from "./OpenSheet.tsx";
export { Legend } from "../Legend.tsx";
export { Posted } from "../Paid.tsx";
