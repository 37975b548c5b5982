/** The trends page. @module */

import { FuelMeans } from "../../components/area/FuelMeans.tsx";
import { BrandChip } from "../../components/BrandChip.tsx";
import { LinesTable } from "../../components/chart/LinesTable.tsx";
import { Price } from "../../components/Price.tsx";
import TrendsChart from "../../islands/TrendsChart.tsx";
import type { BrandTrend } from "../../lib/domain/wire.ts";
import { formatCents, formatCount, formatInstant, formatPrice } from "../../lib/shared/format.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { countDays, type Lines, toLines, trimLines } from "../../lib/shared/lines.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/money.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { infoWords } from "../../lib/shared/words/info_pages.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";
import { toAsOf } from "./frame.ts";
import { InnerPage } from "./inner_page.tsx";
import { BRAND_DAYS, NATION_DAYS, type TrendsPageData } from "./load_trends.ts";

type Props = { data: TrendsPageData };

function wordsOf({ frame: { lang } }: TrendsPageData) {
  return { lang, common: commonWords(lang), inner: innerWords(lang), words: infoWords(lang).trends };
}

function toMeta(data: TrendsPageData) {
  const { lang, common, words } = wordsOf(data);
  const prices = data.nationals.filter(({ avgPrice1d }) => avgPrice1d !== null)
    .map(({ fuelType, avgPrice1d }) => `${common.fuels[fuelType].short} ${formatPrice(avgPrice1d!, lang)}`).join(", ");
  const date = formatInstant(toAsOf(data.state), lang);
  return { title: words.title, description: fill(words.description, { date, prices }) };
}

/** The whole page. */
export function TrendsPage({ data, url }: Props & { url: URL }) {
  const { lang, common, words } = wordsOf(data);
  const { frame, fuel, nationals, state } = data;
  const crumbs = [{ name: words.heading, path: "/tendances" }];
  return (
    <InnerPage {...{ url, frame, crumbs, state }} path="/tendances" current="/tendances" {...toMeta(data)}>
      <header class="page-head">
        <h1>{words.heading}</h1>
        <p class="page-lead">
          {`${words.intro} ${fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}.`}
        </p>
      </header>
      <FuelMeans means={nationals} path={url.pathname} words={areaWords(lang)} {...{ fuel, lang, common }} />
      <NationSection data={data} />
      <BrandSection data={data} />
    </InnerPage>
  );
}

function Curves({ data, lines, label }: Props & { lines: Lines; label: string }) {
  const { lang, inner } = wordsOf(data);
  const { readout, resume } = inner.chart;
  return (
    <>
      <TrendsChart {...{ lines, label, lang }} words={{ readout, resume }} />
      <LinesTable {...{ lines, label, lang }} words={inner} />
    </>
  );
}

function NationSection({ data }: Props) {
  const { common, inner, words } = wordsOf(data);
  const { curves, today } = data;
  const named = FUELS.map((fuel) => ({ name: common.fuels[fuel].short, points: curves?.get(fuel) ?? [] }));
  const lines = trimLines(toLines(named, { from: addDays(today, 1 - NATION_DAYS), days: NATION_DAYS }));
  return (
    <section class="section" aria-labelledby="nation">
      <div class="section-title">
        <h2 id="nation">{words.nation}</h2>
      </div>
      {curves === null
        ? <p class="state state-failed">{inner.chart.failed}</p>
        : <Curves {...{ data, lines }} label={words.nation} />}
    </section>
  );
}

function BrandSection({ data }: Props) {
  const { common, inner, words } = wordsOf(data);
  const { brands, fuel, today } = data;
  const text = fill(words.brandsText, { ofFuel: common.fuels[fuel].of, days: BRAND_DAYS });
  const named = (brands ?? []).map(({ brand, series }) => ({
    name: brand,
    points: series.map(({ recordedAt, avgPrice }) => ({ day: recordedAt, milli: parsePriceText(avgPrice) })),
  }));
  const lines = trimLines(toLines(named, { from: addDays(today, 1 - BRAND_DAYS), days: BRAND_DAYS }));
  return (
    <section class="section" aria-labelledby="brands">
      <div class="section-title">
        <h2 id="brands">{words.brands}</h2>
        <span class="hint">{text}</span>
      </div>
      {brands === null
        ? <p class="state state-failed">{inner.chart.failed}</p>
        : brands.length === 0
        ? <p class="state">{words.brandsEmpty}</p>
        : (
          <>
            <BrandTrends data={data} brands={brands} caption={text} />
            {countDays(lines) > 1 && <Curves {...{ data, lines }} label={`${words.brands}. ${text}`} />}
          </>
        )}
    </section>
  );
}

function BrandTrends({ data, brands, caption }: Props & { brands: readonly BrandTrend[]; caption: string }) {
  const { lang, words } = wordsOf(data);
  const cheapestFirst = brands.map((brand) => ({ ...brand, today: parsePriceText(brand.series.at(-1)!.avgPrice) }))
    .sort((a, b) => a.today - b.today);
  return (
    <div class="table-scroll trends-brands" tabIndex={0} role="region" aria-label={caption}>
      <table class="table trends-table">
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.brand}</th>
            <th scope="col" class="cell-num wide-only">{words.stations}</th>
            <th scope="col" class="cell-num">{words.today}</th>
            <th scope="col" class="cell-num">{words.change}</th>
          </tr>
        </thead>
        <tbody>
          {cheapestFirst.map(({ brand, stationCount, series, today }) => (
            <tr key={brand}>
              <th scope="row">
                <span class="brand-cell">
                  <BrandChip brand={brand} />
                  <span>{brand}</span>
                </span>
              </th>
              <td class="cell-num wide-only">{formatCount(stationCount, lang)}</td>
              <td class="cell-num">
                <Price price={toPriceText(today)} lang={lang} />
              </td>
              <td class="cell-num">
                {series.length < 2 ? "–" : formatCents(toPriceText(today - parsePriceText(series[0].avgPrice)), lang)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
