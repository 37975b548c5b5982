/** Says in words what a search found: the text of `search_stations_nearby`. @module */

import type { NearbyEntry } from "../../domain/wire.ts";
import type { Point } from "../../shared/explorer/url_state.ts";
import { toAddress } from "../../shared/station/listed_station.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { describeFilters, type Filters, toNarrowing } from "../filters.ts";
import type { Body } from "../operation.ts";
import { countOf, FUEL_NAMES, toAge, toKm, toQuoted, toSpotText, toStationLabel, toToolText } from "../tool_text.ts";

/** Without a point and a radius where a whole area was searched. */
type SearchInput = Filters & Partial<Point> & { radius?: number; fuel: Fuel; sort?: keyof typeof ORDERS };

const TOWN_MAX = 20;

const toLabel = (entry: NearbyEntry) => toStationLabel(entry) ?? "Station without a name";

/** "within 5 km of Lyon (69)", "in Bretagne". */
function toWhere(meta: Body["meta"], input: SearchInput): string {
  const spot = toSpotText(meta, input as Point);
  return input.radius === undefined ? `in ${spot}` : `within ${input.radius} km of ${spot}`;
}

function toOtherPrices({ prices = [] }: NearbyEntry): string {
  return prices.length === 0 ? "" : ` (${prices.map(({ fuel, price }) => `${fuel} ${price}`).join(", ")})`;
}

/** The amount to pay: the price less discounts where there are some, and the fill with the way there and back. */
function toFill({ price, net_price, cost }: NearbyEntry): string {
  return `${net_price === price ? "" : `net ${net_price}, `}${cost} € for the fill`;
}

function toBest(best: NearbyEntry, asOf: string): string {
  const place = toQuoted(toAddress(best), 60);
  const isNamed = best.name !== null || best.brand !== null || best.address === null;
  const where = isNamed ? `${toLabel(best)}, ${place}` : place;
  const fill = best.cost === undefined ? "" : ` (${toFill(best)})`;
  const away = best.distance_km === undefined ? "" : `${toKm(best.distance_km)} away, `;
  const age = toAge(best.updated_at, asOf);
  return `${best.price} €/L${fill}${toOtherPrices(best)} at ${where}; ${away}price set ${age}, id ${best.id}.`;
}

/** `"Relais", "Lyon" (motorway), 1.2 km`. */
function toSpot(entry: NearbyEntry): string {
  const town = entry.city ? `, ${toQuoted(entry.city, TOWN_MAX)}` : "";
  const motorway = entry.motorway ? " (motorway)" : "";
  const away = entry.distance_km === undefined ? "" : `, ${toKm(entry.distance_km)}`;
  return `${toLabel(entry)}${town}${motorway}${away}`;
}

function toLine(entry: NearbyEntry, index: number, asOf: string): string {
  const fill = entry.cost === undefined ? "" : `, ${toFill(entry)},`;
  const prices = `${entry.price}${fill}${toOtherPrices(entry)}`;
  return `${index + 2}. ${prices} ${toSpot(entry)}, ${toAge(entry.updated_at, asOf)}, id ${entry.id}`;
}

function toNothing(input: SearchInput, where: string): string {
  const ways = [
    ...((input.radius ?? 50) < 50 ? ["widen radius (up to 50 km)"] : []),
    ...describeFilters(input, "toAdvice"),
  ];
  return `No station ${where} has a price in force for ` +
    `${FUEL_NAMES[input.fuel]}${ways.length > 0 ? `. To find some: ${ways.join(", ")}` : ""}.`;
}

const ORDERS = {
  price: ["Cheapest", "cheapest"],
  cost: ["Cheapest fill of", "cheapest fill"],
  distance: ["Nearest", "nearest"],
} as const;

function toOutText(body: Body<NearbyEntry[]>, input: SearchInput): string {
  const { data, meta } = body;
  const [order, verb] = [input.sort === "distance" ? "nearest" : "latest", meta.total === 1 ? "has" : "have"];
  const toOutLine = (entry: NearbyEntry) => {
    const price = entry.last_price ? `, last price ${entry.last_price}` : "";
    return `${toSpot(entry)}, ran out ${toAge(entry.out_of_stock_since!, meta.generated_at)}${price}, id ${entry.id}`;
  };
  return toToolText([
    `${countOf(meta.total as number, "station")} ${toWhere(meta, input)}${toNarrowing(input)} ${verb} run out of ` +
    `${FUEL_NAMES[input.fuel]}; ${data.length} listed, ${order} first.`,
    ...data.map(toOutLine),
  ], body);
}

/** The cheapest or nearest station in a sentence, then a line for each other one; or those that ran out of the fuel. */
export function toSearchText(body: Body<NearbyEntry[]>, input: SearchInput): string {
  if (input.out_of_stock) return toOutText(body, input);
  const { data, meta } = body;
  const [best, ...others] = data;
  if (!best) return toToolText([toNothing(input, toWhere(meta, input))], body);
  const asOf = meta.generated_at;
  const [head, order] = ORDERS[input.sort ?? "price"];
  return toToolText([
    `${head} ${FUEL_NAMES[input.fuel]} ${toWhere(meta, input)}${toNarrowing(input)}: ${toBest(best, asOf)}`,
    `${data.length} of ${countOf(meta.total as number, "station")}, ${order} first, €/L.`,
    ...others.map((entry, index) => toLine(entry, index, asOf)),
  ], body);
}
