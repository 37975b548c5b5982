/**
 * A favourite station on the home and on the page of favourites: its price of a fuel, the verdict
 * on it, and its changes.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { toStepPath } from "../chart/lines.ts";
import { toStationPath } from "../../lib/site/paths.ts";
import { mayBuy } from "../../lib/shared/member_brands.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { toCautiousMilli } from "../../lib/shared/price/age_lead.ts";
import { findPaid, type Paid, toPaid } from "../../lib/shared/price/my_price.ts";
import type { Driver } from "../../lib/shared/price/real_cost.ts";
import { isOutForNow } from "../../lib/shared/price/unranked.ts";
import type {
  Favourite,
  FavouritePrices,
  FavouriteStation as Current,
} from "../../lib/site/favourites.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { deviceWords, toFavouriteCommon } from "../../lib/words/device_pages.ts";
import { formatCents, formatKm, formatPrice, formatSince } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { fill } from "../../lib/words/fill.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Posted } from "../Paid.tsx";
import { Price } from "../Price.tsx";
import { Age, Change } from "../PriceNotes.tsx";
import { VerdictText } from "../Verdict.tsx";

/**
 * Sorts favourites by the price paid, cheapest first, those without a price last. `bestId` is null
 * if fewer than two have a price.
 */
export function rankFavourites(
  favourites: readonly Favourite[],
  stations: FavouritePrices["stations"],
  { nowMs, ...own }: Own & { nowMs: number },
) {
  const paidOf = ({ id }: Favourite) => {
    const current = stations[id];
    const paid = current && findPaid(current, own);
    return paid ? { ...paid, at: toReportedAt(current, paid) } : null;
  };
  const priceOf = (favourite: Favourite) => paidOf(favourite)?.comparedMilli ?? Infinity;
  const recommendedOf = (favourite: Favourite) => {
    const paid = paidOf(favourite);
    if (!paid || !mayBuy(stations[favourite.id]!, own.driver)) return Infinity;
    return toCautiousMilli({
      fuel: paid.fuel,
      priceMilli: paid.comparedMilli,
      ageMs: nowMs - Date.parse(paid.at),
    });
  };
  const ordered = favourites.toSorted((a, b) =>
    priceOf(a) === priceOf(b) ? 0 : priceOf(a) - priceOf(b)
  );
  const [best, second] = favourites.toSorted((a, b) => {
    const first = recommendedOf(a);
    const other = recommendedOf(b);
    return first === other ? 0 : first - other;
  });
  return { ordered, bestId: best && second && recommendedOf(second) < Infinity ? best.id : null };
}

/** Returns when the station reported the price that is paid. */
function toReportedAt({ prices }: Current, paid: Paid): string {
  return prices.find(({ fuel }) => fuel === paid.fuel)!.updated_at;
}

type Own = { fuel: Fuel; driver: Driver };

type Props = {
  station: Favourite;
  /** Null if the station does not exist, undefined if its prices are not loaded. */
  current: Current | null | undefined;
  hasFailed?: boolean;
  /** The fuel shown, and the visitor's profile. */
  own: Own;
  changeOf?: (id: string, fuel: Fuel) => { difference: string; since: string } | null;
  /** Whether it is the cheapest of several. */
  isBest?: boolean;
  /** Where the station is. */
  hint: string;
  nowMs: number;
  lang: Lang;
  words: typeof deviceWords.fr.favourites;
  common: ReturnType<typeof toFavouriteCommon>;
  children?: ComponentChildren;
};

