/** The answer of the route page: its state, the plan as a strip, the stations in driving order. @module */

import type { Drawn, Planner } from "../../lib/client/route/planner.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { formatCount, formatEuros, formatKm, withMark } from "../../lib/shared/words/format.ts";
import type { Fuel } from "../../lib/shared/station/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { toStationName } from "../../lib/shared/station/listed_station.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toStationPath } from "../../lib/shared/page/page_paths.ts";
import { ROAD_FACTOR } from "../../lib/shared/price/real_cost.ts";
import { divideEntries, type RouteAnswer, toMillis, toPlannedStops } from "../../lib/shared/route/route_answer.ts";
import { type Bounds, toBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { count, fill } from "../../lib/shared/words/mod.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Price, PricePill } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";
import { toRowHandlers } from "../row_hover.ts";

type ResultProps = Timed & { answer: RouteAnswer; fuel: Fuel; words: RouteWords };

function toHref(id: string, { fuel, lang }: Pick<ResultProps, "fuel" | "lang">): string {
  return toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang);
}

function toKmText(km: number, words: RouteWords, lang: Lang): string {
  return fill(words.atKm, { n: formatCount(Math.round(km), lang) });
}

/** The sentence of a sum that may be less or more than another; null when there is none. */
function toComparison(amount: string | null, { less, more, lang }: { less: string; more: string; lang: Lang }) {
  if (amount === null) return null;
  const euros = Number(amount);
  return fill(euros >= 0 ? less : more, { amount: formatEuros(Math.abs(euros), lang) });
}

