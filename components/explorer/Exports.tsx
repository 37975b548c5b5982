/** The links that take the stations of the list away as files. @module */

import { type Area, MAX_AROUND_KM, toApiFilters, WORLD } from "../../lib/shared/area.ts";
import type { Box } from "../../lib/shared/explorer_model.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { Point, View } from "../../lib/shared/url_state.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { COLON } from "../../lib/shared/words/mod.ts";

type Props = {
  view: View;
  where: Point;
  area: Area;
  /** The part of the map that is seen; null before there is a map. */
  box: Box | null;
  /** Of the server's search, km. */
  radiusKm: number;
  lang: Lang;
  words: ExplorerWords;
};

/** The stations of the view's area, as the API answers them. */
export function Exports({ view, where: { lat, lng }, area, box, radiusKm, lang, words }: Props) {
  const radius = area.kind !== "view" ? area.radiusKm : view.radiusKm ?? radiusKm;
  const common = { fuel: view.fuel, ...toApiFilters(view) };
  const department = area.kind === "territory" && { department: area.departments.join() };
  const seen = department ? WORLD : area.kind === "view" ? box : null;
  const path = seen
    ? `/api/v1/stations/bbox?${toParams({ ...seen, ...department, ...common, limit: 500 })}`
    : `/api/v1/stations/search?${
      toParams({ lat, lng, radius: Math.min(MAX_AROUND_KM, radius), ...common, limit: 100 })
    }`;
  return (
    <p class="small export">
      {`${words.export}${COLON[lang]} `}
      <a href={`${path}&format=csv`} download>CSV</a>, <a href={`${path}&format=geojson`} download>GeoJSON</a>
    </p>
  );
}

function toParams(values: Record<string, string | number | true>): string {
  const plain = Object.entries(values).map(([name, value]) =>
    [name, typeof value === "number" ? String(Math.round(value * 10_000) / 10_000) : String(value)] as [string, string]
  );
  return new URLSearchParams(plain).toString();
}
