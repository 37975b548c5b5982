/** Hands out the index of communes, read once from our own files in `static/geo/`. @module */

import { createPlaceIndex, type PlaceColumns, type PlaceIndex } from "../shared/places.ts";

const FOLDER = new URL("../../static/geo/", import.meta.url);

let reading: Promise<PlaceIndex> | null = null;
let loaded: PlaceIndex | null = null;

async function read(): Promise<PlaceIndex> {
  const texts = await Promise.all(
    ["towns.json", "villages.json"].map((name) => Deno.readTextFile(new URL(name, FOLDER))),
  );
  return loaded = createPlaceIndex(texts.map((text) => JSON.parse(text) as PlaceColumns));
}

/** All communes, indexed on the first call. */
export function placeIndex(): Promise<PlaceIndex> {
  return reading ??= read();
}

/** The index once {@link placeIndex} has built it, else null. */
export function loadedPlaceIndex(): PlaceIndex | null {
  return loaded;
}
