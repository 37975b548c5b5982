/** What the visitor pays at a station for the fuel of its page; loaded where the device remembers discounts or fuels. @module */

import type { Driver } from "../../lib/shared/real_cost.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { findPaid, type Sold } from "../../lib/shared/my_price.ts";
import type { CommonWords } from "../../lib/shared/words/mod.ts";
import { PaidLine } from "../Paid.tsx";

type Props = {
  station: Sold;
  /** The fuel that the page is about. */
  fuel: Fuel;
  driver: Driver;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price"> & { own: { same: string; none: string } };
};

/** One line, with the fuel of the car that drives cheapest. */
export function OwnPrice({ station, fuel, driver, lang, words }: Props) {
  const paid = findPaid(station, { fuel, driver });
  if (paid === null) return <p class="paid">{words.own.none}</p>;
  return (
    <>
      <p class="own-fuel">{words.fuels[paid.fuel].short}</p>
      <PaidLine {...{ paid, lang, words }} same={words.own.same} />
    </>
  );
}
