/**
 * The question of the route page: read from its address and written back, and as the API takes it.
 *
 * @module
 */

import { DEFAULT_FUEL, type Fuel, isFuel } from "../../shared/fuels.ts";
import { MEMBER_BRANDS } from "../../shared/member_brands.ts";
import {
  CAR_LIMITS,
  DISCOUNT_LIMITS,
  isDiscount,
  readDiscount,
} from "../../shared/price/my_price.ts";
import { type Discounts, type Driver, USUAL_DRIVER } from "../../shared/price/real_cost.ts";
import { toPoint } from "../explorer/url_state.ts";
import type { Point } from "../../places/point.ts";

/**
 * A place of the way: what was typed or chosen, and where that is; without a point it has to be
 * looked up.
 */
export type RouteEnd = { readonly text: string; readonly point: Point | null };

/**
 * The purpose of a plan: filling the tank at each stop, or the litres that make the way cheapest.
 */
export const AIMS = ["fill", "enough"] as const;

/** Names of the places of the way in their order. */
export const PLACES = ["from", "via1", "via2", "via3", "to"] as const;

/** The name of a place. */
export type PlaceName = (typeof PLACES)[number];

/** The part of the visitor's profile that a question takes. */
export type RouteCar = Pick<Driver, "tank" | "per100Km" | "discounts" | "cards">;

/** The route page's question. */
export type RouteQuestion = RouteCar & {
  readonly places: Readonly<Record<PlaceName, RouteEnd>>;
  /** Whether the plan is for the way there and back. */
  readonly isReturn: boolean;
  /**
   * The line of a file as an encoded polyline with five decimals, instead of the places; null:
   * there is none.
   */
  readonly line: string | null;
  readonly fuel: Fuel;
  /** Km off the line; null lets the page choose: wide where the line is straight. */
  readonly corridorKm: number | null;
  /** Litres in the tank at the start; null: half of it. */
  readonly level: number | null;
  /** Litres in it at the end, and at least on the way. */
  readonly arrival: number;
  readonly aim: (typeof AIMS)[number];
  /** Ids of the stations where the visitor wants to stop. */
  readonly stops: readonly string[];
};

/** No place. */
export const NOWHERE: RouteEnd = { text: "", point: null };

/** Bounds of the fields; the operation takes them from here. */
export const ROUTE_LIMITS = {
  ...CAR_LIMITS,
  corridorKm: { min: 0.5, max: 10 },
  arrival: { min: 0, max: 100 },
} as const;

/** Km off a line on roads, and off a straight one, which no road follows. */
export const USUAL_CORRIDOR_KM = { line: 3, straight: 10 } as const;

/** The operation takes as many. */
const MAX_STOPS = 8;

/** A longer line is not kept in the address: not every program passes on longer ones. */
export const MAX_LINE_LETTERS = 1_800;

/** The part of a driver, or of a question, that is the car of a question. */
export function toRouteCar({ tank, per100Km, discounts, cards }: RouteCar): RouteCar {
  return { tank, per100Km, discounts, cards };
}

/** The question of an address without a query. */
export const EMPTY_QUESTION: RouteQuestion = {
  places: { from: NOWHERE, via1: NOWHERE, via2: NOWHERE, via3: NOWHERE, to: NOWHERE },
  isReturn: false,
  line: null,
  fuel: DEFAULT_FUEL,
  corridorKm: null,
  aim: "fill",
  stops: [],
  ...toRouteCar(USUAL_DRIVER),
  level: null,
  arrival: 5,
};

function toEnd(query: URLSearchParams, name: PlaceName): RouteEnd {
  const text = (query.get(name) ?? "").replace(/\s+/g, " ").trim().slice(0, 120);
  if (text === "") return NOWHERE;
  // A form without scripts sends the point along with the text that it belongs to.
  const of = query.get(`${name}_of`);
  const at = query.get(`${name}_at`);
  return { text, point: at !== null && (of === null || of === text) ? toPoint(at) ?? null : null };
}

function toNumber(
  text: string | null,
  { min, max }: { min: number; max: number },
): number | undefined {
  const value = text !== null && /^\d{1,3}([.,]\d{1,2})?$/.test(text.trim())
    ? Number(text.replace(",", "."))
    : NaN;
  return value >= min && value <= max ? value : undefined;
}

function toDiscounts(text: string): Discounts {
  const { most, maxChars } = DISCOUNT_LIMITS;
  if (text.length > maxChars) return new Map();
  const pairs = text.split(",").map(readDiscount).filter((discount) =>
    discount && isDiscount(discount.milli)
  );
  return new Map(pairs.slice(0, most).map((discount) => [discount!.name, discount!.milli]));
}

function toDiscountText(discounts: Discounts): string {
  return [...discounts].map(([brand, milli]) => `${brand}:${milli / 1000}`).join(",");
}

/** A value for each place by its name. */
export function mapPlaces<T>(toValue: (name: PlaceName) => T): Record<PlaceName, T> {
  return Object.fromEntries(PLACES.map((name) => [name, toValue(name)])) as Record<PlaceName, T>;
}

/**
 * The question of a query, with `car` for what it does not name. Never throws: what makes no sense
 * is as if it were not there.
 */
