/** Puts a plan of stops along a line into the words of the wire. @module */

import type { AlongStation } from "../db/current/route.ts";
import { runInSlices } from "../db/slices.ts";
import { planRefuelling, toLitres } from "../domain/refuelling.ts";
import { toDistanceKm } from "../domain/station_record.ts";
import type { RouteEntry, WirePlan } from "../domain/wire.ts";
import { BusyError } from "../domain/errors.ts";
import { toAmountText, toPriceText } from "../shared/money.ts";
import { Slots } from "../shared/slots.ts";

/** A station along the line with what it costs to stop there. */
export type Stop = AlongStation & { detour: RouteEntry["detour"]; detourM: number; netMilli: number };

/** What a question says of the car. */
type Car = { tank?: number; start_level?: number; consumption: number; reserve: number; stop_cost: number };

/** Routes with plans in progress in a thread, and how many others wait: each takes a tenth of a second and more. */
export const PLAN_SLOTS = new Slots(2, { maxWaiting: 8 });
const PLAN_WAIT_MS = 5_000;

/** Does the work of a question, in its turn when that needs a plan. Throws a BusyError when too many wait. */
export async function planInTurn<T>({ tank }: Pick<Car, "tank">, work: () => Promise<T>): Promise<T> {
  if (tank === undefined) return await work();
  if (!await PLAN_SLOTS.take(performance.now() + PLAN_WAIT_MS)) {
    throw new BusyError("Too many routes are being planned at the moment");
  }
  try {
    return await work();
  } finally {
    PLAN_SLOTS.give();
  }
}

const NO_PLAN: WirePlan = {
  feasible: false,
  stops: [],
  litres: 0,
  cost: "0.00",
  saves_on_first: null,
  saves_on_average: null,
};

/** The plan of a question that names a tank; null for one that does not. `stops` in the order along the line. */
export async function toPlan(
  stops: readonly Stop[],
  { input, lengthM }: { input: Car; lengthM: number },
): Promise<WirePlan | null> {
  if (input.tank === undefined) return null;
  const car = {
    tankL: input.tank,
    levelL: input.start_level ?? input.tank / 2,
    per100Km: input.consumption,
    reserveL: input.reserve,
    stopMilli: input.stop_cost * 1000,
  };
  const stations = stops.map(({ position: { alongM }, detourM, netMilli }) => ({
    alongM,
    detourM,
    priceMilli: netMilli,
  }));
  const plan = await runInSlices(planRefuelling(stations, { lengthM, car }));
  if (!plan) return NO_PLAN;
  const planned = plan.stops.map(({ station, units }) => ({ ...stops[station]!, litres: toLitres(units) }));
  const litres = planned.reduce((sum, stop) => sum + stop.litres, 0);
  const paidMilli = plan.paid / 10;
  // what the way itself takes: the fuel of the detours is part of the plan's price, and of no other
  const detourL = planned.reduce((sum, { detourM }) => sum + (detourM / 100_000) * car.per100Km, 0);
  const saved = (priceMilli: number) =>
    planned.length === 0 ? null : toAmountText((litres - detourL) * priceMilli - paidMilli);
  const prices = stops.map(({ netMilli }) => netMilli);
  return {
    feasible: true,
    stops: planned.map(({ station, position, litres, netMilli }) => ({
      id: station.id,
      km_along: toDistanceKm(position.alongM),
      litres,
      net_price: toPriceText(netMilli),
      cost: toAmountText(litres * netMilli),
    })),
    litres: Math.round(litres * 10) / 10,
    cost: toAmountText(paidMilli),
    saves_on_first: saved(prices[0] ?? 0),
    saves_on_average: saved(prices.reduce((sum, price) => sum + price, 0) / Math.max(1, prices.length)),
  };
}
