/**
 * The question of the route page: parses it from an address, writes it back, and converts it for
 * the API.
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
 * A place of the way: the typed or chosen text and its point. Without a point it must be looked up.
 */
export type RouteEnd = { readonly text: string; readonly point: Point | null };

/**
 * The aim of a plan: filling the tank at each stop, or buying the litres that make the way
 * cheapest.
 */
export const AIMS = ["fill", "enough"] as const;

/** Names of the places of the way, in order. */
export const PLACES = ["from", "via1", "via2", "via3", "to"] as const;

/** The name of a place. */
export type PlaceName = (typeof PLACES)[number];

/** The part of the visitor's profile that a question contains. */
export type RouteCar = Pick<Driver, "tank" | "per100Km" | "discounts" | "cards">;

/** The route page's question. */
export type RouteQuestion = RouteCar & {
  readonly places: Readonly<Record<PlaceName, RouteEnd>>;
  /** Whether the plan is for the way there and back. */
  readonly isReturn: boolean;
  /**
   * The line of a file as an encoded polyline with five decimals, which replaces the places, or
   * null.
   */
  readonly line: string | null;
  readonly fuel: Fuel;
  /** Km from the line. Null: the page chooses, and a straight line gets more. */
  readonly corridorKm: number | null;
  /** Litres in the tank at the start. Null: half of the tank. */
  readonly level: number | null;
  /** Litres that must be left at the end, and at any point of the way. */
  readonly arrival: number;
  readonly aim: (typeof AIMS)[number];
  /** IDs of the stations where the visitor wants to stop. */
  readonly stops: readonly string[];
};

/** A missing place. */
export const NOWHERE: RouteEnd = { text: "", point: null };

/** Limits of the fields. The operation uses them too. */
export const ROUTE_LIMITS = {
  ...CAR_LIMITS,
  corridorKm: { min: 0.5, max: 10 },
  arrival: { min: 0, max: 100 },
} as const;

/** Km from a line on roads, and from a straight line, which roads never follow. */
export const USUAL_CORRIDOR_KM = { line: 3, straight: 10 } as const;

/** The same limit as that of the operation. */
const MAX_STOPS = 8;

/** A longer line is not in the address, because some programs cut long addresses. */
export const MAX_LINE_LETTERS = 1_800;

/** Returns the car of a driver or of another question. */
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
  // Without scripts, a form submits each point with the text that it was found for.
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

/** Returns a value for each place by its name. */
export function mapPlaces<T>(toValue: (name: PlaceName) => T): Record<PlaceName, T> {
  return Object.fromEntries(PLACES.map((name) => [name, toValue(name)])) as Record<PlaceName, T>;
}

/**
 * Parses the question of a query. `car` gives the values that the query lacks. Never throws:
 * ignores invalid values.
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
 * Returns the query of a question, always in the same order and without usual values.
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

/** Returns the litres in the tank at the start; by default half of the tank. */
export function toStartLevel({ tank, level }: Pick<RouteQuestion, "tank" | "level">): number {
  return Math.min(tank, level ?? tank / 2);
}

/** Returns the minimum fill of a stop in litres: a fifth of the tank. */
const toMinFill = (tank: number) => tank / 5;

/** A line for the operation: an encoded polyline, or points that it joins itself. */
export type LineParams = { readonly polyline: string } | { readonly points: string };

/** Returns the operation's parameters for a question about a line. */
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

/** Returns the question with a stop at a station, or without it if it has that stop. */
export function toggleStop(question: RouteQuestion, id: string): RouteQuestion {
  const others = question.stops.filter((stop) => stop !== id);
  const stops = others.length < question.stops.length ? others : [...others, id].slice(-MAX_STOPS);
  return { ...question, stops };
}

const toAt = ({ lat, lng }: Point) => `${lat},${lng}`;

/** Returns the named places in order. */
export function toEnds({ places }: RouteQuestion): RouteEnd[] {
  return PLACES.map((name) => places[name]).filter(({ text }) => text !== "");
}

/** "Paris → Lyon"; empty for the line of a file. */
export function toRouteName(question: RouteQuestion): string {
  if (question.line !== null) return "";
  return toEnds(question).map(({ text }) => text).join(question.isReturn ? " ⇄ " : " → ");
}

/**
 * Returns the places for the operation, or null while an end is missing or a place has no point.
 */
export function toPoints(question: RouteQuestion): { points: string } | null {
  const { from, to } = question.places;
  const points = toEnds(question).map(({ point }) => point);
  return from.text === "" || to.text === "" || points.includes(null)
    ? null
    : { points: points.map((point) => toAt(point!)).join(";") };
}
