/** What a visitor pays for a litre and what the pump shows, in a sentence and in a row. @module */

import { formatPrice } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { toPriceText } from "../lib/shared/money.ts";
import type { Paid } from "../lib/shared/my_price.ts";
import { toEquivalentText, toPaidText } from "../lib/shared/paid_text.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = {
  paid: Paid;
  lang: Lang;
  words: Pick<CommonWords, "price">;
  /** What is said where the pump's price is paid: `{price}`. */
  same?: string;
};

/** "Votre prix 1,699 €, affiché 1,799 €", and what E85 is worth in petrol; nothing where there is nothing to say. */
export function PaidLine({ paid, lang, words, same = "" }: Props) {
  const text = toPaidText(paid, words, { same, lang });
  return text === "" ? null : <p class="paid">{text}</p>;
}

type PostedProps = {
  paid: Paid;
  lang: Lang;
  words: Pick<CommonWords, "fuels" | "price">;
  /** Whether the fuel is said: it may be another than the one looked at. */
  isNamed: boolean;
  class?: string;
};

/** "E85 · affiché 0,829 € · équivaut à 0,97 €/L d’E10", beside the price that is paid; what says nothing new is left out. */
export function Posted({ paid, isNamed, lang, words, class: extra = "" }: PostedProps) {
  const { fuel, priceMilli, postedMilli } = paid;
  const price = formatPrice(toPriceText(postedMilli), lang);
  const pump = postedMilli === priceMilli ? "" : fill(words.price.posted, { price });
  const name = isNamed && words.fuels[fuel].short;
  const text = [name, pump, toEquivalentText(paid, words, lang)].filter(Boolean).join(" · ");
  return text === "" ? null : <span class={`${extra} num`}>{text}</span>;
}
