/**
 * `GET /api/v1/prices/compare`, `compare_price`: ranks a price around a point and in the country.
 *
 * @module
 */

import { z } from "zod";
import { findNearby, type FoundStation } from "../../db/current/stations.ts";
import { getAreaTally } from "../../db/history/series.ts";
import type { Queryable } from "../../db/db.ts";
import type { DataState } from "../../db/data_state.ts";
import { addToTally, emptyTally, type Tally } from "../../domain/price/aggregate.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { fuelParam, latParam, lngParam } from "../../domain/params.ts";
import { toCheapStation, toDistanceKm } from "../../domain/station/station_record.ts";
import { type Comparison, comparisonSchema } from "../../domain/price/comparison_wire.ts";
import { fuelField } from "../../domain/wire.ts";
import { toMapPath, toTrendsPath } from "../../site/paths.ts";
import { fuelNumber } from "../../shared/fuels.ts";
import { parsePriceText, toMeanMilli, toPriceText } from "../../shared/price/money.ts";
import { createOfferTest, findNearbyInSnapshot, toFound } from "../../snapshot/search.ts";
import { areaKey, type Snapshot } from "../../snapshot/snapshot.ts";
import {
  type Backend,
  type Body,
  defineOperation,
  requireState,
  type Result,
} from "../operation.ts";
import {
  countOf,
  FUEL_NAMES,
  toAge,
  toKm,
  toSpotText,
  toStationLabel,
  toStationText,
  toToolText,
} from "../tool_text.ts";

const input = z.strictObject({
  fuel: fuelParam,
  price: z.number().min(0.1).max(9.999).describe("Price to compare, euros per litre, 0.1 to 9.999"),
  lat: latParam.optional(),
  lng: lngParam.optional(),
  radius: z.number().min(0.1).max(50).default(5).describe(
    "Radius in km around the point, 0.1 to 50",
  ),
});

type Input = z.infer<typeof input>;

type Ranked = { tally: Tally; cheaper: number };

const toMilli = ({ price }: Input) => Math.round(price * 1000);

function toStanding({ tally: { count, sumMilli, min }, cheaper }: Ranked, priceMilli: number) {
  const meanMilli = count === 0 ? null : toMeanMilli(sumMilli, count);
  return {
    stationCount: count,
    cheaperCount: cheaper,
    cheaperShare: count === 0 ? null : Math.round((cheaper / count) * 1000) / 1000,
    rank: cheaper + 1,
    avgPrice: meanMilli === null ? null : toPriceText(meanMilli),
    aboveAvg: meanMilli === null ? null : toPriceText(priceMilli - meanMilli),
    minPrice: min && toPriceText(min.price.priceMilli),
  };
}

function toAround(
  found: readonly FoundStation[],
  { radius }: Input,
  priceMilli: number,
): Comparison["around"] {
  const tally = emptyTally();
  for (const each of found) addToTally(tally, each);
  const cheaper = found.filter(({ price }) => price.priceMilli < priceMilli).length;
  const [best] = found;
  const cheapest = best
    ? { ...toCheapStation(best), distance_km: toDistanceKm(best.metres) }
    : null;
  return { radiusKm: radius, ...toStanding({ tally, cheaper }, priceMilli), cheapest };
}

/** `found` holds the prices around the point, cheapest first; null without a point. */
type Read = { found: readonly FoundStation[] | null; national: Ranked; state: DataState };

function toResult(input: Input, { found, national, state }: Read): Result<Comparison> {
  const priceMilli = toMilli(input);
  const data = {
    fuel: input.fuel,
    price: toPriceText(priceMilli),
    around: found && toAround(found, input, priceMilli),
    national: {
      ...toStanding(national, priceMilli),
      cheapest: national.tally.min && toCheapStation(national.tally.min),
    },
  };
  return { data, meta: { fuel: input.fuel }, state };
}

/** Returns the point for a search without filters; null without a point. */
function toCircle({ lat, lng, radius, fuel }: Input) {
  if (lat === undefined || lng === undefined) return null;
  return {
    lat,
    lng,
    radiusM: radius * 1000,
    fuel: fuelNumber(fuel),
    maxAgeDays: IN_FORCE_DAYS,
    limit: null,
  };
}

function rankInSnapshot(snapshot: Snapshot, input: Input): Ranked {
  const fuel = fuelNumber(input.fuel);
  const isOffered = createOfferTest(snapshot, { fuel, maxAgeDays: IN_FORCE_DAYS, accepts: null });
  const priceMilli = toMilli(input);
  let cheaper = 0;
  for (const [rank, milli] of snapshot.offers[fuel]!.milli.entries()) {
    if (milli < priceMilli && isOffered(rank)) cheaper++;
  }
  return { tally: snapshot.tallies.get(areaKey("FR", fuel)) ?? emptyTally(), cheaper };
}

