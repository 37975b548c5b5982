/** The scene that the map draws: dots, pills and their texts. @module */

import { LEVEL_NUMBERS, LEVEL_SIGNS, toTertile } from "../../shared/price/tertiles.ts";
import { formatAge, formatEuros, formatPrice, withMark } from "../../words/format.ts";
import { toStationName } from "../../site/listed_station.ts";
import type { Lang } from "../../words/lang.ts";
import { toPriceText } from "../../shared/price/money.ts";
import { NO_PRICE } from "../../shared/price/unranked.ts";
import { HOUR_MS } from "../../shared/units.ts";
import type { HomeWords } from "../../words/home.ts";
import type { CommonWords } from "../../words/mod.ts";
import type { PillText } from "../map/pills.ts";
import type { Scene } from "../map/station_map.ts";
import { brandOf, counts, valueOf } from "../stations.ts";
import type { Model } from "./model.ts";

/** More pills would be neither readable nor fast, and from afar they would hide the departments. */
const MAX_PILLS = 150;
const FEW_PILLS = 8;
const NONE = new Int32Array(0);
const NO_UNRANKED = { out: NONE, old: NONE, unsold: NONE };

type SceneWords = { lang: Lang; words: HomeWords; common: CommonWords };

/**
 * Returns the scene of the page, or null before there is a live list. Reads signals, so call it
 * inside an effect.
 */
export function toMapScene(model: Model, translation: SceneWords): Scene | null {
  const { isLive, stations, inView, unranked } = model.found.value;
  const { candidates } = model.ranking.value;
  const matching = model.matching.value;
  const view = model.view.value;
  // Do not show them even for a moment: thousands of dots keep a phone busy.
  const far = model.isFar.value && model.far.value !== null;
  const favourites = new Set(model.favourites.value.map((id) => stations.indexOf.get(id)));
  const textOf = toPillTexts(model, favourites, translation);
  const bounds = model.bounds.value;
  if (!isLive || !matching) return null;
  const { price } = matching.column;
  // A chosen radius filters the map too. The usual one leaves the stations outside it as dots.
  const { value: area } = model.area;
  const dots = area.kind === "around" && view.radiusKm !== null
    ? { ranked: inView, unranked }
    : matching;
  return {
    stations,
    ranked: far ? NONE : dots.ranked,
    unranked: far ? NO_UNRANKED : dots.unranked,
    candidates,
    preferred: [...favourites].filter((index) => candidates.includes(index!)) as number[],
    maxPills: far ? FEW_PILLS : MAX_PILLS,
    selectedId: view.station,
    around: area.kind === "around" ? area : null,
    levelOf: (index) => bounds ? LEVEL_NUMBERS[toTertile(valueOf(price, index), bounds)] : 0,
    textOf,
  };
}

/** "+1,87 €": the gain of a row, where a pill has no room for a word. */
function toGain(cents: number, lang: Lang): string {
  return (cents > 0 ? "+" : "") + formatEuros(cents / 100, lang);
}

/** Returns a function for the text of each station's pill. Reads signals at once. */
function toPillTexts(
  model: Model,
  favourites: ReadonlySet<number | undefined>,
  { lang, words, common }: SceneWords,
) {
  const { stations, column } = model.found.value;
  const { price, ageH, own } = column;
  const { isBest: isBestAt, gainOf } = model.ranking.value;
  const isByCost = model.view.value.sort === "cost";
  const bounds = model.bounds.value;
  const details = model.details.value;
  const nowMs = model.nowMs();

  function toName(index: number): string {
    const known = details.get(String(stations.id[index]));
    const name = known
      ? toStationName(known, common)
      : brandOf(stations, index) ?? common.station.unknownName;
    const mark = favourites.has(index) && words.explorer.favourite;
    // Without street and town, all stations of a brand would sound alike.
    return [name, known?.address, known?.city, mark].filter(Boolean).join(", ");
  }

  function toAge(index: number): string {
    const at = stations.asOfMs - valueOf(ageH, index) * HOUR_MS;
    // The file has ages in whole hours.
    if (nowMs - at < HOUR_MS) return words.explorer.lessThanHour;
    return formatAge(new Date(at).toISOString(), { nowMs, lang });
  }

  return (index: number): PillText => {
    const milli = valueOf(price, index);
    const isCounted = counts(column, index);
    const level = isCounted && bounds ? toTertile(milli, bounds) : "none";
    const isBest = isCounted && isBestAt(index);
    const cents = isCounted && isByCost ? gainOf(index) : null;
    const gain = cents === null ? null : toGain(cents, lang);
    const classes = [level, isBest && "is-best", favourites.has(index) && "is-favourite"]
      .filter(Boolean).join(" ");
    const mark = isBest ? "best" : level;
    const sign = mark === "none" ? "" : LEVEL_SIGNS[mark];
    if (milli <= 0) {
      const missing = milli === NO_PRICE.unsold ? "permanent" : "temporary";
      return {
        price: "–",
        sign,
        level: classes,
        label: `${toName(index)}, ${common.outOfStock[missing]}`,
      };
    }
    const text = toPriceText(own?.paidAt(index).priceMilli ?? milli);
    const meanings = {
      ...common.levels,
      best: isByCost ? words.explorer.bestCost : common.levels.best,
      none: isCounted ? null : common.price.old,
    };
    const paid = own ? own.textAt(index, common, lang) : formatPrice(text, lang);
    return {
      price: gain ?? withMark(text, lang),
      sign,
      level: classes,
      label: [toName(index), paid, gain, meanings[mark], toAge(index)].filter(Boolean).join(", "),
    };
  };
}
