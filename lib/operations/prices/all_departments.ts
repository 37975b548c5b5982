/** `GET /api/v1/prices/departments`: means of all departments and regions at once, cheapest first. @module */

import { z } from "zod";
import { findAreaDays } from "../../db/history/area_days.ts";
import { type DataState, getState } from "../../db/state.ts";
import { LAND_AREAS, type LandArea } from "../../domain/place/area.ts";
import { emptyTally, toAggregate } from "../../domain/price/aggregate.ts";
import { fuelParam } from "../../domain/params.ts";
import { aggregateFields, fuelField } from "../../domain/wire.ts";
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

/** A department or a region in the list of all of them. */
const areaPricesSchema = z.object({
  area: z.string().max(3).describe("69 or R84: what the parameter area of /prices/series takes"),
  scope: z.enum(["department", "region"]),
  code: z.string().max(3).describe("Code of the department or region"),
  name: z.string().max(100).describe("Name of the department or region"),
  region: z.string().max(100).describe("Region's name"),
  latitude: z.number().min(-90).max(90).describe("Of the middle"),
  longitude: z.number().min(-180).max(180).describe("Of the middle"),
}).extend(
  z.object(aggregateFields).pick({
    ...{ fuelType: true, avgPrice1d: true, avgPrice7d: true, trend7d: true, change7d: true, stationCount: true },
  }).shape,
);

type AreaPrices = z.infer<typeof areaPricesSchema>;

/** What is known of an area: today's prices, and past means in thousandths by day. */
type Facts = Pick<Parameters<typeof toAggregate>[0], "tally" | "past">;

function toEntry({ parts, ...named }: LandArea, facts: Facts & { fuel: Fuel; today: string }): AreaPrices {
  const { lat: latitude, lng: longitude } = getMiddle(parts);
  const { fuelType, avgPrice1d, avgPrice7d, trend7d, change7d, stationCount } = toAggregate(facts);
  const means = { fuelType, avgPrice1d, avgPrice7d, trend7d, change7d, stationCount };
  return { ...named, latitude, longitude, ...means };
}

/** Departments before regions, then by mean, those without one last, then by code. */
function compareEntries(a: AreaPrices, b: AreaPrices): number {
  const keyOf = ({ scope, avgPrice1d, code }: AreaPrices) => `${scope} ${avgPrice1d ?? "none"} ${code}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function toResult(
  { fuel, scope }: Input,
  { state, factsOf }: { state: DataState; factsOf(area: string): Facts },
): Result<AreaPrices[]> {
  const today = toParisDay(new Date(state.asOfMs));
  const areas = LAND_AREAS.filter((area) => scope === undefined || area.scope === scope);
  const data = areas.map((area) => toEntry(area, { fuel, today, ...factsOf(area.area) })).sort(compareEntries);
  return { data, meta: { count: data.length, fuel }, state };
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
  fromSnapshot({ tallies, means, state }, asked) {
    const factsOf = (area: string) => {
      const key = areaKey(area, fuelNumber(asked.fuel));
      return { tally: tallies.get(key) ?? emptyTally(), past: means.get(key) ?? new Map() };
    };
    return toResult(asked, { state, factsOf });
  },
  fromDatabase: (deps, asked) =>
    deps.db.transaction(async (tx) => {
      const state = requireState(await getState(tx), deps);
      const today = toParisDay(new Date(state.asOfMs));
      const span = { from: addDays(today, -7), to: today };
      const read = await findAreaDays(tx, { areas: LAND_AREAS, fuels: [fuelNumber(asked.fuel)], ...span });
      const days = Map.groupBy(read, ({ area }) => area);
      const factsOf = (area: string) => {
        const own = days.get(area) ?? [];
        const tally = { ...emptyTally(), ...own.find(({ day }) => day === today) };
        return { tally, past: new Map(own.map(({ day, sumMilli, count }) => [day, sumMilli / count])) };
      };
      return toResult(asked, { state, factsOf });
    }, { readOnly: true }),
});

/** The tool of one department answers with all of them when no code is passed. */
export const ALL_DEPARTMENTS_TOOL: Tool<Input, AreaPrices[]> = {
  name: "get_department_prices",
  description: "Means of all departments and regions",
  toText,
  toPage: (_, { fuel }) => `/departements?fuel=${fuel}`,
};
