/**
 * Runs the servers that the HTTP bench compares with the service: `constant BYTES`, `bare URL`
 * (from memory), `sql URL`.
 *
 * @module
 */

import KDBush from "kdbush";
// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";

const COLUMNS =
  `s.id, b.name, b.brand, s.address, s.city, s.postal_code, s.department, s.motorway, s.automate_24_7,
    st_y(s.position::geometry) as latitude, st_x(s.position::geometry) as longitude, p.price_milli, p.updated_at`;
const TABLES = `station as s
    join current_price as p on p.station_id = s.id and p.fuel = 1 and p.listed
    left join station_brand as b on b.station_id = s.id`;
const STATIONS = `select ${COLUMNS} from ${TABLES} where s.position is not null order by s.id`;
const SEARCH = `
  select ${COLUMNS}, st_distance(s.position, st_point($1, $2)::geography) as metres
  from ${TABLES}
  where st_dwithin(s.position, st_point($1, $2)::geography, 5000)
  order by p.price_milli, metres, s.id
  limit 20`;

function serveConstant(bytes: number): Deno.ServeHandler {
  const text = "x".repeat(bytes);
  return () => new Response(text, { headers: { "content-type": "application/json" } });
}

type Row = Record<string, unknown> & {
  id: string;
  latitude: number;
  longitude: number;
  price_milli: number;
};

/** Returns the kilometres between two points on PostGIS's sphere. */
function toKm(from: { lat: number; lng: number }, to: Row): number {
  const toRadians = (degrees: number) => degrees * Math.PI / 180;
  const halfLat = toRadians(to.latitude - from.lat) / 2;
  const halfLng = toRadians(to.longitude - from.lng) / 2;
  const cosines = Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.latitude));
  const sine = Math.sin(halfLat) ** 2 + cosines * Math.sin(halfLng) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.sqrt(sine));
}

const byPrice = (a: Row, b: Row) => a.price_milli - b.price_milli;

/**
 * Serves searches and boxes from memory, without checks, headers, ETag, log or quota. This is the
 * upper limit of the design.
 */
async function serveMemory(connectionString: string): Promise<Deno.ServeHandler> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const { rows } = await pool.query<Row>(STATIONS);
  const index = new KDBush(rows.length);
  for (const { longitude, latitude } of rows) index.add(longitude, latitude);
  index.finish();
  const range = (west: number, south: number, east: number, north: number) =>
    index.range(west, south, east, north).map((at) => rows[at]!);
  const toJson = (data: Row[], total: number) =>
    new Response(JSON.stringify({ data, meta: { total } }), {
      headers: { "content-type": "application/json" },
    });
  return (req) => {
    const { pathname, searchParams } = new URL(req.url);
    const read = (name: string) => Number(searchParams.get(name));
    if (pathname.endsWith("/bbox")) {
      const found = range(read("west"), read("south"), read("east"), read("north")).sort(byPrice);
      return toJson(found.slice(0, 500), found.length);
    }
    const lat = read("lat");
    const lng = read("lng");
    const latitudes = 5 / 111;
    const longitudes = 5 / 111 / Math.cos(lat * Math.PI / 180);
    const found = range(lng - longitudes, lat - latitudes, lng + longitudes, lat + latitudes)
      .map((row) => ({ ...row, distance_km: toKm({ lat, lng }, row) }))
      .filter(({ distance_km }) => distance_km <= 5)
      .sort((a, b) => byPrice(a, b) || a.distance_km - b.distance_km);
    return toJson(found.slice(0, 20), found.length);
  };
}

function serveSql(connectionString: string): Deno.ServeHandler {
  const pool = new pg.Pool({ connectionString, max: 4 });
  return async (req) => {
    const { searchParams } = new URL(req.url);
    const values = [Number(searchParams.get("lng")), Number(searchParams.get("lat"))];
    const { rows } = await pool.query({ name: "search", text: SEARCH, values });
    return new Response(JSON.stringify({ data: rows }), {
      headers: { "content-type": "application/json" },
    });
  };
}

const [kind, argument = ""] = Deno.args;
const handlers: Record<string, () => Deno.ServeHandler | Promise<Deno.ServeHandler>> = {
  constant: () => serveConstant(Number(argument)),
  bare: () => serveMemory(argument),
  sql: () => serveSql(argument),
};
const handler = await handlers[kind!]!();
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) }, handler);
