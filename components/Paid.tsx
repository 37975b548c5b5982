/** What a visitor pays for a litre and what the pump shows, in a sentence and in a row. @module */

import { formatPrice } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { toPriceText } from "../lib/shared/money.ts";
import type { Paid } from "../lib/shared/my_price.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = { paid: Paid; lang: Lang; words: Pick<CommonWords, "price"> };

/** "Votre prix 1,699 €, affiché 1,799 €"; nothing when they are the same. */
export function PaidLine({ paid: { priceMilli, postedMilli }, lang, words }: Props) {
  if (priceMilli === postedMilli) return null;
  const [price, posted] = [priceMilli, postedMilli].map((milli) => formatPrice(toPriceText(milli), lang));
  return <p class="paid">{fill(words.price.paid, { price: price!, posted: posted! })}</p>;
}

type PostedProps = {
  paid: Paid;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price">;
  /** Whether the fuel is said: it may be another than the one looked at. */
  isNamed: boolean;
  class?: string;
};

/** "E85 · affiché 1,799 €", beside the price that is paid; the pump's price is left out when it is the same. */
export function Posted({ paid, isNamed, lang, words, class: extra = "" }: PostedProps) {
  const { fuel, priceMilli, postedMilli } = paid;
  const price = formatPrice(toPriceText(postedMilli), lang);
  const pump = postedMilli === priceMilli ? "" : fill(words.price.posted, { price });
  const text = [isNamed && words.fuels[fuel].short, pump].filter(Boolean).join(" · ");
  return text === "" ? null : <span class={`${extra} num`}>{text}</span>;
}
