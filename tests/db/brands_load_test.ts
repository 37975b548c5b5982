import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { gzipSync } from "node:zlib";
import { type BrandsSource, loadBrands } from "../../ingest/brands/load_brands.ts";
import { type OwnBrand, readOwnBrands } from "../../ingest/brands/read_brands.ts";
import type { Db } from "../../lib/db/db.ts";
import { makeStaleMeans } from "../../lib/db/history/daily_means.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { ingest, readRows, toBytes, toIngestContext } from "../support/load.ts";
import { startServer } from "../support/process.ts";
import { FEED_FOLDER } from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

const HEADER = "ref:FR:prix-carburants,brand,name,operator,branch";
/** One station, Avia, compressed with bzip2. */
const BZIP2 =
  "QlpoOTFBWSZTWUX3jXYAAB1fgCAQAAZgECEAEAA/Y99AIABBWU2ptTCY1PUyG1CjQ0AAABXIJnny6NEISmqUsnebBgYOFSdl/qGxYiIDrVR05pGtOH1Nk/F3JFOFCQRfeNdg";

const toCsv = (...rows: string[]): BrandsSource => file(toBytes([HEADER, ...rows, ""].join("\n")));
const file = (bytes: Uint8Array): BrandsSource => ({ kind: "file", name: "brands.csv", bytes });

const NOW = "2025-01-06T12:00:00Z";

const load = (db: Db, source: BrandsSource, own: OwnBrand[] = []) =>
  loadBrands({ ...toIngestContext(db, NOW), own }, source);

const readBrands = (db: Db) =>
  readRows(
    db,
    "select station_id, brand, name, brand_group from station_brand order by station_id",
  );
const readNames = async (db: Db) => (await readBrands(db)).map((row) => row.slice(0, 2));
const readRevision = async (db: Db) =>
  (await readRows(db, "select revision from data_state"))[0]![0];

forEachDb(
  "loadBrands() writes only differences, and changes the revision if there are any",
  async (_t, db) => {
    const first = await load(
      db,
      toCsv("1000001;1000002,Super U,,,", "1000003,,Garage Petit,,", ",Total,,,"),
    );
    deepEqual([first.outcome, first.counts?.added, first.counts?.withoutStation], [
      "changed",
      3,
      1,
    ]);
    deepEqual(await readBrands(db), [
      [1000001, "Système U", "Super U", "supermarket"],
      [1000002, "Système U", "Super U", "supermarket"],
      [1000003, "Garage Petit", "Garage Petit", "independent"],
    ]);
    equal(await readRevision(db), 1);
    const same = await load(db, toCsv("1000003,,Garage Petit,,", "1000002;1000001,Super U,,,"));
    deepEqual([same.outcome, await readRevision(db)], ["unchanged", 1]);
    const next = await load(db, toCsv("1000001,Avia,,,", "1000002,Super U,,,"));
    deepEqual([next.counts?.added, next.counts?.changed, next.counts?.removed], [0, 1, 1]);
    deepEqual(await readNames(db), [[1000001, "Avia"], [1000002, "Système U"]]);
    equal(await readRevision(db), 2);
    deepEqual(await readRows(db, "select kind, outcome from ingest_run order by id"), [
      ["brands", "changed"],
      ["brands", "unchanged"],
      ["brands", "changed"],
    ]);
  },
);

const OWN: OwnBrand[] = ["1000001", "1000009"].map((stationId) => ({
  stationId,
  brand: "Super U",
}));

