/** What search and box have in common: filters for both readers, the list entry in each form, the frame of the answer. @module */

import { z } from "zod";
import { findBrands, type Found } from "../db/current/stations.ts";
import { toBrandKey, toCanonicalBrand } from "../domain/brand.ts";
import { isOpenAt } from "../domain/opening_hours.ts";
import { parseDiscounts, toCanonicalDiscounts } from "../domain/discounts.ts";
import type { CostInput, Filters } from "../domain/params.ts";
import { type StationRecord, toDistanceKm, toEntry } from "../domain/station_record.ts";
import { fuelField, type StationEntry } from "../domain/wire.ts";
import { toAmountText, toPriceText } from "../shared/money.ts";
import { toNetMilli } from "../shared/my_price.ts";
import { toRealCost, USUAL_CAR } from "../shared/real_cost.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import type { ServiceSlug } from "../shared/service_slugs.ts";
import { toServiceLabel } from "../shared/services.ts";
import { type Hits, type SnapshotFilter, toFound } from "../snapshot/search.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DataState } from "../db/state.ts";
import { type Deps, type Formats, LazyResult, type Result } from "./operation.ts";

type Limited = { limit: number; sort?: "price" | "cost" };
type ListInput = Filters & CostInput & { fuel: Fuel; limit: number };

/** What was found, how many there are before the limit, and the state it was read from. */
export type FoundList = { found: Found[]; total: number; state: DataState };

/** The forms of a list of stations. */
export const LIST_FORMATS: Formats = ["json", "geojson", "csv"];

/** Columns of a list as CSV. */
export const ENTRY_COLUMNS: readonly (keyof StationEntry)[] = [
  ...["id", "name", "brand", "address", "city", "postal_code", "department", "latitude", "longitude"] as const,
  ...["motorway", "automate_24_7", "fuel", "price", "updated_at"] as const,
];

/** Columns that only some questions ask for. */
export const COST_COLUMNS: readonly (keyof StationEntry)[] = ["net_price", "cost"];

/** `meta` of a list beside the common fields. */
export const LIST_META = {
  count: z.int().min(0).describe("Entries in data"),
  total: z.int().min(0).describe("Stations that match, before the limit"),
  fuel: fuelField,
};

const toOneSpelling = (brand: string) => toCanonicalBrand(toBrandKey(brand));

/** The items of a list with commas, in one spelling, each once and in one order. */
function toCanonicalList(list: string | undefined, toItem: (text: string) => string): string | undefined {
  return list === undefined ? undefined : [...new Set(list.split(",").map(toItem))].sort().join();
}

/** The filters by brands and equipment, in one order whatever was given: a list of one brand is that brand. */
function toCanonicalNarrow<I extends Filters>(input: I): I {
  const { brand, brands, exclude_brands, services, automate_24_7, ...others } = input;
  const named = brand === undefined ? toCanonicalList(brands, toOneSpelling) : toOneSpelling(brand);
  const isList = brand === undefined && named?.includes(",");
  return {
    ...others,
    brand: isList ? undefined : named,
    brands: isList ? named : undefined,
    exclude_brands: toCanonicalList(exclude_brands, toOneSpelling),
    services: toCanonicalList(services, (slug) => slug),
    automate_24_7: automate_24_7 || undefined,
  } as I;
}

function isNarrow({ brand, brands, exclude_brands, services, automate_24_7 }: Filters): boolean {
  return (brand ?? brands ?? exclude_brands ?? services ?? automate_24_7) !== undefined;
}

/** What the caller pays, with the usual car written out and discounts in one order; nothing where it is not asked for. */
function toCanonicalCost<I extends CostInput>(input: I): I {
  const { litres, consumption, discounts, sort, ...others } = input;
  if ((litres ?? consumption ?? discounts ?? sort) === undefined) return input;
  const given = sort === "price" ? undefined : sort;
  if ((litres ?? consumption ?? discounts ?? given) === undefined) return others as I;
  return {
    ...others,
    litres: litres ?? USUAL_CAR.litres,
    consumption: consumption ?? USUAL_CAR.per100Km,
    discounts: toCanonicalDiscounts(discounts),
    sort: given,
  } as I;
}

