/** Brands of an area compared: bars for the eye, figures for everybody. @module */

import type { Lang } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import type { InnerWords } from "../../lib/shared/words/inner.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Price } from "../Price.tsx";

type Brand = { brand: string; stationCount: number; avgPrice: string };
type Props = { brands: readonly Brand[]; caption: string; lang: Lang; words: InnerWords };

/** A share of the range below which a bar would not be seen. */
const SHORTEST = 0.06;

/** Cheapest first. The bars compare differences, so they do not begin at nothing: the figures are next to them. */
export function BrandTable({ brands, caption, lang, words }: Props) {
  const rows = brands.map((brand) => ({ ...brand, milli: parsePriceText(brand.avgPrice) }));
  const millis = rows.map(({ milli }) => milli);
  const [low, high] = [Math.min(...millis), Math.max(...millis)];
  const toShare = (milli: number) => high === low ? 1 : SHORTEST + ((1 - SHORTEST) * (milli - low)) / (high - low);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="table brand-table">
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.list.brand}</th>
            <th scope="col" class="cell-num">{words.list.count}</th>
            <th scope="col" class="cell-num">{words.chart.mean}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ brand, stationCount, avgPrice, milli }) => (
            <tr key={brand}>
              <th scope="row">
                <span class="brand-cell">
                  <BrandChip brand={brand} />
                  <span>
                    {brand}
                    <svg class="brand-bar" width="100%" height="5" aria-hidden="true" focusable="false">
                      <rect width={`${toShare(milli) * 100}%`} height="5" rx="2.500" />
                    </svg>
                  </span>
                </span>
              </th>
              <td class="cell-num">{stationCount}</td>
              <td class="cell-num">
                <Price price={avgPrice} lang={lang} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
