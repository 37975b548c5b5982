/** A station's sheet over the list: first price, rank, way and hours, which decide; then all fuels, the past, services. @module */

import type { ComponentChildren } from "preact";
import type { Station } from "../../lib/domain/wire.ts";
import { toTarget } from "../../lib/shared/route/directions.ts";
import type { Point } from "../../lib/shared/explorer/url_state.ts";
import { SOURCE_SITE, toStationPath } from "../../lib/shared/page/page_paths.ts";
import { type Fuel, FUELS } from "../../lib/shared/station/fuels.ts";
import { toLocalPath } from "../../lib/shared/words/lang.ts";
import { formatEuros, formatKm, formatRadius } from "../../lib/shared/words/format.ts";
import { toKm, toTitle } from "../../lib/shared/station/listed_station.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/price/money.ts";
import { type Car, toDetourCost } from "../../lib/shared/price/real_cost.ts";
import type { Paid } from "../../lib/shared/price/my_price.ts";
import type { Rank } from "../../lib/shared/price/rank.ts";
import type { Standing } from "../../lib/shared/price/standing.ts";
import type { Unit } from "../../lib/shared/price/tertiles.ts";
import { isWeekOpen, toWeekMoment } from "../../lib/shared/time/week_text.ts";
import { toWeekText } from "../../lib/shared/time/week_writer.ts";
import { nameService } from "../../lib/shared/station/services.ts";
import { isOutForNow } from "../../lib/shared/price/unranked.ts";
import type { HomeWords } from "../../lib/shared/words/home.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import type { Timed } from "../base.ts";
import { BrandChip } from "../BrandChip.tsx";
import { DirectionsButton, OtherDirections } from "../Directions.tsx";
import { PaidLine } from "../Paid.tsx";
import { Price, PricePill } from "../Price.tsx";
import { Age, Closed, StockOut } from "../PriceNotes.tsx";
import { StandingLine } from "../Standing.tsx";
import { IconButton } from "../Icon.tsx";

type Props = Timed & {
  station: Station;
  fuel: Fuel;
  /** HTML drawn by our server; absent until it is loaded. */
  curves?: string;
  /** Null: the price does not count, or too few stations are around. */
  standing: Standing | null;
  /** Null: the station is not in the list. */
  rank: Rank | null;
  unit: Unit;
  month: ComponentChildren;
  /** Where distances are measured from; null: nowhere. */
  from: Point | null;
  car: Car;
  paid?: Paid | null;
  words: HomeWords;
  isFavourite?: boolean;
  /** The last message, such as that a link was copied. */
  message?: string;
  /** Absent, as the server draws it, the buttons do nothing. */
  onFavourite?: () => void;
  onShare?: () => void;
  onHistory?: () => void;
};

/** The sheet's content; its frame, with the button that closes it, is the page's. */
export function StationSheet(props: Props) {
  const { station, fuel, lang, words, common } = props;
  const title = toTitle(station) ?? common.station.unknownName;
  const path = toLocalPath(`${toStationPath(station.id)}?fuel=${fuel}`, lang);
  const target = toTarget(station, title);
  const { sheet } = words;
  return (
    <>
      <Head {...{ station, title }} />
      <Closed {...{ station, lang, common }} />
      <Decision {...props} />
      <div class="row sheet-go">
        {target && <DirectionsButton target={target} words={common} />}
        <Actions {...props} />
      </div>
      {props.month}
      <PriceTable {...props} />
      <History {...props} path={path} />
      {target && <OtherDirections target={target} words={common} />}
      <p>
        <a class="button" href={path}>{sheet.fullPage}</a>
      </p>
      {station.services.length > 0 && (
        <>
          <h2>{words.explorer.services}</h2>
          <ul class="sheet-services">
            {station.services.map((label) => <li key={label} class="tag">{nameService(label, lang)}</li>)}
          </ul>
        </>
      )}
      <p class="small">
        <a href={SOURCE_SITE} rel="noopener">{common.footer.report}</a>
      </p>
    </>
  );
}

function Head({ station, title }: { station: Station; title: string }) {
  const { name, address, postal_code, city } = station;
  const second = name !== null && name !== title ? name : null;
  const town = [postal_code, city].filter(Boolean).join(" ");
  return (
    <div class="sheet-head">
      <BrandChip brand={station.brand} />
      <div>
        <h1 id="sheet-title" tabIndex={-1}>{title}</h1>
        <p class="muted small sheet-address">{[second, address, town].filter(Boolean).join(", ")}</p>
      </div>
    </div>
  );
}

function Decision(props: Props) {
  const { station, fuel, paid, standing, rank, nowMs, lang, words, common } = props;
  const offer = station.prices.find((price) => price.fuel === fuel && price.in_force);
  const out = station.out_of_stock.find((stockOut) => stockOut.fuel === fuel);
  return (
    <div class="decision">
      <p class="decision-price">
        <span class="sheet-fuel" title={common.fuels[fuel].long}>{common.fuels[fuel].short}</span>
        {offer
          ? (
            <>
              <PricePill
                price={paid ? toPriceText(paid.priceMilli) : offer.price}
                {...{ ...rank, lang, common }}
                class="price-l"
              />
              <Age at={offer.updated_at} nowMs={nowMs} lang={lang} />
            </>
          )
          : out
          ? <StockOut {...{ ...out, nowMs, lang, common }} />
          : <span class="muted">{words.sheet.noCurrentPrice}</span>}
      </p>
      {offer && paid && <PaidLine {...{ paid, lang }} words={common} />}
      {offer && rank && <Compared {...props} rank={rank} />}
      {standing && <StandingLine {...{ standing, lang, common }} />}
      <Facts {...props} priceMilli={offer ? paid?.comparedMilli ?? parsePriceText(offer.price) : null} />
    </div>
  );
}