/** The same filters with brands in one spelling, known or not, and what is paid in one form. */
export function toCanonicalFilters<I extends Filters & CostInput>(given: I): I {
  const input = toCanonicalCost(given);
  return isNarrow(input) ? toCanonicalNarrow(input) : input;
}

/** Whether a station may be answered to somebody who wants to refuel at `instant`: unknown hours are kept. */
export function isMaybeOpen(station: StationRecord, instant: Date): boolean {
  return isOpenAt(station.openingHours, station.automate247, instant) !== false;
}

/** Keys of the brands that are asked for or to be left out; null: neither. */
function toBrandKeys({ brand, brands, exclude_brands }: Filters): string[] | null {
  if (brand !== undefined) return [toBrandKey(brand)];
  return (brands ?? exclude_brands)?.split(",").map(toBrandKey) ?? null;
}

/** Labels of the services that are asked for, as stations have them; null: any. */
function toServiceLabels({ services }: Filters): string[] | null {
  return services?.split(",").map((slug) => toServiceLabel(slug as ServiceSlug)) ?? null;
}

/** The filters as the snapshot takes them. */
export function toSnapshotFilter(
  input: Filters & { fuel: Fuel },
  options: { snapshot: Snapshot; now: Date },
): SnapshotFilter {
  const keys = toBrandKeys(input);
  const brands = keys && new Set(keys.flatMap((key) => [...options.snapshot.brands.get(key) ?? []]));
  const isOut = input.exclude_brands !== undefined;
  const services = toServiceLabels(input);
  const isFiltered = isNarrow(input) || input.motorway !== "include" || input.open_now;
  const accepts = ({ record }: { record: StationRecord }) =>
    (brands === null || (record.brand !== null && brands.has(record.brand)) !== isOut) &&
    (input.motorway === "include" || !record.motorway) &&
    (!input.automate_24_7 || record.automate247) &&
    (services === null || services.every((label) => record.services.includes(label))) &&
    (!input.open_now || isMaybeOpen(record, options.now));
  return { fuel: fuelNumber(input.fuel), maxAgeDays: input.max_age_days, accepts: isFiltered ? accepts : null };
}

/** The filters as SQL takes them; with open_now the hours are judged by {@link keepOpen} and so is the limit. */
export async function toSqlFilter(deps: Deps, input: Filters & Limited & { fuel: Fuel }) {
  const keys = toBrandKeys(input);
  const brands = keys && (await findBrands(deps.db)).filter((name) => keys.includes(toBrandKey(name)));
  return {
    fuel: fuelNumber(input.fuel),
    maxAgeDays: input.max_age_days,
    brands,
    brandsOut: input.exclude_brands !== undefined,
    services: toServiceLabels(input),
    automate247: input.automate_24_7 === true,
    motorway: input.motorway === "include",
    limit: input.open_now ? null : limitOf(input),
  };
}

/** Applies open_now, and the limit where it is still to be, to what SQL found. */
export function keepOpen(input: ListInput, list: { found: Found[]; total: number }, now: Date) {
  if (!input.open_now) return list;
  const open = list.found.filter(({ station }) => isMaybeOpen(station, now));
  return { found: limitOf(input) === null ? open : open.slice(0, input.limit), total: open.length };
}

/** The limit of a search; null where all that match must be compared first. */
export function limitOf({ sort, limit }: Limited): number | null {
  return sort === "cost" ? null : limit;
}

/** What a caller pays at a station, in thousandths of a euro: for a litre, and for the fill with the way there and back. */
type Payment = { netMilli: number; costMilli: number };

