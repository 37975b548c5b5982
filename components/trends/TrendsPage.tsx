/** The trends page: national means, their curves, and the largest brands compared. @module */

import { asset } from "fresh/runtime";
import type { BrandTrend } from "../../lib/domain/wire.ts";
import type { TrendsPageData } from "../../lib/pages/trends/load.ts";
import { countDays, type Lines, toDayNumber, toLines } from "../chart/lines.ts";
import { formatCents, formatCount, formatDay, formatPrice } from "../../lib/words/format.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/price/money.ts";
import { addDays, toParisDay } from "../../lib/shared/time/paris_time.ts";
import { areaWords } from "../../lib/words/area_pages.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { COLON, commonWords, count, fill, innerWords } from "../../lib/words/mod.ts";
import { FoldedTable, PageHead, Scroll, Section, Table, toDateText } from "../Blocks.tsx";
import { BrandChip } from "../BrandChip.tsx";
import { EmbedCode } from "../EmbedCode.tsx";
import { InnerPage } from "../Page.tsx";
import { Price } from "../Price.tsx";
import { Extreme, Extremes, FuelMeans, MoveLine } from "../area/AreaPrices.tsx";
import { ChartFiles } from "../chart/ChartFiles.tsx";
import { LinesChart } from "../chart/Plot.tsx";
import { StepChart, StepFigure } from "../chart/StepChart.tsx";

type Props = { data: TrendsPageData };

/** The whole page. */
export function TrendsPage({ data, url }: Props & { url: URL }) {
  const { request: { lang, nowMs }, words, fuel, nationals: means, move, state } = data;
  const national = means.find(({ fuelType }) => fuelType === fuel)!;
  return (
    <InnerPage url={url} data={data} state={state} current="/tendances">
      <PageHead
        title={commonWords[lang].nav.trends}
        lead={`${words.intro} ${toDateText(state, data.request)}.`}
      />
      <FuelMeans means={means} fuel={fuel} lang={lang} path={url.pathname} />
      <MoveLine move={move} national={national} lang={lang} />
      <Extremes means={national} nowMs={nowMs} lang={lang} />
      <NationSection data={data} />
      <BrandSection data={data} />
      <script src={asset("/curve.js")} type="module" />
    </InnerPage>
  );
}

/**
 * The chosen fuel's curve, and small curves of the others, each with its own scale, over the same
 * days.
 */