forEachDb(
  "loadBrands() adds the project's own brands once, where the source has none",
  async (_t, db) => {
    const first = await load(
      db,
      toCsv("1000001,Avia,,,", "1000002,BP,Esso,,", "1000003,Avia,Station Total,,"),
      OWN,
    );
    const { own, ownKnownToSource, added } = first.counts!;
    deepEqual({ own, ownKnownToSource, added }, { own: 1, ownKnownToSource: 1, added: 4 });
    const expected = [
      [1000001, "Avia", null, "oil_company"],
      [1000002, "Esso", "Esso", "oil_company"],
      [1000003, "Avia", null, "oil_company"],
      [1000009, "Système U", "Super U", "supermarket"],
    ];
    deepEqual(await readBrands(db), expected);
    const again = await load(
      db,
      toCsv("1000001,Avia,,,", "1000002,BP,Esso,,", "1000003,Avia,Station Total,,"),
      OWN,
    );
    deepEqual([again.outcome, await readRevision(db)], ["unchanged", 1]);
    deepEqual(await readBrands(db), expected);
  },
);

Deno.test("loadBrands() rejects a file that lost a quarter of its own rows, and accepts one that lost a tenth", async () => {
  const own = Array.from({ length: 60 }, (_, index): OwnBrand => ({
    stationId: String(2_000_001 + index),
    brand: "Avia",
  }));
  const rows = Array.from({ length: 60 }, (_, index) => `${1_000_001 + index},Avia,,,`);
  await withServerDb(async (db) => {
    await load(db, toCsv(...rows), own);
    const report = await load(db, toCsv(...rows.slice(0, 45)), own);
    equal(report.outcome, "refused");
    match(report.message!, /names 45 of the 60 stations whose brand is known; expected 80 %/);
    equal((await readBrands(db)).length, 120);
    equal((await load(db, toCsv(...rows.slice(0, 54)), own)).counts?.removed, 6);
  });
});

Deno.test("loadBrands() detects bzip2 and gzip by their first bytes", async () => {
  await withServerDb(async (db) => {
    await load(db, file(Uint8Array.fromBase64(BZIP2)));
    deepEqual(await readNames(db), [[1000001, "Avia"]]);
    const zipped = new Uint8Array(gzipSync(toBytes(`${HEADER}\n1000001,Esso Express,,,\n`)));
    await load(db, file(zipped));
    deepEqual(await readNames(db), [[1000001, "Esso"]]);
  });
});

/** 45 million times the letter a. */
const BZIP2_BOMB = "QlpoOTFBWSZTWXB2BjoBWKsBIKAAEAAACCAAMMwFKaZSSFJsVJIUni7kinChIODsDHQ=";

const KNOWN = toCsv("1000001,Avia,,,", "1000002,Avia,,,", "1000003,Esso,,,", "1000004,Elan,,,");

const REFUSED: [name: string, source: BrandsSource, message: RegExp][] = [
  ["a changed header", file(toBytes("ref,marque,nom\n1000001,Avia,\n")), /without the column/],
  [
    "less than half of the known stations",
    toCsv("1000001,Avia,,,", "9000001,Esso,,,"),
    /names 1 of the 4 stations/,
  ],
  [
    "a last row that is cut off",
    file(toBytes(`${HEADER}\n1000001,Avia,,,\n1000002,Avia,,,\n1000003,Esso,,,\n1000004,Ela`)),
    /last row is cut off/,
  ],
  ["no station at all", toCsv(), /names no station/],
  [
    "a web page",
    file(toBytes("<!doctype html><html><body>Erreur</body></html>")),
    /Not a brand file/,
  ],
  [
    "a bzip2 that unpacks to 45 MB",
    file(Uint8Array.fromBase64(BZIP2_BOMB)),
    /unpacks to more than 3000000 bytes/,
  ],
  [
    "a gzip that unpacks to 45 MB",
    file(new Uint8Array(gzipSync(new Uint8Array(45_000_000)))),
    /more than 3000000 bytes/,
  ],
  ["a cut bzip2", file(Uint8Array.fromBase64(BZIP2).subarray(0, 60)), /truncated or corrupt/],
  [
    "a cut gzip",
    file(new Uint8Array(gzipSync(toBytes(`${HEADER}\n1000001,Avia,,,\n`))).subarray(0, 30)),
    /truncated or corrupt/,
  ],
];

