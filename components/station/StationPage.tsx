/**
 * A station's page: name, prices, neighbours, history, position, hours, services, and directions.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import type { Station } from "../../lib/domain/wire.ts";
import type { StationPageData } from "../../lib/pages/station/load.ts";
import { SOURCE_SITE, toStationPath } from "../../lib/site/paths.ts";
import { USUAL_CAR } from "../../lib/shared/price/real_cost.ts";
import { toAddress, toStationName } from "../../lib/site/listed_station.ts";
import { toTileFrame } from "../../lib/site/map/tile_frame.ts";
import { nameService } from "../../lib/words/services.ts";
import {
  formatClock,
  formatDay,
  formatEuros,
  formatKm,
  formatPrice,
  formatRadius,
} from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { commonWords, fill } from "../../lib/words/mod.ts";
import { Section, toDateText } from "../Blocks.tsx";
import { BrandChip } from "../BrandChip.tsx";
import { Icon } from "../Icon.tsx";
import { InnerPage } from "../Page.tsx";
import { Closed } from "../PriceNotes.tsx";
import { VerdictText } from "../Verdict.tsx";
import { StationList } from "../area/AreaPrices.tsx";
import { PlaceMap } from "../area/AreaMaps.tsx";
import { HistorySection, StationPrices } from "./StationPrices.tsx";

type Props = {
  data: StationPageData;
  url: URL;
  actions: ComponentChildren;
  own: ComponentChildren;
  directions: ComponentChildren;
};

/** Half the width of the street map, km: a few blocks around the station. */
const STREETS_KM = 0.3;

/** The whole page. */
export function StationPage({ data, url, actions, own, directions }: Props) {
  const { request: { lang }, words, overview: { station, fuel, state } } = data;
  const { id, latitude, longitude } = station;
  const at = `${latitude?.toFixed(3)},${longitude?.toFixed(3)}`;
  const onMap = `/?fuel=${fuel}&at=${at}&radius=5&station=${id}`;
  return (
    <InnerPage url={url} data={data} state={state}>
      <Head data={data}>
        {actions}
        {latitude !== null && (
          <a class="button" href={toLocalPath(onMap, lang)} aria-current="false">
            <Icon name="locate" /> {commonWords[lang].nav.map}
          </a>
        )}
      </Head>
      <div class="two">
        <div class="column">
          <PriceSection data={data} path={url.pathname}>{own}</PriceSection>
          <BetterSection data={data} />
          <HistorySection data={data} />
        </div>
        <div class="column">
          <Section id="where" title={words.where}>
            {latitude === null || longitude === null ? <p class="muted">{words.noPosition}</p> : (
              <>
                <div class="locate">
                  <PlaceMap
                    frame={toTileFrame({ lat: latitude, lng: longitude }, STREETS_KM)}
                    label={words.streetsLabel}
                    lang={lang}
                  />
                </div>
                {directions}
              </>
            )}
          </Section>
          <Section id="hours" title={words.hours}>
            <Hours data={data} />
          </Section>
          <Section id="services" title={words.services}>
            {station.services.length === 0
              ? <p class="muted">{words.noServices}</p>
              : (
                <ul class="row service-list">
                  {station.services.map((label) => (
                    <li class="tag" key={label}>{nameService(label, lang)}</li>
                  ))}
                </ul>
              )}
          </Section>
        </div>
      </div>
      <p class="report">
        <a class="button" href={SOURCE_SITE} rel="noopener">
          {commonWords[lang].footer.report} <Icon path="M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5" />
        </a>
      </p>
    </InnerPage>
  );
}

/** Brand, name, address, and whether the station has left the feed. `children` are its buttons. */
function Head({ data, children }: { data: StationPageData; children: ComponentChildren }) {
  const { request: { lang }, words, title, overview: { station, hasLeft } } = data;
  const common = commonWords[lang];
  const second = station.name === title ? null : station.name;
  return (
    <header class="plate">
      <div class="plate-name">
        <BrandChip brand={station.brand} />
        <div>
          <h1>{title}</h1>
          {second && <p class="plate-second">{second}</p>}
          <p class="plate-address">{toAddress(station)}</p>
        </div>
      </div>
      <div class="row">
        {station.membersOnly && <span class="tag">{common.station.membersOnly}</span>}
        {station.motorway && <span class="tag">{common.station.motorway}</span>}
        {station.automate_24_7 && <span class="tag">{common.station.automate}</span>}
      </div>
      <Closed station={station} lang={lang} common={common} />
      <Answer data={data} />
      {!hasLeft && <div class="row plate-actions">{children}</div>}
      {hasLeft && (
        <div class="state state-failed">
          <p class="state-title">{words.left}</p>
          <p>{fill(words.leftText, { date: formatDay(station.last_seen_at, lang) })}</p>
        </div>
      )}
    </header>
  );
}

