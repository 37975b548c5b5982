/**
 * Reads the texts of pictures for link previews: a station, a town, a department, a route.
 *
 * @module
 */

import type { Station } from "../../domain/wire.ts";
import type { DataState } from "../../db/data_state.ts";
import { departmentPrices } from "../../operations/prices/area_prices.ts";
import type { Backend } from "../../operations/operation.ts";
import { lookupStation } from "../../operations/stations/lookup_station.ts";
import { chooseFuel, findOffer, getVerdict } from "../../operations/stations/station_overview.ts";
import { getDepartment } from "../../places/departments.ts";
import { formatDay, formatPrice, formatRadius } from "../../words/format.ts";
import { DEFAULT_FUEL, type Fuel } from "../../shared/fuels.ts";
import { toAddress, toStationName } from "../../site/listed_station.ts";
import { type PageRequest, toAsOf } from "../../site/metadata.ts";
import type { SharePicture } from "../../picture/share_picture.ts";
import { toReasonText } from "../../words/verdict.ts";
import { isOutForNow } from "../../shared/price/unranked.ts";
import { commonWords, count, fill, inBothLanguages } from "../../words/mod.ts";
import { stationWords } from "../station/load.ts";
import { findCheapest } from "../../site/route/route_answer.ts";
import {
  EMPTY_QUESTION,
  readQuestion,
  toPoints,
  toQuestionQuery,
  toRouteName,
} from "../../site/route/route_question.ts";
import { loadRoute } from "../route/load.ts";
import { findCheapest as findCheapestOfTown, getTown, searchTown } from "../town/load.ts";

const pictureWords = /* @__PURE__ */ inBothLanguages({
  from: ["{fuel} dès", "{fuel} from"],
  mean: ["{fuel}, prix moyen", "{fuel}, average price"],
  cheapest: ["{name} · {count} à {radius}", "{name} · {count} within {radius}"],
  range: ["De {low} à {high} · {count}", "{low} to {high} · {count}"],
  none: ["Aucun prix à jour", "No up-to-date price"],
  reported: ["Prix relevé le {date}", "Price reported on {date}"],
  sample: ["Données d’exemple : prix inventés", "Sample data: made-up prices"],
});

/** Returns the date of the prices, or the notice that they are sample data. */
function toDate(state: DataState, lang: PageRequest["lang"]): string {
  if (state.source === "sample") return pictureWords[lang].sample;
  return fill(commonWords[lang].price.asOf, { date: formatDay(toAsOf(state), lang) });
}

/** Returns why a station has no current price of a fuel. */
function toReason(station: Station, fuel: Fuel, { lang, nowMs }: PageRequest): string {
  const common = commonWords[lang];
  if (station.closed_since) {
    const date = formatDay(station.closed_since, lang);
    return fill(common.station.closed[station.closed_kind ?? "temporary"], { date });
  }
  const out = station.out_of_stock.find((each) => each.fuel === fuel);
  if (!out) return pictureWords[lang].none;
  if (!isOutForNow(out, nowMs)) return common.outOfStock.permanent;
  const since = fill(common.outOfStock.since, { date: formatDay(out.since, lang) });
  return `${common.outOfStock.temporary} ${since}`;
}

const LOADERS = {
  stations: loadStation,
  departements: loadDepartment,
  villes: loadTown,
  itineraire: loadWay,
};

/**
 * The parts of a picture's address: the kind of page, and the last part of the page's address,
 * which is `trajet` for a route.
 */
export type PictureParams = { kind: keyof typeof LOADERS; name: string };

/**
 * Returns the texts of a page's picture, or null for an unknown place. Throws DomainErrors as the
 * operations do.
 */
export function loadPicture(
  backend: Backend,
  request: PageRequest,
  { kind, name }: PictureParams,
  url: URL,
) {
  return LOADERS[kind](backend, request, name, url);
}

