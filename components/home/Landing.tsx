/** The home before a place is known: search, the national means, the map and the list of departments. @module */

import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import type { Department, National } from "../../lib/domain/wire.ts";
import type { LandingData } from "../../lib/pages/home/load.ts";
import { formatCount, formatDay, formatInstant } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, langOf, toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toAsOf } from "../../lib/shared/page.ts";
import { toCountryMapPath, toDepartmentPath } from "../../lib/shared/page_paths.ts";
import { toShortageText } from "../../lib/shared/shortages.ts";
import { type Bounds, toBounds, toTertile } from "../../lib/shared/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { homeWords, type LandingWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, commonWords, count, fill } from "../../lib/shared/words/mod.ts";
import { FranceMap } from "../area/AreaMaps.tsx";
import { Extremes } from "../area/Extremes.tsx";
import { DataBanner, Page } from "../Page.tsx";
import { FuelPicker } from "../FuelChoice.tsx";
import { Legend, Price, PricePill } from "../Price.tsx";
import { Trend } from "../PriceNotes.tsx";

type Props = {
  data: LandingData;
  url: URL;
  /** The favourite stations of this device. */
  favourites: ComponentChildren;
  /** The cheapest station around the place of the last visit. */
  lastVisit: ComponentChildren;
  /** The search field. */
  children: ComponentChildren;
};

/** Styles of the home and of its map of departments. */
export function HomeStyles() {
  return (
    <Head>
      <link key="home.css" rel="stylesheet" href={asset("/home.css")} />
    </Head>
  );
}

/** The home before a place is known; the search field comes as children. */
export function LandingPage({ data, url, favourites, lastVisit, children }: Props) {
  const lang = langOf(url.pathname);
  const [words, common] = [homeWords(lang), commonWords(lang)];
  const { view, isUnknownPlace, nowMs, country: { nationals, departments, shortages, state } } = data;
  const { landing } = words;
  const { fuel } = view;
  const asOf = toAsOf(state);
  const means = departments.flatMap(({ avgPrice1d }) => avgPrice1d === null ? [] : [parsePriceText(avgPrice1d)]);
  const bounds = toBounds(means);
  const notes = new Map(
    shortages.departments.map((shortage) => [shortage.code, toShortageText(shortage, landing.shortage)]),
  );
  return (
    <Page url={url} current="/" bare>
      <HomeStyles />
      <DataBanner {...{ asOf, nowMs, lang }} source={state.source} words={common} />
      <section class="hero">
        <div class="wrap hero-grid">
          <div class="hero-ask">
            <h1>{landing.headline}</h1>
            <p class="hero-lead">{landing.lead}</p>
            <form class="hero-form" action={toLocalPath("/", lang)} method="get" role="search">
              <FuelPicker fuel={fuel} words={common} class="fuels" />
              {children}
            </form>
            {isUnknownPlace && (
              <p class="hero-notice" role="alert">
                <strong>{landing.unknownPlace}.</strong>{" "}
                {fill(landing.unknownPlaceHint, { q: view.q || view.place || "" })}
              </p>
            )}
            {lastVisit}
            {favourites}
            <p class="hero-links">
              <a href={toLocalPath(toCountryMapPath(fuel), lang)} aria-current="false">{landing.mapAll}</a>
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
        <Extremes
          means={nationals.find(({ fuelType }) => fuelType === fuel)!}
          words={areaWords(lang)}
          {...{ nowMs, lang, common }}
        />
        <div class="departments">
          <FranceMap {...{ departments, bounds, fuel, lang, notes }} noMean={landing.noMean} />
          <DepartmentRanking {...{ departments, bounds, fuel, lang, common }} words={landing} />
        </div>
        <Shortages {...{ departments, notes, fuel, lang, common }} since={shortages.since} words={landing} />
      </section>
      <section class="section wrap promises">
        {landing.promises.map(({ title, text }) => (
          <div key={title} class="promise">
            <h2>{title}</h2>
            <p class="muted">{text}</p>
          </div>
        ))}
      </section>
    </Page>
  );
}

type TotemProps = { nationals: readonly National[]; fuel: Fuel; lang: Lang; words: LandingWords; common: CommonWords };

