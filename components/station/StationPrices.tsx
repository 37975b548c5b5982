/**
 * A station's prices: each fuel with its age and why it counts or not, and its curves.
 *
 * @module
 */

import { asset } from "fresh/runtime";
import type { ComponentType } from "preact";
import type { Station } from "../../lib/domain/wire.ts";
import type { loadStationCurves, StationPageData } from "../../lib/pages/station/load.ts";
import { formatCents, formatDay, formatPrice, IN_FORCE_DAYS } from "../../lib/words/format.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/price/money.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { isOutForNow } from "../../lib/shared/price/unranked.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { COLON, commonWords, fill, innerWords } from "../../lib/words/mod.ts";
import { Section } from "../Blocks.tsx";
import { LowestDaysLine } from "../Verdict.tsx";
import { Keys } from "../Fields.tsx";
import { Price } from "../Price.tsx";
import { Age, StockOut } from "../PriceNotes.tsx";
import { StepChart, StepFigure } from "../chart/StepChart.tsx";

/** `path` is the page's path in its language. */
type Props = { data: StationPageData; path: string };

/** The totem of the station: one line for each fuel it sells or sold. */
export function StationPrices({ data, path }: Props) {
  const { request: { lang, nowMs }, words, overview: { station, means } } = data;
  const common = commonWords[lang];
  const isOut = (fuel: Fuel) =>
    station.out_of_stock.some((each) => each.fuel === fuel && isOutForNow(each, nowMs));
  const shown = FUELS.filter((fuel) =>
    station.prices.some((offer) => offer.fuel === fuel) || isOut(fuel)
  );
  const never = station.out_of_stock.filter(({ fuel }) => !shown.includes(fuel));
  const neverSold = never.map(({ fuel }) => common.fuels[fuel].short);
  if (shown.length === 0) return <p class="state">{words.notListed}</p>;
  return (
    <>
      <ul class="offers">
        {shown.map((fuel) => <OfferLine key={fuel} code={fuel} data={data} path={path} />)}
      </ul>
      {Object.keys(means).length > 0 && <p class="hint">{words.meansNote}</p>}
      {never.length > 0 && (
        <p class="hint offers-never">
          {`${common.outOfStock.permanent}${COLON[lang]} ${neverSold.join(", ")}`}
        </p>
      )}
    </>
  );
}

function OfferLine({ code, data, path }: Props & { code: Fuel }) {
  const { request: { lang, nowMs }, words, overview: { station, fuel, means } } = data;
  const common = commonWords[lang];
  const offer = station.prices.find((each) => each.fuel === code);
  const shortage = station.out_of_stock.find((each) => each.fuel === code);
  return (
    <li class={`offer ${offer?.in_force ? "" : "offer-off"}`}>
      <a
        class="offer-fuel"
        href={`${path}?fuel=${code}`}
        title={common.fuels[code].long}
        aria-current={code === fuel ? "true" : "false"}
      >
        {common.fuels[code].short}
      </a>
      <span class="offer-price">
        {offer
          ? (
            <Price
              price={offer.price}
              lang={lang}
              class={offer.in_force ? "price-l" : "price-old"}
            />
          )
          : <span class="muted" aria-label={words.noPrice}>–</span>}
      </span>
      <span class="offer-note">
        {shortage && <StockOut {...shortage} nowMs={nowMs} lang={lang} common={common} />}
        {offer && !offer.in_force && !shortage && (
          <span class="muted">{words.whyNot[toReason(offer, station, nowMs)]}</span>
        )}
        {offer?.in_force && means[code] && (
          <span class="num">
            {formatCents(
              toPriceText(parsePriceText(offer.price) - parsePriceText(means[code])),
              lang,
            )}
            <span class="sr-only">{` ${words.againstMean}`}</span>
          </span>
        )}
        {offer && <Age at={offer.updated_at} nowMs={nowMs} lang={lang} />}
      </span>
    </li>
  );
}

function toReason(
  { updated_at, suspect }: Station["prices"][number],
  { closed_since }: Station,
  nowMs: number,
) {
  if (closed_since !== null && updated_at <= closed_since) return "closed";
  if (suspect) return "suspect";
  return nowMs - Date.parse(updated_at) >= IN_FORCE_DAYS * DAY_MS ? "old" : "withdrawn";
}

type HistoryProps = { data: Awaited<ReturnType<typeof loadStationCurves>> };

const MONTH = 30;
const YEAR = 365;

/** Returns the props of the curves: the last 30 days, and the year if the history is longer. */
function toCharts({ request: { lang }, words, overview }: HistoryProps["data"]) {
  const { station, fuel, curve, meanCurve, today } = overview;
  const { days30, days365 } = innerWords[lang].chart;
  const points = curve ?? [];
  const toRange = (days: number) => ({ from: addDays(today, 1 - days), to: today });
  const ranges = ([[days30, MONTH], [days365, YEAR]] as const).map(([title, days]) => ({
    title,
    days,
    range: toRange(days),
    csv: `/api/v1/prices/history/${station.id}?fuel=${fuel}&days=${days}`,
  }));
  // With a shorter history, the year would be the same curve again.
  const isLonger = points[0] !== undefined && points[0].day < toRange(MONTH).from;
  const label = fill(words.historyOf, { ofFuel: commonWords[lang].fuels[fuel].of });
  const names = [words.stationLine, words.meanLine] as const;
  const shared = { label, names, points, reference: meanCurve ?? [], lang };
  return {
    label,
    charts: ranges.slice(0, isLonger ? 2 : 1).map((range) => ({ ...shared, ...range })),
  };
}

type Charts = ReturnType<typeof toCharts>["charts"];
type RangesProps = { charts: Charts; lang: Lang; Chart: ComponentType<Charts[number]> };

/**
 * One curve, with a choice of ranges if the history is longer than a month. Styles hide the others.
 */
function Ranges({ charts, lang, Chart }: RangesProps) {
  const options = charts.map(({ days, title }) => [String(days), title] as const);
  const isRecent = charts[0]!.points.some(({ day }) => day >= charts[0]!.range.from);
  return (
    <div class="curves">
      {charts.length > 1 && (
        <Keys
          name="days"
          label={innerWords[lang].chart.range}
          value={String(isRecent ? MONTH : YEAR)}
          options={options}
        />
      )}
      {charts.map((chart) => <Chart key={chart.title} {...chart} />)}
    </div>
  );
}

/** The section of the curve with its table, or a note that the history cannot be read. */
export function HistorySection({ data }: HistoryProps) {
  const { request: { lang }, words, overview: { curve, suspects, lowestDays } } = data;
  const { label, charts } = toCharts(data);
  const list = suspects.map(({ day, milli }) =>
    `${formatPrice(toPriceText(milli), lang)} (${formatDay(day, lang)})`
  )
    .reverse().join(", ");
  return (
    <Section id="history" title={label}>
      {curve === null ? <p class="state state-failed">{innerWords[lang].chart.failed}</p> : (
        <>
          <Ranges charts={charts} lang={lang} Chart={StepChart} />
          {lowestDays && <LowestDaysLine {...lowestDays} common={commonWords[lang]} />}
          {suspects.length > 0 && <p class="hint">{fill(words.suspects, { list })}</p>}
          <script src={asset("/curve.js")} type="module" />
        </>
      )}
    </Section>
  );
}

/** A fragment for the sheet: the curve without its table. */
export function StationCurves({ data }: HistoryProps) {
  return <Ranges charts={toCharts(data).charts} lang={data.request.lang} Chart={StepFigure} />;
}
