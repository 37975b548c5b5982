/**
 * Requests ways and tables from a Valhalla server over HTTP, with the costing `auto` and within
 * limits, and validates them.
 *
 * @module
 */

import codec from "@googlemaps/polyline-codec";
import { z } from "zod";
import type { Place } from "../domain/place/earth.ts";
import { isOnEarth } from "../domain/route_input.ts";
import { measureRoughly } from "../domain/route_line.ts";
import { collect } from "../platform/collect.ts";

/**
 * The engine is down, slow, or returns an invalid response. The message is ours, never the
 * engine's.
 */
export class EngineFault extends Error {}
/** The engine works but finds no way. */
export class EngineRefusal extends Error {}

/** Posts JSON to a path of the engine and returns the JSON of its response. */
export type Post = (path: string, body: unknown) => Promise<unknown>;

/**
 * Maximum distance in a table in kilometres, and maximum vertices of a way: other requests wait
 * while they are read.
 */
const MAX_KM = 20_000;
const MAX_VERTICES = 50_000;
/**
 * Maximum length of a way: twice the longest request as the crow flies. A line is cut into pieces
 * of two kilometres.
 */
const MAX_WAY_M = 6_000_000;
/**
 * How far from a point the way may start or end, and by how much a table may fall short of the
 * straight line, in metres.
 */
const SNAP_M = 5_000;

const leg = z.object({ shape: z.string().min(2).regex(/^[?-\x7f]+$/) });
const route = z.object({ trip: z.object({ status: z.literal(0), legs: z.array(leg).min(1) }) });
const table = z.object({
  sources_to_targets: z.array(
    z.array(z.object({ distance: z.number().min(0).max(MAX_KM).nullable() })),
  ),
});

/**
 * Returns the JSON that the engine returns in time. Throws an {@link EngineRefusal} for 400, the
 * engine's "no way", otherwise an {@link EngineFault}.
 */
export async function postJson(
  { base, path }: { base: string; path: string },
  body: unknown,
  { untilMs, maxBytes }: { untilMs: number; maxBytes: number },
): Promise<unknown> {
  const signal = AbortSignal.timeout(Math.max(0, untilMs - performance.now()));
  try {
    const address = new URL(base);
    address.pathname = address.pathname.replace(/(?<!\/)\/+$/, "") + path;
    const response = await fetch(address, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { accept: "application/json", "content-type": "application/json" },
      redirect: "manual",
      signal,
    });
    const refuse = () => new EngineFault(`its response is over ${maxBytes} bytes`);
    if (response.status === 200) {
      return JSON.parse(String(await collect(response.body ?? [], { maxBytes, refuse })));
    }
    await response.body?.cancel();
    if (response.status === 400) throw new EngineRefusal("it has no way");
    throw new EngineFault(`it returned status ${response.status}`);
  } catch (error) {
    if (error instanceof EngineFault || error instanceof EngineRefusal) throw error;
    if (error instanceof SyntaxError) throw new EngineFault("its response is not JSON");
    throw new EngineFault(
      signal.aborted ? "it is too slow" : "it is down or closed the connection",
    );
  }
}

function parseAs<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new EngineFault("its response does not follow the protocol");
  return parsed.data;
}

const toDegrees = (degrees: number) => Number(degrees.toFixed(6));
const toLocation = ({ lat, lng }: Place) => ({ lat: toDegrees(lat), lon: toDegrees(lng) });
const isNear = (a: Place, b: Place) => measureRoughly([a, b]) <= SNAP_M;

/**
 * Returns the legs of the way through some points. Throws an {@link EngineRefusal} if it does not
 * lead from point to point.
 */
export async function requestWay(post: Post, points: readonly Place[]): Promise<Place[][]> {
  const locations = points.map(toLocation);
  const query = { locations, costing: "auto", directions_type: "none", units: "kilometers" };
  const { trip } = parseAs(route, await post("/route", query));
  const legs = trip.legs.map(({ shape }) =>
    codec.decode(shape, 6).map(([lat, lng]) => ({ lat, lng }))
  );
  const vertices = legs.flat();
  const isWay = legs.length === points.length - 1 && legs.every(({ length }) => length > 1) &&
    vertices.every(isOnEarth);
  if (!isWay || vertices.length > MAX_VERTICES || measureRoughly(vertices) > MAX_WAY_M) {
    throw new EngineFault("its line is not a way");
  }
  const isThrough = legs.every((leg, i) =>
    isNear(leg[0]!, points[i]!) && isNear(leg.at(-1)!, points[i + 1]!)
  );
  // An engine takes the nearest road of its map, which may lack another country.
  if (!isThrough) throw new EngineRefusal("it has no road near a point");
  return legs;
}

/**
 * Returns the metres from each place of `from` to each of `to`; null if no road leads there, or if
 * the distance is shorter than the straight line.
 */
export async function requestTable(
  post: Post,
  from: readonly Place[],
  to: readonly Place[],
): Promise<(number | null)[][]> {
  const query = {
    sources: from.map(toLocation),
    targets: to.map(toLocation),
    costing: "auto",
    units: "kilometers",
  };
  const { sources_to_targets: rows } = parseAs(table, await post("/sources_to_targets", query));
  if (rows.length !== from.length || rows.some((row) => row.length !== to.length)) {
    throw new EngineFault("its table has different places from the request");
  }
  const isLong = (metres: number, a: Place, b: Place) =>
    metres + 2 * SNAP_M >= measureRoughly([a, b]);
  return rows.map((row, i) =>
    row.map(({ distance: km }, k) =>
      km === null || !isLong(km * 1000, from[i]!, to[k]!) ? null : km * 1000
    )
  );
}
