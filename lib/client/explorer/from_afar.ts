/** Keeps the departments on the map in step with the store while it looks from afar; loaded the first time that it does. @module */

import { effect } from "@preact/signals";
import type { Shortages } from "../../shared/shortages.ts";
import { toTertile } from "../../shared/tertiles.ts";
import { getTerritory } from "../../shared/territories.ts";
import type { Choice } from "../../shared/url_state.ts";
import { addDepartments, type AreaScene } from "../map/department_layer.ts";
import type { StationMap } from "../map/station_map.ts";
import { requestJson } from "../request.ts";
import { toDepartmentName, toFarView } from "./far_view.ts";
import type { Store } from "./store.ts";

const SHORTAGES_URL = "/data/shortages.json";

function toAreaScene({ isFar, far, shortages, isShortageShown, view }: Store): AreaScene | null {
  if (!isFar.value) return null;
  const short = isShortageShown.value ? shortages.value?.[view.value.fuel]?.departments ?? [] : [];
  return {
    levels: new Map(far.value?.departments.map(({ code, milli }) => [code, toTertile(milli, far.value!.bounds)])),
    rimmed: new Set(short.map(({ code }) => code)),
  };
}

type Options = {
  store: Store;
  map: StationMap;
  file: string;
  choose: (choice: Choice) => void;
};

/** Begins; `file` has the outlines, `choose` goes to a department that was pressed. Returns what ends it. */
export async function watchFromAfar({ store, map, file, choose }: Options): Promise<() => void> {
  const layer = await addDepartments(map.leaflet, { file, colours: map.colours });
  const loadShortages = async () => {
    const answer = await requestJson<Record<string, Shortages>>(SHORTAGES_URL);
    if (answer.kind !== "ok") return;
    const named = Object.entries(answer.body).map(([fuel, { since, departments }]) =>
      [fuel, { since, departments: departments.map((one) => ({ ...one, name: toDepartmentName(one.code) })) }] as const
    );
    store.shortages.value = Object.fromEntries(named);
  };
  loadShortages();
  const onClick = ({ latlng }: { latlng: { lat: number; lng: number } }) => {
    const code = store.isFar.peek() && layer.findAt(latlng);
    const place = code ? getTerritory(`D${code}`) : null;
    if (place) choose({ kind: "place", place });
  };
  map.leaflet.on("click", onClick);
  const ends = [
    effect(() => {
      const [stations, matching] = [store.stations.value, store.matching.value];
      store.far.value = store.isFar.value && stations && matching ? toFarView(stations, matching) : null;
    }),
    effect(() => layer.show(toAreaScene(store))),
  ];
  return () => {
    map.leaflet.off("click", onClick);
    for (const end of ends) end();
  };
}
