/** A suspect price through its life: reported, shown, confirmed, followed, corrected, on both databases. @module */

import { deepEqual, equal } from "node:assert/strict";
import { backfillArchive } from "../../ingest/archive/backfill.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import { runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import { markSuspectPrices } from "../../lib/db/ingest/last_prices.ts";
import { getState } from "../../lib/db/state.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";

const { log } = createTestLog();
const encode = (stations: readonly XmlStation[]) => new TextEncoder().encode(toArchiveXml(stations));

async function ingest(db: Db, at: string, stations: readonly XmlStation[], expected = "changed"): Promise<void> {
  const source = { kind: "file" as const, name: "feed.xml", bytes: encode(stations) };
  const report = await runIngest({ db, log, clock: () => new Date(at) }, source, { force: true });
  equal(report.outcome, expected, report.message ?? "");
}

async function backfill(db: Db, at: string, stations: readonly XmlStation[]): Promise<void> {
  const archive = await openArchive({ kind: "bytes", name: "archive", bytes: encode(stations) });
  const report = await backfillArchive({ db, log, clock: () => new Date(at) }, archive);
  equal(report.outcome, "changed", report.message ?? "");
}

/** Ids of stations with a suspect price, and the revision. */
async function readMarks(db: Db): Promise<number[]> {
  const text = "select station_id from current_price where suspect order by station_id";
  return (await db.query<{ station_id: number }>({ text })).map(({ station_id }) => station_id);
}

/** A station of a department with one price of gazole. */
function sell(id: number, at: string, value: string, postalCode = "57000"): XmlStation {
  return { id, postalCode, city: "Metz", prices: [["Gazole", at, value]] };
}

/** Some stations at about 2 euros, reported on a day. */
function others(at: string, { count = 40, euros = 2 } = {}): XmlStation[] {
  return Array.from(
    { length: count },
    (_, index) => sell(57000100 + index, at, (euros + (index % 40) / 1000).toFixed(3)),
  );
}

const ODD = 57000001;
const [MONDAY, TUESDAY] = ["2026-06-01 08:00:00", "2026-06-02 08:00:00"];
const AT = { monday: "2026-06-01T10:00:00Z", tuesday: "2026-06-02T10:00:00Z", wednesday: "2026-06-03T10:00:00Z" };

forEachDb("a price far from all others is suspect, even in the first feed ever", async (_t, db) => {
  await ingest(db, AT.monday, [...others(MONDAY), sell(ODD, MONDAY, "1.711"), sell(ODD + 1, MONDAY, "1.874")]);
  deepEqual(await readMarks(db), [ODD]);
  await ingest(
    db,
    AT.tuesday,
    [...others(MONDAY), sell(ODD, MONDAY, "1.711"), sell(ODD + 1, MONDAY, "1.874")],
    "unchanged",
  );
  deepEqual(await readMarks(db), [ODD]);
});

forEachDb("a price far above all others is suspect", async (_t, db) => {
  await ingest(db, AT.monday, [...others(MONDAY), sell(ODD, MONDAY, "2.299"), sell(ODD + 1, MONDAY, "3.299")]);
  deepEqual(await readMarks(db), [ODD + 1]);
});

forEachDb("a suspect price counts once its station tells it again, and one put right is forgotten", async (_t, db) => {
  const odd = [sell(ODD, MONDAY, "1.711"), sell(ODD + 1, MONDAY, "1.500")];
  await ingest(db, AT.monday, [...others(MONDAY), ...odd]);
  deepEqual(await readMarks(db), [ODD, ODD + 1]);
  await ingest(db, AT.tuesday, [...others(MONDAY), sell(ODD, TUESDAY, "1.711"), sell(ODD + 1, TUESDAY, "2.001")]);
  deepEqual(await readMarks(db), []);
});

forEachDb(
  "a suspect price counts when the others follow, and those left behind do not become suspect",
  async (_t, db) => {
    await ingest(db, AT.monday, [...others(MONDAY), sell(ODD, MONDAY, "1.711")]);
    deepEqual(await readMarks(db), [ODD]);
    const moved = [...others(TUESDAY, { euros: 1.7 }).slice(0, 25), ...others(MONDAY).slice(25)];
    await ingest(db, AT.tuesday, [...moved, sell(ODD, MONDAY, "1.711")]);
    deepEqual(await readMarks(db), []);
  },
);

forEachDb("a price that a department shares passes; one of few stations is held against the nation", async (_t, db) => {
  const war = Array.from({ length: 21 }, (_, index) => sell(48000001 + index, MONDAY, `1.7${10 + index}`, "48000"));
  const nation = others(MONDAY, { count: 600 });
  await ingest(db, AT.monday, [...nation, ...war]);
  deepEqual(await readMarks(db), []);
  await ingest(db, AT.tuesday, [...nation, ...war.slice(1)]);
  deepEqual(await readMarks(db), war.slice(1).map(({ id }) => id));
});

forEachDb("an archive that knows the price from before confirms it, whichever comes first", async (_t, db) => {
  const feed = [...others(TUESDAY), sell(ODD, TUESDAY, "1.711")];
  const past = [sell(ODD, MONDAY.replace(" ", "T"), "1.711")];
  await ingest(db, AT.tuesday, feed);
  deepEqual(await readMarks(db), [ODD]);
  const { revision } = await getState(db);
  await backfill(db, AT.wednesday, past);
  deepEqual(await readMarks(db), []);
  equal((await getState(db)).revision > revision, true);
});

forEachDb("nothing is suspect out of stock, after 30 days, or among fewer than 21 prices", async (_t, db) => {
  const few = others(MONDAY, { count: 19 });
  await ingest(db, AT.monday, [...few, sell(ODD, MONDAY, "1.711")]);
  deepEqual(await readMarks(db), []);
  const out: XmlStation = { ...sell(ODD, MONDAY, "1.711"), stockOuts: [["Gazole", TUESDAY, ""]] };
  await ingest(db, AT.tuesday, [...others(MONDAY), out, sell(ODD + 1, "2026-05-03 12:00:01", "1.711")]);
  deepEqual(await readMarks(db), [ODD + 1]);
  await ingest(
    db,
    "2026-06-02T10:00:02Z",
    [...others(MONDAY), out, sell(ODD + 1, "2026-05-03 12:00:01", "1.711")],
    "unchanged",
  );
  deepEqual(await readMarks(db), []);
});

forEachDb("marking again changes nothing", async (_t, db) => {
  await ingest(db, AT.monday, [...others(MONDAY), sell(ODD, MONDAY, "1.711")]);
  equal(await db.transaction((tx) => markSuspectPrices(tx, new Date(AT.monday))), 0);
  await db.query({
    text: "update current_price set suspect = not suspect where station_id <= $1",
    values: [ODD + 105],
  });
  equal(await db.transaction((tx) => markSuspectPrices(tx, new Date(AT.monday))) > 1, true);
  deepEqual(await readMarks(db), [ODD]);
});
