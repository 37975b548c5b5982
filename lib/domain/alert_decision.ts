/** Decides which rules of alerts a data revision fires, and with what news. @module */

import { VERDICT_KM } from "../shared/price/verdict.ts";
import { type Fuel, FUELS } from "../shared/station/fuels.ts";
import type { AlertRule } from "./alert_rule.ts";
import { type EarthPoint, type Place, toEarthPoint } from "./place/earth.ts";
import { compareIds } from "./station/station_record.ts";

/** A fuel at a station: the price that is in force and not suspect (thousandths), and whether it is sold or has run out. */
export type FuelState = { priceMilli: number | null; sale: "sold" | "out" | null };

type Fuels = Readonly<Record<number, FuelState | undefined>>;

/** What rules see of a station before and after a revision: by fuel number, without what is not known. */
export type AlertStation = { id: string; place: Place | null; before: Fuels; after: Fuels };

/** Why a rule fires. `oldMilli`: the price that the news is compared with, of the station or of the cheapest one before. */
export type AlertNews = {
  kind: "at_most" | "cheapest" | "back" | "out" | "best";
  stationId: string;
  fuel: Fuel;
  priceMilli: number | null;
  oldMilli: number | null;
};

/** A station in the market of one fuel. */
type Offer = { id: string; place: Place | null; before: FuelState; after: FuelState; isChanged: boolean };
type News = Omit<AlertNews, "fuel">;
type Side = "before" | "after";

const NOTHING: FuelState = { priceMilli: null, sale: null };
/** Degrees of latitude of a band. */
const BAND = 0.1;
/** A degree of latitude has at least so many. */
const KM_PER_DEGREE = 110;

/** Offers in bands of latitude, for searches around a place. */
class Bands {
  readonly #offers = new Map<number, { offer: Offer; point: EarthPoint }[]>();

  add(offer: Offer): void {
    if (offer.place === null) return;
    const band = this.#offers.getOrInsertComputed(Math.floor(offer.place.lat / BAND), () => []);
    band.push({ offer, point: toEarthPoint(offer.place) });
  }

  /** The offers within a radius, in any order. */
  near(place: Place, radiusKm: number): Offer[] {
    const found: Offer[] = [];
    this.some(place, radiusKm, (offer) => found.push(offer) < 0);
    return found;
  }

  /** Whether any offer within a radius is as wanted; the search ends with the first. */
  some(place: Place, radiusKm: number, isWanted: (offer: Offer) => boolean): boolean {
    const [x, y, z] = toEarthPoint(place);
    const reach = (1_000 * radiusKm) ** 2;
    const degrees = radiusKm / KM_PER_DEGREE;
    const last = (place.lat + degrees) / BAND;
    for (let band = Math.floor((place.lat - degrees) / BAND); band <= last; band++) {
      const isFound = this.#offers.get(band)?.some(({ offer, point }) =>
        (point[0] - x) ** 2 + (point[1] - y) ** 2 + (point[2] - z) ** 2 <= reach && isWanted(offer)
      );
      if (isFound) return true;
    }
    return false;
  }
}

/** One fuel: the stations that have or had it, and those of them that changed. */
class Market {
  readonly byId = new Map<string, Offer>();
  readonly all = new Bands();
  readonly changed = new Bands();

  add(offer: Offer): void {
    this.byId.set(offer.id, offer);
    this.all.add(offer);
    if (offer.isChanged) this.changed.add(offer);
  }

  /** Whether a station has become the cheapest of at least two. */
  becameBest({ id, place, ...own }: Offer, radiusKm: number): boolean {
    if (place === null || !this.changed.some(place, radiusKm, () => true)) return false;
    const isBest = (side: Side) => {
      const { priceMilli } = own[side];
      const hasOther = (isWanted: (milli: number) => boolean) =>
        this.all.some(place, radiusKm, (other) => {
          const milli = other.id === id ? null : other[side].priceMilli;
          return milli !== null && isWanted(milli);
        });
      return priceMilli !== null && !hasOther((milli) => milli < priceMilli) && hasOther(() => true);
    };
    return isBest("after") && !isBest("before");
  }
}

