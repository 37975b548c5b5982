/** Names under which the browser's storage holds what the device remembers of a visitor. @module */

/** The list of favourite stations. */
export const FAVOURITES_KEY = "favourites";

/** The last visit of the map. */
export const LAST_VISIT_KEY = "last";

/** The last route that was found. */
export const MY_ROUTE_KEY = "route";

/** The theme that was chosen: `dark` or `light`. */
export const THEME_KEY = "theme";
