/** Maps drawn on the server from our own outlines: a department with its stations, and the country coloured by price. @module */

import type { Department } from "../../lib/domain/wire.ts";
import { FRANCE_MAP, PARIS_MAP } from "../../lib/shared/department_paths.gen.ts";
import { formatPrice } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import type { Outline } from "../../lib/pages/outline.ts";
import type { Dot } from "../../lib/shared/tile_frame.ts";
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

/** The map; the lists of the page say in words what it shows. */
export function AreaMap({ outline, label, dots, mark, towns = [] }: AreaMapProps) {
  const { width, height, path, place } = outline;
  const marked = mark && place(mark.lat, mark.lng);
  return (
    <svg class="area-map" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <path class="area-map-land" d={path} />
      <Dots {...{ dots, place }} />
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

/** The cheapest last, so that they lie on top. */
const LEVELS = [null, "high", "mid", "low"] as const;

/** Form as well as colour shows the level: triangles point down for cheap and up for dear, as the signs ▼ ▲ do. */
const SHAPES: Record<Tertile | "none", string> = {
  low: "m-5-4h10l-5 9z",
  mid: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  high: "m-5 4h10l-5-9z",
  none: "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
};

/** Stations on a map, one path for each level: there are hundreds. */
export function Dots({ dots, place }: { dots: readonly MapDot[]; place: Outline["place"] }) {
  return (
    <>
      {LEVELS.map((level) => {
        const shown = dots.filter((dot) => dot.level === level).map(({ lat, lng }) => place(lat, lng));
        return shown.length > 0 && <DotPath key={level} points={shown} level={level} />;
      })}
    </>
  );
}

function DotPath({ points, level }: { points: readonly Dot[]; level: Tertile | null }) {
  const name = level ?? "none";
  return <path class={`dot dot-${name}`} d={points.map(({ x, y }) => `M${x} ${y}${SHAPES[name]}`).join("")} />;
}

/** What the forms and colours of the dots mean. */
export function DotLegend({ words }: { words: { low: string; mid: string; high: string } }) {
  return (
    <ul class="dot-legend">
      {(["low", "mid", "high"] as const).map((level) => (
        <li key={level}>
          <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false">
            <DotPath points={[{ x: 0, y: 0 }]} level={level} />
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
  /** What is said of departments by code, which are drawn with a rim of their own. */
  notes?: ReadonlyMap<string, string>;
};

/**
 * A map with links for the mouse, hidden from readers and from the keyboard: the table next to it says the same and its
 * links are reached by everybody.
 */
export function FranceMap({ departments, bounds, fuel, lang, noMean, notes = new Map() }: FranceMapProps) {
  const byCode = new Map(departments.map((department) => [department.code, department]));
  const draw = ({ code, path }: { code: string; path: string }) => {
    const department = byCode.get(code);
    const mean = department?.avgPrice1d ?? null;
    const level = mean === null || bounds === null ? "none" : toTertile(parsePriceText(mean), bounds);
    const note = notes.get(code);
    const says = [mean === null ? noMean : formatPrice(mean, lang), note ?? []].flat().join(", ");
    return (
      <a key={code} href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)} tabIndex={-1}>
        <title key="name">
          {`${department?.name ?? code}${COLON[lang]} ${says}`}
        </title>
        <path d={path} class={`area area-${level}${note === undefined ? "" : " area-short"}`} />
      </a>
    );
  };
  return (
    <div class="france" aria-hidden="true">
      <svg class="france-map" viewBox={`0 0 ${FRANCE_MAP.width} ${FRANCE_MAP.height}`} focusable="false">
        {/* What bears a rim comes last, so that no neighbour covers it. */}
        {[...FRANCE_MAP.shapes].sort((a, b) => Number(notes.has(a.code)) - Number(notes.has(b.code))).map(draw)}
      </svg>
      <svg class="france-paris" viewBox={`0 0 ${PARIS_MAP.width} ${PARIS_MAP.height}`} focusable="false">
        {PARIS_MAP.shapes.map(draw)}
      </svg>
    </div>
  );
}