export function readQuestion(
  query: URLSearchParams,
  car: RouteCar = EMPTY_QUESTION,
): RouteQuestion {
  const empty = { ...EMPTY_QUESTION, ...toRouteCar(car) };
  const fuel = query.get("fuel") ?? "";
  const line = query.get("line") ?? "";
  const discounts = query.get("discounts");
  const tank = toNumber(query.get("tank"), ROUTE_LIMITS.tank) ?? empty.tank;
  return {
    places: mapPlaces((name) => toEnd(query, name)),
    isReturn: query.get("return") === "1",
    line: line.length >= 4 && line.length <= MAX_LINE_LETTERS && /^[?-~]+$/.test(line)
      ? line
      : null,
    fuel: isFuel(fuel) ? fuel : empty.fuel,
    corridorKm: toNumber(query.get("corridor"), ROUTE_LIMITS.corridorKm) ?? null,
    tank,
    level: toNumber(query.get("level"), { min: 0, max: tank }) ?? null,
    arrival: Math.min(tank, toNumber(query.get("arrival"), ROUTE_LIMITS.arrival) ?? empty.arrival),
    per100Km: toNumber(query.get("consumption"), ROUTE_LIMITS.per100Km) ?? empty.per100Km,
    discounts: discounts === null ? empty.discounts : toDiscounts(discounts),
    cards: query.has("cards")
      ? MEMBER_BRANDS.filter((brand) => query.get("cards") === brand)
      : empty.cards,
    aim: AIMS.find((aim) => aim === query.get("plan")) ?? empty.aim,
    stops: (query.get("stops") ?? "").split(",").filter((id) => /^\d{1,20}$/.test(id)).slice(
      0,
      MAX_STOPS,
    ),
  };
}

/**
 * The query of a question, always in one order and without what is usual.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "../../../tests/support/assert.ts";
 * const query = "from=Lille&from_at=50.63,3.06&via1=Lyon&to=Nice&to_at=43.7,7.27&return=1&discounts=Avia%3A0.05&plan=enough&stops=12";
 * equal(toQuestionQuery(readQuestion(new URLSearchParams(query))), query);
 * ```
 */
export function toQuestionQuery(question: RouteQuestion): string {
  const {
    places,
    isReturn,
    line,
    fuel,
    corridorKm,
    tank,
    level,
    arrival,
    per100Km,
    discounts,
    cards,
    aim,
    stops,
  } = question;
  const empty = EMPTY_QUESTION;
  const unless = <T extends string | number | null>(usual: T, value: T) =>
    value === usual ? null : String(value);
  const at = ({ point }: RouteEnd) => point && toAt(point);
  const text = (words: string) => words === "" ? null : encodeURIComponent(words);
  const params: (readonly [string, string | null])[] = [
    ...(line === null
      ? PLACES.flatMap((name) =>
        [[name, text(places[name].text)], [`${name}_at`, at(places[name])]] as const
      )
      : [["line", text(line)]] as const),
    ["return", isReturn ? "1" : null],
    ["fuel", unless(empty.fuel, fuel)],
    ["corridor", unless(null, corridorKm)],
    ["tank", unless(empty.tank, tank)],
    ["level", unless(null, level)],
    ["arrival", unless(empty.arrival, arrival)],
    ["consumption", unless(empty.per100Km, per100Km)],
    ["discounts", text(toDiscountText(discounts))],
    ["cards", unless("", cards.join())],
    ["plan", unless(empty.aim, aim)],
    ["stops", unless("", stops.join())],
  ];
  return params.filter(([, value]) => value !== null).map(([name, value]) => `${name}=${value}`)
    .join("&");
}

const MAX_LISTED = 150;

/** Litres in the tank at the start: half of it, unless the visitor says. */
export function toStartLevel({ tank, level }: Pick<RouteQuestion, "tank" | "level">): number {
  return Math.min(tank, level ?? tank / 2);
}

/** Litres that a stop is worth making for: a fifth of the tank. */
const toMinFill = (tank: number) => tank / 5;

/** A line as the operation takes it: an encoded polyline, or points, which it joins itself. */
export type LineParams = { readonly polyline: string } | { readonly points: string };

/** The parameters of the operation for a question about a line. */
export function toRouteParams(
  question: RouteQuestion,
  line: LineParams,
): Record<string, string | number | boolean> {
  const { fuel, corridorKm, tank, arrival, isReturn, per100Km, discounts, cards, aim, stops } =
    question;
  return {
    ...line,
    fuel,
    corridor: corridorKm ?? USUAL_CORRIDOR_KM["points" in line ? "straight" : "line"],
    limit: MAX_LISTED,
    consumption: per100Km,
    ...(discounts.size > 0 && { discounts: toDiscountText(discounts) }),
    tank,
    start_level: toStartLevel(question),
    reserve: arrival,
    min_fill: toMinFill(tank),
    round_trip: isReturn,
    fill: aim === "fill",
    ...(stops.length > 0 && { stops: stops.join() }),
    ...(cards.length > 0 && { members_only: "include" }),
  };
}

/** The question with a stop at a station, or without it if it has that one. */
export function toggleStop(question: RouteQuestion, id: string): RouteQuestion {
  const others = question.stops.filter((stop) => stop !== id);
  const stops = others.length < question.stops.length ? others : [...others, id].slice(-MAX_STOPS);
  return { ...question, stops };
}

const toAt = ({ lat, lng }: Point) => `${lat},${lng}`;

/** The places that are named, in order. */
export function toEnds({ places }: RouteQuestion): RouteEnd[] {
  return PLACES.map((name) => places[name]).filter(({ text }) => text !== "");
}

/** "Paris → Lyon"; empty for the line of a file. */
export function toRouteName(question: RouteQuestion): string {
  if (question.line !== null) return "";
  return toEnds(question).map(({ text }) => text).join(question.isReturn ? " ⇄ " : " → ");
}

/**
 * The places as the operation takes them; null while an end is missing, or a place is not known.
 */
export function toPoints(question: RouteQuestion): { points: string } | null {
  const { from, to } = question.places;
  const points = toEnds(question).map(({ point }) => point);
  return from.text === "" || to.text === "" || points.includes(null)
    ? null
    : { points: points.map((point) => toAt(point!)).join(";") };
}
