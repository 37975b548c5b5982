/** A department's page. @module */

import { asset } from "fresh/runtime";
import { AreaMap, DotLegend } from "../../components/area/AreaMap.tsx";
import { BrandTable } from "../../components/area/BrandTable.tsx";
import { FuelMeans } from "../../components/area/FuelMeans.tsx";
import { StationList, toName } from "../../components/area/StationList.tsx";
import { StepChart } from "../../components/chart/StepChart.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Price } from "../../components/Price.tsx";
import { formatCents, formatCount, formatInstant, formatPrice } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/money.ts";
import { toDepartmentPath, toTownPath } from "../../lib/shared/page_paths.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { toTertile } from "../../lib/shared/tertiles.ts";
import { areaWords } from "../../lib/shared/words/area_pages.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { COLON, commonWords, count, fill } from "../../lib/shared/words/mod.ts";
import { toAsOf } from "./frame.ts";
import { InnerPage } from "./inner_page.tsx";
import { toItemList } from "./linked_data.ts";
import type { DepartmentPageData } from "./load_department.ts";

type Props = { data: DepartmentPageData };

const CHEAPEST = 20;
const MOST_BRANDS = 10;
const FEWEST_STATIONS = 2;

function wordsOf({ frame: { lang } }: DepartmentPageData) {
  return { lang, common: commonWords(lang), inner: innerWords(lang), words: areaWords(lang) };
}

function ownMean({ means, fuel }: DepartmentPageData) {
  return means.find(({ fuelType }) => fuelType === fuel)!;
}

function toMeta(data: DepartmentPageData) {
  const { lang, common, words } = wordsOf(data);
  const { department: { name, code }, fuel, state } = data;
  const { avgPrice1d, minPrice1d, maxPrice1d, stationCount } = ownMean(data);
  const { short, of } = common.fuels[fuel];
  const names = { name, code, fuel: short, ofFuel: of };
  const stations = count(words.stations, stationCount, { lang, text: formatCount(stationCount, lang) });
  if (avgPrice1d === null) {
    const title = fill(words.department.title, names);
    return { title, description: `${title}. ${toAbsence(data)}`, isIndexed: isCovered(data) };
  }
  const price = (text: string | null) => formatPrice(text!, lang);
  const values = { ...names, count: stations, date: formatInstant(toAsOf(state), lang) };
  const prices = { price: price(avgPrice1d), min: price(minPrice1d), max: price(maxPrice1d) };
  return {
    title: fill(words.department.titlePrice, { ...values, ...prices }),
    description: fill(words.department.description, { ...values, ...prices }),
  };
}

/** Whether the source knows any station there. */
function isCovered({ means }: DepartmentPageData): boolean {
  return means.some(({ stationCount }) => stationCount > 0);
}

/** Why there is nothing to rank. */
function toAbsence(data: DepartmentPageData): string {
  const { none, uncovered } = wordsOf(data).words.department;
  return isCovered(data) ? none : uncovered;
}

/** The whole page. */
export function DepartmentPage({ data, url }: Props & { url: URL }) {
  const { common, inner } = wordsOf(data);
  const { frame, department, stations, state } = data;
  const path = toDepartmentPath(department.code);
  const crumbs = [{ name: inner.departments, path: "/departements" }, { name: department.name, path }];
  const ranked = stations.entries.slice(0, CHEAPEST);
  const items = ranked.map((entry) => ({ id: entry.id, name: toName(entry, common) }));
  return (
    <InnerPage {...{ url, frame, path, crumbs, state }} {...toMeta(data)} linked={[toItemList(items, frame)]}>
      <header class="page-head">
        <h1>
          {department.name} <span class="muted">{department.code}</span>
        </h1>
        <Lead data={data} />
      </header>
      {isCovered(data) && <Prices data={data} path={url.pathname} />}
      <TownSection data={data} />
      <NeighbourSection data={data} />
    </InnerPage>
  );
}

/** Means, ranking, map, curve, brands. */
function Prices({ data, path }: Props & { path: string }) {
  const { lang, common, words } = wordsOf(data);
  const { frame, fuel, means, stations, state } = data;
  const ranked = stations.entries.slice(0, CHEAPEST);
  return (
    <>
      <section aria-label={words.department.means}>
        <FuelMeans {...{ means, fuel, lang, common, words }} path={path} />
      </section>
      <div class="two section">
        <section aria-labelledby="cheapest">
          <div class="section-title">
            <h2 id="cheapest">{fill(words.department.cheapest, { fuel: common.fuels[fuel].short })}</h2>
            <span class="hint">{fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}</span>
          </div>
          {ranked.length === 0 ? <p class="state">{words.department.none}</p> : (
            <StationList
              entries={ranked}
              bounds={data.bounds}
              nowMs={frame.nowMs}
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
  const { avgPrice1d, minPrice1d, maxPrice1d } = ownMean(data);
  const { national, department, fuel } = data;
  if (avgPrice1d === null || national.avgPrice1d === null) return <p class="page-lead">{toAbsence(data)}</p>;
  const milli = parsePriceText(avgPrice1d) - parsePriceText(national.avgPrice1d);
  const cents = formatCents(toPriceText(Math.abs(milli)), lang).replace("+", "");
  const { belowNation, aboveNation, sameAsNation } = words.department;
  const range = { min: formatPrice(minPrice1d!, lang), max: formatPrice(maxPrice1d!, lang) };
  return (
    <p class="page-lead">
      {`${department.regionName}. ${common.fuels[fuel].short}${COLON[lang]} `}
      <strong>{formatPrice(avgPrice1d, lang)}</strong>
      {`, ${fill(milli === 0 ? sameAsNation : milli < 0 ? belowNation : aboveNation, { cents })} `}
      {`(${formatPrice(national.avgPrice1d, lang)}), ${fill(words.department.range, range)}.`}
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
          <a class="button" href={toLocalPath(`/?fuel=${fuel}&at=${middle.lat},${middle.lng}&radius=40`, lang)}>
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
  const compared = data.stations.brands.filter(({ stationCount }) => stationCount >= FEWEST_STATIONS);
  if (compared.length < 2) return null;
  return (
    <section aria-labelledby="brands">
      <div class="section-title">
        <h2 id="brands">{words.department.brands}</h2>
      </div>
      <BrandTable
        brands={compared.slice(0, MOST_BRANDS)}
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
