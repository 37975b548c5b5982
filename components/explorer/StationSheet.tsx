/**
 * A station's sheet over the list: first the facts that decide (price, verdict, way, hours, other
 * fuels), then its past and services.
 *
 * @module
 */

import type { AlertStart } from "../../lib/client/alerts/alerts.ts";
import type { Station } from "../../lib/domain/wire.ts";
import { toTarget } from "../map_links.ts";
import type { Point } from "../../lib/places/point.ts";
import { SOURCE_SITE, toStationPath } from "../../lib/site/paths.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { formatClock, formatEuros, formatKm } from "../../lib/words/format.ts";
import { toAddress, toOwnName, toStationName } from "../../lib/site/listed_station.ts";
import { toKm } from "../../lib/places/point.ts";
import { isMembersOnly } from "../../lib/shared/member_brands.ts";
import { parsePriceText, toPriceText } from "../../lib/shared/price/money.ts";
import { type Car, toDetourCost } from "../../lib/shared/price/real_cost.ts";
import type { Paid } from "../../lib/shared/price/my_price.ts";
import type { Verdict } from "../../lib/words/verdict.ts";
import { isWeekOpen, toWeekMoment } from "../../lib/shared/time/week_text.ts";
import { toWeekText } from "../../lib/shared/time/week_writer.ts";
import { nameService } from "../../lib/words/services.ts";
import { isOutForNow } from "../../lib/shared/price/unranked.ts";
import type { HomeWords } from "../../lib/words/home.ts";
import { fill } from "../../lib/words/fill.ts";
import type { Timed } from "../base.ts";
import { AlertButton } from "../alerts/AlertButton.tsx";
import { BrandChip } from "../BrandChip.tsx";
import { DirectionsButton, OtherDirections } from "../Directions.tsx";
import { PaidLine } from "../Paid.tsx";
import { Price, PricePill } from "../Price.tsx";
import { Age, Closed, StockOut } from "../PriceNotes.tsx";
import { VerdictText } from "../Verdict.tsx";
import { HEART, IconButton } from "../Icon.tsx";

type Props = Timed & {
  station: Station;
  fuel: Fuel;
  /** HTML of the server; absent until it is loaded. */
  curves?: string;
  /** Null if the price does not count, or if too few stations are around. */
  verdict: Verdict | null;
  /** The point from which distances are measured, or null. */
  from: Point | null;
  car: Car;
  paid?: Paid | null;
  words: HomeWords;
  isFavourite?: boolean;
  /** The last message, for example that a link was copied. */
  message?: string;
  /** Absent on the server, where the buttons do nothing. */
  onFavourite?: () => void;
  onShare?: () => void;
  loadAlert?: () => Promise<AlertStart>;
  onHistory?: () => void;
};

/** The content of the sheet. Its frame and close button belong to the page. */
export function StationSheet(props: Props) {
  const { station, fuel, lang, words, common } = props;
  const title = toStationName(station, common);
  const path = toLocalPath(`${toStationPath(station.id)}?fuel=${fuel}`, lang);
  const target = toTarget(station, title);
  const { sheet } = words;
  return (
    <>
      <Head station={station} title={title} />
      <Closed station={station} lang={lang} common={common} />
      <Decision {...props} />
      <div class="row sheet-go">
        {target && <DirectionsButton target={target} words={common} />}
        <Actions {...props} />
      </div>
      <OtherFuels {...props} />
      <History {...props} path={path} />
      {target && <OtherDirections target={target} words={common} />}
      <p>
        <a class="button" href={path}>{sheet.fullPage}</a>
      </p>
      {station.services.length > 0 && (
        <details class="sheet-more">
          <summary>{`${words.explorer.services} (${station.services.length})`}</summary>
          <ul class="row sheet-services">
            {station.services.map((label) => (
              <li key={label} class="tag">{nameService(label, lang)}</li>
            ))}
          </ul>
        </details>
      )}
      <p class="small">
        <a href={SOURCE_SITE} rel="noopener">{common.footer.report}</a>
      </p>
    </>
  );
}

function Head({ station, title }: { station: Station; title: string }) {
  return (
    <div class="sheet-head">
      <BrandChip brand={station.brand} />
      <div>
        <h1 id="sheet-title" tabIndex={-1}>{title}</h1>
        <p class="muted small sheet-address">
          {[toOwnName(station), toAddress(station)].filter(Boolean).join(", ")}
        </p>
      </div>
    </div>
  );
}

function Decision(props: Props) {
  const { station, fuel, paid, verdict, nowMs, lang, words, common } = props;
  const offer = station.prices.find((price) => price.fuel === fuel && price.in_force);
  const out = station.out_of_stock.find((stockOut) => stockOut.fuel === fuel);
  return (
    <div class="decision">
      <p class="row decision-price">
        <span class="sheet-fuel" title={common.fuels[fuel].long}>{common.fuels[fuel].short}</span>
        {offer
          ? (
            <PricePill
              price={paid ? toPriceText(paid.priceMilli) : offer.price}
              lang={lang}
              common={common}
              class="price-l"
            />
          )
          : out
          ? <StockOut {...out} nowMs={nowMs} lang={lang} common={common} />
          : <span class="muted">{words.sheet.noCurrentPrice}</span>}
        {offer && verdict && <VerdictText verdict={verdict} lang={lang} common={common} />}
      </p>
      {offer && paid && <PaidLine paid={paid} lang={lang} words={common} />}
      <Facts {...props} offer={offer} />
    </div>
  );
}

