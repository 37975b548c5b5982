/**
 * The stations along a route that are not stops of the plan. Pressing one makes it a stop.
 *
 * @module
 */

import { useEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import {
  formatAge,
  formatCount,
  formatEuros,
  formatKm,
  formatPrice,
  withMark,
} from "../../lib/words/format.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { toStationName } from "../../lib/site/listed_station.ts";
import { isMembersOnly } from "../../lib/shared/member_brands.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { toStationPath } from "../../lib/site/paths.ts";
import {
  divideEntries,
  type RouteAnswer,
  type ShownEntry,
  toGain,
  toMillis,
} from "../../lib/site/route/route_answer.ts";
import {
  type RouteQuestion,
  toggleStop,
  toQuestionQuery,
} from "../../lib/site/route/route_question.ts";
import { type Bounds, toBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { count, fill } from "../../lib/words/fill.ts";
import type { RouteWords } from "../../lib/words/route.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import { PricePill } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";
import { toRowHandlers } from "../row_hover.ts";

/** Props of the parts of an answer. */
export type ResultProps = Timed & {
  answer: RouteAnswer;
  question: RouteQuestion;
  /** The station that saves most. */
  bestId: string | undefined;
  words: RouteWords;
  onHover: (id: string | null) => void;
  onChange: (change: Partial<RouteQuestion>) => void;
};

/**
 * Returns where on the way a station is. A distance past the end of the line is on the way back.
 */
function toKmText(
  km: number,
  { answer, lang, words }: Pick<ResultProps, "answer" | "lang" | "words">,
): string {
  const text = km > answer.meta.route.length_km ? words.onWayBack : words.atKm;
  return fill(text, { n: formatCount(Math.round(km), lang) });
}

/** "26 L · gagne 2,21 €", or "" if the tank needs nothing. */
function toGainText(
  entry: ShownEntry,
  { answer, question, lang, words }: Omit<ResultProps, "common">,
): string {
  const { litres, euros } = toGain(answer, entry, question);
  if (litres === 0) return "";
  const gain = fill(euros >= 0 ? words.saves : words.loses, {
    amount: formatEuros(Math.abs(euros), lang),
  });
  return fill(words.total, { litres: formatCount(Math.round(litres), lang), cost: gain });
}

/** The brand's sign, the name and the town of a station. */
export function StationName(
  { common, ...entry }:
    & Pick<ShownEntry, "brand" | "name" | "city" | "address">
    & Pick<Timed, "common">,
) {
  return (
    <>
      <BrandChip brand={entry.brand} />
      <span class="ranked-what">
        <span class="ranked-name">{toStationName(entry, common)}</span>
        <span class="ranked-where">{entry.city ?? entry.address}</span>
      </span>
    </>
  );
}

type FactsProps = ResultProps & { entry: Omit<ShownEntry, "id">; children?: ComponentChildren };

/** Kilometre, detour, age of the price, and what else a driver should know. */
export function StationFacts({ entry, children, ...props }: FactsProps) {
  const { nowMs, lang, words, common } = props;
  return (
    <span class="row route-facts num">
      <strong class="route-km">{toKmText(entry.km_along, props)}</strong>
      <span>{fill(words.detours[entry.detour], { km: formatKm(entry.detour_km, lang) })}</span>
      <Age at={entry.updated_at} nowMs={nowMs} lang={lang} />
      {entry.motorway && <span class="tag">{common.station.motorway}</span>}
      {entry.open === false && <span class="tag tag-closed">{words.closed}</span>}
      {isMembersOnly(entry) && <span class="tag">{common.station.membersOnly}</span>}
      {children}
    </span>
  );
}

type StopLinkProps = Pick<ResultProps, "lang" | "onChange"> & {
  /** The question of the link, with or without a stop. */
  question: RouteQuestion;
  class?: string;
  children: ComponentChildren;
};

/** A link to the route with other stops. The page changes its plan in place. */
export function StopLink(
  { question, lang, onChange, class: name = "link", children }: StopLinkProps,
) {
  return (
    <a
      class={name}
      href={`${toLocalPath("/itineraire", lang)}?${toQuestionQuery(question)}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChange({ stops: question.stops });
      }}
    >
      {children}
    </a>
  );
}

/** Keeps the server's folded rows: hydrating over a hundred of them would block a slow phone. */
const FOLDED_ROWS = (
  // deno-lint-ignore react-no-danger -- hydration keeps the content of the list
  <ol key="folded" class="ranked route-list" dangerouslySetInnerHTML={{ __html: "" }} />
);

/**
 * A folded row of the server, read only without scripts. It is plain text, because a hundred full
 * rows would make the page large.
 */
function PlainRow({ entry, ...props }: ResultProps & { entry: ShownEntry }) {
  const { nowMs, lang, words, common } = props;
  const { id, city, address, net_price, km_along, detour, detour_km, updated_at, motorway, open } =
    entry;
  const facts = [
    formatPrice(net_price, lang),
    toKmText(km_along, props),
    fill(words.detours[detour], { km: formatKm(detour_km, lang) }),
    formatAge(updated_at, { nowMs, lang }),
    motorway && common.station.motorway,
    open === false && words.closed,
  ];
  return (
    <li>
      <a href={toLocalPath(toStationPath(id), lang)}>
        {[toStationName(entry, common), city ?? address].filter(Boolean).join(", ")}
      </a>
      {` ${facts.filter(Boolean).join(" · ")}`}
    </li>
  );
}

/** "437 stations à moins de 10 km du trajet, dont voici les 150 moins chères". */
function toListedText({ answer, lang, words, common }: ResultProps): string {
  const { data, meta: { total, route } } = answer;
  const listed = fill(words.listed, {
    stations: count(common.stations, total, { lang }),
    corridor: `${withMark(String(route.corridor_km), lang)}\u00a0km`,
  });
  return total > data.length
    ? fill(words.shown, { listed, n: formatCount(data.length, lang) })
    : listed;
}

type StationsProps = ResultProps & Pick<ReturnType<typeof divideEntries>, "first" | "others">;

/** The best stations along the line that are not stops, in driving order. The others are folded. */
export function Stations({ first, others, ...props }: StationsProps) {
  const { answer, lang, words, onHover } = props;
  const [isOpen, setOpen] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  // It may have been opened before hydration.
  useEffect(() => setOpen(fold.current?.open ?? false), []);
  if (answer.data.length === 0) return <p class="state state-title">{words.none}</p>;
  const bounds = toBounds(toMillis(answer));
  const handlers = toRowHandlers(onHover);
  const row = (entry: ShownEntry) => (
    <Row
      key={entry.id}
      {...props}
      entry={entry}
      bounds={bounds}
    />
  );
  const folded = () =>
    "document" in globalThis ? FOLDED_ROWS : (
      <ol class="ranked route-list route-plain">
        {others.map((entry) => <PlainRow key={entry.id} {...props} entry={entry} />)}
      </ol>
    );
  return (
    <>
      <p class="hint">{toListedText(props)}</p>
      {first.length > 0 && (
        <ol class="ranked route-list" aria-label={words.list} {...handlers}>{first.map(row)}</ol>
      )}
      {others.length > 0 && (
        <details
          ref={fold}
          class="route-more route-others"
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary>{count(words.others, others.length, { lang })}</summary>
          {isOpen
            ? <ol key="open" class="ranked route-list" {...handlers}>{others.map(row)}</ol>
            : folded()}
        </details>
      )}
    </>
  );
}

function Row(
  { entry, bounds, ...props }: ResultProps & { entry: ShownEntry; bounds: Bounds | null },
) {
  const { question, bestId, lang, words, common, onChange } = props;
  const { id, net_price: price } = entry;
  const name = [toStationName(entry, common), entry.city].filter(Boolean).join(", ");
  return (
    <li class="route-row" data-row={id}>
      <StopLink
        class="row ranked-line"
        question={toggleStop(question, id)}
        lang={lang}
        onChange={onChange}
      >
        <span class="sr-only">{words.stopHere}</span>
        <StationName {...entry} common={common} />
        <span class="ranked-price">
          <PricePill
            level={bounds && toTertile(parsePriceText(price), bounds)}
            isBest={id === bestId}
            price={price}
            lang={lang}
            common={common}
          />
          <span class="ranked-facts num">{toGainText(entry, props)}</span>
        </span>
        <StationFacts {...props} entry={entry} />
      </StopLink>
      <a
        class="route-sheet"
        href={toLocalPath(`${toStationPath(id)}?fuel=${question.fuel}`, lang)}
        aria-label={`${words.sheet} : ${name}`}
      >
        {words.sheet}
      </a>
    </li>
  );
}
