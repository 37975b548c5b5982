/** The cheapest station of now as one line, or why there is none; loaded only where a last visit is remembered. @module */

import type { NearbyEntry } from "../../lib/domain/wire.ts";
import type { Paid } from "../../lib/shared/my_price.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { formatKm } from "../../lib/shared/format.ts";
import { toTitle } from "../../lib/shared/listed_station.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import type { CommonWords } from "../../lib/shared/words/mod.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Posted } from "../Paid.tsx";
import { Price } from "../Price.tsx";
import { Age } from "../PriceNotes.tsx";

type Props = {
  /** Null: no station sells the fuel; undefined: that is not known. */
  cheapest: { station: { entry: NearbyEntry; paid: Paid } | null | undefined };
  /** The fuel of the visit. */
  fuel: Fuel;
  /** Address of the map around the place. */
  map: string;
  nowMs: number;
  lang: Lang;
  words: { none: string; failed: string } & Pick<CommonWords, "fuels" | "price">;
};

/** Leads to the station on the map. */
export function LastLine({ cheapest: { station }, fuel, map, nowMs, lang, words }: Props) {
  if (!station) {
    return <a class="home-favourites-line" href={map}>{station === null ? words.none : words.failed}</a>;
  }
  const { paid, entry: { id, brand, name, address, city, distance_km: km, updated_at: at } } = station;
  const street = [address, city].filter(Boolean).join(", ");
  return (
    <a class="home-favourites-line" href={`${map}&station=${id}`}>
      <BrandChip brand={brand} />
      <span class="home-favourites-name">
        {toTitle({ brand, name }) ?? street}
        <span>{`${formatKm(km, lang)} · ${street}`}</span>
      </span>
      <span class="home-favourites-offer home-favourites-best">
        <Price price={toPriceText(paid.priceMilli)} lang={lang} class="price-l" />
        <Posted {...{ paid, lang, words }} isNamed={paid.fuel !== fuel} />
        <Age {...{ at, nowMs, lang }} />
      </span>
    </a>
  );
}
