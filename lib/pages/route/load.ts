/**
 * Reads the route page as the server renders it: the places of its address, and the stations
 * between them.
 *
 * @module
 */

import type { DataState } from "../../db/data_state.ts";
import type { Backend } from "../../operations/operation.ts";
import { isUnavailable } from "../../db/db.ts";
import { type Param, parseInput } from "../../operations/input.ts";
import { routeStations, toRouteCost } from "../../operations/route/route_stations.ts";
import { takeTurn } from "../../shared/slices.ts";
import { placeIndex, toNamesCost } from "../../operations/places/find_places.ts";
import { resolvePlace } from "../../operations/places/resolve_place.ts";
import { isNameOf, toNameKey } from "../../places/place_name.ts";
import { countEdits, toMostEdits } from "../../shared/typing_errors.ts";
import { FLAT_CHARGES } from "../../domain/charges.ts";
import { BusyError } from "../../domain/errors.ts";
import { toPicturePath } from "../../site/paths.ts";
import { type PageRequest, toPageMeta } from "../../site/metadata.ts";
import { findCheapest, type RouteAnswer, withStops } from "../../site/route/route_answer.ts";
import {
  EMPTY_QUESTION,
  type LineParams,
  mapPlaces,
  type PlaceName,
  PLACES,
  readQuestion,
  type RouteEnd,
  type RouteQuestion,
  toEnds,
  toPoints,
  toQuestionQuery,
  toRouteName,
  toRouteParams,
} from "../../site/route/route_question.ts";
import { EMPTY_VIEW } from "../../site/explorer/url_state.ts";
import { type Point, roundPoint } from "../../places/point.ts";
import { formatPrice } from "../../words/format.ts";
import { commonWords, fill } from "../../words/mod.ts";
import { type RouteWords, routeWords } from "../../words/route.ts";
import { locate } from "../home/find.ts";

/** The route page. `query` is the query of the question with its places looked up. */
export type RoutePageData = Awaited<ReturnType<typeof loadRoute>>;

/** A missing or unknown place. `guess` is the town that the visitor probably misspelt. */
export type PlaceFault = { name: PlaceName; text: string; guess: string | null };

type FoundEnd = { end: RouteEnd; fault: PlaceFault | null };

const MIN_PEOPLE = 2000;

/**
 * Returns the name of the largest town with a similar spelling, otherwise of the nearest place, or
 * null.
 */
async function guessTown(text: string): Promise<string | null> {
  const index = await placeIndex();
  const key = toNameKey(text);
  const maxEdits = toMostEdits(key.length);
  const alike = index.entries.filter((entry) =>
    entry.place.population >= MIN_PEOPLE && countEdits(key, entry.key, maxEdits) !== null
  );
  const [largest] = alike.sort((a, b) => b.place.population - a.place.population);
  if (largest) return largest.place.name;
  const resolved = resolvePlace(index, text);
  return resolved.kind === "unknown" ? resolved.nearest[0]?.name ?? null : null;
}

/**
 * Returns an end with its point, or the fault of its text. A misspelt name never becomes another
 * town.
 */
async function findEnd(backend: Backend, name: PlaceName, end: RouteEnd): Promise<FoundEnd> {
  const { text } = end;
  if (text === "" || end.point) return { end, fault: null };
  const found = await locate(backend, { ...EMPTY_VIEW, q: text });
  const foundName = found?.where.place?.name ?? text;
  if (found && (found.isNearest || isNameOf(foundName, text))) {
    return { end: { text: foundName, point: roundPoint(found.where) }, fault: null };
  }
  return { end, fault: { name, text, guess: await guessTown(text) ?? (found ? foundName : null) } };
}

/** Returns the first unknown place, or a missing end if the other one is given. */
function findFault(question: RouteQuestion, ends: readonly FoundEnd[]): PlaceFault | null {
  if (question.line !== null || toEnds(question).length === 0) return null;
  const unknown = ends.find(({ fault }) => fault)?.fault;
  const missing = (["from", "to"] as const).find((name) => question.places[name].text === "");
  return unknown ?? (missing ? { name: missing, text: "", guess: null } : null);
}

