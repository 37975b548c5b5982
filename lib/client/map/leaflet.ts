/** The parts of Leaflet that the map needs: 17 KB instead of 43. @module */

// Each file registers itself with the map it extends; the types are those of the whole library.
// @ts-types="@types/leaflet"
import { Map as LeafletMap } from "leaflet/src/map/Map.js";
import "leaflet/src/map/handler/Map.DoubleClickZoom.js";
import "leaflet/src/map/handler/Map.Drag.js";
import "leaflet/src/map/handler/Map.Keyboard.js";
import "leaflet/src/map/handler/Map.ScrollWheelZoom.js";
import "leaflet/src/map/handler/Map.TouchZoom.js";

// Leaflet's layers bring this method along; the map calls it even when it has none.
LeafletMap.include({ _addLayers() {} });

export { LeafletMap };
