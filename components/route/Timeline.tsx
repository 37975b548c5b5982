/**
 * The plan of a route as a timetable: departure, stops and arrival, with the tank at each.
 *
 * @module
 */

import {
  formatAge,
  formatCount,
  formatEuros,
  formatPrice,
  withMark,
} from "../../lib/words/format.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import type { WirePlan } from "../../lib/domain/route_wire.ts";
import { toStationPath } from "../../lib/site/paths.ts";
import { findOlder, toMillis } from "../../lib/site/route/route_answer.ts";
import { toEnds, toggleStop, toStartLevel } from "../../lib/site/route/route_question.ts";
import { toBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { fill } from "../../lib/words/fill.ts";
import { PricePill } from "../Price.tsx";
import { toRowHandlers } from "../row_hover.ts";
import { type ResultProps, StationFacts, StationName, StopLink } from "./Stations.tsx";

/** The stops in order between departure and arrival, their cost, and what they save. */
export function Timeline(props: ResultProps & { plan: WirePlan }) {
  const { answer: { data, meta: { route } }, question, plan, lang, words, onHover } = props;
  if (data.length === 0) return null;
  if (!plan.feasible) return <p class="state state-failed">{words.infeasible}</p>;
  const start = toStartLevel(question);
  const ends = toEnds(question);
  const last = question.isReturn ? ends[0] : ends.at(-1);
  const km = formatCount(Math.round(route.length_km * (question.isReturn ? 2 : 1)), lang);
  const left = formatCount(Math.round(plan.litres_left), lang);
  return (
    <>
      <ol
        class="ranked route-list route-timeline"
        aria-label={words.plan}
        {...toRowHandlers(onHover)}
      >
        <End name={ends[0]?.text ?? words.from} tank={question.tank} level={start}>
          {fill(words.start, { n: withMark(String(start), lang) })}
        </End>
        {plan.stops.map((stop) => <Stop key={stop.km_along} {...props} stop={stop} />)}
        <End name={last?.text ?? words.to} tank={question.tank} level={plan.litres_left}>
          {fill(words.end, { km, n: left })}
        </End>
      </ol>
      <Total {...props} />
      <Older {...props} />
    </>
  );
}

/** The cost of a plan compared with the mean price along the way, or that the tank is enough. */
function Total({ plan, lang, words }: ResultProps & { plan: WirePlan }) {
  const { stops, litres, cost, saves_on_average } = plan;
  if (stops.length === 0) return <p class="state">{words.enough}</p>;
  const saved = Number(saves_on_average);
  const amount = formatEuros(Math.abs(saved), lang);
  const total = fill(words.total, {
    litres: withMark(String(litres), lang),
    cost: formatEuros(Number(cost), lang),
  });
  const comparison = fill(saved >= 0 ? words.less : words.more, { amount });
  return <p class="num">{`${total}, ${comparison}.`}</p>;
}

type TankProps = { tank: number; from: number; to: number };

/** The level of the tank from below: the litres left, and above them the litres to fill up. */
function Tank({ tank, from, to }: TankProps) {
  const toY = (litres: number) => 100 - (100 * litres) / tank;
  return (
    <svg class="tank" viewBox="0 0 8 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="tank-left" y={toY(from)} width="8" height={100 - toY(from)} />
      <rect class="tank-taken" y={toY(to)} width="8" height={toY(from) - toY(to)} />
    </svg>
  );
}

type EndProps = { name: string; tank: number; level: number; children: string };

function End({ name, tank, level, children }: EndProps) {
  return (
    <li class="route-end">
      <Tank tank={tank} from={level} to={level} />
      <span class="ranked-line">
        <strong>{name}</strong> <span class="num">{children}</span>
      </span>
    </li>
  );
}

function Stop({ stop, ...props }: ResultProps & { stop: WirePlan["stops"][number] }) {
  const { answer, question, bestId, lang, words, common } = props;
  const { tank, fuel } = question;
  const bounds = toBounds(toMillis(answer));
  const level = bounds && toTertile(parsePriceText(stop.net_price), bounds);
  const isRequired = question.stops.includes(stop.id);
  const taken = fill(words.total, {
    litres: withMark(String(stop.litres), lang),
    cost: formatEuros(Number(stop.cost), lang),
  });
  return (
    <li class="route-row route-stop" data-row={stop.id}>
      <Tank tank={tank} from={stop.litres_left} to={stop.litres_left + stop.litres} />
      <a class="row ranked-line" href={toLocalPath(`${toStationPath(stop.id)}?fuel=${fuel}`, lang)}>
        <StationName {...stop} common={common} />
        <span class="ranked-price">
          <PricePill
            level={level}
            isBest={stop.id === bestId}
            price={stop.net_price}
            lang={lang}
            common={common}
          />
          <span class="ranked-facts num">{taken}</span>
        </span>
        <StationFacts {...props} entry={stop}>
          <span>{fill(words.left, { n: formatCount(Math.round(stop.litres_left), lang) })}</span>
          {level === "high" && stop.cheapest_in_reach && <span>{words.onlyHere}</span>}
        </StationFacts>
      </a>
      {isRequired && (
        <StopLink {...props} question={toggleStop(question, stop.id)}>{words.unstop}</StopLink>
      )}
    </li>
  );
}

/** "1,621 € il y a 28 j : à vérifier": an older, lower price that the plan did not rely on. */
function Older(
  { answer, plan, question: { fuel, per100Km }, nowMs, lang, common }: ResultProps & {
    plan: WirePlan;
  },
) {
  return findOlder(answer, plan, per100Km).slice(0, 1).map(({ id, net_price, updated_at }) => (
    <p key={id} class="hint num">
      <a href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>
        {formatPrice(net_price, lang)}
      </a>
      {` ${formatAge(updated_at, { nowMs, lang })}${common.price.check}`}
    </p>
  ));
}
