/** The answer in one sentence: how cheap the fuel is here, at how many stations, and what the choice is worth. @module */

import { formatCount, formatEuros, formatPrice } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import type { Bounds } from "../../lib/shared/tertiles.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, count, fill } from "../../lib/shared/words/mod.ts";

type Props = {
  fuel: Fuel;
  /** Name of the place, or null when the view has none. */
  place: string | null;
  bounds: Bounds | null;
  total: number;
  litres: number;
  lang: Lang;
  words: ExplorerWords;
  common: CommonWords;
};

/** Title of the page and the line below it, which tells changes to readers. */
export function Answer({ fuel, place, bounds, total, litres, lang, words, common }: Props) {
  const name = common.fuels[fuel].short;
  const price = bounds && formatPrice(toPriceText(bounds.min), lang);
  const saved = bounds ? ((bounds.max - bounds.min) * litres) / 1000 : 0;
  return (
    <div class="answer">
      <h1 class="answer-title">
        {place !== null && <span class="answer-place">{`${place} `}</span>}
        {price === null ? words.answerNone : fill(words.answer, { fuel: name, price })}
      </h1>
      <p class="answer-line" role="status" aria-live="polite">
        {count(common.stations, total, { lang, text: formatCount(total, lang) })}
        {saved >= 0.5 && ` · ${fill(words.answerSaved, { saved: formatEuros(saved, lang), litres })}`}
      </p>
    </div>
  );
}
