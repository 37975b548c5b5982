/** A station in the list: what, where, how far, how much, how old, and how its price compares. @module */

import { formatAge, formatCents, formatEuros, formatKm } from "../../lib/shared/words/format.ts";
import type { Listing, Offer } from "../../lib/client/explorer/listing.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { type ListedStation, toStationName } from "../../lib/shared/station/listed_station.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { type Car, toCostCents } from "../../lib/shared/price/real_cost.ts";
import type { Rank } from "../../lib/shared/price/rank.ts";
import { hasOrigin } from "../../lib/shared/explorer/area.ts";
import type { View } from "../../lib/shared/explorer/url_state.ts";
import type { HomeWords } from "../../lib/shared/words/home.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import type { Posted } from "../Paid.tsx";
import { PricePill } from "../Price.tsx";

type Props = Timed & {
  station: ListedStation;
  listing: Listing;
  view: View;
  car: Car;
  /** Absent until it is loaded, with own prices. */
  Posted?: typeof Posted;
  isFavourite: boolean;
  words: HomeWords;
  onOpen: (event: MouseEvent, id: string) => void;
};

const HOUR_MS = 3_600_000;

/** Second line: name when it says more than the brand, then street and town. */
function toWhereabouts({ brand, name, address, city }: ListedStation): string {
  const own = brand !== null && name !== null && name !== brand ? name : null;
  return [own, address, city].filter((part) => part !== null && part !== "").join(" · ");
}

/** A link to the station's page that opens the sheet where scripts run. */
export function StationRow(props: Props) {
  const { station, listing, view, isFavourite, lang, common, onOpen } = props;
  const { id, priceMilli, paid } = station;
  const rank = listing.rankOf(id);
  const title = toStationName(station, common);
  return (
    <li class="station" data-row={id}>
      <a
        class="station-link"
        href={toLocalPath(`/stations/${id}?fuel=${paid?.fuel ?? view.fuel}`, lang)}
        aria-current={id === view.station ? "true" : "false"}
        onClick={(event) => onOpen(event, id)}
      >
        <BrandChip brand={station.brand} />
        <span class="station-what">
          <span class="station-title">
            {title}
            {isFavourite && <span class="station-favourite" aria-hidden="true">♥</span>}
          </span>
          <span class="station-where">{toWhereabouts(station)}</span>
          <span class="station-facts">
            {hasOrigin(view) && <span class="num">{formatKm(station.km, lang)}</span>}
            <RowAge {...props} />
            {station.motorway && <span class="tag">{common.station.motorway}</span>}
            {station.h24 && <span class="tag">24/24</span>}
          </span>
        </span>
        <span class="station-price">
          <PricePill price={toPriceText(paid?.priceMilli ?? priceMilli)} {...rank} {...{ lang, common }} />
          <Difference {...props} />
          {paid && props.Posted && (
            <props.Posted
              {...{ paid, lang, words: common, isNamed: listing.ownFuels!.length > 1 }}
              class="station-more station-paid"
            />
          )}
        </span>
      </a>
      <Gauge {...props} rank={rank} />
    </li>
  );
}

/** The bulk file has ages in whole hours, so less than one hour is all that is known of a fresh price. */
function RowAge({ station, nowMs, lang, words }: Props) {
  const at = new Date(station.atMs).toISOString();
  const isFresh = nowMs - station.atMs < HOUR_MS;
  return (
    <time class="age" dateTime={at}>
      {isFresh ? words.explorer.lessThanHour : formatAge(at, { nowMs, lang })}
    </time>
  );
}

function Difference(props: Props) {
  const { station, view: { sort }, car, listing: { bounds, offer }, lang, words } = props;
  if (sort !== "cost" && offer?.isOn) return <Saved {...props} offer={offer} />;
  const more = bounds === null ? 0 : station.priceMilli - bounds.min;
  if (sort !== "cost" && more === 0) return <span class="station-more">{words.explorer.cheapest}</span>;
  const shown = sort === "cost"
    ? formatEuros(toCostCents(station, car) / 100, lang)
    : formatCents(toPriceText(more), lang);
  const { realCost, dearer } = words.explorer;
  return (
    <span class="station-more num">
      <span aria-hidden="true">{shown}</span>
      <span class="sr-only">{sort === "cost" ? fill(realCost, { cost: shown }) : fill(dearer, { n: shown })}</span>
    </span>
  );
}

function Saved({ station, offer: { nearest }, car, lang, words }: Props & { offer: Offer }) {
  if (station.id === nearest.id) return <span class="station-more">{words.explorer.nearest}</span>;
  const cents = toCostCents(nearest, car) - toCostCents(station, car);
  const { saves, loses } = words.explorer;
  const { shown, said } = cents >= 0 ? saves : loses;
  const values = { saved: formatEuros(Math.abs(cents) / 100, lang) };
  return (
    <span class={`station-more num ${cents >= 0 ? "station-saves" : ""}`}>
      <span aria-hidden="true">{fill(shown, values)}</span>
      <span class="sr-only">{fill(said, values)}</span>
    </span>
  );
}

const WIDTH = 100;
const LEAST = 4;

/** The value between the lowest and the highest in view; hidden from readers, who have the price. */
function Gauge({ station, listing: { bounds }, view, car, rank }: Props & { rank: Rank | null }) {
  if (bounds === null) return null;
  const value = view.sort === "cost" ? toCostCents(station, car) : station.priceMilli;
  const span = bounds.max - bounds.min;
  const share = span === 0 ? 0.5 : (value - bounds.min) / span;
  const width = Math.round(LEAST + (WIDTH - LEAST) * share);
  return (
    <svg class="gauge" viewBox={`0 0 ${WIDTH} 1`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class={`gauge-fill gauge-${rank!.level}`} width={width} height="1" />
    </svg>
  );
}