async function loadWay(
  backend: Backend,
  request: PageRequest,
  name: string,
  url: URL,
): Promise<SharePicture | null> {
  const { lang } = request;
  const { places, isReturn, fuel } = readQuestion(url.searchParams);
  // Looks up no names and plans nothing, because that would cost more than a picture.
  const question = { ...EMPTY_QUESTION, places, isReturn, fuel };
  if (name !== "trajet" || !toPoints(question)) return null;
  const page = new URL(`?${toQuestionQuery(question)}`, url);
  const { answer, state } = await loadRoute({ ...backend, routing: undefined }, request, page);
  const cheapest = answer && findCheapest(answer);
  // The font has no double arrow.
  const title = toRouteName(question).replaceAll("⇄", "–");
  if (!cheapest || !state) return null;
  const common = commonWords[lang];
  const stations = count(common.stations, answer.meta.total, { lang });
  return {
    title,
    place: "",
    label: fill(pictureWords[lang].from, { fuel: common.fuels[fuel].short }),
    price: formatPrice(cheapest.net_price, lang),
    detail: [toStationName(cheapest, common), cheapest.city, stations].filter(Boolean).join(" · "),
    date: toDate(state, lang),
  };
}

async function loadStation(
  backend: Backend,
  request: PageRequest,
  id: string,
): Promise<SharePicture> {
  const { lang } = request;
  const { data: station, state } = await lookupStation.read(backend, { id });
  const fuel = chooseFuel(station, request.fuel);
  const common = commonWords[lang];
  const shown = {
    title: toStationName(station, common),
    place: toAddress(station),
    label: common.fuels[fuel].short,
  };
  const offer = findOffer(station, fuel);
  if (!offer) {
    const hasLeft = Date.parse(station.last_seen_at) < state.asOfMs;
    const detail = hasLeft ? stationWords[lang].left : toReason(station, fuel, request);
    return { ...shown, price: null, detail, date: toDate(state, lang) };
  }
  const verdict = await getVerdict(backend, station, fuel);
  const date = fill(pictureWords[lang].reported, { date: formatDay(offer.updated_at, lang) });
  return {
    ...shown,
    price: formatPrice(offer.price, lang),
    detail: verdict
      ? `${common.levels[verdict.level]} · ${toReasonText(verdict, common, lang)}`
      : "",
    date: state.source === "sample" ? toDate(state, lang) : date,
  };
}

async function loadTown(
  backend: Backend,
  { lang, ...request }: PageRequest,
  slug: string,
): Promise<SharePicture | null> {
  const town = await getTown(slug);
  if (!town) return null;
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const { found: { data, meta, state }, radiusKm } = await searchTown(backend, town, fuel);
  const cheapest = findCheapestOfTown(data);
  const common = commonWords[lang];
  const words = pictureWords[lang];
  const label = common.fuels[fuel].short;
  const shown = {
    title: town.name,
    place: town.postalCodes.length === 1 ? town.postalCodes[0]! : "",
    date: toDate(state, lang),
  };
  if (!cheapest) return { ...shown, label, price: null, detail: words.none };
  return {
    ...shown,
    label: fill(words.from, { fuel: label }),
    price: formatPrice(cheapest.price, lang),
    detail: fill(words.cheapest, {
      name: toStationName(cheapest, common),
      count: count(common.stations, Number(meta.total), { lang }),
      radius: formatRadius(radiusKm, lang),
    }),
  };
}

async function loadDepartment(
  backend: Backend,
  { lang, ...request }: PageRequest,
  name: string,
): Promise<SharePicture | null> {
  const department = getDepartment(name);
  if (!department) return null;
  const { code } = department;
  const fuel = request.fuel ?? DEFAULT_FUEL;
  const { data, state } = await departmentPrices.read(backend, { code, fuel });
  const { avgPrice1d: mean, minPrice1d: low, maxPrice1d: high, stationCount } = data;
  const common = commonWords[lang];
  const words = pictureWords[lang];
  const label = common.fuels[fuel].short;
  const shown = { title: `${department.name} (${code})`, place: "", date: toDate(state, lang) };
  if (mean === null || low === null || high === null) {
    return { ...shown, label, price: null, detail: words.none };
  }
  return {
    ...shown,
    label: fill(words.mean, { fuel: label }),
    price: formatPrice(mean, lang),
    detail: fill(words.range, {
      low: formatPrice(low, lang),
      high: formatPrice(high, lang),
      count: count(common.stations, stationCount, { lang }),
    }),
  };
}
