/** A ranked list of stations with one price each: one look for departments, towns and neighbours. @module */

import { formatKm } from "../../lib/shared/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { commonWords } from "../../lib/shared/words/mod.ts";
import type { Fuel } from "../../lib/shared/station/fuels.ts";
import { type ListEntry, toStationName } from "../../lib/shared/station/listed_station.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toStationPath } from "../../lib/shared/page/page_paths.ts";
import { type Bounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { PricePill } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";
import { BrandChip } from "../BrandChip.tsx";

type Props = {
  entries: readonly ListEntry[];
  /** Bounds of the levels; null: nothing is ranked. */
  bounds: Bounds | null;
  fuel: Fuel;
  /** Whether the first is the cheapest of all that is compared. */
  hasBest?: boolean;
  nowMs: number;
  lang: Lang;
};

/** Lines in the order given. */
export function StationList({ entries, bounds, fuel, nowMs, lang, hasBest = true }: Props) {
  const common = commonWords[lang];
  const best = hasBest ? entries[0]?.price : undefined;
  return (
    <ol class="ranked">
      {entries.map((entry) => (
        <li key={entry.id}>
          <a class="ranked-line" href={toLocalPath(`${toStationPath(entry.id)}?fuel=${fuel}`, lang)}>
            <BrandChip brand={entry.brand} />
            <span class="ranked-what">
              <span class="ranked-name">{toStationName(entry, common)}</span>
              <span class="ranked-where">{[entry.address, entry.city].filter(Boolean).join(", ")}</span>
              {(entry.motorway || entry.automate_24_7) && (
                <span class="row ranked-tags">
                  {entry.motorway && <span class="tag">{common.station.motorway}</span>}
                  {entry.automate_24_7 && <span class="tag">{common.station.automate}</span>}
                </span>
              )}
            </span>
            <span class="ranked-price">
              <PricePill
                price={entry.price}
                level={bounds && toTertile(parsePriceText(entry.price), bounds)}
                isBest={entry.price === best}
                {...{ lang, common }}
              />
              <span class="ranked-facts">
                {entry.distance_km !== undefined && <span class="num">{formatKm(entry.distance_km, lang)}</span>}
                <Age at={entry.updated_at} {...{ nowMs, lang }} />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
