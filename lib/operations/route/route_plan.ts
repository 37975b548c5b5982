/** Plans the stops along a line and converts the plan to the response. @module */

import pLimit, { type LimitFunction } from "p-limit";
import type { AlongStation } from "../../db/current/route.ts";
import { runInSlices } from "../../shared/slices.ts";
import { planFills } from "../../domain/filling.ts";
import { drivePlan } from "../../domain/plan_drive.ts";
import { planRefuelling, type PlanStation, type RefuellingPlan } from "../../domain/refuelling.ts";
import { toDistanceKm } from "../../domain/station/station_record.ts";
import { toStopStation, type WirePlan } from "../../domain/route_wire.ts";
import type { RouteEntry } from "../../domain/wire.ts";
import { BusyError } from "../../domain/errors.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { isMembersOnly } from "../../shared/member_brands.ts";
import { toCautiousMilli } from "../../shared/price/age_lead.ts";
import { toAmountText, toPriceText } from "../../shared/price/money.ts";
import { findOlderOffers } from "../../site/route/older_offers.ts";

/** A station along the line with the cost of a stop there. */
export type Stop = AlongStation & {
  detour: RouteEntry["detour"];
  detourM: number;
  netMilli: number;
};

type Named = "consumption" | "reserve" | "stop_cost" | "min_fill";
type Car = Record<Named, number> & {
  tank?: number;
  start_level?: number;
  round_trip: boolean;
  fill: boolean;
  stops?: string;
  members_only?: "include" | "exclude";
};

/** Runs at most two plans of a thread at a time, because each takes a tenth of a second or more. */
export const planLimit: LimitFunction = pLimit(2);
const MAX_WAITING_PLANS = 8;

/**
 * Runs the work of a request, in turn if it needs a long plan. Throws a BusyError if too many are
 * waiting.
 */
export async function planInTurn<T>(
  { tank, fill }: Pick<Car, "tank" | "fill">,
  work: () => Promise<T>,
): Promise<T> {
  if (tank === undefined || fill) return await work();
  if (planLimit.pendingCount >= MAX_WAITING_PLANS) {
    throw new BusyError("Too many routes are being planned at the moment");
  }
  return await planLimit(work);
}

const NO_SAVINGS = { saves_on_first: null, saves_on_average: null };
const NO_PLAN: WirePlan = {
  feasible: false,
  stops: [],
  litres_left: 0,
  litres: 0,
  cost: "0.00",
  ...NO_SAVINGS,
};

type Options = {
  input: Car & { fuel: Fuel };
  lengthM: number;
  meanMilli: number;
  asOfMs: number;
  /** Returns the station of a stop as the list has it. */
  toEntry(stop: Stop): RouteEntry;
};

function toCar(
  { tank, start_level: level, consumption, reserve, stop_cost }: Car & { tank: number },
) {
  return {
    tankL: tank,
    levelL: level ?? tank / 2,
    per100Km: consumption,
    reserveL: reserve,
    stopMilli: stop_cost * 1000,
  };
}

/** Returns the stations for the planner: those on the way there, then those on the way back. */
function toPasses(stops: readonly Stop[], { input, lengthM, asOfMs }: Options): PlanStation[] {
  const required = new Set(input.stops?.split(","));
  const there = stops.map((stop) => ({
    priceMilli: toCautiousMilli({
      fuel: input.fuel,
      priceMilli: stop.netMilli,
      ageMs: asOfMs - stop.price.atMs,
    }),
    detourM: stop.detourM,
    alongM: stop.position.alongM,
    isRequired: required.has(stop.station.id),
  }));
  if (!input.round_trip) return there;
  const back = there.toReversed().map((pass) => ({
    ...pass,
    alongM: 2 * lengthM - pass.alongM,
    isRequired: false,
  }));
  return [...there, ...back];
}

const toTenths = (litres: number) => Math.round(litres * 10) / 10;

/**
 * Returns the cost of a plan and its savings. Only this plan's cost includes the fuel of the
 * detours.
 */
function toEuros(
  planned: readonly { stop: Stop; litres: number }[],
  { first, meanMilli, per100Km }: { first: Stop | undefined; meanMilli: number; per100Km: number },
) {
  const litres = planned.reduce((sum, stop) => sum + stop.litres, 0);
  const paidMilli = planned.reduce((sum, { stop, litres }) => sum + litres * stop.netMilli, 0);
  const detourL = planned.reduce((sum, { stop }) => sum + (stop.detourM / 100_000) * per100Km, 0);
  const saved = (priceMilli: number) => toAmountText((litres - detourL) * priceMilli - paidMilli);
  const savings = {
    saves_on_first: first ? saved(first.netMilli) : null,
    saves_on_average: saved(meanMilli),
  };
  return {
    litres: toTenths(litres),
    cost: toAmountText(paidMilli),
    ...(planned.length > 0 ? savings : NO_SAVINGS),
  };
}

type Way = { lengthM: number; meanMilli: number; car: ReturnType<typeof toCar> };

/**
 * Returns the plan along a way; null if the car cannot drive it. Allows smaller stops than
 * `min_fill` if there is no other plan.
 */
async function findPlan(
  stations: readonly PlanStation[],
  { fill, min_fill: minFill }: Car,
  { car, ...way }: Way,
): Promise<RefuellingPlan | null> {
  const plan = fill ? planFills : planRefuelling;
  const run = (minL: number) => runInSlices(plan(stations, { ...way, car: { ...car, minL } }));
  return await run(minFill) ?? (minFill > 0 ? await run(0) : null);
}

/**
 * Returns the plan of a request with a tank; null without one. `found` is in the order along the
 * line.
 */
export async function toPlan(found: readonly Stop[], options: Options): Promise<WirePlan | null> {
  const { input, meanMilli } = options;
  const { tank } = input;
  if (tank === undefined) return null;
  const stops = found.filter(({ station }) =>
    input.members_only === "include" || !isMembersOnly(station)
  );
  const car = toCar({ ...input, tank });
  const stations = toPasses(stops, options);
  const lengthM = input.round_trip ? 2 * options.lengthM : options.lengthM;
  const plan = await findPlan(stations, input, { lengthM, meanMilli, car });
  if (!plan) return NO_PLAN;
  const driven = drivePlan(plan, { stations, lengthM, car: { ...car, minL: 0 } });
  const planned = driven.stops.map((one) => ({
    ...one,
    stop: stops[one.station] ?? stops[stations.length - 1 - one.station]!,
  }));
  const wireStops = planned.map(({ stop, station, litres, litresLeft, isCheapestInReach }) => ({
    ...toStopStation(options.toEntry(stop)),
    km_along: toDistanceKm(stations[station]!.alongM),
    litres,
    litres_left: toTenths(litresLeft),
    cost: toAmountText(litres * stop.netMilli),
    cheapest_in_reach: isCheapestInReach,
  }));
  return {
    feasible: true,
    stops: wireStops,
    litres_left: toTenths(driven.litresLeft),
    ...toEuros(planned, { first: stops[0], meanMilli, per100Km: car.per100Km }),
    older: toOlder(stops, wireStops, options),
  };
}

/** Returns the cheaper stops that a plan passed over because their prices are old. */
function toOlder(
  stops: readonly Stop[],
  planned: WirePlan["stops"],
  { input, asOfMs }: Pick<Options, "input" | "asOfMs">,
) {
  const offers = stops.map((
    { station: { id }, price: { atMs }, netMilli, detourM, position: { alongM } },
  ) => ({
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