function NationSection({ data }: Props) {
  const { request: { lang, origin }, words, fuel, curves, days, partialDays } = data;
  const { days365, failed, embed } = innerWords[lang].chart;
  const { fuels } = commonWords[lang];
  const lastDays = [...curves?.values() ?? []].flatMap((points) => points.at(-1)?.day ?? []).sort();
  const to = lastDays.at(-1) ?? toParisDay(new Date(data.state.asOfMs));
  const range = { from: addDays(to, 1 - days.nation), to };
  const toChart = (each: Fuel) => {
    const label = fill(words.nation, { ofFuel: fuels[each].of });
    const names = [fuels[each].short, ""] as const;
    return {
      label,
      title: days365,
      points: curves?.get(each) ?? [],
      reference: [],
      names,
      range,
      lang,
    };
  };
  const chosen = toChart(fuel);
  return (
    <Section id="nation" title={chosen.label} class="section">
      {curves === null ? <p class="state state-failed">{failed}</p> : (
        <>
          <StepChart
            {...chosen}
            height={320}
            csv={`/api/v1/prices/series?fuel=${fuel}&from=${range.from}`}
          />
          <ul class="grid trends-others">
            {FUELS.filter((each) => each !== fuel && curves.get(each)!.length > 1).map((each) => (
              <li key={each}>
                <h3>{fuels[each].short}</h3>
                <StepFigure {...toChart(each)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {partialDays > 0 && (
        <p class="small muted">{count(words.partialDays, partialDays, { lang })}</p>
      )}
      <EmbedCode
        origin={origin}
        lang={lang}
        page={`courbe?area=FR&fuel=${fuel}`}
        title={`${fuels[fuel].short}, France`}
        label={`${embed}${COLON[lang]} ${fuels[fuel].short}`}
      />
    </Section>
  );
}

const WEEK = 7;

type CurvesProps = Props & { lines: Lines; label: string; csv: string };

/** The curves, and their table: one row per week, the last day first. */
function Curves({ data: { request: { lang } }, lines, label, csv }: CurvesProps) {
  const { day } = innerWords[lang].chart;
  const last = countDays(lines) - 1;
  const toText = (milli: number | null = null) =>
    milli === null ? "–" : formatPrice(toPriceText(milli), lang);
  return (
    <>
      <LinesChart lines={lines} label={label} lang={lang} />
      <ChartFiles csv={csv} label={label} lang={lang} />
      <FoldedTable
        caption={label}
        columns={[
          { name: day, cells: "nowrap", cell: (at) => formatDay(addDays(lines.from, at), lang) },
          ...lines.names.map((name, line) => ({
            name,
            look: "cell-num",
            cell: (at: number) => toText(lines.millis[line]![at]),
          })),
        ]}
        rows={Array.from({ length: Math.floor(last / WEEK) + 1 }, (_, week) => last - week * WEEK)}
        keyOf={(at) => at}
        lang={lang}
      />
    </>
  );
}

/** Returns curves from the first to the last day with any value. */
function toKnownLines(curves: Parameters<typeof toLines>[0]): Lines {
  const days = curves.flatMap(({ points }) => points.map(({ day }) => day)).sort();
  const from = days.at(0) ?? "";
  const to = days.at(-1) ?? "";
  return toLines(curves, { from, days: from === "" ? 0 : toDayNumber(to, from) + 1 });
}

/** Returns the name of the range, or "since …" if the curves are shorter. */
function toSpan(
  lines: Lines,
  { wanted, whole, lang }: { wanted: number; whole: string; lang: Lang },
): string {
  return countDays(lines) % wanted > 0
    ? fill(innerWords[lang].chart.since, { date: formatDay(lines.from, lang) })
    : whole;
}

function BrandSection({ data }: Props) {
  const { request: { lang }, words, brands, fuel, days } = data;
  const { days90, failed } = innerWords[lang].chart;
  const named = (brands ?? []).map(({ brand, series }) => ({
    name: brand,
    points: series.map(({ recordedAt, avgPrice }) => ({
      day: recordedAt,
      milli: parsePriceText(avgPrice),
    })),
  }));
  const lines = toKnownLines(named);
  const csv = `/api/v1/prices/trends/brands?fuel=${fuel}&days=${days.brands}`;
  const span = toSpan(lines, { wanted: days.brands, whole: days90, lang });
  const text = `${fill(words.brandsText, { ofFuel: commonWords[lang].fuels[fuel].of })} ${span}.`;
  return (
    <Section id="brands" title={words.brands} class="section" hint={text}>
      {brands === null && <p class="state state-failed">{failed}</p>}
      {brands?.length === 0 && <p class="state">{words.brandsEmpty}</p>}
      {brands && brands.length > 0 && (
        <>
          <BrandTrends data={data} brands={brands} caption={text} />
          {countDays(lines) > 1 && (
            <Curves data={data} lines={lines} csv={csv} label={`${words.brands}. ${text}`} />
          )}
        </>
      )}
    </Section>
  );
}

type BrandProps = { data: TrendsPageData; brands: readonly BrandTrend[]; caption: string };

/** Brands by their current mean, cheapest first. The change counts from their first known day. */
function BrandTrends({ data: { request, words, fuel }, brands, caption }: BrandProps) {
  const { lang, nowMs } = request;
  const shown = { fuel, lang, nowMs, hasDepartment: true };
  const { lowest, highest } = areaWords[lang];
  const { list } = innerWords[lang];
  const rows = brands.map(({ series, ...brand }) => {
    const millis = series.map(({ avgPrice }) => parsePriceText(avgPrice));
    const today = millis.at(-1)!;
    return { ...brand, today, change: millis.length < 2 ? null : today - millis.at(0)! };
  }).sort((a, b) => a.today - b.today);
  const wide = { look: "wide-only", cells: "wide-only small" };
  return (
    <Scroll label={caption} class="trends-brands">
      <Table
        class="trends-table"
        caption={caption}
        columns={[
          {
            name: list.brand,
            cell: ({ brand }) => (
              <span class="brand-cell">
                <BrandChip brand={brand} />
                <span>{brand}</span>
              </span>
            ),
          },
          {
            name: list.count,
            look: "cell-num wide-only",
            cell: ({ stationCount }) => formatCount(stationCount, lang),
          },
          {
            name: words.today,
            look: "cell-num",
            cell: ({ today }) => <Price price={toPriceText(today)} lang={lang} />,
          },
          {
            name: words.change,
            look: "cell-num",
            cell: ({ change }) => change === null ? "–" : formatCents(toPriceText(change), lang),
          },
          { name: lowest, ...wide, cell: ({ min }) => <Extreme station={min} {...shown} /> },
          { name: highest, ...wide, cell: ({ max }) => <Extreme station={max} {...shown} /> },
        ]}
        rows={rows}
        keyOf={({ brand }) => brand}
      />
    </Scroll>
  );
}