/** The cheapest of some offers, of equal ones the first by id; null without a price. */
function findCheapest(offers: readonly Offer[], side: Side = "after"): Offer | null {
  let [best, bestMilli]: [Offer | null, number] = [null, Infinity];
  for (const offer of offers) {
    const milli = offer[side].priceMilli ?? Infinity;
    if (milli < bestMilli || (milli === bestMilli && best && compareIds(offer.id, best.id) < 0)) {
      [best, bestMilli] = [offer, milli];
    }
  }
  return best;
}

/** A limit was reached, or a price below it has fallen again; a price that was there already is no news. */
function decideAtMost(changed: readonly Offer[], limitMilli: number): News | null {
  const found = findCheapest(
    changed.filter(({ before, after }) =>
      after.priceMilli !== null && after.priceMilli <= limitMilli &&
      (before.priceMilli === null || after.priceMilli < before.priceMilli)
    ),
  );
  return found && toNews("at_most", found, found.before.priceMilli);
}

/** With ties there are several cheapest stations; there is news when none of them is one both before and after. */
function decideCheapest(offers: readonly Offer[], fallMilli: number): News | null {
  const now = findCheapest(offers);
  if (now === null) return null;
  const oldMilli = findCheapest(offers, "before")?.before.priceMilli ?? null;
  const isSame = ({ before, after }: Offer) => before.priceMilli === oldMilli && after.priceMilli === oldMilli;
  const isNews = fallMilli === 0
    ? now.after.priceMilli !== oldMilli || !offers.some(isSame)
    : oldMilli !== null && oldMilli - now.after.priceMilli! >= fallMilli;
  return isNews ? toNews("cheapest", now, oldMilli) : null;
}

function decideStock(changed: readonly Offer[]): News | null {
  const turned = changed.filter(({ before, after }) =>
    before.sale !== null && after.sale !== null && before.sale !== after.sale
  );
  const [first] = turned.sort((a, b) => compareIds(a.id, b.id));
  return first ? toNews(first.after.sale === "out" ? "out" : "back", first, first.before.priceMilli) : null;
}

function toNews(kind: AlertNews["kind"], { id, after }: Offer, oldMilli: number | null): News {
  return { kind, stationId: id, priceMilli: after.priceMilli, oldMilli };
}

function decideIn(market: Market, { where, when }: AlertRule): News | null {
  const byId = "ids" in where ? [...new Set(where.ids)].flatMap((id) => market.byId.get(id) ?? []) : null;
  const near = (offers: Bands) => "cell" in where ? offers.near(where.cell, where.radius_km) : [];
  if (when.kind === "best") {
    const found = findCheapest(byId!.filter((offer) => market.becameBest(offer, where.radius_km ?? VERDICT_KM[1])));
    return found && toNews("best", found, found.before.priceMilli);
  }
  const changed = byId?.filter(({ isChanged }) => isChanged) ?? near(market.changed);
  if (changed.length === 0) return null;
  if (when.kind === "at_most") return decideAtMost(changed, when.price_milli);
  return when.kind === "stock" ? decideStock(changed) : decideCheapest(byId ?? near(market.all), when.fall_milli);
}

/** The states before and after one revision, indexed by station and by place: add all stations, then decide about each rule. */
export class AlertDecision {
  readonly #markets = FUELS.map(() => new Market());
  /** Stations whose price or sale of a fuel (1 to 6) is another than before. */
  readonly changed: { stationId: string; fuel: number }[] = [];

  /** Adds a station, changed or not. */
  add({ id, place, ...sides }: AlertStation): void {
    for (const [index, market] of this.#markets.entries()) {
      const fuel = index + 1;
      if (!sides.before[fuel] && !sides.after[fuel]) continue;
      const { before, after } = { before: sides.before[fuel] ?? NOTHING, after: sides.after[fuel] ?? NOTHING };
      const isChanged = before.priceMilli !== after.priceMilli || before.sale !== after.sale;
      if (isChanged) this.changed.push({ stationId: id, fuel });
      market.add({ id, place, before, after, isChanged });
    }
  }

  /** The news that a rule wants, whenever its last message was; null: none. */
  decide(rule: AlertRule): AlertNews | null {
    const news = decideIn(this.#markets[FUELS.indexOf(rule.fuel)]!, rule);
    return news && { ...news, fuel: rule.fuel };
  }
}
