/**
 * Says where the visitor fills up at the least cost, and how much that saves against the nearest
 * station.
 *
 * @module
 */

import type { Best } from "../../lib/client/device/cheapest_now.ts";
import { toAtTown, toNearTown } from "../../lib/places/place_name.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import type { LastVisit } from "../../lib/site/explorer/last_visit.ts";
import { toTitle } from "../../lib/site/listed_station.ts";
import type { deviceWords, toFavouriteCommon } from "../../lib/words/device_pages.ts";
import { fill } from "../../lib/words/fill.ts";
import { formatEuros, formatKm, formatPrice } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { Posted } from "../Paid.tsx";
import { Age } from "../PriceNotes.tsx";

type Props = {
  visit: LastVisit;
  best: Best;
  /** Address of the map around the place. */
  map: string;
  nowMs: number;
  lang: Lang;
  words: typeof deviceWords.fr.lastVisit;
  common: ReturnType<typeof toFavouriteCommon>;
};

/**
 * "À Rennes, le gazole est à 1,621 € chez E.Leclerc, à 2,6 km : 2,03 € de moins que la plus
 * proche." It links to the station on the map.
 */
export function BestLine({ visit, best, map, nowMs, lang, words, common }: Props) {
  const { entry, paid, km, savedCents } = best;
  const name = toTitle(entry);
  const street = [entry.address, entry.city].filter(Boolean).join(", ");
  return (
    <a class="home-last-line" href={`${map}&station=${entry.id}`}>
      <strong>
        {fill(savedCents > 0 ? words.best : words.nearest, {
          where: toWhere(visit, lang),
          fuel: common.fuels[paid.fuel].the,
          price: formatPrice(toPriceText(paid.priceMilli), lang),
          station: fill(name ? words.station : words.unnamed, { name: name ?? street }),
          km: formatKm(km, lang),
          saved: formatEuros(savedCents / 100, lang),
        })}
      </strong>{" "}
      <span class="muted small">
        <Age at={entry.updated_at} nowMs={nowMs} lang={lang} />
        {name && street && ` · ${street}`}{" "}
        <Posted paid={paid} lang={lang} words={common} isNamed={false} />
      </span>
    </a>
  );
}

/** "À Rennes", "Près du 10 rue X". */
function toWhere({ query, place }: LastVisit, lang: Lang): string {
  const isTown = new URLSearchParams(query).has("place");
  const text = (isTown ? toAtTown : toNearTown)(place?.name ?? "", lang);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
