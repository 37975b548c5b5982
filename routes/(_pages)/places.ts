/** All communes on the server: without it a place could not be found before a script runs. @module */

import { createPlaceIndex, type PlaceColumns, type PlaceIndex } from "../../lib/shared/places.ts";

const FOLDER = new URL("../../static/geo/", import.meta.url);

let index: Promise<PlaceIndex> | null = null;

async function load(): Promise<PlaceIndex> {
  const read = async (name: string) => JSON.parse(await Deno.readTextFile(new URL(name, FOLDER))) as PlaceColumns;
  return createPlaceIndex([await read("towns.json"), await read("villages.json")]);
}

/** The index, built at the first question and kept. */
export function placeIndex(): Promise<PlaceIndex> {
  return index ??= load();
}
