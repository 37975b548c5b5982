/** Means of the six fuels as cards: the choice of a fuel and its figures in one. @module */

import type { Aggregate } from "../../lib/domain/wire.ts";
import { formatCount } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { AreaWords } from "../../lib/shared/words/area_pages.ts";
import { type CommonWords, count } from "../../lib/shared/words/mod.ts";
import { Price } from "../Price.tsx";
import { Trend } from "../PriceNotes.tsx";

type Props = {
  means: readonly Aggregate[];
  fuel: Fuel;
  /** Path of the page in its language, without a query. */
  path: string;
  lang: Lang;
  common: CommonWords;
  words: AreaWords;
};

/** One card for each fuel, each a link to the page with that fuel. */
export function FuelMeans({ means, fuel, path, lang, common, words }: Props) {
  return (
    <ul class="means">
      {means.map(({ fuelType, avgPrice1d, trend7d, change7d, stationCount }) => (
        <li key={fuelType}>
          <a class="mean" href={`${path}?fuel=${fuelType}`} aria-current={fuelType === fuel ? "true" : "false"}>
            <span class="mean-fuel">{common.fuels[fuelType].short}</span>
            {avgPrice1d === null
              ? <span class="price price-l muted">–</span>
              : <Price price={avgPrice1d} lang={lang} class="price-l" />}
            <span class="mean-trend">
              {avgPrice1d !== null && <Trend trend={trend7d} change={change7d} lang={lang} words={common} />}
            </span>
            <span class="mean-count">
              {count(words.stations, stationCount, { lang, text: formatCount(stationCount, lang) })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
