/** Finds the point of the map that an address of the home names by place, text or coordinates. @module */

import { toNameKey } from "../../shared/place_name.ts";
import { findPlaces, getPlace, type Place } from "../../shared/places.ts";
import type { View } from "../../shared/url_state.ts";
import type { PlaceRef, ViewLocation } from "../../shared/view_location.ts";
import { placeIndex } from "../geo.ts";

function toRef(place: Place): PlaceRef {
  const { code, name, department, postalCodes, lat, lng } = place;
  return { code, name, department, postalCode: postalCodes[0], lat, lng };
}

function toLocation(view: View, place: PlaceRef | null, others: PlaceRef[] = []): ViewLocation | null {
  const from = place ?? view.at;
  if (from === null) return null;
  const { lat, lng } = view.at ?? from;
  return { lat, lng, from: { lat: from.lat, lng: from.lng }, place, others };
}

/** Looks up a view's place or text; null when it has none or nothing is known by that name or code. */
export async function findLocation(view: View): Promise<ViewLocation | null> {
  if (view.place === null && view.q === "") return toLocation(view, null);
  const index = await placeIndex();
  const place = view.place === null ? null : getPlace(index, view.place);
  if (place) return toLocation(view, toRef(place));
  // A text with a centre names that centre (an address); alone it has to be found.
  if (view.q === "" || view.at !== null) return toLocation(view, null);
  const [first, ...others] = findPlaces(index, view.q, { limit: 6 });
  return first ? toLocation(view, toRef(first), findRivals(view.q, first, others).map(toRef)) : null;
}

/** Places that may be meant as well: of a name written out in full, only those that bear the same one. */
function findRivals(text: string, first: Place, others: Place[]): Place[] {
  const key = toNameKey(text);
  return toNameKey(first.name) === key ? others.filter(({ name }) => toNameKey(name) === key) : others;
}
