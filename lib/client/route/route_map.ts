/** The map of the route page: the line, and the stations along it as dots and pills. @module */

import { formatPrice, withMark } from "../../words/format.ts";
import type { Lang } from "../../words/lang.ts";
import { toStationName } from "../../site/listed_station.ts";
import { type Point, toKm } from "../../places/point.ts";
import { type RouteAnswer, type ShownEntry, toMillis } from "../../site/route/route_answer.ts";
import { LEVEL_NUMBERS, LEVEL_SIGNS, toBounds, toTertile } from "../../shared/price/tertiles.ts";
import type { CommonWords } from "../../words/mod.ts";
import { addSvg, type Frame, readColours } from "../map/drawn_layer.ts";
import { worldX, worldY } from "../../site/map/mercator.ts";
import type { MapOptions, Scene } from "../map/station_map.ts";
import type { Drawn } from "./route_lines.ts";

const NONE = new Int32Array(0);
const MAX_PILLS = 40;
const LINE_PX = 4;
const RIM_PX = 2;
/** The whole country, for a page without a line. */
const COUNTRY = { centre: { lat: 46.6, lng: 2.4 }, radiusKm: 550 };

type Options = Pick<MapOptions, "files" | "onPick" | "onHover" | "noTiles"> & {
  lang: Lang;
  common: CommonWords;
};

function toColumns(entries: readonly ShownEntry[]): Scene["stations"] {
  return {
    id: Int32Array.from(entries, ({ id }) => Number(id)),
    lat: Float64Array.from(entries, ({ latitude }) => latitude),
    lng: Float64Array.from(entries, ({ longitude }) => longitude),
    indexOf: new Map(entries.map(({ id }, index) => [id, index])),
  };
}

function toScene(
  answer: RouteAnswer | null,
  bestId: string | undefined,
  { lang, common }: Options,
): Scene {
  const entries = answer?.data ?? [];
  const millis = answer ? toMillis(answer) : [];
  const bounds = toBounds(millis);
  const ranked = Int32Array.from(millis.keys()).sort((a, b) => millis[a]! - millis[b]! || a - b);
  const stations = toColumns(entries);
  const toIndex = (id: string | undefined) => stations.indexOf.get(id ?? "") ?? [];
  const stops = (answer?.meta.plan?.stops ?? []).flatMap(({ id }) => toIndex(id));
  // The map always shows the first candidate.
  const candidates = Int32Array.from([bestId].flatMap(toIndex).concat(...ranked));
  const toLevel = (index: number) => toTertile(millis[index]!, bounds!);
  return {
    stations,
    ranked,
    candidates,
    preferred: stops,
    maxPills: MAX_PILLS,
    selectedId: null,
    unranked: { out: NONE, old: NONE, unsold: NONE },
    levelOf: (index) => LEVEL_NUMBERS[toLevel(index)],
    textOf(index) {
      const entry = entries[index]!;
      const level = toLevel(index);
      const isBest = entry.id === bestId;
      const mark = isBest ? "best" : level;
      const price = formatPrice(entry.net_price, lang);
      const name = [toStationName(entry, common), entry.address, entry.city];
      return {
        price: withMark(entry.net_price, lang),
        sign: LEVEL_SIGNS[mark],
        level: `${level}${isBest ? " is-best" : ""}${stops.includes(index) ? " is-stop" : ""}`,
        label: [...name.filter(Boolean), price, common.levels[mark]].join(", "),
      };
    },
  };
}

/** Returns the middle of some places, and the radius with which the element shows all of them. */
function toView(
  places: readonly Point[],
  element: HTMLElement,
): { centre: Point; radiusKm: number } {
  const lats = places.map(({ lat }) => lat);
  const lngs = places.map(({ lng }) => lng);
  const south = lats.reduce((a, b) => Math.min(a, b));
  const north = lats.reduce((a, b) => Math.max(a, b));
  const west = lngs.reduce((a, b) => Math.min(a, b));
  const east = lngs.reduce((a, b) => Math.max(a, b));
  const centre = { lat: (south + north) / 2, lng: (west + east) / 2 };
  const { clientWidth: width, clientHeight: height } = element;
  const shorter = Math.min(width, height);
  const highKm = (toKm({ lat: south, lng: west }, { lat: north, lng: west }) / 2) *
    (shorter / height);
  const wideKm = (toKm({ ...centre, lng: west }, { ...centre, lng: east }) / 2) * (shorter / width);
  return { centre, radiusKm: Math.max(1, 1.15 * Math.max(highKm, wideKm)) };
}

function drawLine({ places, source }: Drawn, { scale, left, top }: Frame): string {
  const { line, rim } = readColours();
  const points = places.map(({ lat, lng }) =>
    `${(worldX(lng) * scale - left).toFixed(1)},${(worldY(lat) * scale - top).toFixed(1)}`
  );
  const dashes = source === "road" || source === "file" ? "" : ' stroke-dasharray="2 10"';
  return `<g fill="none" stroke-linejoin="round" stroke-linecap="round">
<polyline points="${points.join(" ")}" stroke="${rim}" stroke-width="${LINE_PX + 2 * RIM_PX}"/>
<polyline points="${points.join(" ")}" stroke="${line}" stroke-width="${LINE_PX}"${dashes}/></g>`;
}

/** Makes the map in an element. */
export async function createRouteMap(element: HTMLElement, options: Options) {
  // Imported separately, as on the map page: a bundle shared with this page would be larger there.
  const { createStationMap } = await import("../map/station_map.ts");
  let line: Drawn | null = null;
  const map = createStationMap(element, {
    ...COUNTRY,
    inset: () => 0,
    onSettled() {},
    isInPage: true,
    ...options,
  });
  const redrawLine = addSvg(map.leaflet, {
    name: "line",
    zIndex: 350,
    scene: () => line,
    draw: drawLine,
  });
  const fit = () => {
    const { centre, radiusKm } = line ? toView(line.places, element) : COUNTRY;
    map.moveTo(centre, radiusKm);
  };
  return {
    ...map,
    /** Shows an answer, with the star on one station. */
    show(
      answer: RouteAnswer | null,
      { bestId, drawn }: { bestId: string | undefined; drawn: Drawn | null },
    ): void {
      const isOther = drawn?.places !== line?.places;
      line = drawn;
      redrawLine();
      map.show(toScene(answer, bestId, options));
      if (isOther) fit();
    },
    fit,
  };
}

/** The map of the route page. */
export type RouteMap = Awaited<ReturnType<typeof createRouteMap>>;
