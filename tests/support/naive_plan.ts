/**
 * A second, naive reading of the cheapest plan: every amount at every stop, for every level of the
 * tank.
 *
 * @module
 */

/**
 * A station of a plan: metres along the way, metres more to drive, thousandths of a euro a litre.
 */
export type NaiveStop = { alongM: number; detourM: number; priceMilli: number };

/** A car as a question names it. */
export type NaiveCar = {
  tank: number;
  start_level: number;
  consumption: number;
  reserve: number;
  stop_cost: number;
  /** Litres that a stop takes at least. */
  min_fill?: number;
};

/**
 * The least cost of a way in 1/10 000 €, or null. `slackM`: metres by which each length is worse,
 * as it was rounded.
 */
export function findLeastCost(
  stops: readonly NaiveStop[],
  { lengthM, car, slackM }: { lengthM: number; car: NaiveCar; slackM: number },
): number | null {
  const leastTaken = Math.max(1, Math.ceil((car.min_fill ?? 0) * 10));
  const burnt = (metres: number) => (metres * car.consumption) / 10_000;
  /**
   * The least cost by tenths of litres had so far: those in the tank, and those burnt along the
   * way.
   */
  const start = Math.floor(car.start_level * 10);
  let least = new Map<number, number>([[start, 0]]);
  for (const { alongM, detourM, priceMilli } of stops) {
    const detour = detourM === 0 ? 0 : Math.ceil(burnt(detourM + slackM) - 1e-9);
    const next = new Map(least);
    for (const [had, cost] of least) {
      // before the first stop at most half of the start is kept
      const reserve = had === start && cost === 0
        ? Math.min(car.reserve * 10, start / 2)
        : car.reserve * 10;
      if (had - burnt(alongM + slackM) - detour < reserve - 1e-6) continue;
      const there = had - burnt(alongM - slackM) - detour;
      for (let taken = leastTaken; there + taken <= car.tank * 10 - detour / 2 + 1e-6; taken++) {
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
