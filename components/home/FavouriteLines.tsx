/** Favourite stations as lines with their price of one fuel; loaded only where a visitor has some. @module */

import type { Fuel } from "../../lib/shared/fuels.ts";
import type { CurrentStation, Favourite, FoundStations } from "../../lib/shared/favourites.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { findPaid, type Paid } from "../../lib/shared/my_price.ts";
import type { Driver } from "../../lib/shared/real_cost.ts";
import { isOutForNow } from "../../lib/shared/unranked.ts";
import type { CommonWords } from "../../lib/shared/words/mod.ts";
import { toStationPath } from "../../lib/shared/page_paths.ts";
import { Posted } from "../Paid.tsx";
import { Price } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";
import { BrandChip } from "../BrandChip.tsx";

/** Words of a line instead of, or next to, its price. */
export type FavouriteWords = {
  unavailable: string;
  noPrice: string;
  best: string;
} & Pick<CommonWords, "fuels" | "price" | "outOfStock">;

type Props = {
  stations: readonly Favourite[];
  /** Null while they are being fetched. */
  found: FoundStations | null;
  fuel: Fuel;
  driver: Driver;
  nowMs: number;
  lang: Lang;
  words: FavouriteWords;
};

/** One line for each, in the order given; the cheapest of several bears a star. */
export function FavouriteLines(props: Props) {
  const { stations, found, fuel, lang } = props;
  const best = findBest(props);
  return (
    <>
      {stations.map((station) => {
        const current = found?.stations.get(station.id);
        return (
          <li key={station.id}>
            <a class="home-favourites-line" href={toLocalPath(`${toStationPath(station.id)}?fuel=${fuel}`, lang)}>
              {/* Until its brand is known, the stored name is shown: mostly that is the brand. */}
              <BrandChip brand={current ? current.brand : station.title} />
              <span class="home-favourites-name">
                {station.title}
                <span>{station.town}</span>
              </span>
              {found && <Offer {...props} current={current} best={best} />}
            </a>
          </li>
        );
      })}
    </>
  );
}

type Known = CurrentStation | null | undefined;

/** What the visitor pays at a station; null where nothing counts. */
function getPaid(current: Known, { fuel, driver }: Pick<Props, "fuel" | "driver">): Paid | null {
  return current ? findPaid(current, { fuel, driver }) : null;
}

/** The lowest price among several; null where there is nothing to compare. */
function findBest({ stations, found, ...own }: Props): number | null {
  const prices = stations.flatMap(({ id }) => getPaid(found?.stations.get(id), own)?.comparedMilli ?? []);
  return prices.length < 2 ? null : Math.min(...prices);
}

type OfferProps = Props & { current: Known; best: number | null };

function Offer({ current, best, fuel, driver, lang, nowMs, words }: OfferProps) {
  const paid = getPaid(current, { fuel, driver });
  if (paid === null) {
    const shortage = current?.out_of_stock.find((each) => each.fuel === fuel);
    const isOut = shortage !== undefined && isOutForNow(shortage, nowMs);
    const missing = isOut ? words.outOfStock.temporary : shortage ? words.outOfStock.permanent : words.noPrice;
    const text = current === undefined ? words.unavailable : missing;
    return (
      <span class={isOut ? "home-favourites-offer out" : "home-favourites-offer home-favourites-none"}>{text}</span>
    );
  }
  const isBest = paid.comparedMilli === best;
  const at = current!.prices.find((offer) => offer.fuel === paid.fuel)!.updated_at;
  return (
    <span class={`home-favourites-offer ${isBest ? "home-favourites-best" : ""}`}>
      <span>
        {isBest && <span class="price-sign" aria-hidden="true">★</span>}
        <Price price={toPriceText(paid.priceMilli)} lang={lang} class="price-l" />
        {isBest && <span class="sr-only">, {words.best}</span>}
      </span>
      <Posted {...{ paid, lang, words }} isNamed={paid.fuel !== fuel} />
      <Age {...{ at, nowMs, lang }} />
    </span>
  );
}
