/** Reads the texts of link previews' pictures: a station, a town, a department. @module */

import type { Station } from "../../domain/wire.ts";
import { type DataState, departmentPrices, type Deps, lookupStation } from "../../operations/mod.ts";
import { chooseFuel, getStanding } from "../../operations/pages/page_station.ts";
import type { Department } from "../../shared/place/departments.ts";
import { formatDay, formatPrice, formatRadius } from "../../shared/words/format.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { toAddress, toStationName } from "../../shared/station/listed_station.ts";
import { type PageRequest, toAsOf } from "../../shared/page/page.ts";
import type { Place } from "../../shared/place/places.ts";
import type { SharePicture } from "../../shared/draw/share_picture.ts";
import { toMeanText, toRankText } from "../../shared/price/standing.ts";
import { isOutForNow } from "../../shared/price/unranked.ts";
import { DEFAULT_FUEL } from "../../shared/explorer/url_state.ts";
import { inBothLanguages } from "../../shared/words/fill.ts";
import { commonWords, count, fill } from "../../shared/words/mod.ts";
import { stationWords } from "../station/words.ts";
import { searchTown } from "../town/load.ts";

const pictureWords = /* @__PURE__ */ inBothLanguages({
  from: ["{fuel} dès", "{fuel} from"],
  mean: ["{fuel}, prix moyen", "{fuel}, average price"],
  cheapest: ["{name} · {count} à {radius}", "{name} · {count} within {radius}"],
  range: ["De {low} à {high} · {count}", "{low} to {high} · {count}"],
  none: ["Aucun prix à jour", "No up-to-date price"],
  reported: ["Prix relevé le {date}", "Price reported on {date}"],
  asOf: ["Prix au {date}", "Prices as of {date}"],
  sample: ["Données d’exemple : prix inventés", "Sample data: made-up prices"],
});

/** The date of the prices, or the notice that they are sample data. */
function toDate(state: DataState, lang: PageRequest["lang"]): string {
  const words = pictureWords[lang];
  return state.source === "sample" ? words.sample : fill(words.asOf, { date: formatDay(toAsOf(state), lang) });
}

/** Why a station has no price of a fuel that counts. */
function toReason(station: Station, fuel: Fuel, { lang, nowMs }: PageRequest): string {
  const common = commonWords[lang];
  const out = station.out_of_stock.find((each) => each.fuel === fuel);
  if (station.closed_since) {
    const date = formatDay(station.closed_since, lang);
    return fill(common.station.closed[station.closed_kind ?? "temporary"], { date });
  }
  if (out && !isOutForNow(out, nowMs)) return common.outOfStock.permanent;
  if (out) {
    return `${common.outOfStock.temporary} ${fill(common.outOfStock.since, { date: formatDay(out.since, lang) })}`;
  }
  return pictureWords[lang].none;
}

/** A station's price of a fuel. Throws STATION_NOT_FOUND, and SERVICE_UNAVAILABLE while there are no data. */
export async function loadStationPicture(deps: Deps, request: PageRequest, id: string): Promise<SharePicture> {
  const { lang } = request;
  const { data: station, state } = await lookupStation.read(deps, { id });
  const fuel = chooseFuel(station, request.fuel);
  const [common, words] = [commonWords[lang], pictureWords[lang]];
  const offer = station.prices.find((each) => each.fuel === fuel && each.in_force);
  const standing = offer ? await getStanding(deps, station, fuel) : null;
  const hasLeft = Date.parse(station.last_seen_at) < state.asOfMs;
  const reason = hasLeft ? stationWords[lang].left : toReason(station, fuel, request);
  return {
    title: toStationName(station, common),
    place: toAddress(station),
    label: common.fuels[fuel].short,
    price: offer ? formatPrice(offer.price, lang) : null,
    note: standing
      ? `${toMeanText(standing, common, lang)} · ${toRankText(standing, common, lang)}`
      : offer
      ? ""
      : reason,
    date: offer && state.source !== "sample"
      ? fill(words.reported, { date: formatDay(offer.updated_at, lang) })
      : toDate(state, lang),
    department: station.department,
  };
}

/** The cheapest price around a town. */
export async function loadTownPicture(
  deps: Deps,
  { lang, ...request }: PageRequest,
  town: Place,
): Promise<SharePicture> {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const { found: { data: [cheapest], meta, state }, radiusKm } = await searchTown(deps, town, fuel);
  const [common, words] = [commonWords[lang], pictureWords[lang]];
  const { short } = common.fuels[fuel];
  const stations = count(common.stations, Number(meta.total), { lang });
  const radius = formatRadius(radiusKm, lang);
  return {
    title: town.name,
    place: town.postalCodes.length === 1 ? town.postalCodes[0]! : "",
    label: cheapest ? fill(words.from, { fuel: short }) : short,
    price: cheapest ? formatPrice(cheapest.price, lang) : null,
    note: cheapest
      ? fill(words.cheapest, { name: toStationName(cheapest, common), count: stations, radius })
      : words.none,
    date: toDate(state, lang),
    department: town.department,
  };
}

/** The mean price of a department. */
export async function loadDepartmentPicture(
  deps: Deps,
  { lang, ...request }: PageRequest,
  { name, code }: Department,
): Promise<SharePicture> {
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const { data, state } = await departmentPrices.read(deps, { code, fuel });
  const { avgPrice1d: mean, minPrice1d: low, maxPrice1d: high, stationCount } = data;
  const [common, words] = [commonWords[lang], pictureWords[lang]];
  const { short } = common.fuels[fuel];
  const isKnown = mean !== null && low !== null && high !== null;
  return {
    title: `${name} (${code})`,
    place: "",
    label: isKnown ? fill(words.mean, { fuel: short }) : short,
    price: isKnown ? formatPrice(mean, lang) : null,
    note: isKnown
      ? fill(words.range, {
        low: formatPrice(low, lang),
        high: formatPrice(high, lang),
        count: count(common.stations, stationCount, { lang }),
      })
      : words.none,
    date: toDate(state, lang),
    department: code,
  };
}
