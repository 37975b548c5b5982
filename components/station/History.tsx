/** The price curves of a station: with their tables on its page, and alone in the sheet of the map. @module */

import { asset } from "fresh/runtime";
import type { StationCurvesData } from "../../lib/pages/station/load.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords, fill } from "../../lib/shared/words/mod.ts";
import { StepChart, StepPlot } from "../chart/StepChart.tsx";
import { AgainstMean } from "./StationPrices.tsx";

type Props = { data: StationCurvesData };

/** What both curves are drawn from, the last 30 days first, then the year. */
function toCharts(
  { request: { lang }, overview: { fuel, curve, meanCurve, today } }: StationCurvesData,
  label: string,
) {
  const words = innerWords(lang);
  const ranges = [{ title: words.chart.days30, days: 30 }, { title: words.chart.days365, days: 365 }];
  return ranges.map(({ title, days }) => ({
    ...{ fuel, label, title, lang, words },
    points: curve ?? [],
    reference: meanCurve ?? [],
    range: { from: addDays(today, 1 - days), to: today },
  }));
}

/** The section of the page: both curves with their tables, or that the history cannot be read. */
export function HistorySection({ data }: Props) {
  const { request: { lang }, words, overview: { fuel, curve } } = data;
  const label = fill(words.historyOf, { ofFuel: commonWords(lang).fuels[fuel].of });
  return (
    <section aria-labelledby="history">
      <div class="section-title">
        <h2 id="history">{label}</h2>
      </div>
      {curve === null ? <p class="state state-failed">{innerWords(lang).chart.failed}</p> : (
        <>
          {toCharts(data, label).map((chart) => (
            <StepChart key={chart.title} {...chart} names={[words.stationLine, words.meanLine]} />
          ))}
          <script src={asset("/curve.js")} type="module" />
        </>
      )}
    </section>
  );
}

/** A fragment for the sheet: how the price compares with the department's mean, and the curves that have a point. */
export function StationCurves({ data }: Props) {
  const { request: { lang }, words, overview: { station, fuel, means } } = data;
  const offer = station.prices.find((each) => each.fuel === fuel && each.in_force);
  const mean = means[fuel];
  const label = fill(words.historyOf, { ofFuel: commonWords(lang).fuels[fuel].of });
  const known = toCharts(data, label).filter(({ points, range }) => points.some(({ day }) => day >= range.from));
  return (
    <>
      {offer && mean && (
        <p class="small">
          <AgainstMean price={offer.price} {...{ mean, lang }} inner={innerWords(lang)} />
        </p>
      )}
      {known.map((chart) => (
        <figure key={chart.title}>
          <figcaption class="small muted">{chart.title}</figcaption>
          <StepPlot {...chart} />
        </figure>
      ))}
    </>
  );
}
