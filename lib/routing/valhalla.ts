/** Speaks Valhalla's HTTP API, with the costing `auto`, and checks its answers. @module */

import codec from "@googlemaps/polyline-codec";
import { z } from "zod";
import type { Place } from "../domain/earth.ts";
import { EngineFault, type EngineRequest } from "./ask.ts";

/** Longest way on roads, kilometres: a table that reports more is nonsense. */
const MAX_KM = 20_000;

const encoded = z.string().min(2).regex(/^[?-\x7f]+$/);
const route = z.object({
  trip: z.object({ status: z.literal(0), legs: z.array(z.object({ shape: encoded })).min(1) }),
});
const table = z.object({
  sources_to_targets: z.array(z.array(z.object({ distance: z.number().min(0).max(MAX_KM).nullable() }))),
});

function parseAs<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new EngineFault("its answer is not of its protocol");
  return parsed.data;
}

const toDegrees = (degrees: number) => Number(degrees.toFixed(6));
const toLocation = ({ lat, lng }: Place) => ({ lat: toDegrees(lat), lon: toDegrees(lng) });

/** The request for a way through some points. */
export function toWayRequest(points: readonly Place[]): EngineRequest {
  const body = { locations: points.map(toLocation), costing: "auto", directions_type: "none", units: "kilometers" };
  return { path: "/route", body };
}

/** The legs of a way. Throws an EngineFault when the answer is not of the protocol. */
export function parseWay(answer: unknown): Place[][] {
  const { legs } = parseAs(route, answer).trip;
  return legs.map(({ shape }) => codec.decode(shape, 6).map(([lat, lng]) => ({ lat, lng })));
}

/** The request for the metres from each place of `from` to each of `to`. */
export function toTableRequest(from: readonly Place[], to: readonly Place[]): EngineRequest {
  const body = { sources: from.map(toLocation), targets: to.map(toLocation), costing: "auto", units: "kilometers" };
  return { path: "/sources_to_targets", body };
}

/** Metres in a row for each source; null where no road leads. Throws an EngineFault when the answer is not of the protocol. */
export function parseTable(answer: unknown): (number | null)[][] {
  const rows = parseAs(table, answer).sources_to_targets;
  return rows.map((row) => row.map(({ distance }) => distance === null ? null : distance * 1000));
}
