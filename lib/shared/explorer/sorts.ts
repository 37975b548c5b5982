/** Lists the orders of a list of stations, and which of them a place can have. @module */

/** Orders of the list. */
export const SORTS = ["price", "distance", "fresh", "cost"] as const;
/** One order of the list. */
export type Sort = (typeof SORTS)[number];

type Placed = { readonly place: string | null };

/** Whether a view's place is a department or region. */
export function isOfTerritory({ place }: Placed): boolean {
  return /^[DR]/.test(place ?? "");
}

/** The orders that a list can have: in a territory none by distance or detour, which need a place. */
export function sortsOf(view: Placed): readonly Sort[] {
  return isOfTerritory(view) ? ["price", "fresh"] : SORTS;
}

/** A view whose order its place can have: else it is that by price. */
export function settleSort<V extends Placed & { readonly sort: Sort }>(view: V): V {
  return sortsOf(view).includes(view.sort) ? view : { ...view, sort: "price" };
}