/** The national means as on a station's totem: one line for each fuel, each a link to the home with that fuel. */
function Totem({ nationals, fuel, lang, words, common }: TotemProps) {
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
  // With its name even for the usual one: without it the home takes the fuel of the last visit.
  const href = toLocalPath(`/?fuel=${fuelType}`, lang);
  return (
    <li>
      <a class="totem-line" href={href} aria-current={isChosen ? "true" : "false"}>
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

type ShortagesProps = {
  departments: readonly Department[];
  /** What is said of each department that is short, by code, the worst first. */
  notes: ReadonlyMap<string, string>;
  /** First day of those that tell what is usual; null when that is not known. */
  since: string | null;
  fuel: Fuel;
  lang: Lang;
  words: LandingWords;
  common: CommonWords;
};

/** The departments with a rim on the map: those where the fuel has run out at more stations than usual. */
function Shortages({ departments, notes, since, fuel, lang, words, common }: ShortagesProps) {
  if (notes.size === 0 || since === null) return null;
  const names = new Map(departments.map(({ code, name }) => [code, name]));
  return (
    <div class="shortages">
      <h3>
        <span class="out" /> {fill(words.shortages, { fuel: common.fuels[fuel].short })}
      </h3>
      <p class="muted small">{fill(words.shortagesText, { since: formatDay(since, lang) })}</p>
      <ul class="ranking-list">
        {[...notes].map(([code, note]) => (
          <li key={code}>
            <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>
              <span class="ranking-code num">{code}</span> {names.get(code)}
            </a>
            <span class="num">{note}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const SHOWN = 5;

type RankingProps = {
  departments: readonly Department[];
  bounds: Bounds | null;
  fuel: Fuel;
  lang: Lang;
  words: LandingWords;
  common: CommonWords;
};

/** Departments that have a mean, cheapest first; ties by code. */
function rankDepartments(departments: readonly Department[]): (Department & { avgPrice1d: string })[] {
  return departments
    .filter((department): department is Department & { avgPrice1d: string } => department.avgPrice1d !== null)
    .sort((a, b) => parsePriceText(a.avgPrice1d) - parsePriceText(b.avgPrice1d) || (a.code < b.code ? -1 : 1));
}

/** The cheapest and the dearest five, and all of them folded away. */
function DepartmentRanking({ departments, words, ...rest }: RankingProps) {
  const ranked = rankDepartments(departments);
  const list = (some: typeof ranked) => <DepartmentList ranked={some} {...rest} />;
  if (ranked.length === 0) return null;
  return (
    <div class="ranking">
      <h3>{words.cheapestDepartments}</h3>
      {list(ranked.slice(0, SHOWN))}
      <h3>{words.dearestDepartments}</h3>
      {list(ranked.slice(-SHOWN).reverse())}
      <details class="ranking-all">
        <summary class="button">{words.allDepartments}</summary>
        {list([...ranked].sort((a, b) => a.code < b.code ? -1 : 1))}
      </details>
    </div>
  );
}

type ListProps = Omit<RankingProps, "departments" | "words"> & { ranked: ReturnType<typeof rankDepartments> };

function DepartmentList({ ranked, bounds, fuel, lang, common }: ListProps) {
  return (
    <ol class="ranking-list">
      {ranked.map(({ code, name, avgPrice1d }) => (
        <li key={code}>
          <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>
            <span class="ranking-code num">{code}</span> {name}
          </a>
          <PricePill
            price={avgPrice1d}
            level={bounds && toTertile(parsePriceText(avgPrice1d), bounds)}
            lang={lang}
            words={common}
          />
        </li>
      ))}
    </ol>
  );
}

/** What the home says while nothing can be answered; `isIdle`: there are no data, and this process loads none. */
export function UnavailablePage({ isIdle, url }: { isIdle: boolean; url: URL }) {
  const lang = langOf(url.pathname);
  const { states } = commonWords(lang);
  return (
    <Page url={url} current="/">
      <HomeStyles />
      <div class="state state-failed" role="alert">
        <h1 class="state-title">{states.failed}</h1>
        <p>{isIdle ? states.idle : states.noData}</p>
        <a class="button button-primary" href={toLocalPath(`/${url.search}`, lang)} aria-current="false">
          {states.retry}
        </a>
      </div>
    </Page>
  );
}
