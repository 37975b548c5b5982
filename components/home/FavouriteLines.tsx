/** Stations of the visitor on the home, as lines: favourites, and the cheapest one around the last visit; loaded when needed. @module */

import type { ComponentChildren } from "preact";
import type { NearbyEntry } from "../../lib/domain/wire.ts";
import type { CurrentStation, Favourite, FoundStations } from "../../lib/shared/station/favourites.ts";
import { formatKm } from "../../lib/shared/words/format.ts";
import type { Fuel } from "../../lib/shared/station/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { toTitle } from "../../lib/shared/station/listed_station.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { findPaid, type Paid } from "../../lib/shared/price/my_price.ts";
import { toStationPath } from "../../lib/shared/page/page_paths.ts";
import type { Driver } from "../../lib/shared/price/real_cost.ts";
import { isOutForNow } from "../../lib/shared/price/unranked.ts";
import type { toFavouriteWords, toLastVisitWords } from "../../lib/shared/words/device_pages.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Posted } from "../Paid.tsx";
import { Price } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";

type Shared = { fuel: Fuel; nowMs: number; lang: Lang };

type Props = Shared & {
  stations: readonly Favourite[];
  /** Null while they are being fetched. */
  found: FoundStations | null;
  driver: Driver;
  words: ReturnType<typeof toFavouriteWords>;
};

/** One line for each, in the order given; the cheapest of several bears a star. */
export function FavouriteLines(props: Props) {
  const { stations, found, fuel, driver, lang } = props;
  const shown = stations.map((station) => {
    const current = found?.stations.get(station.id);
    return { station, current, paid: current ? findPaid(current, { fuel, driver }) : null };
  });
  const prices = shown.flatMap(({ paid }) => paid?.comparedMilli ?? []);
  const best = prices.length < 2 ? null : Math.min(...prices);
  return (
    <>
      {shown.map(({ station, current, paid }) => (
        <li key={station.id}>
          <Line
            href={toLocalPath(`${toStationPath(station.id)}?fuel=${fuel}`, lang)}
            // Until its brand is loaded, the stored name is shown: mostly that is the brand.
            brand={current ? current.brand : station.title}
            name={station.title}
            hint={station.town}
          >
            {found && <Offer {...props} {...{ current, paid }} isBest={paid !== null && paid.comparedMilli === best} />}
          </Line>
        </li>
      ))}
    </>
  );
}

type LineProps = {
  href: string;
  brand: string | null;
  name: string;
  hint: string | null;
  children: ComponentChildren;
};

function Line({ href, brand, name, hint, children }: LineProps) {
  return (
    <a class="home-favourites-line" href={href}>
      <BrandChip brand={brand} />
      <span class="home-favourites-name">
        {name}
        <span>{hint}</span>
      </span>
      {children}
    </a>
  );
}

type OfferProps = Props & { current: CurrentStation | null | undefined; paid: Paid | null; isBest: boolean };

function Offer({ current, paid, isBest, fuel, lang, nowMs, words }: OfferProps) {
  if (paid === null) {
    const shortage = current?.out_of_stock.find((each) => each.fuel === fuel);
    const isOut = shortage !== undefined && isOutForNow(shortage, nowMs);
    const missing = isOut ? words.outOfStock.temporary : shortage ? words.outOfStock.permanent : words.noPrice;
    const text = current === undefined ? words.unavailable : missing;
    return (
      <span class={isOut ? "home-favourites-offer out" : "home-favourites-offer home-favourites-none"}>{text}</span>
    );
  }
  const at = current!.prices.find((offer) => offer.fuel === paid.fuel)!.updated_at;
  return (
    <span class={`home-favourites-offer ${isBest ? "home-favourites-best" : ""}`}>
      <span>
        {isBest && <span class="price-sign" aria-hidden="true">★</span>}
        <Price price={toPriceText(paid.priceMilli)} lang={lang} class="price-l" />
        {isBest && <span class="sr-only">, {words.best}</span>}
      </span>
      <Posted {...{ paid, lang, words }} isNamed={paid.fuel !== fuel} />
      <Age {...{ at, nowMs, lang }} />
    </span>
  );
}

type LastProps = Shared & {
  /** Null: no station sells the fuel; undefined: the search failed. */
  cheapest: { station: { entry: NearbyEntry; paid: Paid } | null | undefined };
  /** Address of the map around the place. */
  map: string;
  words: ReturnType<typeof toLastVisitWords>;
};

/** The cheapest station of now around the last visit, leading to the map, or why there is none. */
export function LastLine({ cheapest: { station }, fuel, map, nowMs, lang, words }: LastProps) {
  if (!station) {
    return <a class="home-favourites-line" href={map}>{station === null ? words.none : words.failed}</a>;
  }
  const { paid, entry: { id, brand, name, address, city, distance_km: km, updated_at: at } } = station;
  const street = [address, city].filter(Boolean).join(", ");
  return (
    <Line
      href={`${map}&station=${id}`}
      brand={brand}
      name={toTitle({ brand, name }) ?? street}
      hint={`${formatKm(km, lang)} · ${street}`}
    >
      <span class="home-favourites-offer home-favourites-best">
        <Price price={toPriceText(paid.priceMilli)} lang={lang} class="price-l" />
        <Posted {...{ paid, lang, words }} isNamed={paid.fuel !== fuel} />
        <Age {...{ at, nowMs, lang }} />
      </span>
    </Line>
  );
}
