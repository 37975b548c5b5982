/**
 * Compares the cost of a request with a bare server, in turns over 32 connections: only ratios
 * within one run are meaningful. Arguments: rows, and `--against=FOLDER` to compare this version
 * with another checkout instead.
 */

import { createEmbeddedDb } from "../support/embedded_db.ts";
import { withServerDb } from "../support/server_db.ts";
import { type Feed, FULL_FEED_AT, ingest, readFullFeed } from "./support/feeds.ts";
import { median } from "./support/measure.ts";
import { createDraws, type Place, type Question } from "./support/questions.ts";
import {
  type Server,
  startBare,
  startCheckout,
  startService,
  takeTurn,
  type Turn,
  writeQuestions,
} from "./support/servers.ts";

const ROUNDS = 9;
const SECONDS = 2;
/** Ten times as many as the response cache holds. */
const QUESTIONS = 100_000;

type Row = { name: string; draw: string; servers: string[]; asks?: number; isKnown?: boolean };

const ROWS: Row[] = [
  {
    name: "search",
    draw: "search",
    servers: ["memory", "bare", "threads", "database", "embedded", "sql"],
  },
  { name: "repeated", draw: "repeated", servers: ["memory"] },
  { name: "station", draw: "station", servers: ["memory", "database"] },
  { name: "304", draw: "repeated", servers: ["memory"], isKnown: true },
  { name: "box", draw: "box", servers: ["memory", "bare", "database"] },
  { name: "national", draw: "national", servers: ["memory"] },
  { name: "mcp", draw: "call", servers: ["memory"] },
  { name: "search-one-client", draw: "search", servers: ["uncounted", "counted"], asks: 1_000_000 },
  { name: "search-eight-each", draw: "search", servers: ["uncounted", "counted"], asks: 8 },
  { name: "search-one-each", draw: "search", servers: ["uncounted", "counted"], asks: 1 },
];

const AGAINST = Deno.args.find((arg) => arg.startsWith("--against="))?.replace("--against=", "");

/** Returns the rows to measure. Another checkout comes first, as the baseline. */
function findRows(): Row[] {
  const names = Deno.args.filter((arg) => !arg.startsWith("--"));
  const rows = ROWS.filter(({ name }) => names.length === 0 || names.includes(name));
  if (AGAINST === undefined) return rows;
  return rows.map((row) => ({
    ...row,
    servers: row.servers.includes("counted") ? ["other counted", "counted"] : ["other", "memory"],
  }));
}

/** Returns the requests with the ETags of their responses, like a client that has cached them. */
async function addTags({ port }: Server, questions: Question[]): Promise<Question[]> {
  const tags = new Map<string, string>();
  for (const { path } of questions) {
    if (tags.has(path)) continue;
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    await response.body?.cancel();
    tags.set(path, response.headers.get("etag")!);
  }
  return questions.map((one) => ({
    ...one,
    headers: { ...one.headers, "if-none-match": tags.get(one.path)! },
  }));
}

async function measureBytes({ port }: Server, questions: readonly Question[]): Promise<number> {
  let sum = 0;
  for (const { method, path, headers, body } of questions.slice(0, 50)) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { ...headers, "accept-encoding": "identity" },
      body: body || null,
    });
    if (response.status >= 400) {
      throw new Error(`${path}: ${response.status} ${await response.text()}`);
    }
    sum += (await response.bytes()).length;
  }
  return Math.round(sum / Math.min(50, questions.length));
}

function toMedians(turns: Turn[]): Turn {
  const of = (name: keyof Turn) => median(turns.map((turn) => turn[name]));
  return {
    perS: of("perS"),
    p50Us: of("p50Us"),
    p99Us: of("p99Us"),
    cpuUs: of("cpuUs"),
    failed: of("failed"),
  };
}

/**
 * Returns how many requests a server handles for each one of another: the median of the rounds,
 * since the machine's speed varies.
 */
function toShare(turns: Turn[], others: Turn[]): string {
  return median(turns.map(({ perS }, round) => perS / others[round]!.perS)).toFixed(3);
}

