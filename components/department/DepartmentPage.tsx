/** A department's page: means, cheapest stations, map, curve, brands compared, towns. @module */

import { asset } from "fresh/runtime";
import type { DepartmentPageData } from "../../lib/pages/department/load.ts";
import { formatCents, formatInstant, formatPrice } from "../../lib/shared/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/money.ts";
import { toAsOf } from "../../lib/shared/page.ts";
import { toDepartmentPath, toTownPath } from "../../lib/shared/page_paths.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { toTertile } from "../../lib/shared/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { type InnerWords, innerWords } from "../../lib/shared/words/inner.ts";
import { COLON, commonWords, fill } from "../../lib/shared/words/mod.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Icon } from "../Icon.tsx";
import { InnerPage } from "../Page.tsx";
import { Price } from "../Price.tsx";
import { Extremes } from "../area/Extremes.tsx";
import { FuelMeans } from "../area/FuelMeans.tsx";
import { StationList } from "../area/StationList.tsx";
import { AreaMap, DotLegend } from "../area/AreaMaps.tsx";
import { StepChart } from "../chart/StepChart.tsx";

type Props = { data: DepartmentPageData };

function wordsOf({ request: { lang } }: DepartmentPageData) {
  return { lang, common: commonWords(lang), inner: innerWords(lang), words: areaWords(lang) };
}

/** The whole page. */
export function DepartmentPage({ data, url }: Props & { url: URL }) {
  const { request, meta, department, state } = data;
  return (
    <InnerPage {...{ url, request, meta, state }} current="/departements">
      <header class="page-head">
        <h1>
          {department.name} <span class="muted">{department.code}</span>
        </h1>
        <Lead data={data} />
      </header>
      {data.isCovered && <Prices data={data} path={url.pathname} />}
      <TownSection data={data} />
      <NeighbourSection data={data} />
    </InnerPage>
  );
}

/** Means, ranking, map, curve, brands. */
function Prices({ data, path }: Props & { path: string }) {
  const { lang, common, words } = wordsOf(data);
  const { request, fuel, means, cheapest, state } = data;
  return (
    <>
      <section aria-label={words.department.means}>
        <FuelMeans {...{ means, fuel, lang, common, words }} path={path} />
        <Extremes means={data.ownMean} nowMs={request.nowMs} {...{ lang, common, words }} />
      </section>
      <div class="two section">
        <section aria-labelledby="cheapest">
          <div class="section-title">
            <h2 id="cheapest">{fill(words.department.cheapest, { fuel: common.fuels[fuel].short })}</h2>
            <span class="hint">{fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}</span>
          </div>
          {cheapest.length === 0 ? <p class="state">{words.department.none}</p> : (
            <StationList
              entries={cheapest}
              bounds={data.bounds}
              nowMs={request.nowMs}
              words={common}
              {...{ fuel, lang }}
            />
          )}
        </section>
        <div class="column">
          <MapSection data={data} />
          <CurveSection data={data} />
          <BrandSection data={data} />
        </div>
      </div>
    </>
  );
}

/** The fuel's mean against the country's, in one sentence. */
function Lead({ data }: Props) {
  const { lang, common, words } = wordsOf(data);
  const { avgPrice1d } = data.ownMean;
  const { national, department, fuel } = data;
  if (avgPrice1d === null || national.avgPrice1d === null) return <p class="page-lead">{data.absence}</p>;
  const milli = parsePriceText(avgPrice1d) - parsePriceText(national.avgPrice1d);
  const cents = formatCents(toPriceText(Math.abs(milli)), lang).replace("+", "");
  const { belowNation, aboveNation, sameAsNation } = words.department;
  return (
    <p class="page-lead">
      {`${department.regionName}. ${common.fuels[fuel].short}${COLON[lang]} `}
      <strong>{formatPrice(avgPrice1d, lang)}</strong>
      {`, ${fill(milli === 0 ? sameAsNation : milli < 0 ? belowNation : aboveNation, { cents })} `}
      {`(${formatPrice(national.avgPrice1d, lang)}).`}
    </p>
  );
}

function MapSection({ data }: Props) {
  const { lang, words } = wordsOf(data);
  const { outline, labels, stations, bounds, department, fuel } = data;
  if (outline === null || bounds === null) return null;
  const dots = stations.entries.filter((entry) => entry.latitude !== null).map((entry) => ({
    lat: entry.latitude!,
    lng: entry.longitude!,
    level: toTertile(parsePriceText(entry.price), bounds),
  }));
  const middle = labels[0];
  return (
    <section aria-labelledby="map">
      <div class="section-title">
        <h2 id="map">{words.department.map}</h2>
      </div>
      <AreaMap
        {...{ outline, dots }}
        towns={labels}
        label={fill(words.department.mapLabel, { name: department.name })}
      />
      <DotLegend words={words.legend} />
      {middle && (
        <p class="after-map">
          <a
            class="button"
            href={toLocalPath(`/?fuel=${fuel}&at=${middle.lat},${middle.lng}&radius=40`, lang)}
            aria-current="false"
          >
            <Icon name="locate" /> {words.department.allOnMap}
          </a>
        </p>
      )}
    </section>
  );
}