// Proves docs/data.md#brands-and-names
Deno.test("loadBrands() rejects invalid files and keeps the previous brands", async (t) => {
  await withServerDb(async (db) => {
    await load(db, KNOWN);
    const before = await readBrands(db);
    for (const [name, source, message] of REFUSED) {
      await t.step(name, async () => {
        const report = await load(db, source);
        equal(report.outcome, "refused");
        match(report.message!, message);
        deepEqual([await readBrands(db), await readRevision(db)], [before, 1]);
        deepEqual(await readRows(db, "select outcome from ingest_run order by id desc limit 1"), [[
          "refused",
        ]]);
      });
    }
  });
});

Deno.test("loadBrands() loses nothing if the source fails, and still adds the project's own brands", async () => {
  const { url, stop } = startServer(() => new Response("no", { status: 404 }));
  await withServerDb(async (db) => {
    await load(db, KNOWN);
    const failed = await load(db, { kind: "url", url }, OWN);
    equal(failed.outcome, "failed");
    match(failed.message!, /404/);
    deepEqual([failed.counts?.added, failed.counts?.own], [1, 1]);
    deepEqual(await readNames(db), [
      [1000001, "Avia"],
      [1000002, "Avia"],
      [1000003, "Esso"],
      [1000004, "Elan"],
      [1000009, "Système U"],
    ]);
  }).finally(stop);
});

forEachDb(
  "loadBrands() marks the means of brands as stale when stations change brand",
  async (_t, db) => {
    const stations: XmlStation[] = [
      { id: 1000001, prices: [["Gazole", "2025-01-04 10:00:00", "1.700"]] },
      { id: 1000002, prices: [["Gazole", "2025-01-04 10:00:00", "1.800"]] },
    ];
    await ingest(db, "2025-01-04T12:00:00Z", stations);
    await ingest(db, NOW, stations, { outcome: "unchanged" });
    const readMeans = () =>
      readRows(
        db,
        `select area, day, sum_milli, station_count
          from daily_mean
          where area like 'brand:%'
          order by 1, 2`,
      );
    deepEqual(await readMeans(), []);
    const loadAndMakeMeans = async (...rows: string[]) => {
      await load(db, toCsv(...rows));
      await makeStaleMeans(db, { now: new Date(NOW) });
    };
    await loadAndMakeMeans("1000001,Avia,,,", "1000002,Avia,,,");
    deepEqual(await readMeans(), [["brand:Avia", "2025-01-04", 3500, 2], [
      "brand:Avia",
      "2025-01-05",
      3500,
      2,
    ]]);
    await loadAndMakeMeans("1000001,Avia,,,", "1000002,Esso,,,");
    deepEqual(await readMeans(), [
      ["brand:Avia", "2025-01-04", 1700, 1],
      ["brand:Avia", "2025-01-05", 1700, 1],
      ["brand:Esso", "2025-01-04", 1800, 1],
      ["brand:Esso", "2025-01-05", 1800, 1],
    ]);
  },
);

const CSV = `${FEED_FOLDER}../brands/hass-prixcarburant_stations_name_osm.csv`;

Deno.test({
  name: "loadBrands() gives a brand to at least 98 % of the stations of a real feed",
  ignore: !await Deno.stat(CSV).then(() => true, () => false),
  async fn() {
    await withServerDb(async (db) => {
      await ingest(
        db,
        "2026-06-05T10:10:00Z",
        await Deno.readFile(`${FEED_FOLDER}instantane_ruptures_2026-06-05T1010Z.zip`),
      );
      const { listed, listedWithBrand, listedByOwn, listedWithKnownBrand } =
        (await load(db, file(await Deno.readFile(CSV)), await readOwnBrands())).counts!;
      equal(listed, 9780);
      ok(listedWithBrand >= 0.98 * listed, `${listedWithBrand} of ${listed}`);
      ok(
        listedWithKnownBrand >= 0.95 * listed,
        `${listedWithKnownBrand} of ${listed} have a brand in our table`,
      );
      equal(listedByOwn, (await readOwnBrands()).length, "every row of the own list must be used");
    });
  },
});
