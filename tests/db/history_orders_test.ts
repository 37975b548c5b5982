import { equal } from "node:assert/strict";
import fc from "fast-check";
import xz from "xz-decompress";
import type { Db } from "../../lib/db/db.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import {
  checkHistories,
  checkMeans,
  checkStations,
  checkSuspects,
  type LoadStep,
  loadSteps,
  toExpected,
} from "../support/history_orders.ts";
import { readFeedText } from "../support/reference.ts";
import { withServerDb } from "../support/server_db.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

// ---- worlds made up, small enough for both databases and every order

const FUELS = ["Gazole", "E10"];
// Ends after the night of 30 March, when summer time began.
const START_MS = Date.parse("2025-02-20T00:00:00Z");
const AFTER_MS = START_MS + 60 * DAY_MS;

type Event = { pair: number; hour: number; milli: number };
/** A closure of a station that the archive tells; `hours` null: it has no end. */
type Closing = { station: number; hour: number; hours: number | null };
/** What a snapshot leaves out although it was reported, and which stations it places in another department. */
type Hidden = { stations: number[]; pairs: number[]; moved: number[] };
type World = {
  events: Event[];
  closings: Closing[];
  hidden: Hidden[];
  gapsDays: number[];
};

const pairIndex = fc.integer({ min: 0, max: 7 });
const worlds: fc.Arbitrary<World> = fc.record({
  events: fc.array(
    fc.record({
      pair: pairIndex,
      hour: fc.integer({ min: 0, max: 50 * 24 }),
      milli: fc.constantFrom(1700, 1701, 1750, 1500, 1300, 1290, 2500),
    }),
    { minLength: 4, maxLength: 40 },
  ),
  closings: fc.array(
    fc.record({
      station: fc.integer({ min: 0, max: 3 }),
      hour: fc.integer({ min: 0, max: 50 * 24 }),
      hours: fc.option(fc.integer({ min: 1, max: 200 })),
    }),
    { maxLength: 4 },
  ),
  hidden: fc.tuple(...[0, 1, 2].map(() =>
    fc.record({
      stations: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
      pairs: fc.array(pairIndex, { maxLength: 3 }),
      moved: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
    })
  )),
  gapsDays: fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 1, max: 5 }))),
});

const event = (pair: number, hour: number): Event => ({ pair, hour, milli: 1700 });
const nothing = { stations: [], pairs: [], moved: [] };
/** Worlds that once went wrong, and where the archive comes in. */
const KNOWN_WORLDS: [World, number][] = [
  // the archive reports nothing that the first snapshot has not reported
  [{ events: [event(4, 0), event(0, 0)], closings: [], hidden: [nothing, nothing, nothing], gapsDays: [1, 1, 1] }, 1],
  // the archive is ahead of the feeds, and the next feed leaves out what it reported
  [{
    events: [event(2, 0), event(3, 750), event(0, 0)],
    closings: [],
    hidden: [{ stations: [], pairs: [2], moved: [] }, { stations: [], pairs: [3], moved: [] }, nothing],
    gapsDays: [1, 1, 1],
  }, 1],
  // the same of a station that the first feed lists with another fuel
  [{
    events: [event(5, 750), event(0, 0), event(4, 0)],
    closings: [],
    hidden: [nothing, { stations: [0], pairs: [5], moved: [] }, nothing],
    gapsDays: [1, 1, 1],
  }, 1],
  // a station that the archive alone knows, by a closure that begins at the instant of the last feed
  [{
    events: [event(0, 0)],
    closings: [{ station: 1, hour: 927, hours: null }],
    hidden: [nothing, nothing, nothing],
    gapsDays: [3, 3, 2],
  }, 0],
  // two prices that no other station comes near; of random worlds less than half have a suspect price
  [{
    events: [event(0, 0), { ...event(0, 780), milli: 2500 }, event(3, 0), { ...event(3, 780), milli: 1300 }],
    closings: [],
    hidden: [nothing, nothing, nothing],
    gapsDays: [3, 1, 1],
  }, 0],
  // suspect in the first feed, which has no past, and not by the market of its own day
  [{
    events: [event(0, 0), { ...event(2, 0), milli: 1500 }, { ...event(0, 29), milli: 1300 }],
    closings: [],
    hidden: [nothing, nothing, nothing],
    gapsDays: [1, 1, 1],
  }, 1],
];

/** Paris wall clock, as feeds write it. */
const WALL = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "medium" });

function toWall(hour: number, separator: string): string {
  return WALL.format(START_MS + hour * HOUR_MS).replace(" ", separator);
}

