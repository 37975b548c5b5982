/** A station in the list: what, where, how far, how old, how much, and what that is worth. @module */

import { formatAge, formatCents, formatEuros, formatKm } from "../../lib/words/format.ts";
import type { ListedRow, Listing, Offer } from "../../lib/client/explorer/listing.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { type ListedStation, toStationName } from "../../lib/site/listed_station.ts";
import { isMembersOnly, mayBuy } from "../../lib/shared/member_brands.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { type Driver, toCostCents } from "../../lib/shared/price/real_cost.ts";
import { hasOrigin } from "../../lib/site/explorer/area.ts";
import type { View } from "../../lib/site/explorer/url_state.ts";
import type { HomeWords } from "../../lib/words/home.ts";
import { fill } from "../../lib/words/fill.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import type { Posted } from "../Paid.tsx";
import { PricePill } from "../Price.tsx";

type Props = Timed & {
  station: ListedRow;
  listing: Listing;
  view: View;
  car: Driver;
  /** Absent until it is loaded, with own prices. */
  Posted?: typeof Posted;
  isFavourite: boolean;
  /** Whether it is worth its way, and the saving is shown. */
  isOffered: boolean;
  words: HomeWords;
  onOpen: (event: MouseEvent, id: string) => void;
};

const HOUR_MS = 3_600_000;

/** Second line: the town, the name when it says more than the brand, then the street, which may be cut. */
function toWhereabouts({ brand, name, address, city }: ListedStation): string {
  const own = brand !== null && name !== null && name !== brand ? name : null;
  return [city, own, address].filter(Boolean).join(" · ");
}

/** A link to the station's page that opens the sheet where scripts run. */
export function StationRow(props: Props) {
  const { station, listing, view, car, isFavourite, lang, common, onOpen } = props;
  const { id, priceMilli, paid, level } = station;
  const bestMilli = mayBuy(station, car) ? listing.bestMilli : null;
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
            <span>
              <RowAge {...props} />
              {bestMilli !== null && priceMilli < bestMilli && common.price.check}
            </span>
            {isMembersOnly(station) && <span class="tag">{common.station.membersOnly}</span>}
            {station.motorway && <span class="tag">{common.station.motorway}</span>}
            {station.h24 && <span class="tag">24/24</span>}
          </span>
        </span>
        <span class="station-price">
          <PricePill
            price={toPriceText(paid?.priceMilli ?? priceMilli)}
            isBest={priceMilli === bestMilli}
            {...{ level, lang, common }}
          />
          <Difference {...props} />
          {paid && props.Posted && (
            <props.Posted
              {...{ paid, lang, words: common, isNamed: listing.ownFuels!.length > 1 }}
              class="station-more station-paid"
            />
          )}
        </span>
      </a>
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

/** What filling up costs, in that order; else what the detour saves, or how much dearer a litre is. */
function Difference(props: Props) {
  const { station, view: { sort }, car, listing: { lowestMilli, offer }, isOffered, lang, words: { explorer } } = props;
  if (isOffered) return <Saved {...props} offer={offer!} />;
  const more = station.priceMilli - (lowestMilli ?? station.priceMilli);
  if (sort !== "cost" && more === 0) return null;
  const shown = sort === "cost"
    ? fill(explorer.realCost, { cost: formatEuros(toCostCents(station, car) / 100, lang) })
    : formatCents(toPriceText(more), lang);
  return <span class="station-more num">{shown}</span>;
}

function Saved({ station, offer: { nearest }, car, lang, words: { explorer } }: Props & { offer: Offer }) {
  if (station.id === nearest.id) return <span class="station-more">{explorer.nearest}</span>;
  const cents = toCostCents(nearest, car) - toCostCents(station, car);
  const saved = formatEuros(Math.abs(cents) / 100, lang);
  return (
    <span class={`station-more num ${cents >= 0 ? "station-saves" : ""}`}>
      {fill(cents >= 0 ? explorer.saves : explorer.loses, { saved })}
    </span>
  );
}