/** A favourite, which links to the station's page as a whole. */
export function FavouriteStation(props: Props) {
  const { station, current, own, isBest, hint, nowMs, lang, common, children } = props;
  const paid = current ? findPaid(current, own) : null;
  const at = paid && toReportedAt(current!, paid);
  return (
    <article class="row favourite-station">
      {/* Until its brand is loaded, show the stored name, which usually is the brand. */}
      <BrandChip brand={current ? current.brand : station.title} />
      <a
        class="favourite-name"
        href={toLocalPath(`${toStationPath(station.id)}?fuel=${own.fuel}`, lang)}
      >
        {station.title}
        <span>
          {at && <Age at={at} nowMs={nowMs} lang={lang} />}
          {at && hint && " · "}
          {hint}
        </span>
      </a>
      {!paid && <Missing {...props} />}
      {paid && (
        <span class="favourite-price">
          <span>
            {isBest && <span class="price-sign" aria-hidden="true">★</span>}
            <Price price={toPriceText(paid.priceMilli)} lang={lang} class="price-l" />
            {isBest && <span class="sr-only">, {common.levels.best}</span>}
          </span>
          <Posted paid={paid} lang={lang} words={common} isNamed={paid.fuel !== own.fuel} />
          {current!.figures.fuel === paid.fuel && (
            <Week week={current!.figures.week} lang={lang} text={props.words.week} />
          )}
        </span>
      )}
      {paid && <Facts {...props} current={current!} paid={paid} />}
      {children}
    </article>
  );
}

/** The reason for a missing price; null while it is unknown. */
function Missing({ current, hasFailed, own, nowMs, words, common }: Props) {
  const unread = current === null ? words.gone : hasFailed && words.unavailable;
  if (!current) return <p class="row favourite-facts muted">{unread}</p>;
  const shortage = current.out_of_stock.find(({ fuel }) => fuel === own.fuel);
  const isOut = shortage !== undefined && isOutForNow(shortage, nowMs);
  const missing = shortage ? common.outOfStock.permanent : words.noPrice;
  return (
    <p class="row favourite-facts">
      {isOut
        ? <span class="out">{common.outOfStock.temporary}</span>
        : <span class="muted">{missing}</span>}
    </p>
  );
}

type FactsProps = Props & { current: Current; paid: Paid };

/** Leaves out the verdict, which is about the pump price, if the visitor pays another price. */
function Facts({ station, current, paid, own, changeOf, nowMs, lang, words, common }: FactsProps) {
  const { fuel, verdict, cheaper } = current.figures;
  const isAbout = fuel === paid.fuel;
  const change = changeOf?.(station.id, paid.fuel);
  const other = cheaper && isAbout ? toPaid({ ...cheaper, fuel }, own) : null;
  const less = other ? paid.comparedMilli - other.comparedMilli : 0;
  return (
    <div class="row favourite-facts">
      {verdict && isAbout && paid.priceMilli === paid.postedMilli && (
        <VerdictText verdict={verdict} lang={lang} common={common} />
      )}
      {change && (
        <Change
          trend={Number(change.difference) < 0 ? "down" : "up"}
          change={change.difference}
          text={fill(words.since, { day: formatSince(change.since, { nowMs, lang }) })}
          lang={lang}
        />
      )}
      {cheaper && less > 0 && (
        <a href={toLocalPath(`${toStationPath(cheaper.id)}?fuel=${fuel}`, lang)}>
          {fill(words.cheaper, {
            cents: formatCents(toPriceText(less), lang).replace("+", ""),
            km: formatKm(cheaper.distance_km, lang),
          })}
        </a>
      )}
    </div>
  );
}

/** The prices of the days as a line as high as a letter; null if they have not changed. */
function Week({ week, text, lang }: { week: readonly number[]; text: string; lang: Lang }) {
  const low = Math.min(...week);
  const high = Math.max(...week);
  if (!(low < high)) return null;
  const price = (milli: number) => formatPrice(toPriceText(milli), lang);
  return (
    <svg
      class="spark"
      viewBox="0 0 1000 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={fill(text, { from: price(low), to: price(high) })}
    >
      <path d={toStepPath(week, { low, high, ticks: [] })} vector-effect="non-scaling-stroke" />
    </svg>
  );
}
