import { doesNotThrow, throws } from "../tests/support/assert.ts";
import type { StoredRows } from "../lib/db/ingest/stored_rows.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import type { CheckedEntry, CheckedFeed } from "./check.ts";
import { FeedRefused, type RefusalCode, type RefusedRow } from "./refusals.ts";
import { SHARES, validateAgainst, validateAlone } from "./validate_feed.ts";

const DETAILS = {
  position: { lat: 48.84, lng: 2.36 },
  department: "75",
  city: "Paris",
  openingHours: [],
  services: ["Bar"],
};

function toFeed(
  prices: { priceMilli: number; atMs: number }[],
  refused: RefusedRow[] = [],
): CheckedFeed {
  const entries = prices.map((price, index): [number, CheckedEntry] => [index + 1, {
    station: { ...DETAILS } as unknown as CheckedEntry["station"],
    prices: [{ stationId: index + 1, fuel: 1, ...price }],
    stockOuts: [],
    closures: [],
  }]);
  const newest = Math.max(...prices.map(({ atMs }) => atMs));
  return {
    entries: new Map(entries),
    refused,
    newestPriceMs: prices.length > 0 ? newest : null,
    reported: { stations: prices.length, prices: prices.length + refused.length, stockOuts: 0 },
  };
}

function toKnown(count: number, atMs: number): StoredRows {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  return {
    stations: ids.map((id) => ({
      ...DETAILS,
      id,
      leftAtMs: null,
    })) as unknown as StoredRows["stations"],
    prices: ids.map((stationId) => ({ stationId, fuel: 1, priceMilli: 1000, atMs, listed: true })),
    stockOuts: [],
    absences: [],
  };
}

function feedOf(
  count: number,
  toPrice: (index: number) => { priceMilli: number; atMs: number },
): CheckedFeed {
  return toFeed(Array.from({ length: count }, (_, index) => toPrice(index)));
}

function refuses(code: RefusalCode, work: () => void, detail = ""): void {
  const isSame = (error: FeedRefused) => error.code === code && error.detail.startsWith(detail);
  throws(work, (error) => error instanceof FeedRefused && isSame(error), `${code} ${detail}`);
}

/** A feed of a hundred stations; `count` of them have other details. */
function toChanged(
  count: number,
  details: Partial<Record<keyof typeof DETAILS, unknown>>,
): CheckedFeed {
  const feed = feedOf(100, () => ({ priceMilli: 1000, atMs: 1 }));
  for (const { station } of [...feed.entries.values()].slice(0, count)) {
    Object.assign(station, details);
  }
  return feed;
}

Deno.test("validateAgainst() accepts a feed in which a fifth of the stations lost a detail, and rejects one more", () => {
  const cases: [detail: string, lost: Parameters<typeof toChanged>[1]][] = [
    ["position", { position: null }],
    ["position", { position: { lat: 48.85, lng: 2.36 } }],
    ["town", { city: null }],
    ["town", { department: null }],
    ["town", { department: "93" }],
    ["hours", { openingHours: null }],
    ["services", { services: [] }],
  ];
  for (const [detail, lost] of cases) {
    doesNotThrow(() => validateAgainst(toChanged(20, lost), toKnown(100, 1), 1));
    refuses(
      "details_lost",
      () => validateAgainst(toChanged(21, lost), toKnown(100, 1), 1),
      `${detail} of 21 of 100`,
    );
  }
  const gained = toKnown(100, 1);
  for (const station of gained.stations) {
    Object.assign(station, {
      position: null,
      department: null,
      city: null,
      openingHours: null,
      services: [],
    });
  }
  doesNotThrow(() => validateAgainst(toChanged(0, {}), gained, 1));
  doesNotThrow(() =>
    validateAgainst(toChanged(100, { position: { lat: 48.848, lng: 2.36 } }), toKnown(100, 1), 1)
  );
});

