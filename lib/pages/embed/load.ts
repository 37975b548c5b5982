/**
 * Reads the pages that other sites embed in frames: a map of the cheapest stations, or the curve of
 * an area.
 *
 * @module
 */

import { DEFAULT_FUEL } from "../../shared/fuels.ts";
import type { Backend } from "../../operations/operation.ts";
import { findKnown } from "../../operations/prices/known_days.ts";
import { priceSeries, toSeriesCost } from "../../operations/prices/price_series.ts";
import { toNamesCost } from "../../operations/places/find_places.ts";
import { addLevels } from "../../shared/price/tertiles.ts";
import { toTileFrame } from "../../site/map/tile_frame.ts";
import { toTerritoryArea } from "../../site/explorer/area.ts";
import { readView, toQuery, type View } from "../../site/explorer/url_state.ts";
import type { PageRequest } from "../../site/metadata.ts";
import { toDepartmentPath, toTrendsPath } from "../../site/paths.ts";
import { getDepartment } from "../../places/departments.ts";
import { toNearTown } from "../../places/place_name.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { commonWords, fill, inBothLanguages } from "../../words/mod.ts";
import { locate, searchWithin } from "../home/find.ts";

/** A page for frames: a map, a curve, or the reason for a missing one. */
export type EmbedData = NonNullable<Awaited<ReturnType<typeof loadEmbed>>>;

/** The distance from a place within which stations are shown, km. */
const RADIUS_KM = 10;

/**
 * Reads the page of a kind, which is the last part of its path. Returns null for an unknown kind.
 * Throws SERVICE_UNAVAILABLE without data.
 */
export async function loadEmbed(
  backend: Backend,
  request: PageRequest,
  kind: string,
  { searchParams }: URL,
) {
  const isMap = kind === (request.lang === "fr" ? "carte" : "map");
  if (!isMap && kind !== (request.lang === "fr" ? "courbe" : "curve")) return null;
  if (request.fuel === null && searchParams.get("fuel")) return refuse(request, "fuel", 400);
  return await (isMap ? loadMap : loadCurve)(backend, request, searchParams);
}

/**
 * Returns the cost of a page in the visitor's quota: the cost of its place's text, or of its
 * series.
 */
export async function toEmbedCost(kind: string, { searchParams }: URL, now: Date): Promise<number> {
  if (isCurve(kind)) return toSeriesCost({}, now);
  const { place, q } = toView(searchParams);
  return await toNamesCost(place !== null || q === "" ? [] : [q]);
}

/** Returns whether a kind, in either language, is a curve. */
function isCurve(kind: string): boolean {
  return kind === "courbe" || kind === "curve";
}

/** Returns the view of a fuel and a place, given by code, name or postal code. */
function toView(searchParams: URLSearchParams): View {
  const place = searchParams.get("place") ?? "";
  return readView(new URLSearchParams({ place, q: place, fuel: searchParams.get("fuel") ?? "" }))
    .view;
}

function refuse(request: PageRequest, what: "fuel" | "place" | "area" | "prices", status = 404) {
  return { kind: "refusal" as const, request, status, title: embedWords[request.lang][what] };
}

async function loadMap(backend: Backend, request: PageRequest, searchParams: URLSearchParams) {
  const { lang } = request;
  const found = await locate(backend, toView(searchParams));
  if (found === null) return refuse(request, "place");
  const { view, view: { fuel }, where, where: { place } } = found;
  const territory = toTerritoryArea(view, place);
  const radiusKm = territory?.radiusKm ?? RADIUS_KM;
  const { data, state } = await searchWithin(backend, view, { where, radiusKm });
  const near = place && !territory
    ? ` ${toNearTown(place.name, lang)}`
    : `, ${place?.name ?? view.q}`;
  return {
    kind: "map" as const,
    status: 200,
    request,
    fuel,
    state,
    title: commonWords[lang].fuels[fuel].short + near,
    stations: addLevels(data),
    frame: toTileFrame(where, radiusKm),
    label: embedWords[lang].map,
    none: fill(embedWords[lang].none, { km: radiusKm }),
    path: `/?${toQuery(view.place === null ? view : { ...view, q: "" })}`,
    more: embedWords[lang].more,
  };
}

async function loadCurve(backend: Backend, request: PageRequest, searchParams: URLSearchParams) {
  const { lang, fuel: named } = request;
  const fuel = named ?? DEFAULT_FUEL;
  const question = { fuel, area: searchParams.get("area") || "FR" };
  if (!priceSeries.input.safeParse(question).success) return refuse(request, "area");
  const { data, meta, state } = await priceSeries.read(backend, question);
  const points = findKnown(data).filter(({ partial }) => !partial)
    .map(({ recordedAt: day, avgPrice }) => ({ day, milli: parsePriceText(avgPrice) }));
  if (points.length === 0) return refuse(request, "prices");
  const department = getDepartment(String(meta.area));
  return {
    kind: "curve" as const,
    status: 200,
    request,
    state: state!,
    points,
    title: `${commonWords[lang].fuels[fuel].short}, ${meta.name}`,
    label: embedWords[lang].mean,
    path: department ? `${toDepartmentPath(department.code)}?fuel=${fuel}` : toTrendsPath(fuel),
    more: embedWords[lang].more,
  };
}

const embedWords = /* @__PURE__ */ inBothLanguages({
  more: ["Voir sur Jauge", "See it on Jauge"],
  map: ["Carte des stations les moins chères", "Map of the cheapest stations"],
  none: [
    "Aucune station n’annonce ce carburant à moins de {km} km.",
    "No station lists this fuel within {km} km.",
  ],
  mean: ["Prix moyen par jour", "Average price by day"],
  fuel: ["Carburant inconnu : fuel=gazole, e10, sp98…", "Unknown fuel: fuel=gazole, e10, sp98…"],
  place: ["Lieu inconnu : place=Nantes, place=44109", "Unknown place: place=Nantes, place=44109"],
  area: [
    "Territoire inconnu : area=FR, 44, R52, brand:Avia",
    "Unknown area: area=FR, 44, R52, brand:Avia",
  ],
  prices: ["Aucun prix connu depuis 90 jours", "No price known in the last 90 days"],
});
