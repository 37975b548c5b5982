/** Hands out the index of communes, read once from our own files in `static/geo/`. @module */

import { lazy } from "../../shared/lazy.ts";
import { createPlaceIndex, type PlaceColumns, type PlaceIndex } from "../../shared/place/places.ts";

const FOLDER = new URL("../../../static/geo/", import.meta.url);

let loaded: PlaceIndex | null = null;

/** All communes, indexed on the first call. */
export const placeIndex: () => Promise<PlaceIndex> = lazy(async () => {
  const texts = await Promise.all(
    ["towns.json", "villages.json"].map((name) => Deno.readTextFile(new URL(name, FOLDER))),
  );
  return loaded = createPlaceIndex(texts.map((text) => JSON.parse(text) as PlaceColumns));
});

/** The index once {@link placeIndex} has built it, else null. */
export function loadedPlaceIndex(): PlaceIndex | null {
  return loaded;
}
