/** Builds everything geographic that the product ships: `deno install && deno run -A build.ts` in this folder. @module */

import { findCentres, findTownPositions } from "./centres.ts";
import { toPlaceColumns } from "./communes.ts";
import { renderBoxes, renderDepartments, renderPostalExceptions } from "./departments.ts";
import { readDepartmentFeatures, readNeighbours, readRivers, toTopology, toTownLabels } from "./outlines.ts";
import {
  readCommunes,
  readDepartments,
  readFormerCommunes,
  readOffCentreTowns,
  readOfficialCentres,
  readPlaces,
  readRegions,
  writeProductFile,
} from "./sources.ts";
import { renderPaths, toShapes } from "./svg_paths.ts";

/** Communes with this many inhabitants are searched first; the others' file is four times as large. */
const TOWN_POPULATION = 2000;

const departments = await readDepartments();
const communes = await readCommunes();
const places = await readPlaces();
const former = await readFormerCommunes();
const official = findCentres(communes, await readOfficialCentres());
const centres = new Map([...official, ...findTownPositions(await readOffCentreTowns(), places)]);

await writeProductFile("lib/shared/departments.gen.ts", renderDepartments(departments, await readRegions()));
await writeProductFile("lib/shared/department_boxes.gen.ts", renderBoxes(communes, official));
await writeProductFile("lib/domain/postal_exceptions.gen.ts", renderPostalExceptions(communes));

const outlines = await readDepartmentFeatures(departments);
const context = { countries: await readNeighbours(), rivers: await readRivers() };
await writeJson("static/geo/departments.topo.json", toTopology({ departments: outlines }, { keep: 0.35, grid: 2e4 }));
await writeJson("static/geo/context.topo.json", toTopology(context, { keep: 0.4, grid: 1e4 }));
await writeJson("static/geo/labels.json", toTownLabels(places));

const coarse = toTopology({ departments: outlines }, { keep: 0.16, grid: 1e5 });
const suburbs = new Set(["75", "92", "93", "94"]);
await writeProductFile(
  "lib/shared/department_paths.gen.ts",
  renderPaths(
    toShapes(coarse, (code) => code.length === 2, 1000),
    toShapes(toTopology({ departments: outlines }, { keep: 0.7, grid: 1e6 }), (code) => suburbs.has(code), 200),
  ),
);

const isTown = (population: number) => population >= TOWN_POPULATION;
for (const [file, wanted] of [["towns", true], ["villages", false]] as const) {
  const rows = communes.filter((commune) => isTown(commune.population) === wanted);
  await writeJson(`static/geo/${file}.json`, toPlaceColumns(rows, centres, former));
}

const missing = communes.filter((commune) => !centres.has(commune.code));
console.log(`${communes.length} communes and districts, ${centres.size} centres; without one, and left out:`);
for (const { code, nom, population } of missing) console.log(`${code} ${nom}, ${population} people`);

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeProductFile(path, JSON.stringify(value) + "\n");
}