function print({ name: row, servers }: Row, turns: Record<string, Turn[]>, server: string): void {
  const { perS, cpuUs, p50Us, p99Us, failed } = toMedians(turns[server]!);
  const shares = ["constant", servers[0]!].map((other) => toShare(turns[server]!, turns[other]!));
  const cells = [
    row,
    server,
    perS.toFixed(0),
    ...shares,
    cpuUs.toFixed(1),
    (p50Us / 1000).toFixed(2),
    (p99Us / 1000).toFixed(1),
  ];
  console.log(`| ${cells.join(" | ")} |${failed > 0 ? ` ${failed} failed` : ""}`);
}

async function compare(
  row: Row,
  servers: Record<string, Server>,
  questions: Question[],
): Promise<void> {
  const sent = row.isKnown ? await addTags(servers.memory!, questions) : questions;
  const bytes = String(await measureBytes(servers.memory!, sent));
  const constant = await startBare("constant", bytes);
  const all = {
    constant,
    ...Object.fromEntries(row.servers.map((name) => [name, servers[name]!])),
  };
  const turns: Record<string, Turn[]> = Object.fromEntries(
    Object.keys(all).map((name) => [name, []]),
  );
  const file = await writeQuestions(sent);
  for (let round = -1; round < ROUNDS; round++) {
    // A server that was just loaded affects the next one for a moment.
    const order = round % 2 === 0 ? Object.entries(all) : Object.entries(all).reverse();
    for (const [name, server] of order) {
      const load = {
        file,
        seconds: SECONDS,
        asks: name === "constant" ? 0 : row.asks,
        network: name === "uncounted" ? 10 : 11,
      };
      const turn = await takeTurn(server, load);
      if (round >= 0) turns[name]!.push(turn);
    }
  }
  for (const name of Object.keys(all)) print(row, turns, name);
  await constant.stop();
  await Deno.remove(file);
}

async function startEmbedded(feed: Feed): Promise<Server> {
  const { db, dataDir } = await createEmbeddedDb();
  await ingest(db, feed);
  await db.close();
  const server = await startService({ CLOCK: FULL_FEED_AT.toISOString(), DATA_DIR: dataDir });
  const stop = async () => {
    await server.stop();
    await Deno.remove(dataDir, { recursive: true });
  };
  return { ...server, stop };
}

await withServerDb(async (db, url) => {
  const feed = await readFullFeed();
  await ingest(db, feed);
  const places = await db.query<Place>({
    text: `select id::text, st_y(position::geometry) lat, st_x(position::geometry) lng
        from station
        order by station.id`,
  });
  const draws = createDraws(places);
  const rows = findRows();
  const isWanted = (name: string) =>
    name === "memory" || rows.some((row) => row.servers.includes(name));
  const onServer = { CLOCK: FULL_FEED_AT.toISOString(), DATABASE_URL: url };
  // One process counts the clients of one network and not those of another, because two processes
  // differ by more than the cost of counting.
  const counting = {
    ...onServer,
    TRUSTED_PROXIES: "127.0.0.1",
    REST_LIMIT: "60",
    QUOTAS: "10.0.0.0/8=0; 0.0.0.0/0=1000000",
  };
  const starts: Record<string, () => Promise<Server>> = {
    memory: () => startService(onServer),
    counted: () => startService(counting),
    threads: () => startService({ ...onServer, THREADS: "2" }),
    database: () => startService({ ...onServer, SNAPSHOT: "off" }),
    embedded: () => startEmbedded(feed),
    bare: () => startBare("bare", url),
    sql: () => startBare("sql", url),
    other: () => startCheckout(AGAINST!, onServer, feed),
    "other counted": () => startCheckout(AGAINST!, counting, feed),
  };
  const servers: Record<string, Server> = {};
  for (const [name, start] of Object.entries(starts)) {
    if (isWanted(name)) servers[name] = await start();
  }
  if (servers.counted) servers.uncounted = servers.counted;
  console.log(
    "| request | server | a second | of constant | of the first | CPU µs | p50 ms | p99 ms |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  try {
    for (const row of rows) {
      await compare(row, servers, Array.from({ length: QUESTIONS }, draws[row.draw]!));
    }
  } finally {
    for (const server of new Set(Object.values(servers))) await server.stop();
  }
});
