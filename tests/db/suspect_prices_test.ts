import { deepEqual } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { findDayPrices } from "../../lib/db/history/own_month.ts";
import { findChanges } from "../../lib/db/history/series.ts";
import { carryForward } from "../../lib/domain/price/price_period.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { ingest, readRows } from "../support/load.ts";
import type { XmlStation } from "../support/archive_xml.ts";

async function readMarks(db: Db): Promise<number[]> {
  return (await readRows(db, "select station_id from current_price where suspect order by 1"))
    .flat() as number[];
}

function sell(id: number, at: string, value: string, postalCode = "01000"): XmlStation {
  return { id, postalCode, city: "Bourg-en-Bresse", prices: [["Gazole", at, value]] };
}

function others(at: string, { count = 40, euros = 2 } = {}): XmlStation[] {
  const toValue = (index: number) => (euros + (index % 40) / 1000).toFixed(3);
  return Array.from({ length: count }, (_, index) => sell(57000100 + index, at, toValue(index)));
}

const ODD = 57000001;
const MONDAY = "2026-06-01 08:00:00";
const TUESDAY = "2026-06-02 08:00:00";
const AT = {
  monday: "2026-06-01T10:00:00Z",
  tuesday: "2026-06-02T10:00:00Z",
  wednesday: "2026-06-03T10:00:00Z",
};

forEachDb("a price far from all others is suspect, even in the first feed ever", async (_t, db) => {
  const feed = [...others(MONDAY), sell(ODD, MONDAY, "1.711"), sell(ODD + 1, MONDAY, "1.874")];
  await ingest(db, AT.monday, feed);
  deepEqual(await readMarks(db), [ODD]);
  await ingest(db, AT.tuesday, feed, { outcome: "unchanged" });
  deepEqual(await readMarks(db), [ODD]);
});

forEachDb(
  "a price far above all others is suspect if its station has sold at the usual price",
  async (_t, db) => {
    const expensive = sell(ODD + 1, MONDAY, "3.299");
    await ingest(db, AT.monday, [...others(MONDAY), sell(ODD, MONDAY, "2.010"), expensive]);
    deepEqual(await readMarks(db), []);
    await ingest(db, AT.tuesday, [...others(MONDAY), sell(ODD, TUESDAY, "3.299"), expensive]);
    deepEqual(await readMarks(db), [ODD]);
  },
);

// Proves docs/data.md#suspect-prices
forEachDb(
  "a price common in its department passes, and in a department of few stations it is compared with the nation",
  async (_t, db) => {
    const war = Array.from(
      { length: 21 },
      (_, index) => sell(48000001 + index, MONDAY, `1.7${10 + index}`, "48000"),
    );
    const nation = others(MONDAY, { count: 600 });
    await ingest(db, AT.monday, [...nation, ...war]);
    deepEqual(await readMarks(db), []);
  },
);

/**
 * Ingests one station's reports (Paris wall clock and euros), each half an hour later. Returns
 * whether it was marked after each.
 */
async function follow(db: Db, reports: readonly [string, string][], euros = 2): Promise<boolean[]> {
  const marks: boolean[] = [];
  for (const [at, value] of reports) {
    const now = new Date(Date.parse(`${at.replace(" ", "T")}+02:00`) + 1_800_000).toISOString();
    await ingest(db, now, [
      ...others(`${at.slice(0, 10)} 00:01:00`, { euros }),
      sell(ODD, at, value),
    ]);
    marks.push((await readMarks(db)).includes(ODD));
  }
  return marks;
}

