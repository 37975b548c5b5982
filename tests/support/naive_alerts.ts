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
 * A rule as stored before a decision. `waiting` is its message that no process is sending,
 * `sending` the one that a process is.
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

/**
 * Returns the reference of a rule after a decision, and the news that its outbox should hold, which
 * is null if it should be empty, or if `sending` is not replaced.
 */
export function decideNaively(
  stations: readonly AlertStation[],
  { rule: { fuel: name, where, when }, reference, waiting, sending }: NaiveRule,
): { reference: Reference | null; news: AlertNews | null } {
  const fuel = fuelNumber(name);
  const priceOf = (station: AlertStation, side: Side) => station[side][fuel]?.priceMilli ?? null;
  const saleOf = (station: AlertStation, side: Side): FuelState["sale"] =>
    station[side][fuel]?.sale ?? null;
  const priced = (list: readonly AlertStation[], side: Side) =>
    list.filter((station) => priceOf(station, side) !== null)
      .sort((a, b) => priceOf(a, side)! - priceOf(b, side)! || (a.id < b.id ? -1 : 1));
  const mine = stations.filter((station) =>
    "ids" in where
      ? where.ids.includes(station.id)
      : isWithin({ place: where.cell }, station, where.radius_km)
  );
  const isWaitingAbout = (station: AlertStation) =>
    waiting !== null && waiting.stationId === station.id;
  const toNews = (
    kind: AlertNews["kind"],
    station: AlertStation | undefined,
    oldMilli: number | null,
  ) =>
    station === undefined ? null : {
      kind,
      stationId: station.id,
      fuel: name,
      priceMilli: priceOf(station, "after"),
      oldMilli,
    };
  const toStationNews = (kind: AlertNews["kind"], station: AlertStation | undefined) =>
    toNews(
      kind,
      station,
      station === undefined
        ? null
        : isWaitingAbout(station)
        ? waiting!.oldMilli
        : priceOf(station, "before"),
    );

  if (when.kind === "cheapest") {
    const [then] = priced(mine, "before");
    const [now] = priced(mine, "after");
    const isFirst = reference === null && waiting === null && sending === null &&
      then !== undefined;
    const stored = isFirst
      ? { stationId: then.id, priceMilli: priceOf(then, "before")! }
      : reference;
    const known = sending ?? stored;
    const knownMilli = known?.priceMilli ?? null;
    if (now === undefined) return { reference: stored, news: null };
    const milli = priceOf(now, "after")!;
    const isNews = when.fall_milli > 0
      ? knownMilli !== null && knownMilli - milli >= when.fall_milli
      : knownMilli !== milli ||
        !stations.some((station) =>
          station.id === known!.stationId && priceOf(station, "after") === milli
        );
    return { reference: stored, news: isNews ? toNews("cheapest", now, knownMilli) : null };
  }

  if (when.kind === "at_most") {
    // Lower than the price that the visitor knows, and not above the limit.
    const fallen = priced(mine, "after").filter((station) => {
      const milli = priceOf(station, "after")!;
      const old = isWaitingAbout(station) ? waiting!.oldMilli : priceOf(station, "before");
      return milli <= when.price_milli && (old === null || milli < old);
    });
    return { reference, news: toStationNews("at_most", fallen[0]) };
  }

  if (when.kind === "stock") {
    // A waiting message about a station stays valid as long as it is still true.
    const turned = mine.filter((station) => {
      const sale = saleOf(station, "after");
      if (isWaitingAbout(station)) return sale === (waiting!.kind === "out" ? "out" : "sold");
      return [saleOf(station, "before"), sale].sort().join() === "out,sold";
    });
    const [first] = turned.sort((a, b) => a.id < b.id ? -1 : 1);
    return {
      reference,
      news: toStationNews(first && saleOf(first, "after") === "out" ? "out" : "back", first),
    };
  }

  const isBest = (station: AlertStation, side: Side) => {
    const others = stations.filter((other) =>
      other !== station && isWithin(station, other, where.radius_km!)
    );
    const prices = priced(others, side).map((other) => priceOf(other, side)!);
    const own = priceOf(station, side);
    return own !== null && prices.length > 0 && own <= Math.min(...prices);
  };
  const best = priced(mine, "after").filter((station) =>
    isBest(station, "after") && (isWaitingAbout(station) || !isBest(station, "before"))
  );
  return { reference, news: toStationNews("best", best[0]) };
}
