/** `GET /api/v1/prices/national` and `/departments/{code}`: means of the country and of a department. @module */

import { z } from "zod";
import { getAreaTally } from "../../db/history/series.ts";
import type { DataState } from "../../db/state.ts";
import { emptyTally, toAggregate } from "../../domain/price/aggregate.ts";
import { DomainError } from "../../domain/errors.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { fuelParam, MAX_ID_LENGTH } from "../../domain/params.ts";
import { toCheapStation } from "../../domain/station/station_record.ts";
import { type Aggregate, type CheapStation, departmentSchema, fuelField, nationalSchema } from "../../domain/wire.ts";
import { toDepartmentPath, toTrendsPath } from "../../shared/page/page_paths.ts";
import { getDepartment } from "../../shared/place/departments.ts";
import { type Fuel, fuelNumber } from "../../shared/station/fuels.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { toParisDay } from "../../shared/time/paris_time.ts";
import { areaKey, type Snapshot } from "../../snapshot/snapshot.ts";
import { ALL_DEPARTMENTS_TOOL, allDepartmentPrices } from "./all_departments.ts";
import { quoteValue } from "../input.ts";
import { type Body, defineOperation, type Deps, requireState } from "../operation.ts";
import { findDepartmentInSnapshot } from "../pages/page_department.ts";
import { countOf, FUEL_NAMES, NOT_COVERED, toCents, toExtremesText, toStationText, toToolText } from "../tool_text.ts";

/** `area`: 'FR' or a department's canonical code. */
type AreaQuestion = { area: string; fuel: Fuel };

type AreaAnswer = { aggregate: Aggregate; cheapest: CheapStation[]; state: DataState };

const MAX_NAMED = 5;

type AreaFacts = Omit<Awaited<ReturnType<typeof getAreaTally>>, "state">;

function toAnswer({ tally, past, cheapest }: AreaFacts, { fuel, state }: { fuel: Fuel; state: DataState }): AreaAnswer {
  const aggregate = toAggregate({ fuel, today: toParisDay(new Date(state.asOfMs)), tally, past });
  return { aggregate, cheapest: cheapest.map(toCheapStation), state };
}

function aggregateFromSnapshot(snapshot: Snapshot, { area, fuel }: AreaQuestion): AreaAnswer {
  const number = fuelNumber(fuel);
  const key = areaKey(area, number);
  const [tally, past] = [snapshot.tallies.get(key) ?? emptyTally(), snapshot.means.get(key) ?? new Map()];
  const found = area === "FR" ? [] : findDepartmentInSnapshot(snapshot, { department: area, fuel: number });
  return toAnswer({ tally, past, cheapest: found.slice(0, MAX_NAMED) }, { fuel, state: snapshot.state });
}

async function aggregateFromDatabase(deps: Deps, { area, fuel }: AreaQuestion): Promise<AreaAnswer> {
  const read = await getAreaTally(deps.db, { area, fuel: fuelNumber(fuel), maxAgeDays: IN_FORCE_DAYS });
  return toAnswer(read, { fuel, state: requireState(read.state, deps) });
}

function toTrend({ trend7d, change7d }: Aggregate): string {
  // the means of 3 and 7 days are then of fewer days
  if (change7d === null) {
    return "The change against seven days ago is unknown; days without a mean are left out of those of 3 and 7 days.";
  }
  const words = { up: "rising", down: "falling", stable: "stable", unknown: "unknown" }[trend7d];
  return `Trend: ${words}, ${toCents(parsePriceText(change7d))} per litre against seven days ago.`;
}

type AreaBody = Body<Aggregate & { cheapest?: CheapStation[]; covered?: boolean }>;

/** Five lines, and one for each of the cheapest stations of a department; `where`: "in France". */
function toAreaText(body: AreaBody, where: string): string {
  const { data, meta } = body;
  const asOf = meta.generated_at;
  const cheapest = (data.cheapest ?? []).map((station) => `${station.price} ${toStationText(station, asOf)}`);
  const { min, max } = data;
  if (data.avgPrice1d === null || min === null || max === null) {
    if (data.covered === false) return toToolText([`No prices ${where}: ${NOT_COVERED}.`], body);
    return toToolText([`Nobody ${where} has a price in force for ${FUEL_NAMES[data.fuelType]}.`], body);
  }
  return toToolText([
    `${FUEL_NAMES[data.fuelType]} ${where}: ${data.avgPrice1d} €/L on average today ` +
    `(${countOf(data.stationCount, "station")}).`,
    `Today's ${toExtremesText({ min, max }, asOf)}.`,
    `Mean of 3 days ${data.avgPrice3d}, of 7 days ${data.avgPrice7d}.`,
    toTrend(data),
    cheapest.length > 0 ? "Cheapest stations, €/L:" : null,
    ...cheapest,
  ], body);
}