function toStations(events: readonly Event[], separator: string, closings: readonly Closing[] = []): XmlStation[] {
  const numbers = new Set([0, 1, 2, 3, ...events.map(({ pair }) => pair >> 1)]);
  const stations = [...numbers].map((index) => {
    const prices = events.filter(({ pair }) => pair >> 1 === index).map(({ pair, hour, milli }) => {
      return [FUELS[pair & 1], toWall(hour, separator), (milli / 1000).toFixed(3)] as [string, string, string];
    });
    const closures = closings.filter(({ station }) => station === index).map(({ hour, hours }) => {
      const until = hours === null ? "" : toWall(hour + hours, separator);
      return ["T", toWall(hour, separator), until] as [string, string, string];
    });
    return { id: 1000001 + index, postalCode: index < 2 ? "01000" : "48000", prices, closures };
  });
  return stations.filter(({ prices, closures }) => prices.length + closures.length > 0);
}

/** A station that every source lists, since a feed without any price is refused. */
const ALWAYS: XmlStation = { id: 9000001, postalCode: "09000", prices: [["SP98", "2025-02-19 10:00:00", "1.800"]] };

/** One closure per station and beginning: of two the one with the later end holds, which other tests look at. */
function withoutTwins(closings: readonly Closing[]): Closing[] {
  return [...new Map(closings.map((closing) => [`${closing.station} ${closing.hour}`, closing])).values()];
}

/** Everybody else, enough for odd prices of gazole to be suspect: confirmed once, then a fifth cheaper, all together. */
const OTHERS: Event[] = Array.from({ length: 36 }, (_, index) => {
  const reported = (day: number, milli: number): Event => ({ pair: 100 + 2 * index, hour: 24 * day + index, milli });
  return [
    reported(0, 1700 + 3 * index),
    reported(16, 1700 + 3 * index),
    reported(32, 1380 + 3 * index),
    reported(45, 1380 + 3 * index),
  ];
}).flat();

/** One event per pair and instant: the contract's tie ("read last") has no order of loading to be independent of. */
function withoutTies(events: readonly Event[]): Event[] {
  return [...new Map(events.map((event) => [`${event.pair} ${event.hour}`, event])).values()];
}

function toSnapshot(events: readonly Event[], hidden: Hidden, hour: number): string {
  const latest = new Map<number, Event>();
  for (const event of events) {
    if (event.hour <= hour && event.hour >= (latest.get(event.pair)?.hour ?? 0)) latest.set(event.pair, event);
  }
  const shown = [...latest.values()].filter(({ pair }) =>
    !hidden.pairs.includes(pair) && !hidden.stations.includes(pair >> 1)
  );
  const stations = toStations(shown, " ").map((station) =>
    hidden.moved.includes(station.id - 1000001) ? { ...station, postalCode: "73000" } : station
  );
  return toArchiveXml([...stations, ALWAYS]);
}

function toSources({ events: reported, closings, hidden, gapsDays }: World) {
  const events = withoutTies([...OTHERS, ...reported]);
  let hour = 30 * 24;
  const snapshots = hidden.map((left, index) => {
    hour += gapsDays[index]! * 24 + 5;
    return { text: toSnapshot(events, left, hour), asOfMs: START_MS + hour * HOUR_MS };
  });
  return { archive: toArchiveXml([...toStations(events, "T", withoutTwins(closings)), ALWAYS]), snapshots };
}

async function empty(db: Db): Promise<void> {
  const tables =
    "station, price_change, current_price, stock_out, closure, absence, coverage, daily_mean, suspect_price, ingest_run, pending_price";
  await db.query({ text: `truncate ${tables} restart identity cascade` });
  await db.query({ text: "update data_state set revision = 0, as_of = null, feed_at = null, first_as_of = null" });
}

forEachDb(
  "stations, history and means are the same for an archive before, between and after snapshots",
  async (_t, db) => {
    let suspects = 0;
    await fc.assert(
      fc.asyncProperty(worlds, fc.integer({ min: 0, max: 3 }), async (world, place) => {
        await empty(db);
        const { archive, snapshots } = toSources(world);
        const steps: LoadStep[] = [...snapshots];
        steps.splice(place, 0, { archive, nowMs: AFTER_MS });
        await loadSteps(db, steps);
        const expected = toExpected(archive, snapshots);
        await checkMeans(db, expected);
        suspects += await checkSuspects(db, expected);
        await checkStations(db, expected);
        await checkHistories(db, expected, [1000001, 1000003]);
      }),
      { numRuns: db.kind === "server" ? 40 : 8, examples: KNOWN_WORLDS },
    );
    equal(suspects > 0, true, "no world had a suspect price");
  },
);

// ---- the real year 2025 and seven real snapshots, cut to some departments