/** Whether to fill up here or elsewhere, then the verdict on the price. */
function Answer({ data }: { data: StationPageData }) {
  const { request: { lang }, overview: { fuel, verdict } } = data;
  const common = commonWords[lang];
  return (
    <div>
      <p class="plate-answer">
        <Advice data={data} />
      </p>
      {verdict && (
        <p>
          {`${common.fuels[fuel].short} · `}
          <VerdictText verdict={verdict} lang={lang} common={common} />
        </p>
      )}
    </div>
  );
}

/** "Faites le plein ici : …", or "À 3,0 km, 1,20 € de moins : E.Leclerc, Rennes" with a link. */
function Advice({ data }: { data: StationPageData }) {
  const { request: { lang }, words, overview: { station, fuel, offer, better: [best], betterKm } } =
    data;
  if (!best) {
    if (offer && station.latitude === null) return null;
    const stay = offer?.isOld ? "stayOld" : "stay";
    return <>{fill(words.advice[offer ? stay : "none"], { km: formatRadius(betterKm, lang) })}</>;
  }
  const { savedCents, price } = best;
  const values = { km: formatKm(best.distance_km, lang), price: formatPrice(price, lang) };
  const saved = formatEuros((savedCents ?? 0) / 100, lang);
  return (
    <>
      {`${fill(words.advice[savedCents === null ? "elsewhere" : "better"], { ...values, saved })} `}
      <a href={toLocalPath(`${toStationPath(best.id)}?fuel=${fuel}`, lang)}>
        {[toStationName(best, commonWords[lang]), best.city].filter(Boolean).join(", ")}
      </a>
    </>
  );
}

function PriceSection(
  { data, path, children }: { data: StationPageData; path: string; children: ComponentChildren },
) {
  const { request, words, overview: { state } } = data;
  return (
    <Section id="prices" title={words.prices} hint={toDateText(state, request)}>
      {children}
      <StationPrices data={data} path={path} />
    </Section>
  );
}

/** The few stations that are worth the way, with their savings; null without any. */
function BetterSection({ data }: { data: StationPageData }) {
  const { request: { lang, nowMs }, words, overview: { fuel, better } } = data;
  if (better.length === 0) return null;
  const entries = better.map(({ savedCents, ...entry }) => {
    const gain = savedCents === null
      ? null
      : fill(words.gain, { saved: formatEuros(savedCents / 100, lang) });
    return { ...entry, gain };
  });
  return (
    <Section id="better" title={words.better} hint={fill(words.fill, { litres: USUAL_CAR.litres })}>
      <StationList entries={entries} fuel={fuel} nowMs={nowMs} lang={lang} hasBest={false} />
    </Section>
  );
}

type DayHours = NonNullable<Station["opening_hours"]>[number];

/**
 * Whether the station is open now, whether its card terminal sells around the clock, and its
 * staffed hours of the week.
 */
function Hours({ data: { request: { lang }, words, overview } }: { data: StationPageData }) {
  const { station, weekday, hasLeft } = overview;
  const isOpen = hasLeft ? null : overview.isOpen;
  const { automate_24_7: isAutomatic } = station;
  const isUnstaffed = isAutomatic && station.opening_hours?.every(({ closed }) => closed);
  const week = isUnstaffed ? null : station.opening_hours;
  return (
    <div class="stack hours">
      {isOpen !== null && (
        <p class={`hours-now hours-${isOpen ? "open" : "closed"}`}>
          {isOpen ? words.open : words.closed}
        </p>
      )}
      {isAutomatic && (
        <p>{isUnstaffed ? `${words.automateNote} ${words.unstaffed}` : words.automateNote}</p>
      )}
      {week === null
        ? !isAutomatic && <p class="muted">{words.hoursUnknown}</p>
        : (
          <table class="table hours-table">
            <caption class={isAutomatic ? "hours-caption" : "sr-only"}>
              {isAutomatic ? words.staffed : words.hours}
            </caption>
            <tbody>
              {week.map((day) => (
                <tr key={day.day} class={day.day === weekday ? "hours-today" : undefined}>
                  <th scope="row">
                    {words.days[day.day - 1]}
                    {day.day === weekday && <span class="muted">{` (${words.today})`}</span>}
                  </th>
                  <td class="num">{formatHours(day, lang, words)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
    </div>
  );
}

function formatHours(
  { closed, slots }: DayHours,
  lang: Lang,
  words: StationPageData["words"],
): string {
  if (closed) return words.dayClosed;
  if (slots.length === 0) return words.dayUnknown;
  if (slots.some(({ open, close }) => open === close)) return words.allDay;
  return slots.map(({ open, close }) => `${formatClock(open, lang)} – ${formatClock(close, lang)}`)
    .join(", ");
}
