/** The home before a place is known: search, the country's totem, the map of departments. @module */

import type { ComponentChildren } from "preact";
import type { Department, National } from "../../lib/domain/wire.ts";
import { formatInstant } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toBounds } from "../../lib/shared/tertiles.ts";
import { toQuery, type View } from "../../lib/shared/url_state.ts";
import type { HomeWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, fill } from "../../lib/shared/words/mod.ts";
import { FuelPicker } from "../FuelPicker.tsx";
import { DepartmentRanking } from "./DepartmentRanking.tsx";
import { FranceMap } from "./FranceMap.tsx";
import { Legend } from "./Legend.tsx";
import { Totem } from "./Totem.tsx";

type Props = {
  view: View;
  nationals: readonly National[];
  departments: readonly Department[];
  asOf: string;
  /** The address named a place that nobody knows. */
  isUnknownPlace: boolean;
  lang: Lang;
  words: HomeWords;
  common: CommonWords;
  /** The search field. */
  children: ComponentChildren;
  /** The stations that the device keeps. */
  kept: ComponentChildren;
};

/** Middle of the country and a radius that holds it, km. */
const WHOLE_COUNTRY = { at: { lat: 46.6, lng: 2.4 }, radiusKm: 550 };

/** The whole page between header and footer. */
export function Landing({ view, nationals, departments, asOf, isUnknownPlace, lang, words, common, ...parts }: Props) {
  const { landing } = words;
  const { fuel } = view;
  const means = departments.flatMap(({ avgPrice1d }) => avgPrice1d === null ? [] : [parsePriceText(avgPrice1d)]);
  const bounds = toBounds(means);
  const everywhere = toQuery({ ...view, ...WHOLE_COUNTRY, place: null, q: "", station: null });
  return (
    <>
      <section class="hero">
        <div class="wrap hero-grid">
          <div class="hero-ask">
            <h1>{landing.headline}</h1>
            <p class="hero-lead">{landing.lead}</p>
            <form class="hero-form" action={toLocalPath("/", lang)} method="get" role="search">
              <FuelPicker fuel={fuel} words={common} class="fuels" />
              {parts.children}
            </form>
            {isUnknownPlace && (
              <p class="hero-notice" role="alert">
                <strong>{landing.unknownPlace}.</strong>{" "}
                {fill(landing.unknownPlaceHint, { q: view.q || view.place || "" })}
              </p>
            )}
            {parts.kept}
            <p class="hero-links">
              <a href={toLocalPath(`/?${everywhere}`, lang)}>{landing.mapAll}</a>
            </p>
          </div>
          <Totem {...{ nationals, fuel, lang, common }} words={landing} />
        </div>
        <div class="ticks hero-ticks" />
      </section>
      <section class="section wrap" aria-labelledby="departments-title">
        <div class="section-title">
          <h2 id="departments-title">{fill(landing.mapTitle, { fuel: common.fuels[fuel].short })}</h2>
          <Legend {...{ bounds, lang }} label={words.explorer.legend} words={common} />
        </div>
        <p class="muted">{landing.mapText} {fill(common.price.asOf, { date: formatInstant(asOf, lang) })}.</p>
        <div class="departments">
          <FranceMap {...{ departments, bounds, fuel, lang }} noMean={landing.noMean} />
          <DepartmentRanking {...{ departments, bounds, fuel, lang, common }} words={landing} />
        </div>
      </section>
      <section class="section wrap promises">
        {landing.promises.map(({ title, text }) => (
          <div key={title} class="promise">
            <h2>{title}</h2>
            <p class="muted">{text}</p>
          </div>
        ))}
      </section>
    </>
  );
}
