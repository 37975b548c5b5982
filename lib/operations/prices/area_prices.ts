/**
 * `GET /api/v1/prices/national`, `/departments` and `/departments/{code}`: means of the country and
 * of its parts.
 *
 * @module
 */

import { z } from "zod";
import { findAreaDays, findDepartmentTallies, getAreaTally } from "../../db/history/series.ts";
import { type DataState, getState } from "../../db/data_state.ts";
import { LAND_AREAS, type LandArea } from "../../domain/place/area.ts";
import { addTally, emptyTally, toAggregate } from "../../domain/price/aggregate.ts";
import { DomainError } from "../../domain/errors.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { fuelParam, MAX_ID_LENGTH } from "../../domain/params.ts";
import { toCheapStation } from "../../domain/station/station_record.ts";
import {
  type Aggregate,
  aggregateFields,
  type CheapStation,
  departmentSchema,
  fuelField,
  nationalSchema,
} from "../../domain/wire.ts";
import { toDepartmentPath, toTrendsPath } from "../../site/paths.ts";
import { DEPARTMENTS, getDepartment } from "../../places/departments.ts";
import { findByName } from "../places/aliases.ts";
import { getMiddle } from "../../places/territories.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { addDays, toParisDay } from "../../shared/time/paris_time.ts";
import { areaKey, type Snapshot } from "../../snapshot/snapshot.ts";
import { quoteValue } from "../input.ts";
import {
  type Backend,
  type Body,
  defineOperation,
  requireState,
  type Result,
  type Tool,
} from "../operation.ts";
import { findDepartmentInSnapshot } from "./department_stations.ts";
import { KNOWN_META, toKnownText, toKnownWeek } from "./known_days.ts";
import {
  countOf,
  FUEL_NAMES,
  NOT_COVERED,
  toCents,
  toExtremesText,
  toStationText,
  toToolText,
} from "../tool_text.ts";

/** `area`: 'FR' or a department's canonical code. */
type AreaQuestion = { area: string; fuel: Fuel };

type AreaAnswer = {
  aggregate: Aggregate;
  cheapest: CheapStation[];
  known: object;
  state: DataState;
};

const MAX_NAMED = 5;

/** Today's prices of an area, and past means in thousandths by day. */
type Facts = Pick<Parameters<typeof toAggregate>[0], "tally" | "past">;
type AreaFacts = Facts & Pick<Awaited<ReturnType<typeof getAreaTally>>, "cheapest">;

function toAnswer(
  { tally, past, cheapest }: AreaFacts,
  { fuel, state }: { fuel: Fuel; state: DataState },
): AreaAnswer {
  const today = toParisDay(new Date(state.asOfMs));
  const aggregate = toAggregate({ fuel, today, tally, past });
  const known = toKnownWeek(today, (day) => day === today ? tally.count > 0 : past.has(day));
  return { aggregate, cheapest: cheapest.map(toCheapStation), known, state };
}

function readFacts({ tallies, means }: Snapshot, { area, fuel }: AreaQuestion): Facts {
  const key = areaKey(area, fuelNumber(fuel));
  return { tally: tallies.get(key) ?? emptyTally(), past: means.get(key) ?? new Map() };
}

function aggregateFromSnapshot(snapshot: Snapshot, { area, fuel }: AreaQuestion): AreaAnswer {
  const department = { department: area, fuel: fuelNumber(fuel) };
  const found = area === "FR" ? [] : findDepartmentInSnapshot(snapshot, department);
  const facts = { ...readFacts(snapshot, { area, fuel }), cheapest: found.slice(0, MAX_NAMED) };
  return toAnswer(facts, { fuel, state: snapshot.state });
}

async function aggregateFromDatabase(
  backend: Backend,
  { area, fuel }: AreaQuestion,
): Promise<AreaAnswer> {
  const read = await getAreaTally(backend.db, {
    area,
    fuel: fuelNumber(fuel),
    maxAgeDays: IN_FORCE_DAYS,
  });
  return toAnswer(read, { fuel, state: requireState(read.state, backend) });
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
  const cheapest = (data.cheapest ?? []).map((station) =>
    `${station.price} ${toStationText(station, asOf)}`
  );
  const { min, max } = data;
  if (data.avgPrice1d === null || min === null || max === null) {
    if (data.covered === false) return toToolText([`No prices ${where}: ${NOT_COVERED}.`], body);
    return toToolText(
      [`Nobody ${where} has a price in force for ${FUEL_NAMES[data.fuelType]}.`],
      body,
    );
  }
  return toToolText([
    `${FUEL_NAMES[data.fuelType]} ${where}: ${data.avgPrice1d} €/L on average today ` +
    `(${countOf(data.stationCount, "station")}).`,
    `Today's ${toExtremesText({ min, max }, asOf)}.`,
    `Mean of 3 days ${data.avgPrice3d}, of 7 days ${data.avgPrice7d}${toKnownText(meta)}.`,
    toTrend(data),
    cheapest.length > 0 ? "Cheapest stations, €/L:" : null,
    ...cheapest,
  ], body);
}

