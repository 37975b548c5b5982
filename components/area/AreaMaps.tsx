/** Maps drawn on the server from our own outlines: a department with its stations, and the country coloured by price. @module */

import type { Department } from "../../lib/domain/wire.ts";
import { FRANCE_MAP, PARIS_MAP } from "../../lib/shared/department_paths.gen.ts";
import { formatPrice } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import type { Outline } from "../../lib/shared/outline.ts";
import { toDepartmentPath } from "../../lib/shared/page_paths.ts";
import { type Bounds, type Tertile, toTertile } from "../../lib/shared/tertiles.ts";
import { COLON } from "../../lib/shared/words/fill.ts";

/** A station on the map; `level` null: not ranked. */
export type MapDot = { lat: number; lng: number; level: Tertile | null };

/** A town's name on the map. */
export type MapLabel = { name: string; lat: number; lng: number };

type AreaMapProps = {
  outline: Outline;
  label: string;
  dots: readonly MapDot[];
  /** The position that the page is about. */
  mark?: { lat: number; lng: number };
  towns?: readonly MapLabel[];
};

const ORDER: Record<Tertile, number> = { high: 0, mid: 1, low: 2 };

/** The cheapest last, so that they lie on top. */
export function toDrawingOrder(dots: readonly MapDot[]): MapDot[] {
  const rank = ({ level }: MapDot) => level === null ? -1 : ORDER[level];
  return [...dots].sort((a, b) => rank(a) - rank(b));
}

/** The map; the lists of the page say in words what it shows. */
export function AreaMap({ outline, label, dots, mark, towns = [] }: AreaMapProps) {
  const { width, height, path, place } = outline;
  const marked = mark && place(mark.lat, mark.lng);
  return (
    <svg class="area-map" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <path class="area-map-land" d={path} />
      {toDrawingOrder(dots).map(({ lat, lng, level }, at) => {
        const { x, y } = place(lat, lng);
        return <Dot key={at} {...{ x, y, level }} />;
      })}
      {towns.map(({ name, lat, lng }) => {
        const { x, y } = place(lat, lng);
        return <text class="area-map-town" key={name} x={x} y={y}>{name}</text>;
      })}
      {marked && (
        <g class="area-map-mark">
          <circle cx={marked.x} cy={marked.y} r="16" />
          <circle cx={marked.x} cy={marked.y} r="5.500" />
        </g>
      )}
    </svg>
  );
}

/** Form as well as colour shows the level: triangles point down for cheap and up for dear, as the signs ▼ ▲ do. */
export function Dot({ x, y, level }: { x: number; y: number; level: Tertile | null }) {
  if (level === "low") return <path class="dot dot-low" d={`M${x - 5} ${y - 4}h10l-5 9z`} />;
  if (level === "high") return <path class="dot dot-high" d={`M${x - 5} ${y + 4}h10l-5-9z`} />;
  return <circle class={`dot dot-${level ?? "none"}`} cx={x} cy={y} r={level === null ? 2.5 : 4} />;
}

/** What the forms and colours of the dots mean. */
export function DotLegend({ words }: { words: { low: string; mid: string; high: string } }) {
  return (
    <ul class="dot-legend">
      {(["low", "mid", "high"] as const).map((level) => (
        <li key={level}>
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
            <Dot x={0} y={0} level={level} />
          </svg>
          {words[level]}
        </li>
      ))}
    </ul>
  );
}

type FranceMapProps = {
  departments: readonly Department[];
  bounds: Bounds | null;
  fuel: Fuel;
  lang: Lang;
  noMean: string;
};

/**
 * A map with links for the mouse, hidden from readers and from the keyboard: the table next to it says the same and its
 * links are reached by everybody.
 */
export function FranceMap({ departments, bounds, fuel, lang, noMean }: FranceMapProps) {
  const byCode = new Map(departments.map((department) => [department.code, department]));
  const draw = ({ code, path }: { code: string; path: string }) => {
    const department = byCode.get(code);
    const mean = department?.avgPrice1d ?? null;
    const level = mean === null || bounds === null ? "none" : toTertile(parsePriceText(mean), bounds);
    return (
      <a key={code} href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)} tabIndex={-1}>
        <title key="name">
          {`${department?.name ?? code}${COLON[lang]} ${mean === null ? noMean : formatPrice(mean, lang)}`}
        </title>
        <path d={path} class={`area area-${level}`} />
      </a>
    );
  };
  return (
    <div class="france" aria-hidden="true">
      <svg class="france-map" viewBox={`0 0 ${FRANCE_MAP.width} ${FRANCE_MAP.height}`} focusable="false">
        {FRANCE_MAP.shapes.map(draw)}
      </svg>
      <svg class="france-paris" viewBox={`0 0 ${PARIS_MAP.width} ${PARIS_MAP.height}`} focusable="false">
        {PARIS_MAP.shapes.map(draw)}
      </svg>
    </div>
  );
}
