/** Parts of the map page that load when a visitor reaches for them, which keeps its first load small. @module */

export { CarFields, Filters } from "./Filters.tsx";
export { StationSheet } from "./StationSheet.tsx";