async function readFromDatabase(tx: Queryable, backend: Backend, input: Input): Promise<Read> {
  const options = {
    area: "FR",
    fuel: fuelNumber(input.fuel),
    maxAgeDays: IN_FORCE_DAYS,
    priceMilli: toMilli(input),
  };
  const { state, ...national } = await getAreaTally(tx, options);
  const circle = toCircle(input);
  const near = circle && await findNearby(tx, { ...circle, conditions: [] });
  return { found: near && near.found, national, state: requireState(state, backend) };
}

/** Returns "2.3 cents below the mean of 1.813; 12 of 45 stations are cheaper (27 %), rank 13". */
function toWords(standing: ReturnType<typeof toStanding>): string {
  const { stationCount, cheaperCount, cheaperShare, rank, avgPrice, aboveAvg } = standing;
  if (avgPrice === null || aboveAvg === null) {
    return "not comparable: no station has a price in force";
  }
  const milli = parsePriceText(aboveAvg);
  const against = milli === 0
    ? "at"
    : `${(Math.abs(milli) / 10).toFixed(1)} cents ${milli < 0 ? "below" : "above"}`;
  const share = Math.round(cheaperShare! * 100);
  const cheaper = `${cheaperCount} of ${countOf(stationCount, "station")} are cheaper (${share} %)`;
  return `${against} the mean of ${avgPrice}; ${cheaper}, rank ${rank}`;
}

function toText(body: Body<Comparison>, input: Input): string {
  const { data: { price, around, national }, meta } = body;
  const head = `${price} €/L for ${FUEL_NAMES[input.fuel]}`;
  const inFrance = toWords(national);
  if (!around) {
    return toToolText([
      `${head} is, in France, ${inFrance}; the cheapest asks ${national.minPrice}.`,
      national.cheapest &&
      `The cheapest is ${toStationText(national.cheapest, meta.generated_at)}.`,
    ], body);
  }
  const spot = toSpotText(meta, { lat: input.lat!, lng: input.lng! });
  const where = `within ${around.radiusKm} km of ${spot}`;
  return toToolText([
    `${head} is, ${where}, ${toWords(around)}.`,
    toBest(around.cheapest, meta.generated_at),
    `In France it is ${inFrance}.`,
  ], body);
}

function toBest(best: NonNullable<Comparison["around"]>["cheapest"], asOf: string): string | null {
  if (!best) return null;
  const label = toStationLabel(best) ?? "a station without a name";
  return `Cheapest there: ${best.price} €/L at ${label}, ${toKm(best.distance_km)} away, ` +
    `price set ${toAge(best.updated_at, asOf)}, id ${best.id}.`;
}

/** A price of rank 1 is at most as high as every price in force. Equal prices are not cheaper. */
export const comparePrice = defineOperation({
  id: "comparePrice",
  tag: "Prices",
  path: "/api/v1/prices/compare",
  title: "Compare a price",
  description:
    "How many stations charge less than a price for a fuel, around a point and in the whole " +
    "country, with the mean and the lowest price of both. Only prices in force count; equal " +
    "prices are not cheaper. Without a point the response covers only the country.",
  example: "/api/v1/prices/compare?fuel=gazole&price=1.7&lat=48.8566&lng=2.3522",
  tool: {
    name: "compare_price",
    description:
      "Is a price good? How many stations around a place and in France charge less, with mean " +
      "and cheapest. For 'is 1.79 good for SP98 in Lyon'. Without a place: only France.",
    toText,
    toPage: (_, { fuel, lat, lng, radius }) =>
      lat === undefined || lng === undefined
        ? toTrendsPath(fuel)
        : toMapPath({ fuel, lat, lng, radius }),
    places: "point",
    countFound: ({ data }) => data.around?.stationCount ?? 0,
  },
  input,
  crossChecks: [{
    after: "lng",
    fault: ({ lat, lng }) =>
      (lat === undefined) === (lng === undefined)
        ? null
        : `Parameters "lat" and "lng" go together; expected both or none`,
  }],
  canonical: ({ lat, lng, ...input }) =>
    lat === undefined ? { ...input, radius: 5 } : { ...input, lat, lng },
  output: comparisonSchema,
  meta: { fuel: fuelField },
  fromSnapshot(snapshot, input) {
    const circle = toCircle(input);
    const found = circle &&
      toFound(snapshot, findNearbyInSnapshot(snapshot, { ...circle, accepts: null }));
    return toResult(input, {
      found,
      national: rankInSnapshot(snapshot, input),
      state: snapshot.state,
    });
  },
  fromDatabase: async (backend, input) =>
    toResult(
      input,
      await backend.db.transaction((tx) => readFromDatabase(tx, backend, input), {
        readOnly: true,
      }),
    ),
});