const LIVES: Record<string, [string, string, boolean][]> = {
  "a typing error is gone at the next report": [
    ["2026-06-01 08:00:00", "2.010", false],
    ["2026-06-02 08:00:00", "1.310", true],
    ["2026-06-02 10:00:00", "2.009", false],
  ],
  "a second slip, two days later, is no confirmation of the first": [
    ["2026-06-01 08:00:00", "2.139", false],
    ["2026-06-03 08:00:00", "1.711", true],
    ["2026-06-05 08:00:00", "1.703", true],
    ["2026-06-07 08:00:00", "1.703", true],
  ],
  "repeating the same value confirms nothing, however often": [
    ["2026-06-01 08:00:00", "2.010", false],
    ["2026-06-02 08:00:00", "1.644", true],
    ["2026-06-02 08:00:30", "1.644", true],
    ["2026-06-03 07:00:00", "1.644", true],
    ["2026-06-05 08:00:00", "1.644", true],
    ["2026-06-19 08:00:00", "1.644", true],
    ["2026-06-20 08:00:00", "2.020", false],
  ],
  "a sale that moves by small steps counts from its second value": [
    ["2026-06-01 08:00:00", "2.000", false],
    ["2026-06-02 08:00:00", "1.860", true],
    ["2026-06-02 12:00:00", "1.859", true],
    ["2026-06-03 08:00:00", "1.855", false],
    ["2026-06-04 08:00:00", "1.850", false],
  ],
  "a price that stays low with other values counts from its third day": [
    ["2026-06-01 08:00:00", "2.010", false],
    ["2026-06-02 08:00:00", "1.680", true],
    ["2026-06-02 18:00:00", "1.684", true],
    ["2026-06-03 08:00:00", "1.678", true],
    ["2026-06-04 08:00:00", "1.681", false],
    ["2026-06-05 08:00:00", "1.674", false],
  ],
  "a weekly sale counts from its second time": [
    ["2026-06-01 08:00:00", "2.010", false],
    ["2026-06-05 07:00:00", "1.700", true],
    ["2026-06-05 19:00:00", "2.010", false],
    ["2026-06-12 07:00:00", "1.690", false],
    ["2026-06-12 19:00:00", "2.010", false],
    ["2026-06-19 07:00:00", "1.705", false],
  ],
};

for (const [name, life] of Object.entries(LIVES)) {
  forEachDb(name, async (_t, db) => {
    deepEqual(
      await follow(db, life.map(([at, value]) => [at, value])),
      life.map(([, , marked]) => marked),
    );
  });
}

// Proves docs/data.md#suspect-prices
forEachDb(
  "swapped digits that a motorway station repeats for days stay suspect until it corrects them",
  async (_t, db) => {
    const life: [string, string, boolean][] = [
      ["2026-06-01 08:00:00", "1.919", false],
      ["2026-06-02 06:12:00", "1.292", true],
      ["2026-06-03 06:05:00", "1.292", true],
      ["2026-06-05 09:00:00", "1.292", true],
      ["2026-06-06 09:00:00", "1.291", true],
      ["2026-06-07 09:00:00", "1.293", true],
      ["2026-06-08 09:00:00", "1.919", false],
    ];
    deepEqual(
      await follow(db, life.map(([at, value]) => [at, value]), 1.9),
      life.map(([, , marked]) => marked),
    );
  },
);

forEachDb(
  "a second value does not confirm the price of another fuel of the station",
  async (_t, db) => {
    const marks: boolean[] = [];
    for (
      const [day, gazole] of [["01", "2.010"], ["02", "1.860"], ["03", "1.855"], ["04", "1.858"], [
        "05",
        "2.010",
      ]]
    ) {
      const at = `2026-06-${day} 08:00:00`;
      const odd: XmlStation = {
        ...sell(ODD, at, gazole!),
        prices: [["Gazole", at, gazole!], ["E10", at, "1.859"]],
      };
      await ingest(db, `2026-06-${day}T10:00:00Z`, [...others(at), odd]);
      marks.push((await readMarks(db)).includes(ODD));
    }
    deepEqual(marks, [false, true, true, true, false]);
  },
);

forEachDb(
  "a market-wide fall confirms the station that lowered its price first",
  async (_t, db) => {
    const early = sell(ODD, TUESDAY, "1.650");
    await ingest(db, AT.monday, [...others(MONDAY), sell(ODD, MONDAY, "2.010")]);
    await ingest(db, AT.tuesday, [...others(TUESDAY), early]);
    deepEqual(await readMarks(db), [ODD]);
    const fallen = others("2026-06-03 08:00:00", { euros: 1.6 });
    await ingest(db, AT.wednesday, [...fallen, early]);
    deepEqual(await readMarks(db), []);
    // The market of the whole day counts, and the verdict stays when the day is over.
    await ingest(db, "2026-06-04T10:00:00Z", [
      ...others("2026-06-04 08:00:00", { euros: 2 }),
      early,
    ]);
    deepEqual(await readMarks(db), []);
    const means =
      "select day, min_milli from daily_mean where area = 'FR' and fuel = 1 order by day";
    deepEqual(await readRows(db, means), [["2026-06-01", 2000], ["2026-06-02", 2000], [
      "2026-06-03",
      1600,
    ]]);
    const { observations } = await findChanges(db, {
      stationId: ODD,
      fuel: 1,
      from: new Date("2026-06-01T00:00:00Z"),
    });
    const points = carryForward(observations, { asOf: new Date("2026-06-04T10:00:00Z"), days: 4 });
    deepEqual(points.map(({ suspect }) => suspect === true), [false, true, false, false]);
  },
);

