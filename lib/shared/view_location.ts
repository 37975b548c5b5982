/** Where a view is, as pages and islands hand it to each other. @module */

import type { View } from "./url_state.ts";

/** A point in degrees. */
export type Point = { readonly lat: number; readonly lng: number };

/** A commune as pages and islands know it. */
export type PlaceRef = Point & {
  /** INSEE code. */
  readonly code: string;
  readonly name: string;
  readonly department: string;
  readonly postalCode: string;
};

/** Where a view is. */
export type ViewLocation = Point & {
  /** Where distances are measured from: the place, else the centre. */
  readonly from: Point;
  readonly place: PlaceRef | null;
  /** Other places that the text may have meant. */
  readonly others: readonly PlaceRef[];
};

/** What a visitor chose in the search field. */
export type Choice =
  | { readonly kind: "place"; readonly place: PlaceRef }
  | ({ readonly kind: "address"; readonly label: string } & Point)
  | ({ readonly kind: "here" } & Point);

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

/**
 * The view of a choice: fuel, order and filters stay, the rest begins anew.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * import { EMPTY_VIEW } from "./url_state.ts";
 * const view = moveTo(EMPTY_VIEW, { kind: "here", lat: 45.76401, lng: 4.83566 });
 * deepEqual(view.at, { lat: 45.764, lng: 4.836 });
 * ```
 */
export function moveTo(view: View, choice: Choice): View {
  const fresh = { ...view, place: null, q: "", at: null, radiusKm: null, station: null };
  if (choice.kind === "place") return { ...fresh, place: choice.place.code };
  const at = { lat: round(choice.lat), lng: round(choice.lng) };
  return { ...fresh, at, q: choice.kind === "address" ? choice.label : "" };
}

/** Addresses of the communes' files: those from 2 000 inhabitants, and the rest. */
export type PlaceFiles = { towns: string; villages: string };

/** Addresses of the files of our own map: outlines of departments, countries and rivers around, names of towns. */
export type BaseFiles = { departments: string; context: string; labels: string };
