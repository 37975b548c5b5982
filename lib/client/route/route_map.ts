/** The map of the route page: the line, and the stations along it as dots and pills. @module */

import { formatPrice } from "../../shared/words/format.ts";
import type { Lang } from "../../shared/words/lang.ts";
import { toKm, toStationName } from "../../shared/station/listed_station.ts";
import { type RouteAnswer, toMillis } from "../../shared/route/route_answer.ts";
import { LEVEL_NUMBERS, LEVEL_SIGNS, toBounds, toTertile } from "../../shared/price/tertiles.ts";
import type { BaseFiles, Point } from "../../shared/explorer/url_state.ts";
import type { CommonWords } from "../../shared/words/mod.ts";
import { addLine } from "../map/line_layer.ts";
import type { Scene } from "../map/station_map.ts";
import type { Stations } from "../stations.ts";
import type { Drawn } from "./planner.ts";

const NONE = new Int32Array(0);
const MAX_PILLS = 40;
/** The whole country, for a page without a line. */
const COUNTRY = { centre: { lat: 46.6, lng: 2.4 }, radiusKm: 550 };

type Options = {
  lang: Lang;
  common: CommonWords;
  files: BaseFiles;
  onPick(id: string): void;
  onHover(id: string | null): void;
  noTiles: string;
};

/** The columns of the map with the entries of an answer; columns that no layer of this page reads are empty. */
function toColumns({ data }: RouteAnswer): Stations {
  const [none, count] = [new Int16Array(0), data.length];
  return {
    ...{ count, asOfMs: 0, brands: [], weeks: [], departments: [], fuels: new Map() },
    ...{ brand: none, department: none, hours: none, flags: new Uint8Array(0) },
    id: Int32Array.from(data, ({ id }) => Number(id)),
    lat: Float64Array.from(data, ({ latitude }) => latitude),
    lng: Float64Array.from(data, ({ longitude }) => longitude),
    indexOf: new Map(data.map(({ id }, index) => [id, index])),
  };
}

function toScene(answer: RouteAnswer, { lang, common }: Options): Scene {
  const millis = toMillis(answer);
  const bounds = toBounds(millis);
  const ranked = Int32Array.from(millis.keys()).sort((a, b) => millis[a]! - millis[b]! || a - b);
  const stations = toColumns(answer);
  const stops = (answer.meta.plan?.stops ?? []).flatMap(({ id }) => stations.indexOf.get(id) ?? []);
  const toLevel = (index: number) => toTertile(millis[index]!, bounds!);
  return {
    ...{ stations, ranked, candidates: ranked, preferred: stops, maxPills: MAX_PILLS, selectedId: null },
    unranked: { out: NONE, old: NONE, unsold: NONE },
    levelOf: (index) => LEVEL_NUMBERS[toLevel(index)],
    textOf(index) {
      const entry = answer.data[index]!;
      const level = toLevel(index);
      const isBest = millis[index] === bounds!.min;
      const price = formatPrice(entry.net_price, lang);
      const called = [toStationName(entry, common), entry.address, entry.city].filter(Boolean).join(", ");
      return {
        price: lang === "fr" ? entry.net_price.replace(".", ",") : entry.net_price,
        sign: isBest ? "★" : LEVEL_SIGNS[level],
        level: `${level}${isBest ? " is-best" : ""}${stops.includes(index) ? " is-stop" : ""}`,
        label: [called, price, isBest ? common.levels.best : common.levels[level]].join(", "),
      };
    },
  };
}

/** The middle of some places, and the radius that a view of the element needs to hold them all. */
function toView(places: readonly Point[], element: HTMLElement): { centre: Point; radiusKm: number } {
  const [lats, lngs] = [places.map(({ lat }) => lat), places.map(({ lng }) => lng)];
  const [south, north] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))];
  const [west, east] = [lngs.reduce((a, b) => Math.min(a, b)), lngs.reduce((a, b) => Math.max(a, b))];
  const centre = { lat: (south + north) / 2, lng: (west + east) / 2 };
  const { clientWidth: width, clientHeight: height } = element;
  const least = Math.min(width, height);
  const highKm = (toKm({ lat: south, lng: west }, { lat: north, lng: west }) / 2) * (least / height);
  const wideKm = (toKm({ ...centre, lng: west }, { ...centre, lng: east }) / 2) * (least / width);
  return { centre, radiusKm: Math.max(1, 1.15 * Math.max(highKm, wideKm)) };
}

/** Makes the map in an element. */
export async function createRouteMap(element: HTMLElement, options: Options) {
  // By itself, as the map page loads it: a bundle shared with this one would weigh more there.
  const { createStationMap } = await import("../map/station_map.ts");
  let line: Drawn | null = null;
  const map = createStationMap(element, {
    ...COUNTRY,
    inset: () => 0,
    onSettled() {},
    ...options,
  });
  const redrawLine = addLine(
    map.leaflet,
    () => line && { places: line.places, isStraight: line.source !== "road" && line.source !== "file" },
    () => {
      const style = getComputedStyle(document.documentElement);
      return { line: style.getPropertyValue("--petrol").trim(), rim: style.getPropertyValue("--map-rim").trim() };
    },
  );
  const fit = () => {
    const { centre, radiusKm } = line ? toView(line.places, element) : COUNTRY;
    map.moveTo(centre, radiusKm);
  };
  const EMPTY: RouteAnswer = {
    data: [],
    meta: { total: 0, route: { length_km: 0, quality: "line", estimated: false, corridor_km: 0 }, plan: null },
  };
  return {
    show(answer: RouteAnswer | null, drawn: Drawn | null): void {
      const isOther = drawn?.places !== line?.places;
      line = drawn;
      redrawLine();
      map.show(toScene(answer ?? EMPTY, options));
      if (isOther) fit();
    },
    /** Looks at the whole line. */
    fit,
    mark: (id: string | null) => map.mark(id, "is-hovered"),
    zoomBy: map.zoomBy,
    remove: map.remove,
  };
}

/** The map as the page uses it. */
export type RouteMap = Awaited<ReturnType<typeof createRouteMap>>;
