/** Parts of the map page that load when a visitor reaches for them: its first load would carry them for nothing. @module */

export { CarFields } from "./CarFields.tsx";
export { Filters } from "./Filters.tsx";
export { StationSheet, toSheetPath } from "./StationSheet.tsx";
