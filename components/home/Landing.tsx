/**
 * The home before a place is known: search, the national means, the map and the list of
 * departments.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import type { Department, National } from "../../lib/domain/wire.ts";
import type { LandingData } from "../../lib/pages/home/load.ts";
import { formatCount, formatDay } from "../../lib/words/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, langOf, toLocalPath } from "../../lib/words/lang.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toCountryMapPath, toDepartmentPath } from "../../lib/site/paths.ts";
import { toShortageText } from "../../lib/words/shortages.ts";
import { toMeanBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { type HomeWords, homeWords } from "../../lib/words/home.ts";
import { commonWords, count, fill } from "../../lib/words/mod.ts";
import type { Worded } from "../base.ts";
import { FranceMap } from "../area/AreaMaps.tsx";
import { Extremes, MoveLine } from "../area/AreaPrices.tsx";
import { toDateText } from "../Blocks.tsx";
import { DataBanner, Page, Styles } from "../Page.tsx";
import { FuelPicker } from "../FuelChoice.tsx";
import { Legend } from "../Legend.tsx";
import { Price, PricePill } from "../Price.tsx";
import { Trend } from "../PriceNotes.tsx";

type Props = {
  data: LandingData;
  url: URL;
  /** The visitor's own stations and places from the device, which come first. */
  visitor: ComponentChildren;
  children: ComponentChildren;
};

/** The home before a place is known. The search field comes as children. */
export function LandingPage(props: Props) {
  const { data: { nowMs, country: { state } }, url } = props;
  return (
    <Page url={url} state={state} current="/" bare>
      <Styles names={["home"]} />
      <DataBanner state={state} nowMs={nowMs} lang={langOf(url.pathname)} />
      <Hero {...props} />
      <Departments {...props} />
    </Page>
  );
}

function toNational({ view, country }: LandingData): National {
  return country.nationals.find(({ fuelType }) => fuelType === view.fuel)!;
}

function Hero({ data, url, visitor, children }: Props) {
  const lang = langOf(url.pathname);
  const { landing } = homeWords[lang];
  const common = commonWords[lang];
  const { view, isUnknownPlace, country: { nationals, move, state } } = data;
  const { fuel } = view;
  // The count of the fuel that most stations sell.
  const stationCount = Math.max(...nationals.map((national) => national.stationCount));
  return (
    <section class="hero">
      <div class="wrap hero-grid">
        <div class="hero-ask">
          {visitor}
          <h1>{landing.headline}</h1>
          <p class="hero-lead">
            {state.source !== "sample" &&
              fill(landing.lead, { count: formatCount(stationCount, lang) })} {landing.promise}
          </p>
          <form class="hero-form" action={toLocalPath("/", lang)} method="get" role="search">
            <FuelPicker fuel={fuel} common={common} class="fuels" />
            {children}
          </form>
          {isUnknownPlace && (
            <p class="hero-notice" role="alert">
              <strong>{landing.unknownPlace}.</strong>{" "}
              {fill(landing.unknownPlaceHint, { q: view.q || view.place || "" })}
            </p>
          )}
          <p class="hero-links">
            <a href={toLocalPath(toCountryMapPath(fuel), lang)} aria-current="false">
              {landing.mapAll}
            </a>
          </p>
        </div>
        <Totem nationals={nationals} fuel={fuel} lang={lang} common={common} words={landing}>
          <MoveLine move={move} national={toNational(data)} lang={lang} />
        </Totem>
      </div>
      <div class="ticks hero-ticks" />
    </section>
  );
}

