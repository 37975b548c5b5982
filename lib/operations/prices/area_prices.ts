/**
 * `GET /api/v1/prices/national` and `/departments/{code}`: means of the country and of one
 * department.
 *
 * @module
 */

import { z } from "zod";
import { DomainError } from "../../domain/errors.ts";
import { fuelParam, MAX_ID_LENGTH } from "../../domain/params.ts";
import {
  type Aggregate,
  type CheapStation,
  departmentSchema,
  fuelField,
  nationalSchema,
} from "../../domain/wire.ts";
import { toDepartmentPath, toTrendsPath } from "../../site/paths.ts";
import { DEPARTMENTS, getDepartment } from "../../places/departments.ts";
import { findByName } from "../places/aliases.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { quoteValue } from "../input.ts";
import { type Body, defineOperation } from "../operation.ts";
import { ALL_TOOL, allDepartmentPrices } from "./all_area_prices.ts";
import { aggregateFromDatabase, aggregateFromSnapshot, type AreaAnswer } from "./area_facts.ts";
import { KNOWN_META, toKnownText } from "./known_days.ts";
import {
  countOf,
  FUEL_NAMES,
  NOT_COVERED,
  toCents,
  toExtremesText,
  toStationText,
  toToolText,
} from "../tool_text.ts";

function toTrend({ trend7d, change7d }: Aggregate): string {
  // The means of 3 and 7 days then cover fewer days.
  if (change7d === null) {
    return "The change against seven days ago is unknown; days without a mean are left out of those of 3 and 7 days.";
  }
  const words = { up: "rising", down: "falling", stable: "stable", unknown: "unknown" }[trend7d];
  return `Trend: ${words}, ${toCents(parsePriceText(change7d))} per litre against seven days ago.`;
}

type AreaBody = Body<Aggregate & { cheapest?: CheapStation[]; covered?: boolean }>;

/**
 * Returns five lines, and one for each of the cheapest stations of a department. `where` is a text
 * such as "in France".
 */
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

/** The means of the country. */
export const nationalPrices = defineOperation({
  id: "nationalPrices",
  tag: "Prices",
  path: "/api/v1/prices/national",
  title: "National mean price of a fuel",
  description:
    "Mean of the prices in force, today and over the last 3 and 7 days, the trend, and the " +
    "stations with the lowest and the highest price (ties by latest report, then by ID). Each " +
    "station counts once, however much it sells. The mean is therefore higher than the " +
    "ministry's, which is weighted by volume.",
  example: "/api/v1/prices/national?fuel=gazole",
  tool: {
    name: "get_national_prices",
    description:
      "Mean price of one fuel in France (each station counts once): today, 3 and 7 days, lowest, " +
      "highest, trend. For 'what does diesel cost', 'are prices rising'.",
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

/** The means of a department. Prices are null if no station sells the fuel. */
export const departmentPrices = defineOperation({
  id: "departmentPrices",
  tag: "Prices",
  path: "/api/v1/prices/departments/{code}",
  title: "Mean price of a fuel in a department",
  description:
    "The same fields as for the country, for one department (01 to 95, 2A, 2B in either case, " +
    "971 to 976 …), and its five cheapest stations.",
  example: "/api/v1/prices/departments/75?fuel=gazole",
  tool: {
    name: "get_department_prices",
    description:
      "Mean price of one fuel in one department: today, 3 and 7 days, lowest, highest, trend; " +
      "and its five cheapest stations. Without code: all departments and regions, cheapest first.",
    toText: (body) => toAreaText(body, `in ${body.data.name} (${body.data.code})`),
    toPage: (_, { code, fuel }) => `${toDepartmentPath(code)}?fuel=${fuel}`,
    places: "department",
    inArea: ({ fuel }) => ({ operation: allDepartmentPrices, input: { fuel }, tool: ALL_TOOL }),
  },
  input: z.strictObject({
    code: z.string().min(1).max(MAX_ID_LENGTH).describe(
      "Department code (01 to 95, 2A or 2B in either case, 971 to 976 and other overseas codes) " +
        "or name",
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