Deno.test("validateAlone() accepts a feed in which a fifth of the stations have no position, and rejects one more", () => {
  doesNotThrow(() => validateAlone(toChanged(20, { position: null })));
  refuses(
    "positions_refused",
    () => validateAlone(toChanged(21, { position: null })),
    "21 of 100 (21.0 %)",
  );
});

/** A feed of a hundred stations; `count` of them have another price. */
function toMoved(count: number, priceMilli: number, atMs: number): CheckedFeed {
  return feedOf(100, (index) => ({ priceMilli: index < count ? priceMilli : 1000, atMs }));
}

Deno.test("validateAgainst() accepts a feed at each limit, and rejects one beyond it", () => {
  const small = SHARES.stations_missing.minCount - 1;
  const taken: [what: string, feed: CheckedFeed, known: StoredRows, feedAtMs?: number | null][] = [
    [
      "four fifths of the stations",
      feedOf(80, () => ({ priceMilli: 1000, atMs: 1 })),
      toKnown(100, 1),
    ],
    [
      "too few stations to say",
      feedOf(1, () => ({ priceMilli: 1000, atMs: 1 })),
      toKnown(small, 1),
    ],
    ["half of the prices rewritten", toMoved(50, 1001, 1), toKnown(100, 1)],
    ["half of the prices moved", toMoved(50, 1001, 2), toKnown(100, 1)],
    ["all prices moved, more than a day later", toMoved(100, 1001, DAY_MS + 1), toKnown(100, 1)],
    ["a quarter dearer", toMoved(100, 1250, 2 * DAY_MS), toKnown(100, 1)],
    ["a fifth cheaper", toMoved(100, 800, 2 * DAY_MS), toKnown(100, 1)],
    ["half dearer, more than 30 days later", toMoved(100, 1500, 30 * DAY_MS + 1), toKnown(100, 1)],
    [
      "tenfold, but only 99 prices",
      feedOf(99, () => ({ priceMilli: 10_000, atMs: 1 })),
      toKnown(99, 1),
    ],
    ["no feed before", feedOf(1, () => ({ priceMilli: 1, atMs: 1 })), toKnown(1000, 5), null],
    ["the same time", feedOf(1, () => ({ priceMilli: 1000, atMs: 5 })), toKnown(1, 5), 5],
  ];
  for (const [what, feed, known, feedAtMs = 1] of taken) {
    doesNotThrow(() => validateAgainst(feed, known, feedAtMs), what);
  }
  const few = feedOf(79, () => ({ priceMilli: 1000, atMs: 1 }));
  refuses("stations_missing", () => validateAgainst(few, toKnown(100, 1), 1));
  refuses("prices_rewritten", () => validateAgainst(toMoved(51, 1001, 1), toKnown(100, 1), 1));
  refuses("prices_moved", () => validateAgainst(toMoved(51, 1001, DAY_MS), toKnown(100, 1), 1));
  refuses("level_moved", () => validateAgainst(toMoved(100, 1251, 2 * DAY_MS), toKnown(100, 1), 1));
  refuses("level_moved", () => validateAgainst(toMoved(100, 799, 2 * DAY_MS), toKnown(100, 1), 1));
  refuses(
    "older",
    () => validateAgainst(feedOf(1, () => ({ priceMilli: 1000, atMs: 5 })), toKnown(1, 5), 6),
  );
});

Deno.test("validateAlone() counts rejected prices against the feed, but not rejected stock-outs", () => {
  const rows = (count: number, raw: string) =>
    Array.from({ length: count }, (): RefusedRow => ({ stationId: "1", reason: "bad_time", raw }));
  const prices = Array.from({ length: 80 }, () => ({ priceMilli: 1000, atMs: 1 }));
  doesNotThrow(() => validateAlone(toFeed(prices, rows(20, "prix x"))));
  refuses("prices_refused", () => validateAlone(toFeed(prices, rows(21, "prix x"))));
  const stockOuts = toFeed(prices, rows(500, "rupture x"));
  stockOuts.reported.prices = 80;
  doesNotThrow(() => validateAlone(stockOuts));
  refuses("empty", () => validateAlone(toFeed([])));
});
