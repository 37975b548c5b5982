/**
 * Decides about one alert rule step by step, over all stations. The decision job must reach the
 * same result.
 *
 * @module
 */

import geodesic from "geographiclib-geodesic";
import type {
  AlertNews,
  AlertStation,
  FuelState,
  Reference,
} from "../../lib/domain/alert_decision.ts";
import type { AlertRule } from "../../lib/domain/alert_rule.ts";
import { fuelNumber } from "../../lib/shared/fuels.ts";

/**
 * A rule as stored before a decision. `waiting` is its message that no process has taken, `sending`
 * the one that a process is sending.
 */
export type NaiveRule = {
  rule: AlertRule;
  reference: Reference | null;
  waiting: AlertNews | null;
  sending: AlertNews | null;
};

type Side = "before" | "after";
type Located = { place: AlertStation["place"] };

function isWithin(a: Located, b: Located, radiusKm: number): boolean {
  if (!a.place || !b.place) return false;
  const { s12 } = geodesic.Geodesic.WGS84.Inverse(
    a.place.lat,
    a.place.lng,
    b.place.lat,
    b.place.lng,
  );
  return s12! <= 1_000 * radiusKm;
}

/** A rule with its stations, and their prices before and after the market changed. */
class Decision {
  readonly #fuel: number;
  readonly mine: AlertStation[];

  constructor(readonly stations: readonly AlertStation[], readonly state: NaiveRule) {
    const { fuel, where } = state.rule;
    this.#fuel = fuelNumber(fuel);
    this.mine = stations.filter((station) =>
      "ids" in where
        ? where.ids.includes(station.id)
        : isWithin({ place: where.cell }, station, where.radius_km)
    );
  }

  priceOf(station: AlertStation, side: Side): number | null {
    return station[side][this.#fuel]?.priceMilli ?? null;
  }

  saleOf(station: AlertStation, side: Side): FuelState["sale"] {
    return station[side][this.#fuel]?.sale ?? null;
  }

  /** Returns the stations that have a price, cheapest first, then by ID. */
  priced(list: readonly AlertStation[], side: Side): AlertStation[] {
    return list.filter((station) => this.priceOf(station, side) !== null).sort((a, b) =>
      this.priceOf(a, side)! - this.priceOf(b, side)! || (a.id < b.id ? -1 : 1)
    );
  }

  isWaitingAbout(station: AlertStation): boolean {
    return this.state.waiting?.stationId === station.id;
  }

  /** Returns the price that the visitor knows, which is older if a message waits. */
  oldPriceOf(station: AlertStation): number | null {
    return this.isWaitingAbout(station)
      ? this.state.waiting!.oldMilli
      : this.priceOf(station, "before");
  }

  toNews(kind: AlertNews["kind"], station: AlertStation, oldMilli: number | null): AlertNews {
    return {
      kind,
      stationId: station.id,
      fuel: this.state.rule.fuel,
      priceMilli: this.priceOf(station, "after"),
      oldMilli,
    };
  }
}

type Outcome = { reference: Reference | null; news: AlertNews | null };

function decideCheapest(decision: Decision, fallMilli: number): Outcome {
  const { stations, mine, state: { waiting, sending } } = decision;
  const [then] = decision.priced(mine, "before");
  const [now] = decision.priced(mine, "after");
  let { reference } = decision.state;
  if (reference === null && waiting === null && sending === null && then !== undefined) {
    reference = { stationId: then.id, priceMilli: decision.priceOf(then, "before")! };
  }
  if (now === undefined) return { reference, news: null };
  const known = sending ?? reference;
  const knownMilli = known?.priceMilli ?? null;
  const milli = decision.priceOf(now, "after")!;
  const hasFallen = knownMilli !== null && knownMilli - milli >= fallMilli;
  const isSamePrice = knownMilli === milli &&
    stations.some((station) =>
      station.id === known!.stationId && decision.priceOf(station, "after") === milli
    );
  const isNews = fallMilli > 0 ? hasFallen : !isSamePrice;
  return { reference, news: isNews ? decision.toNews("cheapest", now, knownMilli) : null };
}

/** Finds a station whose price is lower than the visitor knows, and not above the limit. */
function decideAtMost(decision: Decision, limitMilli: number): AlertNews | null {
  const fallen = decision.priced(decision.mine, "after").find((station) => {
    const milli = decision.priceOf(station, "after")!;
    const old = decision.oldPriceOf(station);
    return milli <= limitMilli && (old === null || milli < old);
  });
  return fallen ? decision.toNews("at_most", fallen, decision.oldPriceOf(fallen)) : null;
}

/** Finds a station that ran out or is back. A waiting message stays valid while it is true. */
function decideStock(decision: Decision): AlertNews | null {
  const turned = decision.mine.filter((station) => {
    const sale = decision.saleOf(station, "after");
    if (decision.isWaitingAbout(station)) {
      return sale === (decision.state.waiting!.kind === "out" ? "out" : "sold");
    }
    return [decision.saleOf(station, "before"), sale].sort().join() === "out,sold";
  });
  const [first] = turned.sort((a, b) => a.id < b.id ? -1 : 1);
  if (!first) return null;
  const kind = decision.saleOf(first, "after") === "out" ? "out" : "back";
  return decision.toNews(kind, first, decision.oldPriceOf(first));
}

/** Finds a station that became the cheapest within a radius. */
function decideBest(decision: Decision, radiusKm: number): AlertNews | null {
  const isBest = (station: AlertStation, side: Side) => {
    const others = decision.stations.filter((other) =>
      other !== station && isWithin(station, other, radiusKm)
    );
    const [cheapest] = decision.priced(others, side);
    const own = decision.priceOf(station, side);
    return own !== null && cheapest !== undefined && own <= decision.priceOf(cheapest, side)!;
  };
  const best = decision.priced(decision.mine, "after").find((station) =>
    isBest(station, "after") &&
    (decision.isWaitingAbout(station) || !isBest(station, "before"))
  );
  return best ? decision.toNews("best", best, decision.oldPriceOf(best)) : null;
}

/**
 * Returns the reference of a rule after a decision, and the news that its outbox should hold, which
 * is null if it should be empty, or if `sending` is not replaced.
 */
export function decideNaively(stations: readonly AlertStation[], state: NaiveRule): Outcome {
  const { rule: { where, when }, reference } = state;
  const decision = new Decision(stations, state);
  switch (when.kind) {
    case "cheapest":
      return decideCheapest(decision, when.fall_milli);
    case "at_most":
      return { reference, news: decideAtMost(decision, when.price_milli) };
    case "stock":
      return { reference, news: decideStock(decision) };
    case "best":
      return { reference, news: decideBest(decision, where.radius_km!) };
  }
}
