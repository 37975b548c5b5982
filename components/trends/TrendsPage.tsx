/** The trends page. @module */

import { Extreme, Extremes } from "../area/Extremes.tsx";
import { FuelMeans } from "../area/FuelMeans.tsx";
import type { ComponentType } from "preact";
import { BrandChip } from "../BrandChip.tsx";
import { type LinesChartProps, LinesTable } from "../chart/LinesChart.tsx";
import { Price } from "../Price.tsx";
import type { BrandTrend } from "../../lib/domain/wire.ts";
import type { TrendsPageData } from "../../lib/pages/trends/load.ts";
import { formatCents, formatCount, formatDay, formatInstant } from "../../lib/shared/format.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { countDays, type Lines, toLines, trimLines } from "../../lib/shared/chart.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/money.ts";
import { toAsOf } from "../../lib/shared/page.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";
import { InnerPage } from "../Page.tsx";

/** Draws curves so that values can be read off them. */
type Chart = ComponentType<LinesChartProps>;
type Props = { data: TrendsPageData };
type ChartProps = Props & { Chart: Chart };

function wordsOf({ request: { lang }, words }: TrendsPageData) {
  return { lang, words, common: commonWords(lang), inner: innerWords(lang) };
}

/** The whole page. */
export function TrendsPage({ data, url, Chart }: ChartProps & { url: URL }) {
  const { lang, common, words } = wordsOf(data);
  const { request, meta, fuel, nationals, state } = data;
  return (
    <InnerPage {...{ url, request, meta, state }} current="/tendances">
      <header class="page-head">
        <h1>{words.heading}</h1>
        <p class="page-lead">
          {`${words.intro} ${fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}.`}
        </p>
      </header>
      <FuelMeans means={nationals} path={url.pathname} words={areaWords(lang)} {...{ fuel, lang, common }} />
      <Extremes
        means={nationals.find(({ fuelType }) => fuelType === fuel)!}
        nowMs={request.nowMs}
        words={areaWords(lang)}
        {...{ lang, common }}
      />
      <NationSection data={data} Chart={Chart} />
      <BrandSection data={data} Chart={Chart} />
    </InnerPage>
  );
}

function Curves({ data, Chart, lines, label }: ChartProps & { lines: Lines; label: string }) {
  const { lang, inner } = wordsOf(data);
  const { readout, resume } = inner.chart;
  return (
    <>
      <Chart {...{ lines, label, lang }} words={{ readout, resume }} />
      <LinesTable {...{ lines, label, lang }} words={inner} />
    </>
  );
}

function NationSection({ data, Chart }: ChartProps) {
  const { common, inner, words } = wordsOf(data);
  const { curves, today, days } = data;
  const named = FUELS.map((fuel) => ({ name: common.fuels[fuel].short, points: curves?.get(fuel) ?? [] }));
  const lines = trimLines(toLines(named, { from: addDays(today, 1 - days.nation), days: days.nation }));
  const isKnown = curves !== null && countDays(lines) > 1;
  return (
    <section class="section" aria-labelledby="nation">
      <div class="section-title">
        <h2 id="nation">{words.nation}</h2>
        {isKnown && <span class="hint">{toSpan(lines, { wanted: days.nation, whole: inner.chart.days365, data })}
        </span>}
      </div>
      {curves === null
        ? <p class="state state-failed">{inner.chart.failed}</p>
        : isKnown
        ? <Curves {...{ data, Chart, lines }} label={words.nation} />
        : <p class="state">{inner.chart.oneDay}</p>}
    </section>
  );
}

type SpanOptions = { wanted: number; whole: string; data: TrendsPageData };

/** How the days of some curves are called: the range wanted, also where no day is known, or since when one is. */
function toSpan(lines: Lines, { wanted, whole, data }: SpanOptions): string {
  const { lang, inner } = wordsOf(data);
  return countDays(lines) % wanted > 0 ? fill(inner.chart.since, { date: formatDay(lines.from, lang) }) : whole;
}

function BrandSection({ data, Chart }: ChartProps) {
  const { common, inner, words } = wordsOf(data);
  const { brands, fuel, today, days } = data;
  const named = (brands ?? []).map(({ brand, series }) => ({
    name: brand,
    points: series.map(({ recordedAt, avgPrice }) => ({ day: recordedAt, milli: parsePriceText(avgPrice) })),
  }));
  const lines = trimLines(toLines(named, { from: addDays(today, 1 - days.brands), days: days.brands }));
  const span = toSpan(lines, { wanted: days.brands, whole: inner.chart.days90, data });
  const text = `${fill(words.brandsText, { ofFuel: common.fuels[fuel].of })} ${span}.`;
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
            {countDays(lines) > 1 && <Curves {...{ data, Chart, lines }} label={`${words.brands}. ${text}`} />}
          </>
        )}
    </section>
  );
}

/** A brand's mean of today, and how it has changed since its first known day; null when only one is known. */
function withChange({ series, ...trend }: BrandTrend) {
  const millis = series.map(({ avgPrice }) => parsePriceText(avgPrice));
  const today = millis.at(-1)!;
  return { ...trend, today, change: millis.length < 2 ? null : today - millis.at(0)! };
}

function BrandTrends({ data, brands, caption }: Props & { brands: readonly BrandTrend[]; caption: string }) {
  const { lang, common, words } = wordsOf(data);
  const shown = {
    lang,
    common,
    fuel: data.fuel,
    nowMs: data.request.nowMs,
    words: areaWords(lang),
    hasDepartment: true,
  };
  const cheapestFirst = brands.map(withChange).sort((a, b) => a.today - b.today);
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
            <th scope="col" class="wide-only">{shown.words.lowest}</th>
            <th scope="col" class="wide-only">{shown.words.highest}</th>
          </tr>
        </thead>
        <tbody>
          {cheapestFirst.map(({ brand, stationCount, change, today, min, max }) => (
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
                {change === null ? "–" : formatCents(toPriceText(change), lang)}
              </td>
              <td class="wide-only small">
                <Extreme station={min} {...shown} />
              </td>
              <td class="wide-only small">
                <Extreme station={max} {...shown} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
