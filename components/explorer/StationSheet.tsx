/** A station's sheet over the list: all fuels, today's hours, services, directions. @module */

import type { Station } from "../../lib/domain/wire.ts";
import { SOURCE_SITE, toDirections, toStationPath } from "../../lib/shared/page_paths.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import type { Curves } from "../../lib/shared/explorer_model.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { toTitle } from "../../lib/shared/listed_station.ts";
import { nameService } from "../../lib/shared/services.ts";
import { isOutForNow } from "../../lib/shared/unranked.ts";
import type { HomeWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, fill } from "../../lib/shared/words/mod.ts";
import { Age, Closed, Price, StockOut } from "../Price.tsx";
import { BrandChip } from "../BrandChip.tsx";
import { Icon } from "../Icon.tsx";

type Props = {
  station: Station;
  fuel: Fuel;
  nowMs: number;
  /** Null, as the server draws it, until they have come. */
  curves?: Curves | null;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  lang: Lang;
  words: HomeWords;
  common: CommonWords;
  isFavourite?: boolean;
  /** What was said last, such as that a link was copied. */
  message?: string;
  /** Without them, as the server draws it, the buttons wait. */
  onFavourite?: () => void;
  onShare?: () => void;
  /** The curves are looked for. */
  onHistory?: () => void;
};

/** The sheet's content; its frame, with the button that closes it, is the page's. */
export function StationSheet(props: Props) {
  const { station, curves = null, fuel, nowMs, weekday, lang, words, common } = props;
  const title = toTitle(station) ?? common.station.unknownName;
  const path = toLocalPath(`${toStationPath(station.id)}?fuel=${fuel}`, lang);
  const { sheet } = words;
  return (
    <>
      <div class="sheet-head">
        <BrandChip brand={station.brand} />
        <div>
          <h1 id="sheet-title" tabIndex={-1}>{title}</h1>
          <p class="muted small">
            {station.name !== null && station.name !== title && (
              <>
                {station.name}
                <br />
              </>
            )}
            {[station.address, [station.postal_code, station.city].filter(Boolean).join(" ")].filter(Boolean).join(
              ", ",
            )}
          </p>
        </div>
      </div>
      <div class="row">
        {station.motorway && <span class="tag">{common.station.motorway}</span>}
        {station.automate_24_7 && <span class="tag">{sheet.automate}</span>}
        {!station.closed_since && <span class="tag">{toHoursToday(station, weekday, words)}</span>}
      </div>
      <Closed station={station} lang={lang} words={common} />
      <PriceTable {...{ station, fuel, nowMs, lang, words, common }} />
      <History {...props} {...{ curves, path }} />
      <h2>{sheet.directions}</h2>
      <Directions {...{ station, title, words }} />
      <div class="row sheet-actions">
        <Actions {...props} />
        <a class="button" href={path}>{sheet.fullPage}</a>
      </div>
      {station.services.length > 0 && (
        <>
          <h2>{sheet.services}</h2>
          <ul class="sheet-services">
            {station.services.map((label) => <li key={label} class="tag">{nameService(label, lang)}</li>)}
          </ul>
        </>
      )}
      <p class="small">
        <a href={SOURCE_SITE} rel="noopener">{sheet.report}</a>
      </p>
    </>
  );
}

function Actions({ words: { sheet }, isFavourite = false, message, onFavourite, onShare }: Props) {
  return (
    <>
      <button type="button" class="button js-only" aria-pressed={isFavourite} onClick={onFavourite}>
        <Icon name="heart" filled={isFavourite} /> {isFavourite ? sheet.unfavourite : sheet.favourite}
      </button>
      <button type="button" class="button js-only" onClick={onShare}>
        <Icon name="share" /> {sheet.share}
      </button>
      <span class="message" role="status">{message}</span>
    </>
  );
}

/** The curves, fetched when the visitor opens them; the station's page has the tables behind them. */
function History({ curves, path, fuel, words: { sheet }, common, onHistory }: Props & { path: string }) {
  return (
    <details class="sheet-history" onToggle={({ currentTarget }) => currentTarget.open && onHistory?.()}>
      <summary>{fill(sheet.history, { fuel: common.fuels[fuel].short })}</summary>
      {curves && <Drawn html={curves.html} />}
      <p class="small">
        <a href={`${path}#history`}>{sheet.historyTable}</a>
      </p>
    </details>
  );
}

/** HTML that our own server drew. */
function Drawn({ html }: { html: string }) {
  // deno-lint-ignore react-no-danger -- our server escapes every text of a feed
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Hours of a weekday in a few words. */
function toHoursToday(station: Station, weekday: number, { sheet }: HomeWords): string {
  const today = station.opening_hours?.find(({ day }) => day === weekday);
  if (!today || (!today.closed && today.slots.length === 0)) return sheet.hoursUnknown;
  if (today.closed) return sheet.closedToday;
  if (today.slots.some(({ open, close }) => open === close)) return sheet.allDay;
  const slots = today.slots.map(({ open, close }) => `${open}–${close}`).join(", ");
  return `${sheet.hoursToday} ${slots}`;
}

type TableProps = Pick<Props, "station" | "fuel" | "nowMs" | "lang" | "words" | "common">;

function PriceTable({ station, fuel, nowMs, lang, words, common }: TableProps) {
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
            {out && !offer?.in_force ? <StockOut {...out} {...{ nowMs, lang }} words={common} /> : null}
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

function Directions({ station, title, words }: { station: Station; title: string; words: HomeWords }) {
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return null;
  const label = [title, station.city].filter(Boolean).join(", ");
  const [own, ...others] = toDirections({ lat, lng, label }, words.sheet.device);
  return (
    <div class="row directions">
      <a class="button button-primary" href={own.href}>
        <Icon name="route" /> {own.name}
      </a>
      {others.map(({ name, href }) => (
        <a key={name} class="button" href={href} rel="noopener" aria-label={`${words.sheet.openIn} ${name}`}>{name}</a>
      ))}
    </div>
  );
}
