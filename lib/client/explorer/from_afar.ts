/**
 * Shows the mean price of each department while dots run into each other. Loaded when the map is
 * seen from afar.
 *
 * @module
 */

import { effect } from "@preact/signals";
import { getDepartment } from "../../places/departments.ts";
import type { Shortages } from "../../domain/bulk_files.ts";
import { toMeanText } from "../../shared/price/money.ts";
import { toMeanBounds, toTertile } from "../../shared/price/tertiles.ts";
import { getTerritory } from "../../places/territories.ts";
import { addDepartments, type AreaScene } from "../map/department_layer.ts";
import { requestJson } from "../request.ts";
import { counts, type Matching, type Stations, valueOf } from "../stations.ts";
import type { Explorer } from "./explorer.ts";
import type { FarView, Model } from "./model.ts";

/** A mean of fewer stations says little, so the department stays blank. */
const MIN_STATIONS = 3;

function toDepartmentName(code: string): string {
  return getDepartment(code)?.name ?? code;
}

/**
 * Returns the departments' means of the matching stations for the view's own fuel, cheapest first,
 * or null if no department has enough stations.
 */
export function toFarView(
  stations: Stations,
  { ranked, column: { own, ...all } }: Matching,
): FarView | null {
  const column = own?.columns[0] ?? all;
  const sums = stations.departments.map(() => ({ sum: 0, count: 0 }));
  for (const index of ranked) {
    const total = sums[valueOf(stations.department, index)];
    if (!total || !counts(column, index)) continue;
    total.sum += valueOf(column.price, index);
    total.count++;
  }
  const departments = sums.flatMap(({ sum, count }, place) => {
    const code = stations.departments[place]!;
    return count < MIN_STATIONS
      ? []
      : [{ code, name: toDepartmentName(code), milli: Math.round(sum / count), count }];
  }).sort((a, b) => a.milli - b.milli || (a.code < b.code ? -1 : 1));
  if (departments.length === 0) return null;
  const sum = sums.reduce((all, { sum }) => all + sum, 0);
  const count = sums.reduce((all, { count }) => all + count, 0);
  return { mean: toMeanText(sum, count), departments };
}

function toAreaScene({ isFar, far, shortages, isShortageShown, view }: Model): AreaScene | null {
  if (!isFar.value) return null;
  const bounds = toMeanBounds(far.value?.mean ?? null);
  const short = isShortageShown.value ? shortages.value?.[view.value.fuel]?.departments ?? [] : [];
  return {
    levels: new Map(
      far.value?.departments.map(({ code, milli }) => [code, toTertile(milli, bounds!)]),
    ),
    rimmed: new Set(short.map(({ code }) => code)),
  };
}

async function loadShortages({ shortages }: Model): Promise<void> {
  const answer = await requestJson<Record<string, Shortages>>("/data/shortages.json");
  if (answer.kind !== "ok") return;
  const named = Object.entries(answer.body).map(([fuel, { since, departments }]) =>
    [fuel, {
      since,
      departments: departments.map((one) => ({ ...one, name: toDepartmentName(one.code) })),
    }] as const
  );
  shortages.value = Object.fromEntries(named);
}

/**
 * Waits for the map and keeps its departments in step with the page. `file` is the address of their
 * outlines.
 */
export async function watchFromAfar(model: Explorer, file: string): Promise<void> {
  const { leaflet } = model.map.peek()!;
  const layer = await addDepartments(leaflet, file);
  loadShortages(model);
  leaflet.on("click", ({ latlng }) => {
    const code = model.isFar.peek() && layer.findAt(latlng);
    const place = code ? getTerritory(`D${code}`) : null;
    if (place) model.choose(place);
  });
  effect(() => {
    const stations = model.stations.value;
    const matching = model.matching.value;
    model.far.value = model.isFar.value && stations && matching
      ? toFarView(stations, matching)
      : null;
  });
  effect(() => layer.show(toAreaScene(model)));
}