function Compared({ rank: { level, isBest, radiusKm }, unit, lang, words: { sheet }, common }: Props & { rank: Rank }) {
  const values = {
    level: common.levels[isBest ? "best" : level],
    radius: radiusKm === undefined ? "" : formatRadius(radiusKm, lang),
  };
  return <p class="compared">{fill(radiusKm === undefined ? sheet.ranked[unit] : sheet.ranked.around, values)}</p>;
}

function Facts({ station, nowMs, from, car, priceMilli, lang, words, common }: Props & { priceMilli: number | null }) {
  const { sheet } = words;
  const { latitude: lat, longitude: lng } = station;
  const km = from === null || lat === null || lng === null ? null : toKm(from, { lat, lng });
  const moment = toWeekMoment(nowMs);
  const isOpen = station.automate_24_7 || isWeekOpen(toWeekText(station.opening_hours), moment);
  return (
    <p class="facts">
      {!station.closed_since && (
        <>
          {isOpen !== null && (
            <strong class={isOpen ? "is-open" : "is-shut"}>{isOpen ? sheet.open : sheet.closed}</strong>
          )}
          <span>{station.automate_24_7 ? common.station.automate : toHoursToday(station, moment.weekday, words)}</span>
        </>
      )}
      {km !== null && <span class="num">{fill(sheet.away, { km: formatKm(km, lang) })}</span>}
      {km !== null && priceMilli !== null && (
        <span class="num">
          {fill(sheet.detour, { cost: formatEuros(toDetourCost({ priceMilli, km }, car), lang) })}
        </span>
      )}
      {station.motorway && <span class="tag">{common.station.motorway}</span>}
    </p>
  );
}

function Actions({ words: { explorer, sheet }, isFavourite = false, message, onFavourite, onShare }: Props) {
  return (
    <>
      <IconButton
        icon="heart"
        filled={isFavourite}
        label={isFavourite ? sheet.unfavourite : sheet.favourite}
        class="button button-icon js-only"
        aria-pressed={isFavourite}
        onClick={onFavourite}
      />
      <IconButton icon="share" label={explorer.share} class="button button-icon js-only" onClick={onShare} />
      <span class="message" role="status">{message}</span>
    </>
  );
}

/** The curves, fetched when the visitor opens them; the station's page has the tables behind them. */
function History({ curves, path, fuel, words: { sheet }, common, onHistory }: Props & { path: string }) {
  return (
    <details class="sheet-history" onToggle={({ currentTarget }) => currentTarget.open && onHistory?.()}>
      <summary>{fill(sheet.history, { fuel: common.fuels[fuel].short })}</summary>
      <Drawn html={curves} />
      <p class="small">
        <a href={`${path}#history`}>{sheet.historyTable}</a>
      </p>
    </details>
  );
}

/** HTML drawn by our own server; nothing until it is loaded. */
export function Drawn({ html }: { html: string | undefined }) {
  if (!html) return null;
  // deno-lint-ignore react-no-danger -- our server escapes every text of a feed
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

function toHoursToday(station: Station, weekday: number, { sheet }: HomeWords): string {
  const today = station.opening_hours?.find(({ day }) => day === weekday);
  if (!today || (!today.closed && today.slots.length === 0)) return sheet.hoursUnknown;
  if (today.closed) return sheet.closedToday;
  if (today.slots.some(({ open, close }) => open === close)) return sheet.allDay;
  const slots = today.slots.map(({ open, close }) => `${open}–${close}`).join(", ");
  return `${sheet.hoursToday} ${slots}`;
}

function PriceTable({ station, fuel, nowMs, lang, words, common }: Props) {
  const lines = FUELS.map((code) => ({
    code,
    offer: station.prices.find((price) => price.fuel === code),
    out: station.out_of_stock.find((stockOut) => stockOut.fuel === code),
  })).filter(({ offer, out }) => offer || (out && isOutForNow(out, nowMs)));
  if (lines.length === 0) return <p class="muted">{words.sheet.noPrices}</p>;
  return (
    <ul class="sheet-prices" aria-label={words.sheet.prices}>
      {lines.map(({ code, offer, out }) => (
        <li key={code} class={code === fuel ? "sheet-price is-chosen" : "sheet-price"}>
          <span class="sheet-fuel" title={common.fuels[code].long}>{common.fuels[code].short}</span>
          <span class="sheet-age">
            {out && !offer?.in_force ? <StockOut {...out} {...{ nowMs, lang, common }} /> : null}
            {offer && !out && !offer.in_force && (
              <span class="muted small">{`${offer.suspect ? words.sheet.suspect : words.sheet.old} `}</span>
            )}
            {offer && !(out && !offer.in_force) && <Age at={offer.updated_at} nowMs={nowMs} lang={lang} />}
          </span>
          {offer && <Price price={offer.price} lang={lang} class={offer.in_force ? "price-l" : "price-old"} />}
        </li>
      ))}
    </ul>
  );
}