function toNationalResult({ aggregate, state }: AreaAnswer) {
  return { data: { scope: "national" as const, ...aggregate }, meta: { fuel: aggregate.fuelType }, state };
}

/** Means of the country. */
export const nationalPrices = defineOperation({
  id: "nationalPrices",
  tag: "Prices",
  path: "/api/v1/prices/national",
  title: "National mean price of a fuel",
  description:
    "Mean over all stations of the price in force, today and over the last 3 and 7 days, trend, and the stations with the " +
    "lowest and the highest price (of equal prices the one reported last, then by id). The mean is " +
    "unweighted: each station counts once, however much it sells, so it lies above the ministry's mean, which is weighted " +
    "by volumes sold.",
  example: "/api/v1/prices/national?fuel=gazole",
  tool: {
    name: "get_national_prices",
    description:
      "Mean price of one fuel in France (each station counts once): today, 3 and 7 days, lowest, highest, trend. For " +
      "'what does diesel cost', 'are prices rising'.",
    toText: (body) => toAreaText(body, "in France"),
    toPage: (_, { fuel }) => toTrendsPath(fuel),
  },
  input: z.strictObject({ fuel: fuelParam }),
  output: nationalSchema,
  meta: { fuel: fuelField },
  fromSnapshot: (snapshot, { fuel }) => toNationalResult(aggregateFromSnapshot(snapshot, { area: "FR", fuel })),
  fromDatabase: async (deps, { fuel }) => toNationalResult(await aggregateFromDatabase(deps, { area: "FR", fuel })),
});

function requireDepartment(code: string) {
  const department = getDepartment(code);
  if (department) return department;
  throw new DomainError("DEPARTMENT_NOT_FOUND", `No department has the code ${quoteValue(code)}`);
}

function toDepartmentResult(code: string, { aggregate, cheapest, state }: AreaAnswer) {
  const { name, regionName: region, overseas } = requireDepartment(code);
  const data = { scope: "department" as const, code, name, region, covered: !overseas, ...aggregate, cheapest };
  return { data, meta: { fuel: aggregate.fuelType }, state };
}

/** Means of a department; null prices where no station sells the fuel. */
export const departmentPrices = defineOperation({
  id: "departmentPrices",
  tag: "Prices",
  path: "/api/v1/prices/departments/{code}",
  title: "Mean price of a fuel in a department",
  description:
    "The national fields over one department (01 to 95, 2A, 2B in either case, 971 to 976 …), unweighted like these, and its " +
    "five cheapest stations.",
  example: "/api/v1/prices/departments/75?fuel=gazole",
  tool: {
    name: "get_department_prices",
    description:
      "Mean price of one fuel in one department, by its code or name: today, 3 and 7 days, lowest, highest, trend; and " +
      "its five cheapest stations. Without code: all departments and regions, cheapest first. Next: " +
      "search_stations_nearby for a town in it.",
    toText: (body) => toAreaText(body, `in ${body.data.name} (${body.data.code})`),
    toPage: (_, { code, fuel }) => `${toDepartmentPath(code)}?fuel=${fuel}`,
    places: "department",
    inArea: ({ fuel }) => ({ operation: allDepartmentPrices, input: { fuel }, tool: ALL_DEPARTMENTS_TOOL }),
  },
  input: z.strictObject({
    code: z.string().min(1).max(MAX_ID_LENGTH).describe(
      "Department code: 01 to 95, 2A, 2B (either case), 971 to 976 and other overseas codes",
    ),
    fuel: fuelParam,
  }),
  canonical: ({ code, fuel }) => ({ code: getDepartment(code)?.code ?? code, fuel }),
  output: departmentSchema,
  meta: { fuel: fuelField },
  refusals: { DEPARTMENT_NOT_FOUND: 'No department has the code "99"' },
  fromSnapshot(snapshot, { code, fuel }) {
    const { code: area } = requireDepartment(code);
    return toDepartmentResult(area, aggregateFromSnapshot(snapshot, { area, fuel }));
  },
  async fromDatabase(deps, { code, fuel }) {
    const { code: area } = requireDepartment(code);
    return toDepartmentResult(area, await aggregateFromDatabase(deps, { area, fuel }));
  },
});