function Departments({ data, url }: Props) {
  const lang = langOf(url.pathname);
  const { landing, explorer } = homeWords[lang];
  const common = commonWords[lang];
  const { view: { fuel }, nowMs, country: { departments, shortages, state } } = data;
  const national = toNational(data);
  const mean = national.avgPrice1d;
  const notes = new Map(
    shortages.departments.map((shortage) =>
      [shortage.code, toShortageText(shortage, landing.shortage)] as const
    ),
  );
  const part = { departments, fuel, lang, common, words: landing };
  return (
    <section class="section wrap" aria-labelledby="departments-title">
      <div class="section-title">
        <h2 id="departments-title">
          {fill(landing.mapTitle, { fuel: common.fuels[fuel].short })}
        </h2>
        <Legend mean={mean} lang={lang} common={common} label={explorer.legend} />
      </div>
      <p class="muted">{toDateText(state, { nowMs, lang })}</p>
      <Extremes means={national} nowMs={nowMs} lang={lang} />
      <div class="departments">
        <FranceMap departments={departments} mean={mean} fuel={fuel} lang={lang} notes={notes} />
        <DepartmentRanking {...part} mean={mean} />
      </div>
      <Shortages {...part} notes={notes} since={shortages.since} />
    </section>
  );
}

type PartProps = Worded & { fuel: Fuel; words: HomeWords["landing"] };

type TotemProps = PartProps & { nationals: readonly National[]; children: ComponentChildren };

/** The national means as on a station's totem: one line per fuel, which links to its home page. */
function Totem({ nationals, fuel, lang, words, common, children }: TotemProps) {
  return (
    <section class="totem" aria-labelledby="totem-title">
      <h2 id="totem-title" class="totem-title">{words.nationalTitle}</h2>
      <ul class="totem-lines">
        {nationals.map(({ fuelType, avgPrice1d, trend7d, change7d, stationCount }) => (
          <li key={fuelType}>
            {/* Named even for the usual fuel: the home defaults to that of the last visit. */}
            <a
              class="totem-line"
              href={toLocalPath(`/?fuel=${fuelType}`, lang)}
              aria-current={fuelType === fuel ? "true" : "false"}
            >
              <span class="totem-fuel">{common.fuels[fuelType].short}</span>
              <span class="totem-trend">
                {trend7d === "unknown"
                  ? count(common.stations, stationCount, { lang })
                  : <Trend trend={trend7d} change={change7d} lang={lang} common={common} />}
              </span>
              {avgPrice1d === null
                ? <span class="totem-price muted">–</span>
                : <Price price={avgPrice1d} lang={lang} class="totem-price" />}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

type ShortagesProps = PartProps & {
  departments: readonly Department[];
  /** Texts of the departments with shortages, by code, the worst first. */
  notes: ReadonlyMap<string, string>;
  /** The first of the days behind the usual number, or null if they are too few. */
  since: string | null;
};

/** The departments with a rim on the map: more stations than usual have run out of the fuel. */
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
            <DepartmentLink code={code} fuel={fuel} lang={lang} name={names.get(code)!} />
            <span class="num">{note}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DepartmentLink(
  { code, name, fuel, lang }: { code: string; name: string; fuel: Fuel; lang: Lang },
) {
  return (
    <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>
      <span class="ranking-code num">{code}</span> {name}
    </a>
  );
}

const SHOWN = 5;

type RankingProps = PartProps & { departments: readonly Department[]; mean: string | null };

/** The five cheapest and the five dearest departments with a mean, and a link to all of them. */
function DepartmentRanking({ departments, mean, fuel, lang, words, common }: RankingProps) {
  const bounds = toMeanBounds(mean);
  const ranked = departments
    .flatMap(({ code, name, avgPrice1d }) => avgPrice1d ? [{ code, name, price: avgPrice1d }] : [])
    .sort((a, b) => parsePriceText(a.price) - parsePriceText(b.price));
  if (ranked.length === 0) return null;
  const list = (some: typeof ranked) => (
    <ol class="ranking-list">
      {some.map(({ code, name, price }) => (
        <li key={code}>
          <DepartmentLink code={code} name={name} fuel={fuel} lang={lang} />
          <PricePill
            level={bounds && toTertile(parsePriceText(price), bounds)}
            price={price}
            lang={lang}
            common={common}
          />
        </li>
      ))}
    </ol>
  );
  return (
    <div class="ranking">
      <h3>{words.cheapestDepartments}</h3>
      {list(ranked.slice(0, SHOWN))}
      <h3>{words.dearestDepartments}</h3>
      {list(ranked.slice(-SHOWN).reverse())}
      <a class="button" href={toLocalPath(`/departements?fuel=${fuel}`, lang)} aria-current="false">
        {words.allDepartments}
      </a>
    </div>
  );
}
