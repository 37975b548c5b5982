/** What the map draws, from what the store knows. @module */

import { LEVEL_SIGNS, toTertile } from "../../shared/tertiles.ts";
import { formatAge, formatEuros, formatPrice } from "../../shared/format.ts";
import { toStationName } from "../../shared/listed_station.ts";
import type { Lang } from "../../shared/lang.ts";
import { toPriceText } from "../../shared/money.ts";
import { NO_PRICE } from "../../shared/unranked.ts";
import type { HomeWords } from "../../shared/words/home.ts";
import { type CommonWords, fill } from "../../shared/words/mod.ts";
import type { Scene } from "../map/station_map.ts";
import { brandOf, valueOf } from "../stations.ts";
import type { Store } from "./store.ts";

const LEVEL = { low: 1, mid: 2, high: 3 } as const;
const HOUR_MS = 3_600_000;
/** More would be neither readable nor fast; from afar they would hide the departments. */
const [MAX_PILLS, FEW_PILLS] = [150, 8];
const NONE = new Int32Array(0);

type SceneWords = { lang: Lang; words: HomeWords; common: CommonWords };

/** The scene of a store; null while stations or map are missing. Reads signals: call it inside an effect. */
export function toScene(store: Store, { lang, words, common }: SceneWords): Scene | null {
  const stations = store.stations.value;
  const matching = store.matching.value;
  const inView = store.inView.value;
  const unranked = store.unranked.value;
  const candidates = store.candidates.value;
  const thirds = store.thirds.value;
  const costs = store.costs.value;
  const rankOf = store.rankOf.value;
  // Only the station that is looked at has a pill without being in view.
  const standing = store.standing.value;
  const details = store.details.value;
  const far = store.far.value;
  if (!stations || !matching || !inView || !candidates || !unranked) return null;
  // A radius that was chosen filters the map as well; the usual one leaves the stations around it as dots.
  const isFiltered = store.area.value.kind === "around" && store.view.value.radiusKm !== null;
  const { price, ageH, own } = matching.column;
  const boundsOf = (index: number) => thirds[own?.which[index] ?? 0];
  const levelOf = (index: number) => {
    const [milli, bounds] = [valueOf(price, index), boundsOf(index)];
    return bounds && milli > 0 ? LEVEL[toTertile(costs ? valueOf(costs, index) : milli, bounds)] : 0;
  };
  const toCostText = (cents: number) => fill(words.explorer.realCost, { cost: formatEuros(cents / 100, lang) });
  const nowMs = store.nowMs();
  const favourites = new Set(store.favourites.value.map((id) => stations.indexOf.get(id)));
  return {
    stations,
    ranked: far ? NONE : isFiltered ? inView : matching.ranked,
    unranked: far ? { out: NONE, old: NONE, unsold: NONE } : isFiltered ? unranked : matching.unranked,
    // The cheapest alone, so that their colour means what the legend says of departments.
    candidates: far
      ? candidates.filter((index) => valueOf(price, index) <= Math.min(far.bounds.low, boundsOf(index)!.low))
      : candidates,
    preferred: [...favourites].filter((index) => candidates.includes(index!)) as number[],
    mostPills: far ? FEW_PILLS : MAX_PILLS,
    selectedId: store.view.value.station,
    levelOf,
    textOf(index) {
      const milli = valueOf(price, index);
      const paid = milli > 0 ? own?.paidAt(index) : undefined;
      const { level = "none", isBest } = rankOf(index, standing) ?? {};
      const isFavourite = favourites.has(index);
      const missing = milli === NO_PRICE.unsold ? "permanent" : "temporary";
      const text = milli > 0 ? toPriceText(paid?.priceMilli ?? milli) : "";
      const known = details.get(String(stations.id[index]));
      const name = known ? toStationName(known, common) : brandOf(stations, index) ?? common.station.unknownName;
      // Without street and town the stations of a brand all sound alike.
      const called = [name, known?.address, known?.city, isFavourite && words.explorer.favourite].filter(Boolean).join(
        ", ",
      );
      const at = stations.asOfMs - valueOf(ageH, index) * HOUR_MS;
      // The file gives ages in whole hours.
      const isFresh = nowMs - at < HOUR_MS;
      const age = isFresh ? words.explorer.lessThanHour : formatAge(new Date(at).toISOString(), { nowMs, lang });
      const meaning = isBest ? common.levels.best : level === "none" ? common.price.old : common.levels[level];
      return {
        price: text === "" ? "–" : toPlain(costs ? (valueOf(costs, index) / 100).toFixed(2) : text, lang),
        sign: isBest ? "★" : level === "none" ? "" : LEVEL_SIGNS[level],
        level: `${level}${isBest ? " is-best" : ""}${isFavourite ? " is-favourite" : ""}`,
        label: text === "" ? `${called}, ${common.outOfStock[missing]}` : [
          called,
          own ? own.textAt(index, common, lang) : formatPrice(text, lang),
          costs && toCostText(valueOf(costs, index)),
          meaning,
          age,
        ].filter(Boolean).join(", "),
      };
    },
  };
}

/** A number as a pill has room for it. */
function toPlain(text: string, lang: Lang): string {
  return lang === "fr" ? text.replace(".", ",") : text;
}
