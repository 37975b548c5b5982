/** A station's page. @module */

import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { AreaMap } from "../area/AreaMap.tsx";
import { SOURCE_SITE } from "../Footer.tsx";
import { InnerPage } from "../InnerPage.tsx";
import { Icon } from "../Icon.tsx";
import { StepChart } from "../chart/StepChart.tsx";
import { Directions } from "./Directions.tsx";
import { Hours } from "./Hours.tsx";
import { Neighbours } from "./Neighbours.tsx";
import { StationHead } from "./StationHead.tsx";
import { StationPrices } from "./StationPrices.tsx";
import type { StationPageData } from "../../lib/pages/station/load.ts";
import { formatInstant } from "../../lib/shared/format.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { toAsOf } from "../../lib/shared/page.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { nameService } from "../../lib/shared/services.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";

type Props = {
  data: StationPageData;
  url: URL;
  /** The button that keeps the station on the device. */
  favourite: ComponentChildren;
};

function wordsOf({ request: { lang }, words }: StationPageData) {
  return { lang, words, common: commonWords(lang), inner: innerWords(lang) };
}

/** The whole page. */
export function StationPage({ data, url, favourite }: Props) {
  const { lang, common, inner, words } = wordsOf(data);
  const { request, meta, title, snapshot: { station, state, hasLeft } } = data;
  return (
    <InnerPage {...{ url, request, meta, state }}>
      <StationHead {...{ station, title, hasLeft, lang, common, words }}>
        {favourite}
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
  const { request: { nowMs }, snapshot: { station, fuel, means, state } } = data;
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
  const { station, isOpen, weekday, hasLeft } = data.snapshot;
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
  const { services } = data.snapshot.station;
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

function toMapPath({ request, snapshot: { station, fuel } }: StationPageData): string {
  const at = `${station.latitude!.toFixed(3)},${station.longitude!.toFixed(3)}`;
  return toLocalPath(`/?fuel=${fuel}&at=${at}&radius=5&station=${station.id}`, request.lang);
}

function Locate({ data }: { data: StationPageData }) {
  const { words } = wordsOf(data);
  const { locator, department, snapshot: { station } } = data;
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
  const { fuel, curve, meanCurve, today } = data.snapshot;
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
  const { request: { nowMs }, snapshot: { station, fuel, neighbours }, bounds } = data;
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
