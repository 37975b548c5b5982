/** The question of the route page: read from its address and written back, and as the API takes it. @module */

import { type Fuel, isFuel } from "../station/fuels.ts";
import { CAR_LIMITS, DISCOUNT_LIMITS, isDiscount, readDiscount } from "../price/my_price.ts";
import { type Discounts, type Driver, USUAL_DRIVER } from "../price/real_cost.ts";
import { DEFAULT_FUEL, type Point, toPoint } from "../explorer/url_state.ts";

/** An end of the way: what was typed or chosen, and where that is; without a point it has to be looked up. */
export type RouteEnd = { readonly text: string; readonly point: Point | null };

/** Preferences of a plan. */
export const AIMS = ["cheapest", "balanced", "fewest"] as const;
type Aim = (typeof AIMS)[number];

/** Euros that one stop less is worth, as the operation takes it. */
const STOP_COST: Readonly<Record<Aim, number>> = { cheapest: 0, balanced: 2, fewest: 50 };

/** The part of the visitor's profile that a question takes. */
export type RouteCar = Pick<Driver, "tank" | "per100Km" | "litres" | "discounts">;

/** The route page's question. */
export type RouteQuestion = RouteCar & {
  readonly from: RouteEnd;
  readonly to: RouteEnd;
  /** The line of a file as an encoded polyline with five decimals, instead of the two ends; null: there is none. */
  readonly line: string | null;
  readonly fuel: Fuel;
  /** Km off the line; null lets the page choose: wide where the line is straight. */
  readonly corridorKm: number | null;
  /** Litres in the tank at the start; null: half of it. */
  readonly level: number | null;
  readonly aim: Aim;
};

const NOWHERE: RouteEnd = { text: "", point: null };

/** Bounds of the fields; the operation takes them from here. */
export const ROUTE_LIMITS = {
  ...CAR_LIMITS,
  corridorKm: { min: 0.5, max: 10 },
} as const;

/** Corridors that the form offers, km. */
export const CORRIDORS_KM = [1, 2, 3, 5, 10] as const;

/** Km off a line on roads, and off a straight one, which no road follows. */
export const USUAL_CORRIDOR_KM = { line: 3, straight: 10 } as const;

/** A longer line is not kept in the address: not every program passes on longer ones. */
export const MAX_LINE_LETTERS = 1_800;

/** The part of a driver, or of a question, that is the car of a question. */
export function toRouteCar({ tank, per100Km, litres, discounts }: RouteCar): RouteCar {
  return { tank, per100Km, litres, discounts };
}

/** The question of an address without a query. */
export const EMPTY_QUESTION: RouteQuestion = {
  ...{ from: NOWHERE, to: NOWHERE, line: null, fuel: DEFAULT_FUEL, corridorKm: null },
  ...{ ...toRouteCar(USUAL_DRIVER), level: null, aim: "balanced" },
};

function toEnd(query: URLSearchParams, name: "from" | "to"): RouteEnd {
  const text = (query.get(name) ?? "").replace(/\s+/g, " ").trim().slice(0, 120);
  if (text === "") return NOWHERE;
  // A form without scripts sends the point along with the text that it belongs to.
  const of = query.get(`${name}_of`);
  const at = query.get(`${name}_at`);
  return { text, point: at !== null && (of === null || of === text) ? toPoint(at) ?? null : null };
}

function toNumber(text: string | null, { min, max }: { min: number; max: number }): number | undefined {
  const value = text !== null && /^\d{1,3}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.replace(",", ".")) : NaN;
  return value >= min && value <= max ? value : undefined;
}

function toDiscounts(text: string): Discounts {
  const { most, maxChars } = DISCOUNT_LIMITS;
  if (text.length > maxChars) return new Map();
  const pairs = text.split(",").map(readDiscount).filter((discount) => discount && isDiscount(discount.milli));
  return new Map(pairs.slice(0, most).map((discount) => [discount!.name, discount!.milli]));
}

function toDiscountText(discounts: Discounts): string {
  return [...discounts].map(([brand, milli]) => `${brand}:${milli / 1000}`).join(",");
}

