/**
 * Finds the departments where more stations than usual have run out of a fuel, for the home page,
 * `/data/shortages.json` and `/api/v1/prices/shortages`.
 *
 * @module
 */

import { z } from "zod";
import {
  countOutBefore,
  countOutNow,
  type OutCount,
  type PastCount,
} from "../../db/history/stock_outs.ts";
import { type Shortages, shortagesSchema } from "../../domain/bulk_files.ts";
import { fuelParam } from "../../domain/params.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { compareIds } from "../../domain/station/station_record.ts";
import { departmentSchema, fuelField } from "../../domain/wire.ts";
import { getDepartment } from "../../places/departments.ts";
import { type Fuel, fuelNumber, FUELS } from "../../shared/fuels.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { createOfferTest } from "../../snapshot/search.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { nationalPrices } from "./area_prices.ts";
import { type Backend, defineOperation, readState } from "../operation.ts";
import { PerSnapshot, readOptional } from "../per_snapshot.ts";

/** An older stock-out does not indicate a shortage. */
const LATELY_DAYS = 7;
const USUAL_DAYS = 30;
/** Observed days, the last seven included, before the usual share is known. */
const MIN_OBSERVED_DAYS = 28;

/**
 * A department is short from these limits on. On an ordinary day 0.4 % of the stations lacked
 * Gazole, and 3.7 %, the highest share, lacked SP98.
 */
const SHORT = { stations: 3, share: 0.05, timesUsual: 2 } as const;

function countInMemory(snapshot: Snapshot, fuel: number): OutCount[] {
  const sells = createOfferTest(snapshot, { fuel, maxAgeDays: IN_FORCE_DAYS, accepts: null });
  const isOut = createOfferTest(snapshot, {
    fuel,
    maxAgeDays: LATELY_DAYS,
    isOutOfStock: true,
    accepts: null,
  });
  const counts = new Map<string, OutCount>();
  for (const { rank, record: { department: code } } of snapshot.stations) {
    if (code === null || !(sells(rank) || isOut(rank))) continue;
    const { out, stations } = counts.get(code) ?? { out: 0, stations: 0 };
    counts.set(code, { code, out: out + (sells(rank) ? 0 : 1), stations: stations + 1 });
  }
  return [...counts.values()];
}

/** Returns the usual shares; null while the database is unavailable. */
function readPast({ db }: Backend, fuel: number, asOfMs: number): Promise<PastCount | null> {
  // Days that count as recent stock-outs do not count towards the usual share.
  const today = toParisDay(new Date(asOfMs));
  const before = addDays(today, -LATELY_DAYS);
  const from = addDays(before, -USUAL_DAYS);
  return readOptional(() =>
    countOutBefore(db, { fuel, latelyDays: LATELY_DAYS, from, before, today })
  );
}

const toShare = ({ out, stations }: OutCount) => out / stations;

/**
 * Departments with the share of stations that ran out, the highest first. `usual` and `since` are
 * null while the usual share is unknown.
 */
export type OutRanking = {
  since: string | null;
  departments: (OutCount & { usual: number | null })[];
};

function toRanking(counts: readonly OutCount[], past: PastCount | null): OutRanking {
  const usual = past !== null && past.observed >= MIN_OBSERVED_DAYS ? past : null;
  const departments = counts.map((count) => ({
    ...count,
    usual: usual && (usual.sums[count.code] ?? 0) / usual.days / count.stations,
  }));
  return {
    since: usual && usual.since,
    departments: departments.sort((a, b) => toShare(b) - toShare(a) || compareIds(a.code, b.code)),
  };
}

const known = new PerSnapshot<Promise<OutRanking>>();

type Question = { fuel: Fuel; asOfMs: number };

/** Returns the departments where a fuel is short at the instant of the data. */
export async function findShortages(backend: Backend, question: Question): Promise<Shortages> {
  const { since, departments } = await rankDepartments(backend, question);
  const short = departments.flatMap(({ usual, ...count }) => {
    const isShort = usual !== null && count.out >= SHORT.stations &&
      toShare(count) >= Math.max(SHORT.share, SHORT.timesUsual * usual);
    return isShort ? [{ ...count, usual }] : [];
  });
  return { since, departments: short };
}