const DATA = new URL("../../../shared/data/", import.meta.url).pathname;
const YEAR = `${DATA}history/derived/PrixCarburants_annuel_2025.derived.xml.xz`;
const SNAPSHOTS = ["03T1850Z", "03T2210Z", "06T1740Z", "06T2220Z", "07T0200Z", "07T0220Z", "07T0240Z"];
/** A small, a mountain, an island and a city department. */
const POSTAL_CODES = /cp="(?:48|90|200|202|75)\d+"/;

function cut(text: string): string {
  const head = `<?xml version="1.0" encoding="ISO-8859-1"?>\n<pdv_liste>\n`;
  const elements = text.match(/<pdv [^>]*\/>|<pdv [\s\S]*?<\/pdv>/g) ?? [];
  return `${head}${elements.filter((element) => POSTAL_CODES.test(element.slice(0, 200))).join("\n")}\n</pdv_liste>`;
}

/** The elements of an archive as they stream by, cut at once: the whole text would be 400 MB. */
async function cutArchive(path: string): Promise<string> {
  const bytes = new xz.XzReadableStream((await Deno.open(path)).readable) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const kept: string[] = [];
  let rest = "";
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream("windows-1252"))) {
    const end = (rest += chunk).lastIndexOf("</pdv>") + 6;
    if (end < 6) continue;
    kept.push(
      ...(rest.slice(0, end).match(/<pdv [\s\S]*?<\/pdv>/g) ?? []).filter((e) => POSTAL_CODES.test(e.slice(0, 200))),
    );
    rest = rest.slice(end);
  }
  return cut(kept.join("\n"));
}

async function readSnapshots() {
  return await Promise.all(SNAPSHOTS.map(async (name) => {
    const text = cut(await readFeedText(`${DATA}feed/instantane_2025-02-${name}.zip`));
    return { text, asOfMs: Date.parse(`2025-02-${name.slice(0, 5)}:${name.slice(5, 7)}:00Z`) };
  }));
}

function pickRandom(ids: number[], count: number, seed: number): number[] {
  const left = [...ids].sort((a, b) => a - b);
  return Array.from({ length: count }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return left.splice(seed % left.length, 1)[0]!;
  });
}

const hasData = await Deno.stat(YEAR).then(() => true, () => false);

Deno.test({
  name: "the real year 2025 and seven real snapshots, in both orders: history and means equal the raw files",
  ignore: !hasData,
  async fn(t) {
    const archive = await cutArchive(YEAR);
    const snapshots = await readSnapshots();
    const expected = toExpected(archive, snapshots);
    const seed = Math.floor(Math.random() * 2 ** 31);
    const stationIds = pickRandom(expected.world.stationIds, 20, seed);
    const year: LoadStep = { archive, nowMs: Date.parse("2026-01-02T12:00:00Z") };
    const orders: [string, LoadStep[]][] = [
      ["archive first", [year, ...snapshots]],
      ["snapshots first", [...snapshots, year]],
    ];
    for (const [name, steps] of orders) {
      await t.step(`${name} (seed ${seed})`, async () => {
        await withServerDb(async (db) => {
          await loadSteps(db, steps);
          const { days, cells } = await checkMeans(db, expected);
          await checkSuspects(db, expected);
          equal(days >= 30 && cells > 1000, true, `${days} days, ${cells} cells`);
          equal(await checkHistories(db, expected, stationIds) > 1000, true);
        });
      });
    }
  },
});

const OLD = `${DATA}history/derived/PrixCarburants_annuel_2021.depts_20_48_75_90.derived.xml.xz`;

Deno.test({
  name: "a real archive in thousandths of a euro: history and means equal the raw file",
  ignore: !await Deno.stat(OLD).then(() => true, () => false),
  async fn() {
    const bytes = new xz.XzReadableStream((await Deno.open(OLD)).readable) as ReadableStream<Uint8Array<ArrayBuffer>>;
    const archive = new TextDecoder("windows-1252").decode(await new Response(bytes).arrayBuffer());
    const nowMs = Date.parse("2022-01-02T12:00:00Z");
    // a feed that lists one station, so that the service knows what time it is
    const snapshot = { text: toArchiveXml([ALWAYS]).replace("2025-02-19", "2022-01-01"), asOfMs: nowMs };
    await withServerDb(async (db) => {
      await loadSteps(db, [{ archive, nowMs }, snapshot]);
      const expected = toExpected(archive, [snapshot]);
      const { days } = await checkMeans(db, expected);
      equal(days >= 360, true, `${days} days`);
      equal(await checkHistories(db, expected, pickRandom(expected.world.stationIds, 10, 2021)) > 1000, true);
    });
  },
});