/**
 * Reads the operation as a client of the API would, with the pages' share of the routing engine.
 */
async function read({ routing, ...backend }: Backend, question: RouteQuestion, line: LineParams) {
  const params: Record<string, unknown> = toRouteParams(question, line);
  const input = parseInput(routeStations, ({ name }: Param) => params[name]);
  const ofPage = routing &&
    {
      counts: routing.counts,
      findWay: (points: readonly Point[]) => routing.findWay(points, { isOfPage: true }),
    };
  const { data, meta, state } = await routeStations.read({ ...backend, routing: ofPage }, input);
  const generated_at = new Date(state.asOfMs).toISOString();
  const answer = {
    data,
    meta: { ...meta as Omit<RouteAnswer["meta"], "generated_at">, generated_at },
  };
  return { answer: withStops(answer), state };
}

/** A response with the state of its data, or a sentence on why it is missing. */
type RouteResult = { answer: RouteAnswer | null; state: DataState | null; fault: string | null };

async function find(
  backend: Backend,
  question: RouteQuestion,
  words: RouteWords,
): Promise<RouteResult> {
  const none = { answer: null, state: null };
  const line = question.line === null ? toPoints(question) : { polyline: question.line };
  if (line === null) return { ...none, fault: null };
  try {
    return { ...await read(backend, question, line), fault: null };
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof BusyError) throw error;
    // Like the browser, retry without discounts of unknown networks.
    if (code === "INVALID_PARAMETER" && question.discounts.size > 0) {
      return await find(backend, { ...question, discounts: new Map() }, words);
    }
    if (code === "INVALID_PARAMETER") return { ...none, fault: words.refused };
    if (code === "SERVICE_UNAVAILABLE" || isUnavailable(error)) {
      return { ...none, fault: words.failed };
    }
    throw error;
  }
}

/**
 * Returns the cost of an address in the visitor's quota: its names, its list of stations, and its
 * plan.
 */
export async function toRoutePageCost(url: URL): Promise<number> {
  const question = readQuestion(url.searchParams);
  const { places: { from, to }, line } = question;
  if (line === null && (from.text === "" || to.text === "")) return 1;
  const names = line === null
    ? toEnds(question).flatMap(({ text, point }) => point ? [] : [text])
    : [];
  const params = toRouteParams(question, line === null ? { points: "" } : { polyline: line });
  const planCost = toRouteCost(params as Parameters<typeof toRouteCost>[0]);
  return await toNamesCost(names) - 1 + FLAT_CHARGES.routePage - 1 + planCost;
}

/** Reads the question from the address and its answer from the operation. Throws only on bugs. */
export async function loadRoute(backend: Backend, request: PageRequest, url: URL) {
  const { lang } = request;
  const words = routeWords[lang];
  const typed = readQuestion(url.searchParams);
  const ends = await Promise.all(PLACES.map((name) => findEnd(backend, name, typed.places[name])));
  const question = { ...typed, places: mapPlaces((name) => ends[PLACES.indexOf(name)]!.end) };
  const found = await find(backend, question, words);
  const { places, isReturn, fuel } = question;
  const name = toRouteName(question);
  const price = found.answer && findCheapest(found.answer)?.net_price;
  // Rendering the list cannot be interrupted.
  if (found.answer) await takeTurn();
  const title = name !== "" && price &&
    fill(words.found, {
      name,
      fuel: commonWords[lang].fuels[fuel].short,
      price: formatPrice(price, lang),
    });
  const pictured = toQuestionQuery({ ...EMPTY_QUESTION, places, isReturn });
  return {
    request,
    question,
    query: toQuestionQuery(question),
    ...found,
    placeFault: findFault(question, ends),
    meta: {
      ...toPageMeta(commonWords[lang].nav.route, "/itineraire", words),
      ...(title && {
        title,
        description: `${title}. ${words.description}`,
        image: `${toPicturePath("/itineraire/trajet", fuel)}&${pictured}`,
      }),
      // An address with places is one visitor's question.
      isIndexed: url.search === "",
    },
  };
}
