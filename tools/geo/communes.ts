/** Packs communes into columns small enough to search in the browser. @module */

import { toNameKey } from "../../lib/shared/place_name.ts";
import type { PlaceColumns } from "../../lib/shared/places.ts";
import type { Centre } from "./centres.ts";
import type { SourceCommune } from "./sources.ts";

/** The columns behind `lib/shared/places.ts`. Islands overseas without a postal code or a known centre are left out. */
export function toPlaceColumns(
  communes: SourceCommune[],
  centres: Map<string, Centre>,
  former: { name: string; code: string }[],
): PlaceColumns {
  const rows = communes.filter((commune) => commune.codesPostaux.length > 0 && centres.has(commune.code));
  const groups = [...Map.groupBy(rows, (commune) => commune.departement)];
  const sorted = groups.flatMap(([, group]) => group);
  const aliases = toAliases(sorted, former);
  const milli = (pick: (centre: Centre) => number) => sorted.map((row) => toMilli(centres.get(row.code)!, pick));
  return {
    departments: groups.map(([code, group]) => [code, group.length]),
    codes: groups.flatMap(([code, group]) => toSteps(group.map((commune) => Number(commune.code.slice(code.length))))),
    names: sorted.map((commune) => commune.nom).join("\n"),
    postalCodes: sorted.map(toPostalText).join("\n"),
    lats: milli((centre) => centre.lat),
    lngs: milli((centre) => centre.lng),
    approximate: toSteps(sorted.flatMap((row, index) => centres.get(row.code)!.approximate ? [index] : [])),
    populations: sorted.map((commune) => commune.population),
    aliases: aliases.map((alias) => alias.name).join("\n"),
    aliasRows: toSteps(aliases.map((alias) => alias.row)),
  };
}

/** Thousandths of a degree; an approximate centre says no more than hundredths, which also packs better. */
function toMilli(centre: Centre, pick: (centre: Centre) => number): number {
  return centre.approximate ? Math.round(pick(centre) * 100) * 10 : Math.round(pick(centre) * 1000);
}

/** Former names that the present name does not already hold. */
function toAliases(rows: SourceCommune[], former: { name: string; code: string }[]): { name: string; row: number }[] {
  const names = Map.groupBy(former, (commune) => commune.code);
  return rows.flatMap((commune, row) =>
    (names.get(commune.code) ?? []).filter(({ name }) => toNameKey(name) !== toNameKey(commune.nom))
      .map(({ name }) => ({ name, row }))
  );
}

/** Postal codes without the department's digits where they begin with them. */
function toPostalText(commune: SourceCommune): string {
  const prefix = commune.departement.slice(0, 2).replace(/2[AB]/, "20");
  return commune.codesPostaux.toSorted().map((code) => code.startsWith(prefix) ? code.slice(2) : code).join(" ");
}

function toSteps(values: number[]): number[] {
  return values.map((value, index) => index === 0 ? value : value - values[index - 1]);
}