function CurveSection({ data }: Props) {
  const { lang, common, inner, words } = wordsOf(data);
  const { curves, fuel, department } = data;
  const label = fill(words.department.curve, { ofFuel: common.fuels[fuel].of });
  return (
    <section aria-labelledby="curve">
      <div class="section-title">
        <h2 id="curve">{label}</h2>
      </div>
      {curves === null ? <p class="state state-failed">{inner.chart.failed}</p> : (
        <StepChart
          {...{ label, lang }}
          title={inner.chart.days90}
          points={curves.own}
          reference={curves.nation}
          names={[department.name, words.department.national]}
          range={{ from: addDays(curves.today, -89), to: curves.today }}
          words={inner}
        />
      )}
      <script src={asset("/curve.js")} type="module" />
    </section>
  );
}

function BrandSection({ data }: Props) {
  const { lang, inner, words } = wordsOf(data);
  const { brands } = data;
  if (brands.length < 2) return null;
  return (
    <section aria-labelledby="brands">
      <div class="section-title">
        <h2 id="brands">{words.department.brands}</h2>
      </div>
      <BrandTable
        brands={brands}
        caption={words.department.brands}
        {...{ lang }}
        words={inner}
      />
      <p class="hint">{words.department.brandsNote}</p>
    </section>
  );
}

function TownSection({ data }: Props) {
  const { lang, words } = wordsOf(data);
  if (data.towns.length === 0) return null;
  return (
    <section class="section" aria-labelledby="towns">
      <div class="section-title">
        <h2 id="towns">{words.department.towns}</h2>
      </div>
      <ul class="link-list">
        {data.towns.map((town) => (
          <li key={town.code}>
            <a href={toLocalPath(`${toTownPath(town)}?fuel=${data.fuel}`, lang)}>{town.name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NeighbourSection({ data }: Props) {
  const { lang, words } = wordsOf(data);
  if (data.neighbours.length === 0) return null;
  return (
    <section class="section" aria-labelledby="neighbours">
      <div class="section-title">
        <h2 id="neighbours">{words.department.neighbours}</h2>
      </div>
      <ul class="grid area-cards">
        {data.neighbours.map(({ code, name, avgPrice1d }) => (
          <li key={code}>
            <a class="card area-card" href={toLocalPath(`${toDepartmentPath(code)}?fuel=${data.fuel}`, lang)}>
              <span>
                <span class="muted num">{code}</span> {name}
              </span>
              {avgPrice1d === null ? <span class="muted">–</span> : <Price price={avgPrice1d} lang={lang} />}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Brand = { brand: string; stationCount: number; avgPrice: string };
type BrandTableProps = { brands: readonly Brand[]; caption: string; lang: Lang; words: InnerWords };

/** A share of the range below which a bar would not be seen. */
const SHORTEST = 0.06;

/** Cheapest first. The bars compare differences, so they do not begin at nothing: the figures are next to them. */
function BrandTable({ brands, caption, lang, words }: BrandTableProps) {
  const rows = brands.map((brand) => ({ ...brand, milli: parsePriceText(brand.avgPrice) }));
  const millis = rows.map(({ milli }) => milli);
  const [low, high] = [Math.min(...millis), Math.max(...millis)];
  const toShare = (milli: number) => high === low ? 1 : SHORTEST + ((1 - SHORTEST) * (milli - low)) / (high - low);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table class="table brand-table">
        <caption class="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.list.brand}</th>
            <th scope="col" class="cell-num">{words.list.count}</th>
            <th scope="col" class="cell-num">{words.chart.mean}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ brand, stationCount, avgPrice, milli }) => (
            <tr key={brand}>
              <th scope="row">
                <span class="brand-cell">
                  <BrandChip brand={brand} />
                  <span>
                    {brand}
                    <svg class="brand-bar" width="100%" height="5" aria-hidden="true" focusable="false">
                      <rect width={`${toShare(milli) * 100}%`} height="5" rx="2.500" />
                    </svg>
                  </span>
                </span>
              </th>
              <td class="cell-num">{stationCount}</td>
              <td class="cell-num">
                <Price price={avgPrice} lang={lang} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
