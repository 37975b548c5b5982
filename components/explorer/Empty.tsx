/** What stands in the place of rows where there are none: a wider radius, or no filters. @module */

import { isCovered } from "../../lib/shared/coverage.ts";
import { formatRadius } from "../../lib/shared/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import {
  countFilters,
  MAX_RADIUS_KM,
  NO_FILTERS,
  type Point,
  RADII,
  toQuery,
  type View,
} from "../../lib/shared/url_state.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { fill } from "../../lib/shared/words/mod.ts";

type Props = {
  view: View;
  where: Point;
  /** Within which nothing was found; null: in a whole department or region. */
  radiusKm: number | null;
  lang: Lang;
  words: ExplorerWords;
  /** What a link to a changed view does instead; absent: it leads there. */
  onLink?: (part: Partial<View>) => (event: MouseEvent) => void;
};

/** Offers a wider radius, and to drop the filters. */
export function Empty({ view, where, radiusKm, lang, words, onLink }: Props) {
  if (!isCovered(where)) return <p class="state">{words.uncovered}</p>;
  const wider = radiusKm === null ? null : [...RADII, 150, MAX_RADIUS_KM].find((radius) => radius > radiusKm) ?? null;
  const link = (part: Partial<View>) => ({
    href: toLocalPath(`/?${toQuery({ ...view, ...part })}`, lang),
    "aria-current": "false" as const,
    onClick: onLink?.(part),
  });
  return (
    <div class="state">
      <p class="state-title">{words.empty}</p>
      {radiusKm !== null && <p>{fill(words.emptyText, { radius: formatRadius(radiusKm, lang) })}</p>}
      <p class="row">
        {wider !== null && (
          <a class="button button-primary" {...link({ radiusKm: wider })}>
            {fill(words.widen, { radius: formatRadius(wider, lang) })}
          </a>
        )}
        {countFilters(view) > 0 && <a class="button" {...link(NO_FILTERS)}>{words.withoutFilters}</a>}
      </p>
    </div>
  );
}
