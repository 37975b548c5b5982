/** A station's page. @module */

import { asset } from "fresh/runtime";
import { AreaMap } from "../../components/area/AreaMap.tsx";
import type { Crumb } from "../../components/Breadcrumbs.tsx";
import { SOURCE_SITE } from "../../components/Footer.tsx";
import { Icon } from "../../components/Icon.tsx";
import { toName } from "../../components/area/StationList.tsx";
import { StepChart } from "../../components/chart/StepChart.tsx";
import { Directions } from "../../components/station/Directions.tsx";
import { Hours } from "../../components/station/Hours.tsx";
import { Neighbours } from "../../components/station/Neighbours.tsx";
import { StationHead, toAddress } from "../../components/station/StationHead.tsx";
import { StationPrices } from "../../components/station/StationPrices.tsx";
import FavouriteButton from "../../islands/FavouriteButton.tsx";
import { formatInstant, formatPrice } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { toDepartmentPath, toStationPath } from "../../lib/shared/page_paths.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { toAtTown } from "../../lib/shared/place_name.ts";
import { nameService } from "../../lib/shared/services.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";
import { stationWords } from "../../lib/shared/words/station_page.ts";
import { toAsOf } from "./frame.ts";
import { InnerPage } from "./inner_page.tsx";
import { toGasStation } from "./linked_data.ts";
import type { StationPageData } from "./load_station.ts";

type Props = { data: StationPageData; url: URL };

function wordsOf({ frame: { lang } }: StationPageData) {
  return { lang, common: commonWords(lang), inner: innerWords(lang), words: stationWords(lang) };
}

/** "Gazole 1,659 €, E10 1,729 €": the prices in force. */
function toPriceList({ frame: { lang }, picture }: StationPageData): string {
  const { fuels } = commonWords(lang);
  return picture.station.prices.filter((offer) => offer.in_force)
    .map(({ fuel, price }) => `${fuels[fuel].short} ${formatPrice(price, lang)}`).join(", ");
}

function toMeta(data: StationPageData) {
  const { lang, common, words } = wordsOf(data);
  const { station, state, hasLeft } = data.picture;
  const name = toName(station, common);
  const { city } = station;
  const area = data.department?.name ?? "France";
  const prices = toPriceList(data);
  const address = toAddress(station) || area;
  const values = {
    name,
    atTown: city ? toAtTown(city, lang) : `(${area})`,
    address,
    prices: prices || words.noPrice,
    date: formatInstant(toAsOf(state), lang),
  };
  const title = fill(prices ? words.titlePrices : words.title, {
    ...values,
    prices: prices.split(", ").slice(0, 2).join(", "),
  });
  return { title, description: fill(words.description, values), isIndexed: !hasLeft };
}

function toCrumbs(data: StationPageData): Crumb[] {
  const { common, inner } = wordsOf(data);
  const { department, picture: { station } } = data;
  return [
    { name: inner.departments, path: "/departements" },
    ...(department ? [{ name: department.name, path: toDepartmentPath(department.code) }] : []),
    { name: toName(station, common), path: toStationPath(station.id) },
  ];
}

/** The whole page. */
export function StationPage({ data, url }: Props) {
  const { lang, common, inner, words } = wordsOf(data);
  const { frame, picture } = data;
  const { station, state, hasLeft } = picture;
  const title = toName(station, common);
  const path = toStationPath(station.id);
  return (
    <InnerPage
      {...{ url, frame, path, state }}
      {...toMeta(data)}
      crumbs={toCrumbs(data)}
      linked={hasLeft ? [] : [toGasStation(station, { title, site: frame })]}
    >
      <StationHead {...{ station, title, hasLeft, lang, common, words }}>
        <FavouriteButton station={{ id: station.id, title, town: station.city }} label={words.favourite} />
        {station.latitude !== null && (
          <a class="button" href={toMapPath(data)}>
            <Icon name="locate" /> {inner.map}
          </a>
        )}
        <a class="button" href="#where">
          <Icon name="route" /> {words.directions}
        </a>
      </StationHead>
      <div class="two">
        <div class="column">
          <PriceSection data={data} path={url.pathname} />
          <NeighbourSection data={data} />
          <HistorySection data={data} />
        </div>
        <div class="column">
          <section aria-labelledby="where">
            <div class="section-title">
              <h2 id="where">{words.where}</h2>
            </div>
            <Locate data={data} />
            <Directions station={station} label={title} words={words} />
          </section>
          <HourSection data={data} />
          <ServiceSection data={data} />
        </div>
      </div>
      <aside class="card report">
        <p>
          <strong>{words.report}</strong> {words.reportText}
        </p>
        <a class="button" href={SOURCE_SITE} rel="noopener">
          {common.footer.report} <Icon name="external" />
        </a>
      </aside>
    </InnerPage>
  );
}

