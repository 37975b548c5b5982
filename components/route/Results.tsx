/** The answer of the route page: its state, where to stop, the stations in driving order. @module */

import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { Drawn, Planner } from "../../lib/client/route/planner.ts";
import { formatAge, formatCount, formatEuros, formatKm, formatPrice, withMark } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { toStationName } from "../../lib/site/listed_station.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toStationPath } from "../../lib/site/paths.ts";
import { ROAD_FACTOR } from "../../lib/shared/price/real_cost.ts";
import {
  divideEntries,
  findCheapest,
  findOlder,
  type RouteAnswer,
  type RoutePlan,
  type ShownEntry,
  toGain,
  toMillis,
  toPlannedStops,
} from "../../lib/site/route/route_answer.ts";
import type { RouteQuestion } from "../../lib/site/route/route_question.ts";
import { type Bounds, toBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { count, fill } from "../../lib/words/fill.ts";
import type { RouteWords } from "../../lib/words/route.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import { PricePill } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";
import { toRowHandlers } from "../row_hover.ts";

type ResultProps = Timed & {
  answer: RouteAnswer;
  question: RouteQuestion;
  plan: RoutePlan;
  words: RouteWords;
  onHover: (id: string | null) => void;
};

/** "2,10 € gagnés", or what is lost. */
function toGainText(euros: number, { words: { gain, loss }, lang }: Pick<ResultProps, "words" | "lang">): string {
  const amount = Math.abs(euros);
  return count(euros >= 0 ? gain : loss, amount, { lang, text: formatEuros(amount, lang) });
}

/** The stops in order, and what they gain. */
export function Plan(props: ResultProps) {
  const { answer, plan: { stops, feasible, saves_on_average, lowKm }, lang, words, onHover } = props;
  if (answer.data.length === 0) return null;
  if (!feasible) return <p class="state state-failed">{words.infeasible}</p>;
  if (stops.length === 0) return <p class="state">{words.enough}</p>;
  const bounds = toBounds(toMillis(answer));
  const bestPrice = findCheapest(answer)?.net_price;
  const price = formatPrice(answer.meta.route.average_price ?? "", lang);
  return (
    <>
      <ol class="ranked route-list" aria-label={words.plan} {...toRowHandlers(onHover)}>
        {toPlannedStops(answer, props.plan).map((stop) => (
          <Row key={stop.km_along} {...props} {...stop} bounds={bounds} bestPrice={bestPrice} isStop>
            {fill(words.take, {
              litres: withMark(String(stop.litres), lang),
              cost: formatEuros(Number(stop.cost), lang),
            })}
          </Row>
        ))}
      </ol>
      <p class="num">
        {fill(words.baseline, { gain: toGainText(Number(saves_on_average), props), price })}
        {lowKm !== undefined && ` ${fill(words.again, { n: formatCount(Math.floor(lowKm), lang) })}`}
      </p>
      <Older {...props} />
    </>
  );
}

/** "1,621 € il y a 28 j : à vérifier": why a cheaper stop was not taken. */
function Older({ answer, plan, question: { fuel, per100Km }, nowMs, lang, common }: ResultProps) {
  return findOlder(answer, plan, per100Km).slice(0, 1).map(({ id, net_price, updated_at }) => (
    <p key={id} class="hint num">
      <a href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>{formatPrice(net_price, lang)}</a>
      {` ${formatAge(updated_at, { nowMs, lang })}${common.price.check}`}
    </p>
  ));
}

/** Folded rows, as the server drew them: to take over a hundred of them would hold up a slow phone. */
// deno-lint-ignore react-no-danger -- a page that is taken over keeps what is in the list
const FOLDED_ROWS = <ol key="folded" class="ranked route-list" dangerouslySetInnerHTML={{ __html: "" }} />;

type PlainRowProps = Pick<ResultProps, "answer" | "question" | "nowMs" | "lang" | "words" | "common"> & {
  entry: ShownEntry;
  gain: string | false;
};

/** A folded row of the server, which is read without scripts only: all its facts in one line, for a hundred weigh much. */
function PlainRow({ entry, gain, answer, question: { fuel }, nowMs, lang, words, common }: PlainRowProps) {
  const { id, city, address, net_price, km_along, detour, detour_km, updated_at, motorway, open } = entry;
  const facts = [
    formatPrice(net_price, lang),
    gain,
    toKmText(km_along, { answer, lang, words }),
    fill(words.detours[detour], { km: formatKm(detour_km, lang) }),
    formatAge(updated_at, { nowMs, lang }),
    motorway && common.station.motorway,
    open === false && words.closed,
  ];
  return (
    <li>
      <a href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>
        {[toStationName(entry, common), city ?? address].filter(Boolean).join(", ")}
      </a>
      {` ${facts.filter(Boolean).join(" · ")}`}
    </li>
  );
}

/** Where on the way a station is; past the end of the line it is on the way back. */
function toKmText(km: number, { answer, lang, words }: Pick<ResultProps, "answer" | "lang" | "words">): string {
  const text = km > answer.meta.route.length_km ? words.onWayBack : words.atKm;
  return fill(text, { n: formatCount(Math.round(km), lang) });
}

/** The best stations along the line in driving order besides the stops, the others on demand. */
export function Stations(props: ResultProps) {
  const { answer, question: { tank, per100Km }, plan, lang, words, common, onHover } = props;
  const [isOpen, setOpen] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // It may have been opened before the page came alive.
  useEffect(() => setOpen(fold.current?.open ?? false), []);
  const { data, meta: { total } } = answer;
  if (data.length === 0) return <p class="state state-title">{words.none}</p>;
  const bounds = toBounds(toMillis(answer));
  const bestPrice = findCheapest(answer)?.net_price;
  const litres = Math.min(plan.litres, tank);
  const { first, others } = divideEntries(answer, { stops: plan.stops, litres, per100Km });
  const handlers = toRowHandlers(onHover);
  const gainOf = (entry: ShownEntry) => litres > 0 && toGainText(toGain(answer, entry, { litres, per100Km }), props);
  const row = (entry: ShownEntry) => (
    <Row key={entry.id} {...props} {...entry} entry={entry} bounds={bounds} bestPrice={bestPrice}>{gainOf(entry)}</Row>
  );
  const folded = () =>
    "document" in globalThis ? FOLDED_ROWS : (
      <ol class="ranked route-list route-plain">
        {others.map((entry) => <PlainRow key={entry.id} {...props} entry={entry} gain={gainOf(entry)} />)}
      </ol>
    );
  return (
    <>
      <p class="hint">
        {[
          count(common.stations, total, { lang }),
          total > data.length && fill(words.shown, { n: formatCount(data.length, lang) }),
          litres > 0 && fill(words.gainsFor, { litres: formatCount(Math.round(litres), lang) }),
        ].filter(Boolean).join(" · ")}
      </p>
      {first.length > 0 && <ol class="ranked route-list" aria-label={words.list} {...handlers}>{first.map(row)}</ol>}
      {others.length > 0 && (
        <details
          ref={fold}
          class="route-more route-others"
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{fill(words.others, { n: formatCount(others.length, lang) })}</summary>
          {isOpen ? <ol key="open" class="ranked route-list" {...handlers}>{others.map(row)}</ol> : folded()}
        </details>
      )}
    </>
  );
}

type RowProps = Omit<ResultProps, "plan"> & Pick<ShownEntry, "id" | "km_along" | "net_price"> & {
  /** Absent for a stop whose station is not listed. */
  entry?: ShownEntry;
  bounds: Bounds | null;
  /** The price of the recommended station. */
  bestPrice: string | undefined;
  isStop?: boolean;
  children: ComponentChildren;
};

function Row(
  { id, km_along: km, net_price: price, entry, bounds, bestPrice, isStop = false, children, ...props }: RowProps,
) {
  const { answer, question: { fuel }, nowMs, lang, words, common } = props;
  const milli = parsePriceText(price);
  return (
    <li class={isStop ? "route-row route-stop" : "route-row"} data-row={id}>
      <a class="row ranked-line" href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>
        <BrandChip brand={entry?.brand ?? null} />
        <span class="ranked-what">
          <span class="ranked-name">{entry ? toStationName(entry, common) : common.station.unknownName}</span>
          <span class="ranked-where">{entry?.city ?? entry?.address}</span>
        </span>
        <span class="ranked-price">
          <PricePill
            level={bounds && toTertile(milli, bounds)}
            isBest={price === bestPrice}
            {...{ price, lang, common }}
          />
          <span class="ranked-facts num">{children}</span>
        </span>
        <span class="row route-facts num">
          <strong class="route-km">{toKmText(km, { answer, lang, words })}</strong>
          {entry && (
            <>
              <span>{fill(words.detours[entry.detour], { km: formatKm(entry.detour_km, lang) })}</span>
              <Age at={entry.updated_at} {...{ nowMs, lang }} />
              {entry.motorway && <span class="tag">{common.station.motorway}</span>}
              {entry.open === false && <span class="tag tag-closed">{words.closed}</span>}
            </>
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
  const { isReturn, discounts } = planner.question.value;
  const isCounted = planner.areDiscountsCounted.value;
  const counted = isCounted
    ? fill(words.discounts, { list: [...discounts.keys()].join(", ") })
    : words.discountsRefused;
  const source = planner.drawn.value?.source;
  const wrong = phase.kind === "limited"
    ? fill(words.limited, { n: phase.afterS })
    : phase.kind === "refused" || phase.kind === "failed"
    ? words[phase.kind]
    : null;
  return (
    <div class="route-status">
      <p role="status">
        {phase.kind === "routing" || phase.kind === "asking"
          ? words[phase.kind]
          : wrong === null && answer && toQualityText(answer, { source, isReturn, lang, words })}
      </p>
      {wrong && <p class="notice" role="alert">{wrong}</p>}
      {discounts.size > 0 && <p class={isCounted ? "hint" : "notice"} role="status">{counted}</p>}
      {planner.file.value?.isKept === false && <p class="hint" role="status">{words.fileKept}</p>}
      {phase.kind === "idle" && fault !== null && <p class="notice" role="alert">{fault}</p>}
      {((phase.kind === "found" && source === "away") || phase.kind === "failed" || phase.kind === "limited") && (
        <button type="button" class="button js-only" onClick={planner.retry}>{words.retry}</button>
      )}
    </div>
  );
}

type QualityOptions = { source: Drawn["source"] | undefined; isReturn: boolean; lang: Lang; words: RouteWords };

/** How long and how good the line of an answer is, and how its detours were found. */
function toQualityText({ meta: { route } }: RouteAnswer, { source, isReturn, lang, words }: QualityOptions): string {
  const isDrawn = source === "road" || source === "file";
  const kind = route.quality !== "line" ? route.quality : isDrawn ? source : "line";
  const toText = (km: number) => `${isReturn ? "2 × " : ""}${formatKm(km, lang)}`;
  const values = {
    ...{ km: toText(route.length_km), crow: toText(route.length_km / ROAD_FACTOR) },
    factor: formatCount(ROAD_FACTOR, lang),
  };
  return [
    source === "away" && words.quality.away,
    fill(words.quality[kind], values),
    route.estimated && route.quality !== "straight" && fill(words.quality.legs, values),
  ].filter(Boolean).join(" ");
}
