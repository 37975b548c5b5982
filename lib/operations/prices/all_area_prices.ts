/** `GET /api/v1/prices/departments`: means of all departments and regions. @module */

import { z } from "zod";
import { findAreaDays, findDepartmentTallies } from "../../db/history/series.ts";
import { type DataState, getState } from "../../db/data_state.ts";
import { LAND_AREAS, type LandArea } from "../../domain/place/area.ts";
import { addTally, emptyTally, toAggregate } from "../../domain/price/aggregate.ts";
import { fuelParam } from "../../domain/params.ts";
import { aggregateFields, fuelField } from "../../domain/wire.ts";
import { getMiddle } from "../../places/territories.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { type Body, defineOperation, requireState, type Result, type Tool } from "../operation.ts";
import { FUEL_NAMES, toToolText } from "../tool_text.ts";
import { type Facts, readFacts } from "./area_facts.ts";

const allInput = z.strictObject({
  fuel: fuelParam,
  scope: z.enum(["department", "region"]).optional().describe(
    "Only departments or only regions; both by default",
  ),
});

type AllInput = z.infer<typeof allInput>;

/** The means of one department or region. */
export const areaPricesSchema = z.object({
  area: z.string().max(3).describe(
    "Key of the entry: 69 for a department, R84 for a region. The parameter area of " +
      "/prices/series accepts it",
  ),
  scope: z.enum(["department", "region"]),
  code: z.string().max(3).describe(
    "Code of the department or region. A code may name one of each: 75 is Paris (area 75) and " +
      "Nouvelle-Aquitaine (area R75)",
  ),
  name: z.string().max(100).describe("Name of the department or region"),
  region: z.string().max(100).describe("Name of the region"),
  latitude: z.number().min(-90).max(90).describe("Latitude of the centre"),
  longitude: z.number().min(-180).max(180).describe("Longitude of the centre"),
  ...aggregateFields,
});

type AreaPrices = z.infer<typeof areaPricesSchema>;

function toEntry(
  { summedAreas, ...named }: LandArea,
  facts: Facts & { fuel: Fuel; today: string },
): AreaPrices {
  const { lat: latitude, lng: longitude } = getMiddle(summedAreas);
  return { ...named, latitude, longitude, ...toAggregate(facts) };
}

/** Orders departments before regions, then by mean (areas without one last), then by code. */
function compareEntries(a: AreaPrices, b: AreaPrices): number {
  const keyOf = ({ scope, avgPrice1d, code }: AreaPrices) =>
    `${scope} ${avgPrice1d ?? "none"} ${code}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function toAllResult(
  { fuel, scope }: AllInput,
  { state, factsOf }: { state: DataState; factsOf(area: LandArea): Facts },
): Result<AreaPrices[]> {
  const today = toParisDay(new Date(state.asOfMs));
  const areas = LAND_AREAS.filter((area) => scope === undefined || area.scope === scope);
  const data = areas.map((area) => toEntry(area, { fuel, today, ...factsOf(area) })).sort(
    compareEntries,
  );
  return { data, meta: { count: data.length, fuel }, state };
}

function toAllText(body: Body<AreaPrices[]>, { fuel }: AllInput): string {
  const priced = body.data.filter(({ avgPrice1d }) => avgPrice1d !== null);
  const departments = priced.filter(({ scope }) => scope === "department");
  const regions = priced.filter(({ scope }) => scope === "region");
  const cheapest = departments[0];
  const dearest = departments.at(-1);
  if (!cheapest || !dearest) {
    return toToolText([`No department has a price in force for ${FUEL_NAMES[fuel]}.`], body);
  }
  const toNamed = ({ name, code, avgPrice1d }: AreaPrices) => `${name} (${code}) ${avgPrice1d}`;
  const toItem = ({ name, avgPrice1d }: AreaPrices) => `${name} ${avgPrice1d}`;
  return toToolText([
    `${FUEL_NAMES[fuel]}, mean price in force by department, €/L: cheapest ${toNamed(cheapest)}, ` +
    `dearest ${toNamed(dearest)}.`,
    `Regions, cheapest first: ${regions.map(toItem).join(", ")}.`,
    `Departments, cheapest first: ${departments.map(toNamed).join(", ")}.`,
  ], body);
}

/** Add columns only at the end: spreadsheets read them by position. */
const AREA_COLUMNS = [
  "area",
  "scope",
  "code",
  "name",
  "region",
  "latitude",
  "longitude",
  "fuelType",
  "avgPrice1d",
  "avgPrice7d",
  "trend7d",
  "change7d",
  "stationCount",
  "avgPrice3d",
  "minPrice1d",
  "maxPrice1d",
];

/** Departments, then regions, each cheapest first. */
export const allDepartmentPrices = defineOperation({
  id: "allDepartmentPrices",
  tag: "Prices",
  path: "/api/v1/prices/departments",
  title: "Mean price of a fuel in all departments and regions",
  description:
    "The 96 departments of mainland France and Corsica, then the 13 regions. Each group has the " +
    "area with the lowest mean of prices in force first, equal means by code, and areas without " +
    "a price last. In GeoJSON each area is the point at its centre.",
  example: "/api/v1/prices/departments?fuel=gazole&scope=region",
  input: allInput,
  output: z.array(areaPricesSchema).max(200),
  meta: { count: z.int().min(0).describe("Number of entries in data"), fuel: fuelField },
  formats: ["json", "geojson", "csv"],
  table: { columns: AREA_COLUMNS, toRows: (entries) => entries },
  fromSnapshot(snapshot, question) {
    const factsOf = ({ area }: LandArea) => readFacts(snapshot, { area, fuel: question.fuel });
    return toAllResult(question, { state: snapshot.state, factsOf });
  },
  fromDatabase: (backend, question) =>
    backend.db.transaction(async (tx) => {
      const state = requireState(await getState(tx), backend);
      const today = toParisDay(new Date(state.asOfMs));
      const fuel = fuelNumber(question.fuel);
      const span = { from: addDays(today, -7), to: addDays(today, -1) };
      const days = Map.groupBy(
        await findAreaDays(tx, { areas: LAND_AREAS, fuels: [fuel], ...span }),
        ({ area }) => area,
      );
      const tallies = await findDepartmentTallies(tx, fuel);
      const factsOf = ({ area, summedAreas }: LandArea) => {
        const tally = emptyTally();
        for (const code of summedAreas) addTally(tally, tallies.get(code) ?? emptyTally());
        const past = (days.get(area) ?? []).map(({ day, sumMilli, count }) =>
          [day, sumMilli / count] as const
        );
        return { tally, past: new Map(past) };
      };
      return toAllResult(question, { state, factsOf });
    }, { readOnly: true }),
});

/** The tool for all areas. */
export const ALL_TOOL: Tool<AllInput, AreaPrices[]> = {
  name: "get_department_prices",
  description: "Means of all departments and regions",
  toText: toAllText,
  toPage: (_, { fuel }) => `/departements?fuel=${fuel}`,
};
