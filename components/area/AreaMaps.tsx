/** Maps: the stations around a place on tiles, and the country coloured by price. @module */

import type { Department } from "../../lib/domain/wire.ts";
import { FRANCE_MAP, PARIS_MAP } from "./department_paths.gen.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toDepartmentPath } from "../../lib/site/paths.ts";
import { type Tertile, toMeanBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import type { Dot, toTileFrame } from "../../lib/site/map/tile_frame.ts";
import { TILE_SOURCES } from "../../lib/site/map/tile_sources.ts";
import { areaWords } from "../../lib/words/area_pages.ts";
import { formatKm, formatPrice, formatRadius } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { COLON, commonWords } from "../../lib/words/mod.ts";
import { Section } from "../Blocks.tsx";
import { Icon } from "../Icon.tsx";

/** A station, which the map shows if it has a position. `level` is null for an unranked price. */
type MapStation = { latitude: number | null; longitude: number | null; level: Tertile | null };

type Frame = ReturnType<typeof toTileFrame>;
type PlaceMapProps = { frame: Frame; label: string; stations?: readonly MapStation[]; lang: Lang };

/**
 * A still map: tiles, if they load, and stations above them. Without stations it marks its middle.
 */
export function PlaceMap({ frame, label, stations, lang }: PlaceMapProps) {
  const { width, height, tiles, scale, place } = frame;
  const [source] = TILE_SOURCES;
  return (
    <figure class="place-map">
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
        <rect class="place-map-land" width={width} height={height} />
        <g class="place-map-tiles">
          {/* SVG images load before the visitor scrolls here, and a failed one stays invisible. */}
          {tiles.map(({ href, x, y }) => (
            <foreignObject key={href} x={x} y={y} width="256" height="256">
              <img src={href} alt="" loading="lazy" decoding="async" />
            </foreignObject>
          ))}
        </g>
        {stations ? <Dots stations={stations} place={place} /> : (
          <g class="area-map-mark">
            <circle cx={width / 2} cy={height / 2} r="16" />
            <circle cx={width / 2} cy={height / 2} r="5.500" />
          </g>
        )}
        <g class="place-map-scale">
          <path d={`M12 ${height - 18}v6h${scale.units}v-6`} />
          <text x={18} y={height - 18}>
            {scale.km < 1 ? formatKm(scale.km, lang) : formatRadius(scale.km, lang)}
          </text>
        </g>
      </svg>
      <figcaption class="hint">
        <a href={source.href} rel="noopener">{source.attribution}</a>
      </figcaption>
    </figure>
  );
}

type SectionProps = PlaceMapProps & { stations: readonly MapStation[]; query?: string };

/**
 * The section of a still map with the key of its dots. With a query, a button opens the map there.
 */
export function MapSection({ query, ...map }: SectionProps) {
  const { stations, lang } = map;
  const words = areaWords[lang].department;
  return (
    <Section id="map" title={words.map}>
      <PlaceMap {...map} />
      {stations.length > 0 && (
        <ul class="row dot-legend hint">
          {(["low", "mid", "high"] as const).map((level) => (
            <li key={level}>
              <svg
                width="14"
                height="14"
                viewBox="-7 -7 14 14"
                aria-hidden="true"
                focusable="false"
              >
                <DotPath points={[{ x: 0, y: 0 }]} level={level} />
              </svg>
              {commonWords[lang].levels[level]}
            </li>
          ))}
        </ul>
      )}
      {query && (
        <p class="after-map">
          <a class="button" href={toLocalPath(`/?${query}`, lang)} aria-current="false">
            <Icon name="locate" /> {words.allOnMap}
          </a>
        </p>
      )}
    </Section>
  );
}

/** The cheapest come last, so that they are drawn on top. */
const LEVELS = [null, "high", "mid", "low"] as const;

/**
 * Shape and colour both show the level: triangles point down for cheap and up for dear, like the
 * signs ▼ ▲.
 */
const SHAPES: Record<Tertile | "none", string> = {
  low: "m-5-4h10l-5 9z",
  mid: "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  high: "m-5 4h10l-5-9z",
  none: "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z",
};

/** One path for each level, because there are hundreds of stations. */
function Dots({ stations, place }: { stations: readonly MapStation[]; place: Frame["place"] }) {
  return (
    <>
      {LEVELS.map((level) => {
        const shown = stations.filter((station) => station.level === level)
          .flatMap(({ latitude: lat, longitude: lng }) =>
            lat === null || lng === null ? [] : place(lat, lng)
          );
        return shown.length > 0 && <DotPath key={level} points={shown} level={level} />;
      })}
    </>
  );
}

function DotPath({ points, level }: { points: readonly Dot[]; level: Tertile | null }) {
  const name = level ?? "none";
  return (
    <path
      class={`dot dot-${name}`}
      d={points.map(({ x, y }) => `M${x} ${y}${SHAPES[name]}`).join("")}
    />
  );
}

type FranceMapProps = {
  departments: readonly Department[];
  /** The national mean. */
  mean: string | null;
  fuel: Fuel;
  lang: Lang;
  /** Notes by code. Departments with a note have a rim. */
  notes?: ReadonlyMap<string, string>;
};

/**
 * A map with links for the mouse. Hidden from screen readers and the keyboard, since the list of
 * departments has the same links.
 */
export function FranceMap(
  { departments, mean: national, fuel, lang, notes = new Map() }: FranceMapProps,
) {
  const bounds = toMeanBounds(national);
  const byCode = new Map(departments.map((department) => [department.code, department]));
  const draw = ({ code, path }: { code: string; path: string }) => {
    const department = byCode.get(code);
    const mean = department?.avgPrice1d ?? null;
    const level = mean === null || bounds === null
      ? "none"
      : toTertile(parsePriceText(mean), bounds);
    const note = notes.get(code);
    const price = mean === null ? areaWords[lang].departments.noMean : formatPrice(mean, lang);
    const text = note === undefined ? price : `${price}, ${note}`;
    return (
      <a
        key={code}
        href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}
        tabIndex={-1}
      >
        <title key="name">{`${department?.name ?? code}${COLON[lang]} ${text}`}</title>
        <path d={path} class={`area area-${level}${note === undefined ? "" : " area-short"}`} />
      </a>
    );
  };
  return (
    <div class="france" aria-hidden="true">
      <svg
        class="france-map"
        viewBox={`0 0 ${FRANCE_MAP.width} ${FRANCE_MAP.height}`}
        focusable="false"
      >
        {/* Draw departments with a rim last, so that no neighbour covers it. */}
        {[...FRANCE_MAP.shapes].sort((a, b) =>
          Number(notes.has(a.code)) - Number(notes.has(b.code))
        ).map(draw)}
      </svg>
      <svg
        class="france-paris"
        viewBox={`0 0 ${PARIS_MAP.width} ${PARIS_MAP.height}`}
        focusable="false"
      >
        {PARIS_MAP.shapes.map(draw)}
      </svg>
    </div>
  );
}
