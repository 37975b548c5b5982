/** Plans the stops along a line and converts the plan to the wire. @module */

import pLimit, { type LimitFunction } from "p-limit";
import type { AlongStation } from "../db/current/route.ts";
import { runInSlices } from "../shared/slices.ts";
import { planRefuelling, toLitres } from "../domain/refuelling.ts";
import { toDistanceKm } from "../domain/station/station_record.ts";
import type { WirePlan } from "../domain/route_wire.ts";
import type { RouteEntry } from "../domain/wire.ts";
import { BusyError } from "../domain/errors.ts";
import type { Fuel } from "../shared/fuels.ts";
import { toCautiousMilli } from "../shared/price/age_lead.ts";
import { toAmountText, toPriceText } from "../shared/price/money.ts";
import { findOlderOffers } from "../site/route/older_offers.ts";

/** A station along the line with the cost of a stop there. */
export type Stop = AlongStation & { detour: RouteEntry["detour"]; detourM: number; netMilli: number };

type Named = "consumption" | "reserve" | "stop_cost" | "min_fill";
type Car = Record<Named, number> & { tank?: number; start_level?: number; round_trip: boolean };

/** Runs the plans of a thread, of which each takes a tenth of a second or more: two at a time. */
export const planLimit: LimitFunction = pLimit(2);
const MAX_WAITING_PLANS = 8;

/** Does the work of a question, in its turn when that needs a plan. Throws a BusyError when too many wait. */
export async function planInTurn<T>({ tank }: Pick<Car, "tank">, work: () => Promise<T>): Promise<T> {
  if (tank === undefined) return await work();
  if (planLimit.pendingCount >= MAX_WAITING_PLANS) {
    throw new BusyError("Too many routes are being planned at the moment");
  }
  return await planLimit(work);
}

const NO_SAVINGS = { saves_on_first: null, saves_on_average: null };
const NO_PLAN: WirePlan = { feasible: false, stops: [], litres: 0, cost: "0.00", ...NO_SAVINGS };

type Options = { input: Car & { fuel: Fuel }; lengthM: number; meanMilli: number; asOfMs: number };

/** The plan of a question that names a tank; null for one that does not. `stops` in the order along the line. */
export async function toPlan(stops: readonly Stop[], { input, ...way }: Options): Promise<WirePlan | null> {
  if (input.tank === undefined) return null;
  const car = {
    tankL: input.tank,
    levelL: input.start_level ?? input.tank / 2,
    per100Km: input.consumption,
    reserveL: input.reserve,
    stopMilli: input.stop_cost * 1000,
  };
  const ageOf = ({ price }: Stop) => way.asOfMs - price.atMs;
  const there = stops.map((stop) => ({
    priceMilli: toCautiousMilli({ fuel: input.fuel, priceMilli: stop.netMilli, ageMs: ageOf(stop) }),
    detourM: stop.detourM,
    alongM: stop.position.alongM,
  }));
  const back = there.toReversed().map((pass) => ({ ...pass, alongM: 2 * way.lengthM - pass.alongM }));
  const stations = input.round_trip ? [...there, ...back] : there;
  const lengthM = input.round_trip ? 2 * way.lengthM : way.lengthM;
  const run = (minL: number) => runInSlices(planRefuelling(stations, { lengthM, car: { ...car, minL } }));
  // some ways can be driven only with a smaller stop
  const plan = await run(input.min_fill) ?? (input.min_fill > 0 ? await run(0) : null);
  if (!plan) return NO_PLAN;
  const planned = plan.stops.map(({ station: at, units }) => {
    const stop = stops[at] ?? stops[stations.length - 1 - at]!;
    return { ...stop, alongM: stations[at]!.alongM, litres: toLitres(units) };
  });
  const litres = planned.reduce((sum, stop) => sum + stop.litres, 0);
  const paidMilli = planned.reduce((sum, stop) => sum + stop.litres * stop.netMilli, 0);
  // the fuel of the detours is a part of this plan's price only
  const detourL = planned.reduce((sum, { detourM }) => sum + (detourM / 100_000) * car.per100Km, 0);
  const saved = (priceMilli: number) => toAmountText((litres - detourL) * priceMilli - paidMilli);
  const savings = planned.length > 0 &&
    { saves_on_first: saved(stops[0]!.netMilli), saves_on_average: saved(way.meanMilli) };
  const wireStops = planned.map(({ station, alongM, litres, netMilli }) => ({
    id: station.id,
    km_along: toDistanceKm(alongM),
    litres,
    net_price: toPriceText(netMilli),
    cost: toAmountText(litres * netMilli),
  }));
  return {
    feasible: true,
    stops: wireStops,
    litres: Math.round(litres * 10) / 10,
    cost: toAmountText(paidMilli),
    ...(savings || NO_SAVINGS),
    older: toOlder(stops, wireStops, { input, asOfMs: way.asOfMs }),
  };
}

/** The cheaper stops that a plan passed over because their prices are old. */
function toOlder(
  stops: readonly Stop[],
  planned: WirePlan["stops"],
  { input, asOfMs }: Omit<Options, "lengthM" | "meanMilli">,
) {
  const offers = stops.map(({ station: { id }, price: { atMs }, netMilli, detourM, position: { alongM } }) => ({
    id,
    netMilli,
    atMs,
    ageMs: asOfMs - atMs,
    alongKm: alongM / 1000,
    detourKm: detourM / 1000,
  }));
  return findOlderOffers(offers, { stops: planned, fuel: input.fuel, per100Km: input.consumption })
    .map(({ id, netMilli, atMs }) => ({
      id,
      net_price: toPriceText(netMilli),
      updated_at: new Date(atMs).toISOString(),
    }));
}
