/** A still map around a place, drawn on the server: tiles where they come, and our own drawing beneath and above them. @module */

import { formatKm, formatRadius } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { TileFrame } from "../../lib/shared/tile_frame.ts";
import { TILE_SOURCES } from "../../lib/shared/tile_sources.ts";
import { Dots, type MapDot, type MapLabel } from "./AreaMaps.tsx";

type Props = {
  frame: TileFrame;
  label: string;
  dots: readonly MapDot[];
  /** Whether the centre bears the mark of what the page is about. */
  isMarked?: boolean;
  /** Names beneath the tiles, for where these do not come. */
  towns?: readonly MapLabel[];
  lang: Lang;
};

/** The map and who made it. What it shows is in the page's lists as well. */
export function PlaceMap({ frame, label, dots, isMarked = false, towns = [], lang }: Props) {
  const { width, height, tiles, scale, place } = frame;
  const [source] = TILE_SOURCES;
  return (
    <figure class="place-map">
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
        <rect class="place-map-land" width={width} height={height} />
        {towns.map(({ name, lat, lng }) => {
          const { x, y } = place(lat, lng);
          return <text class="area-map-town" key={name} x={x} y={y}>{name}</text>;
        })}
        <g class="place-map-tiles">
          {
            /* An image of SVG would be fetched at once, also by who never scrolls here. One that has no size of its own
              shows nothing when it fails. */
          }
          {tiles.map(({ href, x, y }) => (
            <foreignObject key={href} x={x} y={y} width="256" height="256">
              <img src={href} alt="" loading="lazy" decoding="async" />
            </foreignObject>
          ))}
        </g>
        <Dots {...{ dots, place }} />
        {isMarked && (
          <g class="area-map-mark">
            <circle cx={width / 2} cy={height / 2} r="16" />
            <circle cx={width / 2} cy={height / 2} r="5.500" />
          </g>
        )}
        <g class="place-map-scale">
          <path d={`M12 ${height - 18}v6h${scale.units}v-6`} />
          <text x={18} y={height - 18}>{scale.km < 1 ? formatKm(scale.km, lang) : formatRadius(scale.km, lang)}</text>
        </g>
      </svg>
      <figcaption class="hint">
        <a href={source.href} rel="noopener">{source.attribution}</a>
      </figcaption>
    </figure>
  );
}
