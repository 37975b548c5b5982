/** Says what the stations that are worth their way are compared with, and how ways are estimated. @module */

import type { Offer } from "../../lib/shared/explorer_model.ts";
import { formatCount, formatEuros, formatPrice } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toStationName } from "../../lib/shared/listed_station.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Driver, MIN_SAVED_CENTS, ROAD_FACTOR } from "../../lib/shared/real_cost.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, fill } from "../../lib/shared/words/mod.ts";

type Props = {
  offer: Offer;
  driver: Driver;
  ownFuels: readonly Fuel[] | null;
  lang: Lang;
  words: ExplorerWords;
  common: CommonWords;
};

/** One paragraph below the list. */
export function OfferNote({ offer: { nearest }, driver, ownFuels, lang, words, common }: Props) {
  const { litres, per100Km, e85Factor } = driver;
  return (
    <p class="list-note muted small">
      {fill(words.offerNote, {
        litres,
        name: toStationName(nearest, common),
        price: formatPrice(toPriceText(nearest.paid?.priceMilli ?? nearest.priceMilli), lang),
        least: formatEuros(MIN_SAVED_CENTS / 100, lang),
        factor: formatCount(ROAD_FACTOR, lang),
        per100Km: formatCount(per100Km, lang),
      })}
      {ownFuels && ownFuels.length > 1 && ownFuels.includes("e85") &&
        ` ${fill(words.offerE85, { n: formatCount(e85Factor, lang) })}`}
    </p>
  );
}
