/** The servers that the HTTP bench compares the service with: `constant BYTES`, `joined BYTES`, `sql URL`. @module */

// @ts-types="@types/pg"
import pg from "pg";
const SEARCH = `
  select s.id, b.name, b.brand, s.address, s.city, s.postal_code, s.department, s.motorway, s.automate_24_7,
    st_y(s.position::geometry) as latitude, st_x(s.position::geometry) as longitude,
    p.price_milli, p.updated_at, st_distance(s.position, st_point($1, $2)::geography) as metres
  from station as s
    join current_price as p on p.station_id = s.id and p.fuel = 1 and p.listed
    left join station_brand as b on b.station_id = s.id
  where st_dwithin(s.position, st_point($1, $2)::geography, 5000)
  order by p.price_milli, metres, s.id
  limit 20`;

function serveConstant(bytes: number): Deno.ServeHandler {
  const text = "x".repeat(bytes);
  return () => new Response(text, { headers: { "content-type": "application/json" } });
}

/** As many texts as a box of the bench has stations. */
const JOINED = 150;
/** From one text to the next, so that 200 answers in a row differ and together take all texts. */
const STEP = 61;

/** The least that a list of stations takes, without search, further headers and log: its entries' texts, made one answer. */
function serveJoined(bytes: number): Deno.ServeHandler {
  const texts = Array.from({ length: 10_000 }, (_, at) => String(at).padEnd(Math.round(bytes / JOINED), "x"));
  let at = 0;
  return () => {
    let text = "";
    for (let count = 0; count < JOINED; count++) text += texts[at = (at + STEP) % texts.length];
    return new Response(text, { headers: { "content-type": "application/json" } });
  };
}

function serveSql(connectionString: string): Deno.ServeHandler {
  const pool = new pg.Pool({ connectionString, max: 4 });
  return async (req) => {
    const { searchParams } = new URL(req.url);
    const values = [Number(searchParams.get("lng")), Number(searchParams.get("lat"))];
    const { rows } = await pool.query({ name: "search", text: SEARCH, values });
    return new Response(JSON.stringify({ data: rows }), { headers: { "content-type": "application/json" } });
  };
}

const [kind, argument = ""] = Deno.args;
const handlers: Record<string, () => Deno.ServeHandler> = {
  constant: () => serveConstant(Number(argument)),
  joined: () => serveJoined(Number(argument)),
  sql: () => serveSql(argument),
};
const handler = handlers[kind!]!();
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) }, handler);