/** The stops in order, what they cost, and what they save. */
export function Plan(props: ResultProps) {
  const { answer, lang, words } = props;
  const { plan } = answer.meta;
  if (plan === null || answer.data.length === 0) return null;
  if (!plan.feasible) return <p class="state state-failed route-plan-none">{words.infeasible}</p>;
  if (plan.stops.length === 0) return <p class="state route-plan-none">{words.enough}</p>;
  const values = {
    stops: count(words.planStops, plan.stops.length, { lang }),
    litres: withMark(String(plan.litres), lang),
    cost: formatEuros(Number(plan.cost), lang),
  };
  const { savesOnFirst, costsOnFirst, savesOnAverage, costsOnAverage } = words;
  const compared = [
    toComparison(plan.saves_on_first, { less: savesOnFirst, more: costsOnFirst, lang }),
    toComparison(plan.saves_on_average, { less: savesOnAverage, more: costsOnAverage, lang }),
  ].filter((text) => text !== null);
  return (
    <>
      <p class="route-plan-sum num">
        <strong>{fill(words.planSum, values)}</strong>
        {compared.map((text) => <span key={text}>{text}</span>)}
      </p>
      <ol class="route-stops" tabIndex={0} aria-label={words.plan}>
        {toPlannedStops(answer).map(({ id, entry, km_along, litres, cost, net_price }) => (
          <li key={id} class="route-stop">
            <a href={toHref(id, props)}>
              <span class="route-stop-km num">{toKmText(km_along, words, lang)}</span>
              <span class="route-stop-name">{toStopName(entry, props)}</span>
              <span class="num">
                <strong>{fill(words.take, { litres: withMark(String(litres), lang) })}</strong> ·{" "}
                {formatEuros(Number(cost), lang)}
              </span>
              <Price price={net_price} lang={lang} class="route-stop-price" />
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

function toStopName(entry: RouteEntry | null, { common }: ResultProps): string {
  if (entry === null) return common.station.unknownName;
  return [toStationName(entry, common), entry.city].filter(Boolean).join(", ");
}

type ListProps = ResultProps & { litres: number; onHover: (id: string | null) => void };

/** The stations along the line in driving order: those that matter first, the others on demand. */
export function Stations(props: ListProps) {
  const { answer, litres, lang, words, onHover } = props;
  const { data, meta } = answer;
  if (data.length === 0) {
    return (
      <div class="state">
        <p class="state-title">{words.none}</p>
        <p>{words.noneHint}</p>
      </div>
    );
  }
  const bounds = toBounds(toMillis(answer));
  const planned = new Set(meta.plan?.stops.map(({ id }) => id));
  const { first, others } = divideEntries(answer);
  const handlers = toRowHandlers(onHover);
  const row = (entry: RouteEntry) => (
    <Row key={entry.id} {...props} {...{ entry, bounds }} isStop={planned.has(entry.id)} />
  );
  return (
    <>
      <p class="hint">
        {count(words.result, meta.total, { lang, text: formatCount(meta.total, lang) })}
        {meta.total > data.length && `, ${fill(words.resultShown, { n: formatCount(data.length, lang) })}`}
      </p>
      <ol class="ranked route-list" aria-label={words.list} {...handlers}>{first.map(row)}</ol>
      {others.length > 0 && (
        <details class="route-more route-others">
          <summary>{fill(words.others, { n: formatCount(others.length, lang) })}</summary>
          <ol class="ranked route-list" aria-label={words.othersList} {...handlers}>{others.map(row)}</ol>
        </details>
      )}
      {data.some(({ net_saving }) => net_saving !== null) && (
        <p class="hint">{fill(words.savingNote, { litres: withMark(String(litres), lang) })}</p>
      )}
    </>
  );
}

type RowProps = ResultProps & { entry: RouteEntry; bounds: Bounds | null; isStop: boolean };

function Row(props: RowProps) {
  const { entry, bounds, isStop, nowMs, lang, words, common } = props;
  const milli = parsePriceText(entry.net_price);
  const saving = toComparison(entry.net_saving, { less: words.saving, more: words.loss, lang });
  return (
    <li class={isStop ? "route-row is-stop" : "route-row"} data-row={entry.id}>
      <a class="ranked-line" href={toHref(entry.id, props)}>
        <BrandChip brand={entry.brand} />
        <span class="ranked-what">
          <span class="ranked-name">{toStationName(entry, common)}</span>
          <span class="ranked-where">{[entry.address, entry.city].filter(Boolean).join(", ")}</span>
        </span>
        <span class="ranked-price">
          <PricePill
            price={entry.net_price}
            level={bounds && toTertile(milli, bounds)}
            isBest={milli === bounds?.min}
            {...{ lang, common }}
          />
          {saving && <span class="ranked-facts num">{saving}</span>}
        </span>
        <span class="route-facts num">
          <strong class="route-km">{toKmText(entry.km_along, words, lang)}</strong>
          <span>{fill(words.detours[entry.detour], { km: formatKm(entry.detour_km, lang) })}</span>
          {entry.detour !== "none" && <span>{fill(words.off, { km: formatKm(entry.km_off, lang) })}</span>}
          <Age at={entry.updated_at} {...{ nowMs, lang }} />
          {entry.motorway && <span class="tag">{common.station.motorway}</span>}
          {entry.open !== null && (
            <span class={entry.open ? "tag" : "tag tag-closed"}>{entry.open ? words.open : words.closed}</span>
          )}
        </span>
      </a>
    </li>
  );
}

type StatusProps = { planner: Planner; fault: string | null; lang: Lang; words: RouteWords };

/** One line that readers hear as it changes, and a button where another try may help. */
export function Status({ planner, fault, lang, words }: StatusProps) {
  const phase = planner.phase.value;
  const answer = planner.answer.value;
  const source = planner.drawn.value?.source;
  const wrong = phase.kind === "limited"
    ? fill(words.limited, { n: phase.afterS })
    : phase.kind === "refused" || phase.kind === "failed"
    ? words[phase.kind]
    : null;
  return (
    <div class="route-status">
      <p role="status">
        {phase.kind === "routing" && `${words.routing} `}
        {phase.kind === "asking" && `${words.asking} `}
        {wrong === null && answer && toQualityText(answer, { source, lang, words })}
      </p>
      {wrong && <p class="notice" role="alert">{wrong}</p>}
      {phase.kind === "idle" && fault !== null && <p class="notice" role="alert">{fault}</p>}
      {((phase.kind === "found" && source === "away") || phase.kind === "failed" || phase.kind === "limited") && (
        <button type="button" class="button js-only" onClick={planner.retry}>{words.retry}</button>
      )}
    </div>
  );
}

/** How good the line of an answer is, and how its detours were found. */
function toQualityText(
  { meta: { route } }: RouteAnswer,
  { source, lang, words }: { source: Drawn["source"] | undefined; lang: Lang; words: RouteWords },
): string {
  const isDrawn = source === "road" || source === "file";
  const kind = route.quality !== "line" ? route.quality : isDrawn ? source : "line";
  const values = {
    ...{ km: formatKm(route.length_km, lang), corridor: formatKm(route.corridor_km, lang) },
    factor: formatCount(ROAD_FACTOR, lang),
  };
  return [
    source === "away" && words.quality.away,
    fill(words.quality[kind], values),
    route.estimated && route.quality !== "straight" && fill(words.quality.legs, values),
    !isDrawn && route.quality !== "straight" && words.quality.straightMap,
  ].filter(Boolean).join(" ");
}
