/** Speaks the protocols of OSRM and Valhalla: what is asked, and what of the answers is believed. @module */

import codec from "@googlemaps/polyline-codec";
import { z } from "zod";
import type { Place } from "../domain/earth.ts";
import { EngineFault, type EngineRequest } from "./ask.ts";

/** How a routing engine is spoken to. */
export type Protocol = {
  wayRequest(points: readonly Place[]): EngineRequest;
  /** The legs of a way. */
  readWay(answer: unknown): Place[][];
  /** Asks for the metres from each place of `from` to each of `to`. */
  tableRequest(from: readonly Place[], to: readonly Place[]): EngineRequest;
  /** A row for each place of `from`; null where no road leads. */
  readTable(answer: unknown): (number | null)[][];
};

/** Longest way on roads, metres: a table that tells of more is nonsense. */
const MOST_M = 20_000_000;

const encoded = z.string().min(2).regex(/^[?-\x7f]+$/);
const metres = z.number().min(0).max(MOST_M);

function believe<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer);
  if (!read.success) throw new EngineFault("its answer is not of its protocol");
  return read.data;
}

function decode(polyline: string): Place[] {
  return codec.decode(polyline, 6).map(([lat, lng]) => ({ lat, lng }));
}

const toDegrees = (degrees: number) => degrees.toFixed(6);

function toList(places: readonly Place[]): string {
  return places.map(({ lat, lng }) => `${toDegrees(lng)},${toDegrees(lat)}`).join(";");
}

const osrmRoute = z.object({
  code: z.literal("Ok"),
  routes: z.array(z.object({ geometry: encoded })).min(1),
  waypoints: z.array(z.object({ location: z.tuple([z.number(), z.number()]) })).min(2),
});
const osrmTable = z.object({ code: z.literal("Ok"), distances: z.array(z.array(metres.nullable())) });

/** Two places of OSRM that are this near, in degrees, are one. */
const SAME_DEGREES = 2e-6;

/** The legs of a whole way: each ends at the first vertex, behind the one before it, where OSRM says that its point lies. */
function cutAt(places: readonly Place[], points: readonly Place[]): Place[][] {
  let from = 0;
  return points.slice(1).map(({ lat, lng }, i) => {
    const isThere = (place: Place) =>
      Math.abs(place.lat - lat) <= SAME_DEGREES && Math.abs(place.lng - lng) <= SAME_DEGREES;
    const to = i === points.length - 2
      ? places.length - 1
      : places.findIndex((place, at) => at > from && isThere(place));
    if (to < from) throw new EngineFault("its line does not pass its points");
    const leg = places.slice(from, to + 1);
    from = to;
    return leg;
  });
}

/** The HTTP API of OSRM, version 1, with the profile `driving`. */
const osrm: Protocol = {
  wayRequest: (points) => ({ path: `/route/v1/driving/${toList(points)}?overview=full&geometries=polyline6` }),
  readWay(answer) {
    const { routes, waypoints } = believe(osrmRoute, answer);
    return cutAt(decode(routes[0]!.geometry), waypoints.map(({ location: [lng, lat] }) => ({ lat, lng })));
  },
  tableRequest(from, to) {
    const sources = from.map((_, i) => i).join(";");
    const destinations = to.map((_, i) => from.length + i).join(";");
    const path = `/table/v1/driving/${toList([...from, ...to])}`;
    return { path: `${path}?annotations=distance&sources=${sources}&destinations=${destinations}` };
  },
  readTable: (answer) => believe(osrmTable, answer).distances,
};

const valhallaRoute = z.object({
  trip: z.object({ status: z.literal(0), legs: z.array(z.object({ shape: encoded })).min(1) }),
});
const kilometres = z.number().min(0).max(MOST_M / 1000);
const valhallaTable = z.object({
  sources_to_targets: z.array(z.array(z.object({ distance: kilometres.nullable() }))),
});

const toLocation = ({ lat, lng }: Place) => ({ lat: Number(toDegrees(lat)), lon: Number(toDegrees(lng)) });

/** The HTTP API of Valhalla, with the costing `auto`. */
const valhalla: Protocol = {
  wayRequest: (points) => ({
    path: "/route",
    body: { locations: points.map(toLocation), costing: "auto", directions_type: "none", units: "kilometers" },
  }),
  readWay: (answer) => believe(valhallaRoute, answer).trip.legs.map(({ shape }) => decode(shape)),
  tableRequest: (from, to) => ({
    path: "/sources_to_targets",
    body: { sources: from.map(toLocation), targets: to.map(toLocation), costing: "auto", units: "kilometers" },
  }),
  readTable: (answer) =>
    believe(valhallaTable, answer).sources_to_targets
      .map((row) => row.map(({ distance }) => distance === null ? null : distance * 1000)),
};

/** The protocols that are spoken, by the name in the settings. */
export const PROTOCOLS = { osrm, valhalla } as const;
