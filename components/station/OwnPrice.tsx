/** What the visitor pays at a station for the fuel of its page; loaded where the device remembers discounts or fuels. @module */

import type { Driver } from "../../lib/shared/real_cost.ts";
import { formatPrice } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { findPaid, type Sold } from "../../lib/shared/my_price.ts";
import { type CommonWords, fill } from "../../lib/shared/words/mod.ts";
import { PaidLine } from "../Paid.tsx";

type Props = {
  station: Sold;
  /** The fuel that the page is about. */
  fuel: Fuel;
  driver: Driver;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price"> & { own: { same: string; none: string } };
};

/** One line, with the fuel that is the cheapest of those the car takes. */
export function OwnPrice({ station, fuel, driver, lang, words }: Props) {
  const paid = findPaid(station, { fuel, driver });
  if (paid === null) return <p class="paid">{words.own.none}</p>;
  const price = formatPrice(toPriceText(paid.priceMilli), lang);
  return (
    <>
      <p class="own-fuel">{words.fuels[paid.fuel].short}</p>
      {paid.priceMilli === paid.postedMilli
        ? <p class="paid">{fill(words.own.same, { price })}</p>
        : <PaidLine {...{ paid, lang, words }} />}
    </>
  );
}