/**
 * The age of the price, whether the station is open, and its distance, on one line if there is
 * room.
 */
function Facts({ offer, ...props }: Props & { offer: Station["prices"][number] | undefined }) {
  const { station, nowMs, from, car, paid, lang, words: { sheet }, common } = props;
  const { latitude: lat, longitude: lng } = station;
  const km = from === null || lat === null || lng === null ? null : toKm(from, { lat, lng });
  const priceMilli = offer && (paid?.comparedMilli ?? parsePriceText(offer.price));
  return (
    <p class="row facts">
      {offer && <Age at={offer.updated_at} nowMs={nowMs} lang={lang} />}
      {!station.closed_since && <Opening {...props} />}
      {km !== null && <span class="num">{fill(sheet.away, { km: formatKm(km, lang) })}</span>}
      {km !== null && priceMilli !== undefined && (
        <span class="num">
          {fill(sheet.detour, { cost: formatEuros(toDetourCost({ priceMilli, km }, car), lang) })}
        </span>
      )}
      {isMembersOnly(station) && <span class="tag">{common.station.membersOnly}</span>}
      {station.motorway && <span class="tag">{common.station.motorway}</span>}
    </p>
  );
}

function Opening({ station, nowMs, lang, words, common }: Props) {
  const moment = toWeekMoment(nowMs);
  const isOpen = station.automate_24_7 || isWeekOpen(toWeekText(station.opening_hours), moment);
  const hours = station.automate_24_7
    ? common.station.automate
    : toHoursToday(station, moment.weekday, { lang, words });
  return (
    <span>
      {isOpen !== null && (
        <strong class={isOpen ? "is-open" : "is-shut"}>
          {`${isOpen ? words.sheet.open : words.sheet.closed} `}
        </strong>
      )}
      {hours}
    </span>
  );
}

function Actions(
  { words: { explorer, sheet }, isFavourite = false, message, onFavourite, onShare, ...props }:
    Props,
) {
  return (
    <>
      <IconButton
        path={HEART}
        filled={isFavourite}
        label={isFavourite ? sheet.unfavourite : sheet.favourite}
        class="button button-icon js-only"
        aria-pressed={isFavourite}
        onClick={onFavourite}
      />
      <IconButton
        icon="share"
        label={explorer.share}
        class="button button-icon js-only"
        onClick={onShare}
      />
      <AlertButton load={props.loadAlert} lang={props.lang} common={props.common} />
      <span class="message" role="status">{message}</span>
    </>
  );
}

/** The curves, fetched when the visitor opens them. The station's page has their tables. */
function History(
  { curves, path, fuel, words: { sheet }, common, onHistory }: Props & { path: string },
) {
  return (
    <details
      class="sheet-more"
      onToggle={({ currentTarget }) => currentTarget.open && onHistory?.()}
    >
      <summary>{fill(sheet.history, { fuel: common.fuels[fuel].short })}</summary>
      {curves && (
        // deno-lint-ignore react-no-danger -- our server escapes every text of a feed
        <div dangerouslySetInnerHTML={{ __html: curves }} />
      )}
      <p class="small">
        <a href={`${path}#history`}>{sheet.historyTable}</a>
      </p>
    </details>
  );
}

function toHoursToday(
  station: Station,
  weekday: number,
  { lang, words: { sheet } }: Pick<Props, "lang" | "words">,
) {
  const today = station.opening_hours?.find(({ day }) => day === weekday);
  if (!today || (!today.closed && today.slots.length === 0)) return "";
  if (today.closed) return sheet.closedToday;
  if (today.slots.some(({ open, close }) => open === close)) return sheet.allDay;
  return today.slots.map(({ open, close }) =>
    `${formatClock(open, lang)}–${formatClock(close, lang)}`
  ).join(", ");
}

/** The prices of the other fuels, or since when they are out of stock. */
function OtherFuels({ station, fuel, nowMs, lang, words, common }: Props) {
  const lines = FUELS.map((code) => ({
    code,
    offer: station.prices.find((price) => price.fuel === code),
    out: station.out_of_stock.find((stockOut) => stockOut.fuel === code),
  })).filter(({ code, offer, out }) =>
    code !== fuel && (offer || (out && isOutForNow(out, nowMs)))
  );
  if (lines.length === 0) return null;
  return (
    <ul class="sheet-prices" aria-label={words.sheet.otherFuels}>
      {lines.map(({ code, offer, out }) => (
        <li key={code}>
          <span class="sheet-fuel" title={common.fuels[code].long}>{common.fuels[code].short}</span>
          {offer && (
            <Price price={offer.price} lang={lang} class={offer.in_force ? "" : "price-old"} />
          )}
          {out && !offer?.in_force
            ? <StockOut {...out} nowMs={nowMs} lang={lang} common={common} />
            : offer && (
              <span class="sheet-age">
                {!offer.in_force && `${offer.suspect ? words.sheet.suspect : words.sheet.old} `}
                <Age at={offer.updated_at} nowMs={nowMs} lang={lang} />
              </span>
            )}
        </li>
      ))}
    </ul>
  );
}
