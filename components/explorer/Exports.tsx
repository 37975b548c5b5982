/** The links that take the stations of the list away as files. @module */

import { MAX_AROUND_KM } from "../../lib/shared/area.ts";
import type { PanelModel } from "../../lib/shared/explorer_model.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { ExportLinks } from "./Frame.tsx";

type Props = {
  model: Pick<PanelModel<unknown>, "view" | "where" | "area" | "box" | "first">;
  lang: Lang;
  words: ExplorerWords;
};

/** The stations of the view's area, as the API answers them. */
export function Exports({ model, lang, words }: Props) {
  const [view, box, area] = [model.view.value, model.box.value, model.area.value];
  const { lat, lng } = model.where.value;
  const radius = area.kind === "around" ? area.radiusKm : view.radiusKm ?? model.first.radiusKm;
  const common = { fuel: view.fuel, ...(view.brand === null ? {} : { brand: view.brand }) };
  const path = box && area.kind === "view"
    ? `/api/v1/stations/bbox?${toParams({ ...box, ...common, limit: 500 })}`
    : `/api/v1/stations/search?${
      toParams({ lat, lng, radius: Math.min(MAX_AROUND_KM, radius), ...common, limit: 100 })
    }`;
  return <ExportLinks csv={`${path}&format=csv`} geojson={`${path}&format=geojson`} {...{ lang, words }} />;
}

function toParams(values: Record<string, string | number>): string {
  const plain = Object.entries(values).map(([name, value]) =>
    [name, typeof value === "number" ? String(Math.round(value * 10_000) / 10_000) : value] as [string, string]
  );
  return new URLSearchParams(plain).toString();
}
