/** All communes, for towns of stations and for the sample: loaded once, and only when somebody asks. @module */

import { createTownTable, type TownTable } from "../../lib/domain/town.ts";
import { createPlaceIndex, type PlaceColumns, type PlaceIndex } from "../../lib/shared/places.ts";

const FILES = ["towns.json", "villages.json"];
const FOLDER = new URL("../../static/geo/", import.meta.url);

async function readColumns(file: string): Promise<PlaceColumns> {
  return JSON.parse(await Deno.readTextFile(new URL(file, FOLDER))) as PlaceColumns;
}

let index: Promise<PlaceIndex> | undefined;
let towns: Promise<TownTable> | undefined;

/** All communes (`static/geo`). Throws when the files are missing. */
export function loadPlaceIndex(): Promise<PlaceIndex> {
  return index ??= Promise.all(FILES.map(readColumns)).then(createPlaceIndex);
}

/** All communes by name, to give the towns of stations their accents back. */
export function loadTownTable(): Promise<TownTable> {
  return towns ??= loadPlaceIndex().then(createTownTable);
}
