/**
 * Tests that plans between towns over a real feed, if available, can be driven and cost what they
 * state.
 *
 * @module
 */

import { equal, ok } from "../support/assert.ts";
import type { WirePlan } from "../../lib/domain/route_wire.ts";
import { toIngestContext } from "../support/load.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { asker, findFeeds, findNewestMs, ingestFeed } from "../support/reference_feed.ts";
import type { RouteAnswer } from "../support/route_checks.ts";
import { withServerDb } from "../support/server_db.ts";

const TOWNS: Record<string, string> = {
  Brest: "48.39,-4.486",
  Bordeaux: "44.841,-0.58",
  Dijon: "47.322,5.041",
  Lille: "50.637,3.063",
  Lyon: "45.758,4.835",
  Marseille: "43.296,5.381",
  Mende: "44.519,3.501",
  Nice: "43.703,7.266",
  Paris: "48.857,2.352",
  Rennes: "48.112,-1.683",
  Strasbourg: "48.583,7.748",
  Toulouse: "43.605,1.444",
};
const ROUTES = [
  ["Paris", "Marseille"],
  ["Paris", "Lyon"],
  ["Lille", "Nice"],
  ["Brest", "Strasbourg"],
  ["Rennes", "Paris"],
  ["Bordeaux", "Toulouse"],
  ["Toulouse", "Mende"],
  ["Mende", "Lyon"],
  ["Dijon", "Brest"],
  ["Nice", "Bordeaux"],
] as const;
const CAR = { tank: 50, consumption: 6.5, reserve: 5, stop_cost: 2, min_fill: 10 };
/** A plan rounds to tenths of litres at each stop. */
const ROUNDED_L = 0.15;

/**
 * Drives a plan and checks that the tank stays between the reserve and its size, and that the euros
 * are litres times the price.
 */
function drive(plan: WirePlan, { lengthKm, level }: { lengthKm: number; level: number }): void {
  const burn = (km: number) => (km * CAR.consumption) / 100;
  let left = level;
  let km = 0;
  let litres = 0;
  let cents = 0;
  for (const [at, stop] of plan.stops.entries()) {
    const slack = ROUNDED_L * (at + 1);
    const reserve = at === 0 ? Math.min(CAR.reserve, level / 2) : CAR.reserve;
    left -= burn(stop.km_along - km + stop.detour_km / 2);
    ok(left >= reserve - slack, `${left} L left at km ${stop.km_along}`);
    ok(
      Math.abs(left - stop.litres_left) <= slack,
      `${stop.litres_left} L left at km ${stop.km_along}, not ${left}`,
    );
    left += stop.litres;
    ok(left <= CAR.tank + slack, `${left} L after the stop at km ${stop.km_along}`);
    equal(
      stop.cost,
      (Math.round(stop.litres * Number(stop.net_price) * 100 + 1e-9) / 100).toFixed(2),
    );
    left -= burn(stop.detour_km / 2);
    km = stop.km_along;
    litres += stop.litres;
    cents += Number(stop.cost) * 100;
  }
  left -= burn(lengthKm - km);
  const slack = ROUNDED_L * (plan.stops.length + 1);
  ok(left >= CAR.reserve - slack, `${left} L at the end`);
  ok(Math.abs(left - plan.litres_left) <= slack);
  ok(Math.abs(litres - plan.litres) < 0.06);
  ok(Math.abs(cents - Number(plan.cost) * 100) <= plan.stops.length);
}

const feed = (await findFeeds()).at(-1);

Deno.test({
  name:
    "plans between ten pairs of towns can be driven with 5, 25 and 45 litres at the start, and cost what they state",
  ignore: feed === undefined,
  fn: () =>
    withServerDb(async (db) => {
      const world = await ingestFeed(db, feed!);
      const context = toIngestContext(db, findNewestMs(world.stations));
      const ask = asker({ ...context, snapshots: createSnapshotSource(db) });
      for (const [from, to] of ROUTES) {
        for (const start_level of [5, 25, 45]) {
          for (const fill of [true, false]) {
            const points = `${TOWNS[from]};${TOWNS[to]}`;
            const question = {
              points,
              fuel: "gazole",
              corridor: 10,
              limit: 1,
              ...CAR,
              start_level,
              fill,
            };
            const { meta } = await ask("routeStations", question) as RouteAnswer;
            const plan = meta.plan as WirePlan;
            ok(plan.feasible, `${from} to ${to} with ${start_level} L`);
            ok(!fill || plan.stops.length > 0);
            drive(plan, {
              lengthKm: (meta.route as { length_km: number }).length_km,
              level: start_level,
            });
          }
        }
      }
    }),
});
