/** The national means as a station's totem: the six fuels at a glance, before any place is known. @module */

import type { National } from "../../lib/domain/wire.ts";
import { formatCount } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { EMPTY_VIEW, toQuery } from "../../lib/shared/url_state.ts";
import type { LandingWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, count } from "../../lib/shared/words/mod.ts";
import { Price } from "../Price.tsx";
import { Trend } from "../Trend.tsx";

type Props = { nationals: readonly National[]; fuel: Fuel; lang: Lang; words: LandingWords; common: CommonWords };

/** One line for each fuel, each a link to the home with that fuel. */
export function Totem({ nationals, fuel, lang, words, common }: Props) {
  return (
    <section class="totem" aria-labelledby="totem-title">
      <h2 id="totem-title" class="totem-title">{words.nationalTitle}</h2>
      <ul class="totem-lines">
        {nationals.map((national) => (
          <TotemLine key={national.fuelType} isChosen={national.fuelType === fuel} {...{ national, lang, common }} />
        ))}
      </ul>
    </section>
  );
}

type LineProps = { national: National; isChosen: boolean; lang: Lang; common: CommonWords };

function TotemLine({ national, isChosen, lang, common }: LineProps) {
  const { fuelType, avgPrice1d, trend7d, change7d, stationCount } = national;
  const query = toQuery({ ...EMPTY_VIEW, fuel: fuelType });
  const href = toLocalPath(query === "" ? "/" : `/?${query}`, lang);
  return (
    <li>
      <a class="totem-line" href={href} aria-current={isChosen ? "true" : undefined}>
        <span class="totem-fuel">{common.fuels[fuelType].short}</span>
        <span class="totem-trend">
          {trend7d === "unknown"
            ? count(common.stations, stationCount, { lang, text: formatCount(stationCount, lang) })
            : <Trend trend={trend7d} change={change7d} {...{ lang, words: common }} />}
        </span>
        {avgPrice1d === null
          ? <span class="totem-price muted">–</span>
          : <Price price={avgPrice1d} lang={lang} class="totem-price" />}
      </a>
    </li>
  );
}