function PriceSection({ data, path }: { data: StationPageData; path: string }) {
  const { lang, common, inner, words } = wordsOf(data);
  const { frame: { nowMs }, picture: { station, fuel, means, state } } = data;
  return (
    <section aria-labelledby="prices">
      <div class="section-title">
        <h2 id="prices">{words.prices}</h2>
        <span class="hint">{fill(common.price.asOf, { date: formatInstant(toAsOf(state), lang) })}</span>
      </div>
      <StationPrices {...{ station, fuel, means, path, nowMs, lang, common, inner, words }} />
    </section>
  );
}

function HourSection({ data }: { data: StationPageData }) {
  const { lang, words } = wordsOf(data);
  const { station, isOpen, weekday, hasLeft } = data.picture;
  return (
    <section aria-labelledby="hours">
      <div class="section-title">
        <h2 id="hours">{words.hours}</h2>
      </div>
      <Hours {...{ station, weekday, lang, words }} isOpen={hasLeft ? null : isOpen} />
    </section>
  );
}

function ServiceSection({ data }: { data: StationPageData }) {
  const { lang, words } = wordsOf(data);
  const { services } = data.picture.station;
  return (
    <section aria-labelledby="services">
      <div class="section-title">
        <h2 id="services">{words.services}</h2>
      </div>
      {services.length === 0 ? <p class="muted">{words.noServices}</p> : (
        <ul class="service-list">
          {services.map((label) => <li class="tag" key={label}>{nameService(label, lang)}</li>)}
        </ul>
      )}
    </section>
  );
}

function toMapPath({ frame, picture: { station, fuel } }: StationPageData): string {
  const at = `${station.latitude!.toFixed(3)},${station.longitude!.toFixed(3)}`;
  return toLocalPath(`/?fuel=${fuel}&at=${at}&radius=5&station=${station.id}`, frame.lang);
}

function Locate({ data }: { data: StationPageData }) {
  const { words } = wordsOf(data);
  const { locator, department, picture: { station } } = data;
  if (locator === null || station.latitude === null || station.longitude === null) return null;
  return (
    <AreaMap
      {...locator}
      label={fill(words.mapLabel, { department: department!.name })}
      mark={{ lat: station.latitude, lng: station.longitude }}
    />
  );
}

function HistorySection({ data }: { data: StationPageData }) {
  const { lang, common, inner, words } = wordsOf(data);
  const { fuel, curve, meanCurve, today } = data.picture;
  const label = fill(words.historyOf, { ofFuel: common.fuels[fuel].of });
  const chart = (title: string, days: number) => (
    <StepChart
      {...{ label, title, lang }}
      points={curve ?? []}
      reference={meanCurve ?? []}
      names={[words.stationLine, words.meanLine]}
      range={{ from: addDays(today, 1 - days), to: today }}
      words={inner}
    />
  );
  return (
    <section aria-labelledby="history">
      <div class="section-title">
        <h2 id="history">{label}</h2>
      </div>
      {curve === null ? <p class="state state-failed">{inner.chart.failed}</p> : (
        <>
          {chart(inner.chart.days30, 30)}
          {chart(inner.chart.days365, 365)}
          <script src={asset("/curve.js")} type="module" />
        </>
      )}
    </section>
  );
}

function NeighbourSection({ data }: { data: StationPageData }) {
  const { lang, common, words } = wordsOf(data);
  const { frame: { nowMs }, picture: { station, fuel, neighbours }, bounds } = data;
  if (station.latitude === null) return null;
  const own = station.prices.find((offer) => offer.fuel === fuel && offer.in_force)?.price ?? null;
  return (
    <section aria-labelledby="neighbours">
      <div class="section-title">
        <h2 id="neighbours">{words.neighbours}</h2>
      </div>
      <Neighbours {...{ neighbours, bounds, fuel, own, nowMs, lang, common, words }} />
    </section>
  );
}
