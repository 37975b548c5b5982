/** Builds the communes and postal codes that the product ships: `deno install && deno run -A build.ts` in this folder. @module */

import { findCentres, findTownPositions } from "./centres.ts";
import { toPlaceColumns } from "./communes.ts";
import { renderPostalExceptions } from "./postal_codes.ts";
import {
  readCommunes,
  readFormerCommunes,
  readOffCentreTowns,
  readOfficialCentres,
  readPlaces,
  writeProductFile,
} from "./sources.ts";

/** Communes with this many inhabitants are searched first; the others' file is four times as large. */
const TOWN_POPULATION = 2000;

const communes = await readCommunes();
const former = await readFormerCommunes();
const official = findCentres(communes, await readOfficialCentres());
const centres = new Map([...official, ...findTownPositions(await readOffCentreTowns(), await readPlaces())]);

await writeProductFile("lib/domain/place/postal_exceptions.gen.ts", renderPostalExceptions(communes));

const isTown = (population: number) => population >= TOWN_POPULATION;
for (const [file, wanted] of [["towns", true], ["villages", false]] as const) {
  const rows = communes.filter((commune) => isTown(commune.population) === wanted);
  await writeProductFile(`static/geo/${file}.json`, JSON.stringify(toPlaceColumns(rows, centres, former)) + "\n");
}

const missing = communes.filter((commune) => !centres.has(commune.code));
console.log(`${communes.length} communes and districts, ${centres.size} centres; without one, and left out:`);
for (const { code, nom, population } of missing) console.log(`${code} ${nom}, ${population} people`);
