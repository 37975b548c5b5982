/**
 * Builds the communes that the product ships. Run `deno install && deno run -A build.ts` in this
 * folder.
 *
 * @module
 */

import { toNameKey } from "../../lib/places/place_name.ts";
import type { PlaceColumns } from "../../lib/places/places.ts";
import {
  type Centre,
  readCentres,
  readCommunes,
  readFormerCommunes,
  type SourceCommune,
} from "./sources.ts";

/**
 * Communes with at least this many inhabitants are searched first. The file of the others is four
 * times as large.
 */
const TOWN_POPULATION = 2000;

const communes = await readCommunes();
const former = await readFormerCommunes();
const official = await readCentres("commune_centres_laposte_2023.csv");
const corrected = await readCentres("corrected_centres.csv");
const centres = new Map(communes.flatMap(({ code, anciensCodes }) => {
  const centre = corrected.get(code) ??
    [code, ...anciensCodes].map((known) => official.get(known)).find(Boolean);
  return centre ? [[code, centre]] : [];
}));

const isTown = (population: number) => population >= TOWN_POPULATION;
for (const [file, wanted] of [["towns", true], ["villages", false]] as const) {
  const rows = communes.filter((commune) => isTown(commune.population) === wanted);
  const url = new URL(`../../static/geo/${file}.json`, import.meta.url);
  await Deno.writeTextFile(url, JSON.stringify(toPlaceColumns(rows, centres, former)) + "\n");
}

const missing = communes.filter((commune) => !centres.has(commune.code));
console.log(
  `${communes.length} communes and districts, ${centres.size} centres; without one, and left out:`,
);
for (const { code, nom, population } of missing) {
  console.log(`${code} ${nom}, ${population} people`);
}

/**
 * Returns the columns behind `lib/places/places.ts`. Skips communes without a postal code or a
 * known centre.
 */
function toPlaceColumns(
  communes: SourceCommune[],
  centres: Map<string, Centre>,
  former: { name: string; code: string }[],
): PlaceColumns {
  const rows = communes.filter((commune) =>
    commune.codesPostaux.length > 0 && centres.has(commune.code)
  );
  const groups = [...Map.groupBy(rows, (commune) => commune.departement)];
  const sorted = groups.flatMap(([, group]) => group);
  const aliases = toAliases(sorted, former);
  const milli = (pick: (centre: Centre) => number) =>
    sorted.map((row) => Math.round(pick(centres.get(row.code)!) * 1000));
  return {
    departments: groups.map(([code, group]) => [code, group.length]),
    codes: groups.flatMap(([code, group]) =>
      toSteps(group.map((commune) => Number(commune.code.slice(code.length))))
    ),
    names: sorted.map((commune) => commune.nom).join("\n"),
    postalCodes: sorted.map(toPostalText).join("\n"),
    lats: milli((centre) => centre.lat),
    lngs: milli((centre) => centre.lng),
    populations: sorted.map((commune) => commune.population),
    aliases: aliases.map((alias) => alias.name).join("\n"),
    aliasRows: toSteps(aliases.map((alias) => alias.row)),
  };
}

/** Returns the former names that differ from the current name. */
function toAliases(
  rows: SourceCommune[],
  former: { name: string; code: string }[],
): { name: string; row: number }[] {
  const names = Map.groupBy(former, (commune) => commune.code);
  return rows.flatMap((commune, row) =>
    (names.get(commune.code) ?? []).filter(({ name }) => toNameKey(name) !== toNameKey(commune.nom))
      .map(({ name }) => ({ name, row }))
  );
}

/** Returns the postal codes, without the department's digits if they begin with them. */
function toPostalText(commune: SourceCommune): string {
  const prefix = commune.departement.slice(0, 2).replace(/2[AB]/, "20");
  return commune.codesPostaux.toSorted().map((code) =>
    code.startsWith(prefix) ? code.slice(2) : code
  ).join(" ");
}

function toSteps(values: number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}
