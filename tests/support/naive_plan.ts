/**
 * Computes the cheapest plan a second time, naively: every amount at every stop, for every level of
 * the tank.
 *
 * @module
 */

/**
 * A station of a plan: metres along the route, metres of detour, thousandths of a euro per litre.
 */
export type NaiveStop = { alongM: number; detourM: number; priceMilli: number };

/** A car with the parameters of a request. */
export type NaiveCar = {
  tank: number;
  start_level: number;
  consumption: number;
  reserve: number;
  stop_cost: number;
  /** The minimum litres of a stop. */
  min_fill?: number;
};

/**
 * Returns the lowest cost of a route in 1/10 000 €, or null. `slackM` is the rounding error, in
 * metres, by which each length may be longer.
 */
export function findLeastCost(
  stops: readonly NaiveStop[],
  { lengthM, car, slackM }: { lengthM: number; car: NaiveCar; slackM: number },
): number | null {
  const minTaken = Math.max(1, Math.ceil((car.min_fill ?? 0) * 10));
  const burnt = (metres: number) => (metres * car.consumption) / 10_000;
  const start = Math.floor(car.start_level * 10);
  // The lowest cost by litres (in tenths): the sum of those in the tank and those burnt so far.
  let least = new Map<number, number>([[start, 0]]);
  for (const { alongM, detourM, priceMilli } of stops) {
    const detour = detourM === 0 ? 0 : Math.ceil(burnt(detourM + slackM) - 1e-9);
    const next = new Map(least);
    for (const [had, cost] of least) {
      // Before the first stop at most half of the starting level is kept.
      const reserve = had === start && cost === 0
        ? Math.min(car.reserve * 10, start / 2)
        : car.reserve * 10;
      if (had - burnt(alongM + slackM) - detour < reserve - 1e-6) continue;
      const there = had - burnt(alongM - slackM) - detour;
      for (let taken = minTaken; there + taken <= car.tank * 10 - detour / 2 + 1e-6; taken++) {
        const after = had - detour + taken;
        const price = cost + taken * priceMilli + car.stop_cost * 10_000;
        if (price < (next.get(after) ?? Infinity)) next.set(after, price);
      }
    }
    least = next;
  }
  const arrived = [...least].filter(([had]) =>
    had - burnt(lengthM + slackM) >= car.reserve * 10 - 1e-6
  );
  return arrived.length === 0 ? null : Math.min(...arrived.map(([, cost]) => cost));
}
