/**
 * A station in the list: name, place, distance, age, price, and what a stop there saves.
 *
 * @module
 */

import { formatAge, formatKm } from "../../lib/words/format.ts";
import type { ListedRow, Listing } from "../../lib/client/explorer/listing.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { isMembersOnly } from "../../lib/shared/member_brands.ts";
import { toOwnName, toStationName } from "../../lib/site/listed_station.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { HOUR_MS } from "../../lib/shared/units.ts";
import { hasOrigin } from "../../lib/site/explorer/area.ts";
import type { View } from "../../lib/site/explorer/url_state.ts";
import type { HomeWords } from "../../lib/words/home.ts";
import { toGainText } from "../../lib/words/verdict.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import type { Posted } from "../Paid.tsx";
import { PricePill } from "../Price.tsx";

type Props = Timed & {
  station: ListedRow;
  listing: Listing;
  view: View;
  /** Absent until it is loaded with own prices. */
  Posted?: typeof Posted;
  isFavourite: boolean;
  words: HomeWords;
  onOpen: (event: MouseEvent, id: string) => void;
};

/** A link to the station's page, which opens the sheet if scripts run. */
export function StationRow(props: Props) {
  const { station, listing, view, isFavourite, lang, common, onOpen } = props;
  const { id, priceMilli, paid, level, isBest } = station;
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
          <span class="station-where">
            {isMembersOnly(station) && (
              <>
                <span class="tag">{common.station.membersOnly}</span>
                {" "}
              </>
            )}
            {[station.address, station.city, toOwnName(station)].filter(Boolean).join(" · ")}
          </span>
          <span class="station-facts">
            {hasOrigin(view) && <span class="num">{formatKm(station.km, lang)}</span>}
            <span>
              <RowAge {...props} />
              {station.isDoubtful && common.price.check}
            </span>
            {station.motorway && <span class="tag">{common.station.motorway}</span>}
            {station.h24 && <span class="tag">{common.station.h24}</span>}
          </span>
        </span>
        <span class="station-price">
          <PricePill
            price={toPriceText(paid?.priceMilli ?? priceMilli)}
            level={level}
            isBest={isBest}
            lang={lang}
            common={common}
          />
          <Gain {...props} />
          {paid && props.Posted && (
            <props.Posted
              paid={paid}
              lang={lang}
              words={common}
              isNamed={listing.ownFuels!.length > 1}
              class="station-more station-paid"
            />
          )}
        </span>
      </a>
    </li>
  );
}

/**
 * The bulk file has ages in whole hours, so a fresh price is only known to be less than an hour
 * old.
 */
function RowAge({ station, nowMs, lang, words }: Props) {
  const at = new Date(station.atMs).toISOString();
  const isFresh = nowMs - station.atMs < HOUR_MS;
  return (
    <time class="age" dateTime={at}>
      {isFresh ? words.explorer.lessThanHour : formatAge(at, { nowMs, lang })}
    </time>
  );
}

/** What filling up there saves or costs compared with the nearest station, including the way. */
function Gain(
  { station: { id, gainCents }, listing: { worth }, lang, words: { explorer } }: Props,
) {
  if (gainCents === null) return null;
  if (id === worth!.nearest.id) return <span class="station-more">{explorer.nearest}</span>;
  return (
    <span class={`station-more num ${gainCents > 0 ? "station-saves" : ""}`}>
      {toGainText(gainCents, explorer, lang)}
    </span>
  );
}
