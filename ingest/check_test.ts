import { deepEqual, equal } from "../tests/support/assert.ts";
import { CLOCK_TOLERANCE_MS } from "../lib/domain/price/in_force.ts";
import {
  checkClosure,
  checkPrice,
  checkStockOut,
  FEED_FUELS,
  toFuelNumber,
  toInstantMs,
  toPriceMilli,
} from "./check_rows.ts";
import { toServices, toStationId } from "./check.ts";
import { FUELS } from "../lib/shared/fuels.ts";

Deno.test("toPriceMilli() distinguishes euros and thousandths by magnitude", () => {
  const read = {
    "1.799": 1799,
    "1799": 1799,
    "1.93": 1930,
    "1.8": 1800,
    "2": 2000,
    "1": 1000,
    "485": 485,
    "100": 100,
    "99.999": 99_999,
    "0.001": 1,
    "1.2345": 1235,
    "9.999": 9999,
  };
  for (const [text, milli] of Object.entries(read)) equal(toPriceMilli(text), milli, text);
  for (
    const text of [
      "",
      "0",
      "0.000",
      "-1.7",
      "+1.7",
      "1,7",
      "1.7 €",
      "NaN",
      "1e3",
      ".5",
      "1.",
      "1234567",
    ]
  ) {
    equal(toPriceMilli(text), null, text);
  }
});

Deno.test("toInstantMs() parses Paris time with either separator and drops fractions of a second", () => {
  const read = {
    "2026-06-05 12:10:00": "2026-06-05T10:10:00.000Z",
    "2026-06-05T12:10:00": "2026-06-05T10:10:00.000Z",
    "2026-12-31 23:59:59.999999": "2026-12-31T22:59:59.000Z",
    "2026-10-25 02:30:00": "2026-10-25T00:30:00.000Z",
    "2024-02-29 00:00:00": "2024-02-28T23:00:00.000Z",
  };
  for (const [text, instant] of Object.entries(read)) {
    equal(new Date(toInstantMs(text)!).toISOString(), instant, text);
  }
  const none = [
    "2025-02-29 00:00:00",
    "2026-13-01 00:00:00",
    "2026-06-05 24:00:00",
    "0001-01-01 00:00:00",
  ];
  for (const text of [...none, "2026-06-05 12:10", "2026-06-05T12:10:00Z", ""]) {
    equal(toInstantMs(text), null, text);
  }
});

Deno.test("checkPrice() accepts times from 2007 up to ten minutes ahead", () => {
  const nowMs = Date.parse("2026-06-05T10:00:00Z");
  const at = (text: string) => {
    const checked = checkPrice({ fuel: "Gazole", at: text, value: "1.799" }, {
      stationId: 1,
      nowMs,
    });
    return typeof checked === "string" ? checked : "good";
  };
  equal(CLOCK_TOLERANCE_MS, 600_000);
  equal(at("2026-06-05 12:10:00"), "good");
  equal(at("2026-06-05 12:10:01"), "future_time");
  equal(at("2007-01-01 00:00:00"), "good");
  equal(at("2006-12-31 23:59:59"), "too_old");
});

Deno.test("checkStockOut() ends a stock-out only once its end time has passed", () => {
  const nowMs = Date.parse("2026-06-05T10:00:00Z");
  const check = (since: string, until: string, kind = "") =>
    checkStockOut({ fuel: "E85", since, until, kind }, { stationId: 1, nowMs });
  deepEqual(check("2026-06-01 12:00:00", "", "definitive"), {
    stationId: 1,
    fuel: 5,
    sinceMs: Date.parse("2026-06-01T10:00:00Z"),
    untilMs: null,
    kind: "permanent",
  });
  const ended = check("2026-06-01 12:00:00", "2026-06-05 12:00:00");
  equal(typeof ended === "string" ? ended : ended.untilMs, nowMs);
  const running = check("2026-06-01 12:00:00", "2026-06-05 12:00:01");
  equal(typeof running === "string" ? running : running.untilMs, null);
  equal(check("2000-01-01 00:01:00", "") instanceof Object, true);
  equal(check("1999-12-31 23:59:59", ""), "impossible_stock_out");
  equal(check("2026-06-02 00:00:00", "2026-06-01 00:00:00"), "impossible_stock_out");
  equal(check("2026-06-02 00:00:00", "soon"), "bad_time");
});

Deno.test("checkClosure() parses kinds and ends, and rejects impossible ones", () => {
  const nowMs = Date.parse("2016-12-20T10:00:00Z");
  const check = (since: string, until: string, kind = "T") =>
    checkClosure({ since, until, kind }, { stationId: 1, nowMs });
  deepEqual(check("2009-02-01T00:02:00", "2016-12-22T00:12:27"), {
    stationId: 1,
    sinceMs: Date.parse("2009-01-31T23:02:00Z"),
    untilMs: null, // The end is the time at which the file was made.
    kind: "temporary",
  });
  const ended = check("2016-12-01T00:00:00", "2016-12-02T01:00:00", "D");
  deepEqual(typeof ended === "string" ? ended : [ended.untilMs, ended.kind], [
    Date.parse("2016-12-02T00:00:00Z"),
    "permanent",
  ]);
  equal(check("1970-01-01T00:00:00", ""), "impossible_closure");
  equal(check("2016-12-02T00:00:00", "2016-12-01T00:00:00"), "impossible_closure");
  equal(check("", ""), "bad_time");
  equal(check("2016-12-21T00:00:00", ""), "future_time");
});

Deno.test("toStationId() accepts whole numbers without a leading zero that fit the column", () => {
  for (const text of ["1000001", "75012001", "900000001", "2147483647"]) {
    equal(toStationId(text), Number(text));
  }
  for (const text of ["", "0", "01000001", "2147483648", "99999999999", "12a", " 1", "-5", "1.5"]) {
    equal(toStationId(text), null, text);
  }
});

Deno.test("toFuelNumber() and FEED_FUELS agree on all six fuels and match exact spellings only", () => {
  for (const fuel of FUELS) equal(toFuelNumber(FEED_FUELS[fuel]), FUELS.indexOf(fuel) + 1);
  deepEqual(["gazole", "SP97", "", "GPL"].map(toFuelNumber), [null, null, null, null]);
});

Deno.test("toServices() keeps unknown labels, removes invisible characters and cuts long labels", () => {
  deepEqual(
    toServices([" B\u200bar\u0000 ", "Carburant  qualité supérieure", "Bar", "x".repeat(500)]),
    [
      "Bar",
      "Carburant qualité supérieure",
      "x".repeat(200),
    ],
  );
});