// Proves docs/data.md#suspect-prices
forEachDb(
  "a value that three stations set on one day is a sale, and on two it may be a slip",
  async (_t, db) => {
    const sale = [0, 1, 2].map((index) => sell(ODD + index, MONDAY, "1.711"));
    await ingest(db, AT.monday, [...others(MONDAY, { count: 200 }), ...sale.slice(1)]);
    deepEqual(await readMarks(db), [ODD + 1, ODD + 2]);
    await ingest(db, "2026-06-01T10:20:00Z", [...others(MONDAY, { count: 200 }), ...sale]);
    deepEqual(await readMarks(db), []);
    await ingest(db, AT.tuesday, [...others(TUESDAY, { count: 200 }), ...sale]);
    deepEqual(await readMarks(db), []);
  },
);

forEachDb(
  "a market that moves away makes no price suspect, and one that moves near confirms a suspect price",
  async (_t, db) => {
    await ingest(db, AT.monday, [
      ...others(MONDAY),
      sell(ODD, MONDAY, "1.980"),
      sell(ODD + 1, MONDAY, "1.500"),
    ]);
    deepEqual(await readMarks(db), [ODD + 1]);
    const left = [sell(ODD, MONDAY, "1.980"), sell(ODD + 1, MONDAY, "1.500")];
    await ingest(db, AT.tuesday, [...others(TUESDAY, { euros: 2.9 }), ...left]);
    deepEqual(await readMarks(db), [ODD + 1]);
    await ingest(db, AT.wednesday, [...others("2026-06-03 08:00:00", { euros: 1.5 }), ...left]);
    deepEqual(await readMarks(db), []);
  },
);

// Proves docs/data.md#suspect-prices
forEachDb(
  "daily and monthly means exclude a suspect price, and the history says so",
  async (_t, db) => {
    await follow(db, [["2026-06-01 08:00:00", "2.010"], ["2026-06-02 08:00:00", "1.310"], [
      "2026-06-04 08:00:00",
      "2.009",
    ]]);
    const means =
      "select day, min_milli from daily_mean where area = 'FR' and fuel = 1 order by day";
    deepEqual(await readRows(db, means), [["2026-06-01", 2000], ["2026-06-02", 2000], [
      "2026-06-03",
      2000,
    ]]);
    const days = ["2026-06-01", "2026-06-02", "2026-06-03"];
    deepEqual([...(await findDayPrices(db, { stationId: ODD, fuel: 1, radiusM: 1, days })).own], [
      2010,
      0,
      0,
    ]);
    const { observations } = await findChanges(db, {
      stationId: ODD,
      fuel: 1,
      from: new Date("2026-06-01T00:00:00Z"),
    });
    const points = carryForward(observations, { asOf: new Date("2026-06-04T07:00:00Z"), days: 4 });
    deepEqual(points.map(({ price, suspect }) => [price, suspect === true]), [
      ["2.010", false],
      ["1.310", true],
      ["1.310", true],
      ["2.009", false],
    ]);
  },
);

forEachDb(
  "a price is not judged if it is out of stock, too old, or among fewer than 21 prices",
  async (_t, db) => {
    const out: XmlStation = { ...sell(ODD, MONDAY, "1.711"), stockOuts: [["Gazole", MONDAY, ""]] };
    const old = sell(ODD + 1, "2026-05-02 11:59:59", "1.711");
    await ingest(db, AT.monday, [...others(MONDAY, { count: 18 }), sell(ODD + 2, MONDAY, "1.711")]);
    deepEqual(await readMarks(db), []);
    await ingest(db, "2026-06-01T10:20:00Z", [...others(MONDAY), out, old]);
    deepEqual(await readMarks(db), []);
  },
);
