/** The list of departments (map and table), and a department's page. @module */

import { asset } from "fresh/runtime";
import type { loadDepartment, loadDepartments } from "../../lib/pages/departments/load.ts";
import { formatCents, formatCount, formatPrice } from "../../lib/words/format.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/price/money.ts";
import { toDepartmentPath, toTownPath } from "../../lib/site/paths.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { toMeanBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { areaWords } from "../../lib/words/area_pages.ts";
import { COLON, commonWords, fill, innerWords } from "../../lib/words/mod.ts";
import { PageHead, Section, Table, toDateText } from "../Blocks.tsx";
import { EmbedCode } from "../EmbedCode.tsx";
import { FuelLinks } from "../FuelChoice.tsx";
import { InnerPage, Styles } from "../Page.tsx";
import { Legend } from "../Legend.tsx";
import { PricePill } from "../Price.tsx";
import { ARROW } from "../PriceNotes.tsx";
import { CheapestSection, Extremes, FuelMeans } from "../area/AreaPrices.tsx";
import { FranceMap, MapSection } from "../area/AreaMaps.tsx";
import { StepChart } from "../chart/StepChart.tsx";

type ListProps = { data: Awaited<ReturnType<typeof loadDepartments>> };

/** The list of departments. */
export function DepartmentsPage({ data, url }: ListProps & { url: URL }) {
  const { request: { lang }, fuel, departments, uncovered, mean, state } = data;
  const words = areaWords[lang].departments;
  const common = commonWords[lang];
  return (
    <InnerPage url={url} data={data} state={state} current="/departements">
      <Styles names={["home"]} />
      <PageHead title={words.heading} lead={`${words.intro} ${toDateText(state, data.request)}.`}>
        <FuelLinks fuel={fuel} common={common} path={url.pathname} />
      </PageHead>
      <div class="two two-wide">
        <div class="sticky">
          <FranceMap departments={departments} mean={mean} fuel={fuel} lang={lang} />
          <Legend mean={mean} lang={lang} common={common} label={words.mean} />
        </div>
        <div>
          <DepartmentTable data={data} />
          {uncovered.length > 0 && (
            <p class="hint">{fill(words.uncovered, { names: uncovered.join(", ") })}</p>
          )}
        </div>
      </div>
    </InnerPage>
  );
}

function DepartmentTable({ data: { request: { lang }, fuel, departments, mean } }: ListProps) {
  const words = areaWords[lang].departments;
  const common = commonWords[lang];
  const bounds = toMeanBounds(mean);
  return (
    <Table
      class="department-table"
      caption={fill(words.title, { ofFuel: common.fuels[fuel].of })}
      columns={[
        {
          name: words.name,
          cell: ({ code, name }) => (
            <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>
              <span class="muted num">{code}</span> {name}
            </a>
          ),
        },
        {
          name: words.mean,
          look: "cell-num",
          cell: ({ avgPrice1d: price }) =>
            price === null ? <span class="muted">{words.noMean}</span> : (
              <PricePill
                level={bounds && toTertile(parsePriceText(price), bounds)}
                price={price}
                lang={lang}
                common={common}
              />
            ),
        },
        {
          name: words.change,
          look: "cell-num wide-only",
          cell: ({ trend7d, change7d }) =>
            change7d === null ? "–" : `${ARROW[trend7d]} ${formatCents(change7d, lang)}`,
        },
        {
          name: words.stations,
          look: "cell-num wide-only",
          cell: (row) => formatCount(row.stationCount, lang),
        },
      ]}
      rows={departments}
      keyOf={({ code }) => code}
    />
  );
}

type Props = { data: Awaited<ReturnType<typeof loadDepartment>> };

/** A department's page: means, cheapest stations, map, curve, towns. */
export function DepartmentPage({ data, url }: Props & { url: URL }) {
  const { request: { lang }, department, fuel, towns, isCovered, state } = data;
  const words = areaWords[lang].department;
  const title = (
    <>
      {department.name} <span class="muted">{department.code}</span>
    </>
  );
  return (
    <InnerPage url={url} data={data} state={state} current="/departements">
      <PageHead title={title} lead={<Lead data={data} />} />
      {isCovered && <Prices data={data} path={url.pathname} />}
      <Section id="towns" title={words.towns} class="section">
        <ul class="link-list">
          {towns.map((town) => (
            <li key={town.code}>
              <a href={toLocalPath(`${toTownPath(town)}?fuel=${fuel}`, lang)}>{town.name}</a>
            </li>
          ))}
        </ul>
      </Section>
    </InnerPage>
  );
}

function Prices({ data, path }: Props & { path: string }) {
  const { request: { lang, nowMs }, fuel, means, cheapest, state } = data;
  const words = areaWords[lang].department;
  return (
    <>
      <section aria-label={words.means}>
        <FuelMeans means={means} fuel={fuel} path={path} lang={lang} />
        <Extremes means={data.ownMean} nowMs={nowMs} lang={lang} />
      </section>
      <div class="two section">
        <CheapestSection
          id="cheapest"
          entries={cheapest}
          none={words.none}
          fuel={fuel}
          nowMs={nowMs}
          lang={lang}
          state={state}
        />
        <div class="column">
          <DepartmentMap data={data} />
          <CurveSection data={data} />
        </div>
      </div>
    </>
  );
}

function Lead({ data }: Props) {
  const { request: { lang }, national, department, fuel, ownMean: { avgPrice1d } } = data;
  if (avgPrice1d === null || national.avgPrice1d === null) return <>{data.absence}</>;
  const milli = parsePriceText(avgPrice1d) - parsePriceText(national.avgPrice1d);
  const cents = formatCents(toPriceText(Math.abs(milli)), lang).replace("+", "");
  const { belowNation, aboveNation, sameAsNation } = areaWords[lang].department;
  return (
    <>
      {`${department.regionName}. ${commonWords[lang].fuels[fuel].short}${COLON[lang]} `}
      <strong>{formatPrice(avgPrice1d, lang)}</strong>
      {`, ${fill(milli === 0 ? sameAsNation : milli < 0 ? belowNation : aboveNation, { cents })} `}
      {`(${formatPrice(national.avgPrice1d, lang)}).`}
    </>
  );
}

function DepartmentMap({ data }: Props) {
  const { request: { lang }, frame, towns: [largest], stations, department, fuel } = data;
  if (frame === null || largest === undefined) return null;
  const query = `fuel=${fuel}&at=${largest.lat},${largest.lng}&radius=40`;
  const label = fill(areaWords[lang].department.mapLabel, { name: department.name });
  return <MapSection frame={frame} label={label} stations={stations} query={query} lang={lang} />;
}

function CurveSection({ data: { request: { lang, origin }, curves, fuel, department } }: Props) {
  const words = areaWords[lang].department;
  const { failed, days90, embed } = innerWords[lang].chart;
  const label = fill(words.curve, { ofFuel: commonWords[lang].fuels[fuel].of });
  return (
    <Section id="curve" title={label}>
      {curves === null ? <p class="state state-failed">{failed}</p> : (
        <StepChart
          label={label}
          lang={lang}
          title={days90}
          points={curves.own}
          reference={curves.nation}
          names={[department.name, words.national]}
          range={{ from: addDays(curves.today, -89), to: curves.today }}
          csv={`/api/v1/prices/series?fuel=${fuel}&area=${department.code}`}
        />
      )}
      <EmbedCode
        origin={origin}
        lang={lang}
        page={`courbe?area=${department.code}&fuel=${fuel}`}
        title={`${label}, ${department.name}`}
        label={embed}
      />
      <script src={asset("/curve.js")} type="module" />
    </Section>
  );
}