function toNationalResult({ aggregate, known, state }: AreaAnswer) {
  const meta = { ...known, fuel: aggregate.fuelType };
  return { data: { scope: "national" as const, ...aggregate }, meta, state };
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
  meta: { ...KNOWN_META, fuel: fuelField },
  fromSnapshot: (snapshot, { fuel }) =>
    toNationalResult(aggregateFromSnapshot(snapshot, { area: "FR", fuel })),
  fromDatabase: async (backend, { fuel }) =>
    toNationalResult(await aggregateFromDatabase(backend, { area: "FR", fuel })),
});

const allInput = z.strictObject({
  fuel: fuelParam,
  scope: z.enum(["department", "region"]).optional().describe(
    "Only departments or only regions; both unless said",
  ),
});

type AllInput = z.infer<typeof allInput>;

/** The means of a department or region in the list of all. */
export const areaPricesSchema = z.object({
  area: z.string().max(3).describe(
    "69 for a department, R84 for a region: the key of an entry, and what the parameter area of /prices/series takes",
  ),
  scope: z.enum(["department", "region"]),
  code: z.string().max(3).describe(
    "Code of the department or region. They share codes: 75 is Paris (area 75) and Nouvelle-Aquitaine (area R75)",
  ),
  name: z.string().max(100).describe("Name of the department or region"),
  region: z.string().max(100).describe("Region's name"),
  latitude: z.number().min(-90).max(90).describe("Of the middle"),
  longitude: z.number().min(-180).max(180).describe("Of the middle"),
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

/** Departments before regions, then by mean, those without one last, then by code. */
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

/** Columns are only added, behind the others: spreadsheets read them by their place. */
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
    "The 96 departments of mainland France and Corsica, then the 13 regions, each cheapest first by the unweighted mean of " +
    "the prices in force; equal means by code, areas without a price last. As GeoJSON each is the point in its middle.",
  example: "/api/v1/prices/departments?fuel=gazole&scope=region",
  input: allInput,
  output: z.array(areaPricesSchema).max(200),
  meta: { count: z.int().min(0).describe("Entries in data"), fuel: fuelField },
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

const ALL_TOOL: Tool<AllInput, AreaPrices[]> = {
  name: "get_department_prices",
  description: "Means of all departments and regions",
  toText: toAllText,
  toPage: (_, { fuel }) => `/departements?fuel=${fuel}`,
};

function requireDepartment(code: string) {
  const department = getDepartment(code);
  if (department) return department;
  throw new DomainError("DEPARTMENT_NOT_FOUND", `No department has the code ${quoteValue(code)}`);
}

function toDepartmentResult(code: string, { aggregate, cheapest, known, state }: AreaAnswer) {
  const { name, regionName: region, overseas } = requireDepartment(code);
  const data = {
    scope: "department" as const,
    code,
    name,
    region,
    covered: !overseas,
    ...aggregate,
    cheapest,
  };
  return { data, meta: { ...known, fuel: aggregate.fuelType }, state };
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
      "Mean price of one fuel in one department: today, 3 and 7 days, lowest, highest, trend; and its five cheapest " +
      "stations. Without code: all departments and regions, cheapest first.",
    toText: (body) => toAreaText(body, `in ${body.data.name} (${body.data.code})`),
    toPage: (_, { code, fuel }) => `${toDepartmentPath(code)}?fuel=${fuel}`,
    places: "department",
    inArea: ({ fuel }) => ({ operation: allDepartmentPrices, input: { fuel }, tool: ALL_TOOL }),
  },
  input: z.strictObject({
    code: z.string().min(1).max(MAX_ID_LENGTH).describe(
      "Department code: 01 to 95, 2A, 2B (either case), 971 to 976 and other overseas codes; or its name",
    ),
    fuel: fuelParam,
  }),
  canonical: ({ code, fuel }) => ({
    code: (getDepartment(code) ?? findByName(DEPARTMENTS, code))?.code ?? code,
    fuel,
  }),
  output: departmentSchema,
  meta: { ...KNOWN_META, fuel: fuelField },
  refusals: { DEPARTMENT_NOT_FOUND: 'No department has the code "99"' },
  fromSnapshot(snapshot, { code, fuel }) {
    const { code: area } = requireDepartment(code);
    return toDepartmentResult(area, aggregateFromSnapshot(snapshot, { area, fuel }));
  },
  async fromDatabase(backend, { code, fuel }) {
    const { code: area } = requireDepartment(code);
    return toDepartmentResult(area, await aggregateFromDatabase(backend, { area, fuel }));
  },
});
