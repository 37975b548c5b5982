/** `GET /api/v1/prices/departments`: means of all departments and regions at once, cheapest first. @module */

import { z } from "zod";
import { type AreaSum, findAreaDays, findDepartmentSums } from "../../db/history/area_days.ts";
import type { DataState } from "../../db/state.ts";
import { LAND_AREAS, type LandArea } from "../../domain/place/area.ts";
import { toAggregate } from "../../domain/price/aggregate.ts";
import { fuelParam } from "../../domain/params.ts";
import { type AreaPrices, areaPricesSchema } from "../../domain/area_wire.ts";
import { fuelField } from "../../domain/wire.ts";
import { getMiddle } from "../../shared/place/territories.ts";
import { type Fuel, fuelNumber } from "../../shared/station/fuels.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { areaKey } from "../../snapshot/snapshot.ts";
import { type Body, defineOperation, requireState, type Result, type Tool } from "../operation.ts";
import { FUEL_NAMES, toToolText } from "../tool_text.ts";

const input = z.strictObject({
  fuel: fuelParam,
  scope: z.enum(["department", "region"]).optional().describe("Only departments or only regions; both unless said"),
});

type Input = z.infer<typeof input>;

type Sum = Pick<AreaSum, "sumMilli" | "count">;

/** What is known of areas: today's sums by department, and past means in thousandths by day. */
type Facts = {
  state: DataState;
  sumOf(department: string): Sum | undefined;
  pastOf(area: string): ReadonlyMap<string, number> | undefined;
};

function addSums(sums: readonly (Sum | undefined)[]): Sum {
  return {
    sumMilli: sums.reduce((total, sum) => total + (sum?.sumMilli ?? 0), 0),
    count: sums.reduce((total, sum) => total + (sum?.count ?? 0), 0),
  };
}

function toEntry({ parts, ...named }: LandArea, fuel: Fuel, { state, sumOf, pastOf }: Facts): AreaPrices {
  const { lat: latitude, lng: longitude } = getMiddle(parts);
  const tally = { ...addSums(parts.map(sumOf)), min: null, max: null };
  const past = pastOf(named.area) ?? new Map<string, number>();
  const { fuelType, avgPrice1d, avgPrice7d, trend7d, change7d, stationCount } = toAggregate(
    { fuel, today: toParisDay(new Date(state.asOfMs)), tally, past },
  );
  const means = { fuelType, avgPrice1d, avgPrice7d, trend7d, change7d, stationCount };
  return { ...named, latitude, longitude, ...means };
}

/** Departments before regions, then by mean, those without one last, then by code. */
function compareEntries(a: AreaPrices, b: AreaPrices): number {
  const keyOf = ({ scope, avgPrice1d, code }: AreaPrices) => `${scope} ${avgPrice1d ?? "none"} ${code}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function toResult({ fuel, scope }: Input, facts: Facts): Result<AreaPrices[]> {
  const areas = LAND_AREAS.filter((area) => scope === undefined || area.scope === scope);
  const data = areas.map((area) => toEntry(area, fuel, facts)).sort(compareEntries);
  return { data, meta: { count: data.length, fuel }, state: facts.state };
}

function toText(body: Body<AreaPrices[]>, { fuel }: Input): string {
  const priced = body.data.filter(({ avgPrice1d }) => avgPrice1d !== null);
  const departments = priced.filter(({ scope }) => scope === "department");
  const regions = priced.filter(({ scope }) => scope === "region");
  const [cheapest, dearest] = [departments[0], departments.at(-1)];
  if (!cheapest || !dearest) return toToolText([`No department has a price in force for ${FUEL_NAMES[fuel]}.`], body);
  const toNamed = ({ name, code, avgPrice1d }: AreaPrices) => `${name} (${code}) ${avgPrice1d}`;
  const toItem = ({ name, avgPrice1d }: AreaPrices) => `${name} ${avgPrice1d}`;
  return toToolText([
    `${FUEL_NAMES[fuel]}, mean price in force by department, €/L: cheapest ${toNamed(cheapest)}, ` +
    `dearest ${toNamed(dearest)}.`,
    `Regions, cheapest first: ${regions.map(toItem).join(", ")}.`,
    `Departments, cheapest first: ${departments.map(toNamed).join(", ")}.`,
  ], body);
}

/** Departments, then regions, each cheapest first. */
export const allDepartmentPrices = defineOperation({
  id: "allDepartmentPrices",
  tag: "Prices",
  path: "/api/v1/prices/departments",
  title: "Mean price of a fuel in all departments and regions",
  description:
    "The 96 departments of mainland France and Corsica, then the 13 regions, each cheapest first by the unweighted mean of " +
    "the prices in force; equal means by code, areas without a price last. As GeoJSON each is the point in its middle.",
  example: "/api/v1/prices/departments?fuel=gazole&scope=region",
  input,
  output: z.array(areaPricesSchema).max(200),
  meta: { count: z.int().min(0).describe("Entries in data"), fuel: fuelField },
  formats: ["json", "geojson", "csv"],
  table: { columns: Object.keys(areaPricesSchema.shape), toRows: (entries) => entries },
  fromSnapshot: ({ tallies, means, state }, asked) => {
    const number = fuelNumber(asked.fuel);
    return toResult(asked, {
      state,
      sumOf: (department) => tallies.get(areaKey(department, number)),
      pastOf: (area) => means.get(areaKey(area, number)),
    });
  },
  async fromDatabase(deps, asked) {
    const fuel = fuelNumber(asked.fuel);
    return await deps.db.transaction(async (tx) => {
      const { state: stored, sums } = await findDepartmentSums(tx, { fuel });
      const state = requireState(stored, deps);
      const before = toParisDay(new Date(state.asOfMs));
      const past = await findAreaDays(tx, { areas: LAND_AREAS, fuel, from: addDays(before, -7), before });
      const days = Map.groupBy(past, ({ area }) => area);
      const pastOf = (area: string) =>
        new Map(days.get(area)?.map(({ day, sumMilli, count }) => [day, sumMilli / count]));
      return toResult(asked, { state, sumOf: (department) => sums.get(department), pastOf });
    }, { readOnly: true });
  },
});

/** The tool of one department answers with all of them when no code is passed. */
export const ALL_DEPARTMENTS_TOOL: Tool<Input, AreaPrices[]> = {
  name: "get_department_prices",
  description: "Means of all departments and regions",
  toText,
  toPage: (_, { fuel }) => `/departements?fuel=${fuel}`,
};