/** Returns all departments where a station sells the fuel, or did until recently. */
export async function rankDepartments(
  backend: Backend,
  { fuel, asOfMs }: Question,
): Promise<OutRanking> {
  const number = fuelNumber(fuel);
  const snapshot = backend.snapshots.current();
  if (!snapshot) {
    const counts = await countOutNow(backend.db, {
      fuel: number,
      latelyDays: LATELY_DAYS,
      maxAgeDays: IN_FORCE_DAYS,
    });
    return toRanking(counts, await readPast(backend, number, asOfMs));
  }
  const make = async () =>
    toRanking(countInMemory(snapshot, number), await readPast(backend, number, snapshot.asOfMs));
  return await known.get(snapshot, { key: fuel, make });
}

/** All fuels at once, for maps. */
export const shortagesJson = defineOperation({
  kind: "file",
  id: "shortagesJson",
  tag: "Bulk",
  path: "/data/shortages.json",
  title: "Departments short of a fuel",
  description:
    "For each fuel, the departments that are short of it, the worst first. There at least three " +
    "stations ran out within seven days, which is at least 5 % of those that sell it and twice " +
    "the usual share. Unknown until stock-outs were observed on 28 days. Free of quota.",
  example: "/data/shortages.json",
  input: z.strictObject({}),
  output: z.record(z.string(), shortagesSchema),
  async fromDatabase(backend) {
    const { state } = await nationalPrices.read(backend, { fuel: FUELS[0] });
    const found = await Promise.all(
      FUELS.map(async (fuel) =>
        [fuel, await findShortages(backend, { fuel, asOfMs: state.asOfMs })] as const
      ),
    );
    return { data: Object.fromEntries(found), meta: {}, state };
  },
});

const roundShare = (share: number) => Math.round(share * 10_000) / 10_000;

/** A department with the share of stations that ran out of a fuel. */
export const shortageSchema = departmentSchema.pick({ code: true, name: true, region: true })
  .extend({
    out: z.int().min(0).describe("Stations that ran out within the last seven days and still are"),
    stationCount: z.int().min(1).describe("Stations that sell the fuel, and those counted in out"),
    share: z.number().min(0).describe("out divided by stationCount, 0 to 1 with four decimals"),
    usualShare: z.number().min(0).nullable().describe(
      "Mean share in the thirty days before these seven, over the days with observed stock-outs; " +
        "null until stock-outs were observed on 28 days",
    ),
  });

/** The highest share first, equal shares by code. */
export const shortageRanking = defineOperation({
  id: "shortageRanking",
  tag: "Prices",
  path: "/api/v1/prices/shortages",
  title: "Departments by the share of stations without a fuel",
  description:
    "Departments with the share of stations that ran out of the fuel within seven days, highest " +
    "first. The share is of the stations that sell the fuel or ran out of it in these days; " +
    "departments without such a station are left out. /data/shortages.json lists the departments " +
    "that are short of a fuel.",
  example: "/api/v1/prices/shortages?fuel=gazole",
  input: z.strictObject({ fuel: fuelParam }),
  output: z.array(shortageSchema).max(110),
  meta: { count: z.int().min(0).describe("Number of entries in data"), fuel: fuelField },
  formats: ["json", "csv"],
  table: {
    columns: Object.keys(shortageSchema.shape),
    toRows: (departments) => departments,
  },
  async fromDatabase(backend, { fuel }) {
    const state = await readState(backend);
    const { departments } = await rankDepartments(backend, { fuel, asOfMs: state.asOfMs });
    const data = departments.map(({ usual, ...count }) => {
      const { code, out, stations: stationCount } = count;
      const { name, regionName: region } = getDepartment(code)!;
      const share = roundShare(toShare(count));
      const usualShare = usual === null ? null : roundShare(usual);
      return { code, name, region, out, stationCount, share, usualShare };
    });
    return { data, meta: { count: data.length, fuel }, state };
  },
});
