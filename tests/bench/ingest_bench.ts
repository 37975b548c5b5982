import { createHash } from "node:crypto";
import { cpuUsage } from "node:process";
import { checkFeed, loadTownTable } from "../../ingest/check.ts";
import { decodeStations, unpackFeed } from "../../ingest/decode.ts";
import { runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import { moveRevision } from "../../lib/db/state.ts";
import { createLog } from "../../lib/platform/log.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { moveSomePrices, toBytes, toLatin1 } from "../soak/feeds.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { createServerDb } from "../support/server_db.ts";
import { type Feed, pack, provideFeeds } from "./support/feeds.ts";

/**
 * What an ingest costs, from packed bytes to committed rows, on both databases: a first feed, the next one, the usual
 * one ten minutes later, one that is the same again, and the snapshot after it; and what the decoder needs of time and memory. Real feeds are used when they
 * are there, else the sample.
 */

const RUNS = 3;

/** The feed ten minutes later, with new prices at one station in sixty. */
async function toUsualNext({ name, bytes, at }: Feed): Promise<Feed> {
  const stream = await unpackFeed(new Blob([bytes as Uint8Array<ArrayBuffer>]), { maxUnpackedBytes: 1e8 });
  const xml = toLatin1(new Uint8Array(await new Response(stream).arrayBuffer()));
  const later = new Date(at.getTime() + 600_000);
  const moved = moveSomePrices(xml, { round: 1, at: later });
  return { name: `${name} ten minutes later`, bytes: await pack(new Blob([toBytes(moved)])), at: later };
}

/**
 * What a piece of work cost: its time, this process's processor time, and the longest that it kept others waiting, as
 * processor time of this thread between two turns of a timer.
 */
type Cost = { ms: number; cpuMs: number; longestMs: number };

/** Processor time of this thread; where the system does not tell, time. */
function readThreadMs(): number {
  try {
    return Number(Deno.readTextFileSync("/proc/thread-self/schedstat").split(" ")[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

async function measure(work: () => Promise<unknown>): Promise<Cost> {
  let [before, longestMs] = [readThreadMs(), 0];
  const look = () => {
    const now = readThreadMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  const [began, used] = [performance.now(), cpuUsage()];
  await work();
  const ms = performance.now() - began;
  const { user, system } = cpuUsage(used);
  clearInterval(timer);
  look();
  return { ms, cpuMs: (user + system) / 1000, longestMs };
}

async function ingest(db: Db, feed: Feed): Promise<Cost> {
  const clock = () => feed.at;
  const log = createLog({ clock, level: "error" });
  return await measure(() => runIngest({ db, clock, log }, { kind: "file", name: feed.name, bytes: feed.bytes }));
}

async function readSnapshot(db: Db): Promise<Cost> {
  return await measure(() => createSnapshotSource(db).refresh());
}

/** A renewal after new prices at one station in sixty. */
async function renew(db: Db): Promise<Cost> {
  const source = createSnapshotSource(db);
  await source.refresh();
  await db.query({
    text: `update current_price set price_milli = price_milli + 1
      where station_id in (select id from station order by hashint4(id) limit (select count(*) / 60 from station))`,
  });
  await moveRevision(db);
  return await measure(() => source.refresh());
}

function median(numbers: number[]): number {
  return Math.round(numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!);
}

function tell(what: string, ms: number[], note = ""): void {
  console.log(`${what.padEnd(44)} ${String(median(ms)).padStart(6)} ms  ${note}`);
}

function tellCosts(what: string, costs: Cost[], note = ""): void {
  const [cpuMs, longestMs] = [median(costs.map((cost) => cost.cpuMs)), median(costs.map((cost) => cost.longestMs))];
  tell(what, costs.map(({ ms }) => ms), `processor ${cpuMs} ms, longest at a time ${longestMs} ms  ${note}`);
}

async function benchDatabase(kind: string, open: () => Promise<{ db: Db; drop(): Promise<void> }>): Promise<void> {
  const { first, next, full } = await provideFeeds();
  const usual = await toUsualNext(full);
  const costs = {
    ...{ first: [] as Cost[], next: [] as Cost[], usual: [] as Cost[], same: [] as Cost[] },
    ...{ full: [] as Cost[], whole: [] as Cost[], renewal: [] as Cost[] },
  };
  for (let run = 0; run < RUNS; run++) {
    const one = await open();
    costs.full.push(await ingest(one.db, full));
    costs.usual.push(await ingest(one.db, usual));
    costs.whole.push(await readSnapshot(one.db));
    costs.renewal.push(await renew(one.db));
    await one.drop();
    const two = await open();
    costs.first.push(await ingest(two.db, first));
    costs.next.push(await ingest(two.db, next));
    costs.same.push(await ingest(two.db, next));
    await two.drop();
  }
  tellCosts(`${kind}: first feed with stock-outs`, costs.full, full.name);
  tellCosts(`${kind}: usual next feed`, costs.usual, usual.name);
  tellCosts(`${kind}: snapshot of it`, costs.whole);
  tellCosts(`${kind}: renewal of one station in sixty`, costs.renewal);
  tellCosts(`${kind}: first feed`, costs.first, first.name);
  tellCosts(`${kind}: next feed`, costs.next, next.name);
  tellCosts(`${kind}: the same feed again`, costs.same);
}

async function timeStages({ bytes, at }: Feed): Promise<void> {
  const times = { unpack: [] as number[], decode: [] as number[], check: [] as number[] };
  const towns = await loadTownTable();
  for (let run = 0; run < RUNS + 1; run++) {
    let began = performance.now();
    const stream = await unpackFeed(new Blob([bytes as Uint8Array<ArrayBuffer>]), { maxUnpackedBytes: 1e8 });
    const xml = new Blob(await Array.fromAsync(stream) as Uint8Array<ArrayBuffer>[]);
    createHash("sha256").update(new Uint8Array(await xml.arrayBuffer())).digest("hex");
    times.unpack.push(performance.now() - began);
    began = performance.now();
    const stations = await Array.fromAsync(decodeStations(xml.stream()));
    times.decode.push(performance.now() - began);
    began = performance.now();
    await checkFeed(ReadableStream.from(stations), { nowMs: at.getTime(), towns });
    times.check.push(performance.now() - began);
  }
  for (const [stage, ms] of Object.entries(times)) tell(`stage: ${stage}`, ms);
}

/** Decodes a long archive made of one feed repeated, in a process of its own, and tells its peak memory. */
async function measureMemory({ bytes }: Feed): Promise<void> {
  const script = `
    import { decodeStations, unpackFeed } from ${JSON.stringify(import.meta.resolve("../../ingest/decode.ts"))};
    const [path, repeat] = Deno.args;
    const packed = new Blob([await Deno.readFile(path)]);
    const xml = new Blob(await Array.fromAsync(await unpackFeed(packed, { maxUnpackedBytes: 1e8 })));
    const text = await xml.text();
    const from = text.indexOf("<pdv "), to = text.lastIndexOf("</pdv_liste>");
    const head = xml.slice(0, from), body = new Uint8Array(await xml.slice(from, to).arrayBuffer());
    async function* pieces() {
      yield new Uint8Array(await head.arrayBuffer());
      for (let round = 0; round < Number(repeat); round++) {
        for (let at = 0; at < body.length; at += 65536) yield body.subarray(at, at + 65536);
      }
      yield new TextEncoder().encode("</pdv_liste>");
    }
    const before = Deno.memoryUsage().rss;
    const began = performance.now();
    let peak = before, stations = 0;
    for await (const _ of decodeStations(ReadableStream.from(pieces()))) {
      if (++stations % 1000 === 0) peak = Math.max(peak, Deno.memoryUsage().rss);
    }
    console.log(JSON.stringify({ stations, megabytes: Math.round(body.length * Number(repeat) / 1e6),
      ms: Math.round(performance.now() - began), before, peak }));`;
  const path = await Deno.makeTempFile({ suffix: ".zip" });
  const program = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeFile(path, bytes);
    await Deno.writeTextFile(program, script);
    const config = new URL("../../deno.json", import.meta.url).pathname;
    for (const repeat of ["1", "27"]) {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--config", config, program, path, repeat],
      }).output();
      const { stations, megabytes, ms, before, peak } = JSON.parse(new TextDecoder().decode(stdout));
      const grown = Math.round((peak - before) / 1e6);
      tell(`decoder alone: ${megabytes} MB, ${stations} stations`, [ms], `peak memory +${grown} MB`);
    }
  } finally {
    await Deno.remove(path);
    await Deno.remove(program);
  }
}

/** `deno task bench` calls the file as a whole: its numbers are of whole runs, not of small functions. */
Deno.bench({
  name: "ingest (see the table above)",
  n: 1,
  warmup: 0,
  fn: async () => {
    const { full } = await provideFeeds();
    console.log();
    await timeStages(full);
    await measureMemory(full);
    await benchDatabase("PostGIS", createServerDb);
    await benchDatabase("embedded", createEmbeddedDb);
  },
});