/** How what is paid is computed for a question; null when it does not ask for it. */
function toPaymentOf(input: ListInput): ((found: Found) => Payment) | null {
  const { litres, consumption, discounts, sort } = input;
  if (litres === undefined && consumption === undefined && discounts === undefined && sort !== "cost") return null;
  const car = { litres: litres ?? USUAL_CAR.litres, per100Km: consumption ?? USUAL_CAR.per100Km };
  const cards = parseDiscounts(discounts);
  return ({ station: { brand }, price: { priceMilli }, metres }) => {
    const netMilli = toNetMilli({ priceMilli, brand }, cards);
    // in whole metres, as answered: both readers agree on them, and a caller can compute it again
    const costMilli = toRealCost({ priceMilli: netMilli, km: toDistanceKm(metres) }, car) * 1000;
    return { netMilli, costMilli };
  };
}

/** The cheapest fills first, compared in whole cents; equal ones stay in the order of prices. */
function sortByCost(found: readonly Found[], paymentOf: (found: Found) => Payment): Found[] {
  return found.map((one) => ({ one, cents: Math.round(paymentOf(one).costMilli / 10) }))
    .sort((a, b) => a.cents - b.cents).map(({ one }) => one);
}

/** A list with what each entry costs who pays, if that is asked for. */
export function toListResult<T extends StationEntry>(
  input: ListInput,
  { found: all, total, state }: FoundList,
  toEntry: (found: Found) => T,
): Result<T[]> {
  const paymentOf = toPaymentOf(input);
  const found = paymentOf && input.sort === "cost" ? sortByCost(all, paymentOf).slice(0, input.limit) : all;
  const data = found.map((one) => {
    const entry = toEntry(one);
    if (paymentOf === null) return entry;
    const { netMilli, costMilli } = paymentOf(one);
    return { ...entry, net_price: toPriceText(netMilli), cost: toAmountText(costMilli) };
  });
  return { data, meta: { count: found.length, total, fuel: input.fuel }, state };
}

// By fuel, then by rank; some 400 bytes for each price of the snapshot at most, and they go with it.
const textsOfState = new WeakMap<DataState, string[][]>();

function textsOf({ state }: Snapshot, fuel: number): string[] {
  let texts = textsOfState.get(state);
  if (!texts) textsOfState.set(state, texts = Array.from({ length: 7 }, () => []));
  return texts[fuel]!;
}

/** The JSON of a station's entry without its closing brace. */
function makeOpenJson({ stations }: Snapshot, rank: number, fuel: number): string {
  const { record, offered } = stations[rank]!;
  return JSON.stringify(toEntry(record, offered[fuel]!)).slice(0, -1);
}

/** An entry as an object for code, and its JSON without the closing brace, made from the text of {@link toEntry}. */
type EntryForms<T> = { toEntry(found: Found): T; toOpenJson(text: string, metres: number): string };

/** The list of a search in the snapshot: a thousand answers write the JSON of the same station only once. */
export function toHitsResult<T extends StationEntry>(
  input: ListInput,
  { snapshot, hits }: { snapshot: Snapshot; hits: Hits },
  forms: EntryForms<T>,
): Result<T[]> {
  const { state } = snapshot;
  if (toPaymentOf(input)) {
    return toListResult(input, { found: toFound(snapshot, hits), total: hits.total, state }, forms.toEntry);
  }
  const { fuel, ranks, metres, total } = hits;
  const toFirst = (count?: number) =>
    toFound(snapshot, { fuel, ranks: ranks.slice(0, count), metres }).map(forms.toEntry);
  const toJson = () => {
    const texts = textsOf(snapshot, fuel);
    // added up and not joined: the engine copies the texts once, when the whole answer is sent
    let json = "";
    for (const [at, rank] of ranks.entries()) {
      const text = texts[rank] ??= makeOpenJson(snapshot, rank, fuel);
      json += (at === 0 ? "" : ",") + forms.toOpenJson(text, metres[at]!) + "}";
    }
    return `[${json}]`;
  };
  return new LazyResult({
    toData: toFirst,
    toJson,
    toFirst,
    meta: { count: ranks.length, total, fuel: input.fuel },
    state,
  });
}
