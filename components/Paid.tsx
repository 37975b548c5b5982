/** The price that a visitor pays and the pump price, in a sentence and in a row. @module */

import type { Fuel } from "../lib/shared/fuels.ts";
import { toPriceText } from "../lib/shared/price/money.ts";
import { findPaid, type Paid, type Sold } from "../lib/shared/price/my_price.ts";
import { toEquivalentText, toPaidText } from "../lib/words/paid_text.ts";
import type { Driver } from "../lib/shared/price/real_cost.ts";
import { formatPrice } from "../lib/words/format.ts";
import type { Lang } from "../lib/words/lang.ts";
import { fill } from "../lib/words/fill.ts";
import type { CommonWords } from "../lib/words/mod.ts";

type Props = {
  paid: Paid;
  lang: Lang;
  words: Pick<CommonWords, "price">;
  /** The sentence for a visitor who pays the pump price, with `{price}`. */
  same?: string;
};

/**
 * "Votre prix 1,699 €, affiché 1,799 €", and the equivalent price of E85 in petrol; null if it
 * would say nothing new.
 */
export function PaidLine({ paid, lang, words, same = "" }: Props) {
  const text = toPaidText(paid, words, { same, lang });
  return text === "" ? null : <p class="paid">{text}</p>;
}

type PostedProps = {
  paid: Paid;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price">;
  /** Whether to name the fuel, which may differ from the chosen one. */
  isNamed: boolean;
  class?: string;
};

/**
 * "E85 · affiché 0,829 € · équivaut à 0,97 €/L d’E10", next to the price that is paid. Leaves out
 * facts that the row already shows.
 */
export function Posted({ paid, isNamed, lang, words, class: extra = "" }: PostedProps) {
  const { fuel, priceMilli, postedMilli } = paid;
  const price = formatPrice(toPriceText(postedMilli), lang);
  const pump = postedMilli === priceMilli ? "" : fill(words.price.posted, { price });
  const name = isNamed && words.fuels[fuel].short;
  const text = [name, pump, toEquivalentText(paid, words, lang)].filter(Boolean).join(" · ");
  return text === "" ? null : <span class={`${extra} num`}>{text}</span>;
}

type OwnProps = {
  station: Sold;
  fuel: Fuel;
  driver: Driver;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price"> & { own: { same: string; none: string } };
};

/** The visitor's price on a station's page, for the fuel of their car that drives cheapest. */
export function OwnPrice({ station, fuel, driver, lang, words }: OwnProps) {
  const paid = findPaid(station, { fuel, driver });
  if (paid === null) return <p class="paid">{words.own.none}</p>;
  return (
    <>
      <p class="own-fuel">{words.fuels[paid.fuel].short}</p>
      <PaidLine paid={paid} lang={lang} words={words} same={words.own.same} />
    </>
  );
}