/** The question of a query, with `car` for what it does not name. Never throws: what makes no sense is as if it were not there. */
export function readQuestion(query: URLSearchParams, car: RouteCar = EMPTY_QUESTION): RouteQuestion {
  const empty = { ...EMPTY_QUESTION, ...car };
  const fuel = query.get("fuel") ?? "";
  const line = query.get("line") ?? "";
  const discounts = query.get("discounts");
  const tank = toNumber(query.get("tank"), ROUTE_LIMITS.tank) ?? empty.tank;
  return {
    from: toEnd(query, "from"),
    to: toEnd(query, "to"),
    line: line.length >= 4 && line.length <= MAX_LINE_LETTERS && /^[?-~]+$/.test(line) ? line : null,
    fuel: isFuel(fuel) ? fuel : empty.fuel,
    corridorKm: toNumber(query.get("corridor"), ROUTE_LIMITS.corridorKm) ?? null,
    tank,
    level: toNumber(query.get("level"), { min: 0, max: tank }) ?? null,
    per100Km: toNumber(query.get("consumption"), ROUTE_LIMITS.per100Km) ?? empty.per100Km,
    litres: Math.min(tank, toNumber(query.get("litres"), ROUTE_LIMITS.litres) ?? empty.litres),
    discounts: discounts === null ? empty.discounts : toDiscounts(discounts),
    aim: AIMS.find((aim) => aim === query.get("plan")) ?? empty.aim,
  };
}

/**
 * The query of a question, always in one order and without what is usual.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const query = "from=Lille&from_at=50.63,3.06&to=Nice&to_at=43.7,7.27&discounts=E.Leclerc%3A0.05&plan=fewest";
 * equal(toQuestionQuery(readQuestion(new URLSearchParams(query))), query);
 * ```
 */
export function toQuestionQuery(question: RouteQuestion): string {
  const { from, to, line, fuel, corridorKm, tank, level, per100Km, litres, discounts, aim } = question;
  const empty = EMPTY_QUESTION;
  const unless = <T extends string | number | null>(usual: T, value: T) => value === usual ? null : String(value);
  const at = ({ point }: RouteEnd) => point && `${point.lat},${point.lng}`;
  const text = (words: string) => words === "" ? null : encodeURIComponent(words);
  const parts: (readonly [string, string | null])[] = [
    ...(line === null
      ? [["from", text(from.text)], ["from_at", at(from)], ["to", text(to.text)], ["to_at", at(to)]] as const
      : [["line", text(line)]] as const),
    ["fuel", unless(empty.fuel, fuel)],
    ["corridor", unless(null, corridorKm)],
    ["tank", unless(empty.tank, tank)],
    ["level", unless(null, level)],
    ["consumption", unless(empty.per100Km, per100Km)],
    ["litres", unless(Math.min(tank, empty.litres), litres)],
    ["discounts", text(toDiscountText(discounts))],
    ["plan", unless(empty.aim, aim)],
  ];
  return parts.filter(([, value]) => value !== null).map(([name, value]) => `${name}=${value}`).join("&");
}

const MAX_LISTED = 150;

/** A line as the operation takes it: an encoded polyline, or two points, which it joins itself. */
export type LineParams = { readonly polyline: string } | { readonly points: string };

/** The parameters of the operation for a question about a line. */
export function toRouteParams(question: RouteQuestion, line: LineParams): Record<string, string | number> {
  const { fuel, corridorKm, tank, level, per100Km, litres, discounts, aim } = question;
  return {
    ...line,
    fuel,
    corridor: corridorKm ?? USUAL_CORRIDOR_KM["points" in line ? "straight" : "line"],
    limit: MAX_LISTED,
    litres,
    consumption: per100Km,
    ...(discounts.size > 0 && { discounts: toDiscountText(discounts) }),
    tank,
    start_level: Math.min(tank, level ?? tank / 2),
    stop_cost: STOP_COST[aim],
  };
}

/** The two ends as the operation takes them; null while one of them is not known. */
export function toPoints({ from, to }: RouteQuestion): { points: string } | null {
  if (!from.point || !to.point) return null;
  return { points: [from.point, to.point].map(({ lat, lng }) => `${lat},${lng}`).join(";") };
}
