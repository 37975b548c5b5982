import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { z } from "zod";
import { fuelParam } from "../../lib/domain/params.ts";
import { allOperations } from "../../lib/operations/mod.ts";
import { defineOperation } from "../../lib/operations/operation.ts";
import { requireSnapshot } from "../../lib/operations/files/bulk_files.ts";
import { type Fuel, fuelNumber } from "../../lib/shared/fuels.ts";
import type { Snapshot } from "../../lib/snapshot/snapshot.ts";
import { testApp } from "../support/api_app.ts";
import { checkCommonHeaders, checkError, checkQuotaHeaders } from "../support/api_checks.ts";

const tally = z.object({
  department: z.string().describe("Department code"),
  stationCount: z.int().min(0).describe("Stations whose price is in force now"),
});

type Input = { fuel: Fuel; least: number };

function toResult(
  { tallies, revision, asOfMs, feedAtMs, source }: Snapshot,
  { fuel, least }: Input,
) {
  const data = [...tallies]
    .map(([key, { count }]) => ({
      area: key.replace(/\|.*/, ""),
      isOfFuel: key.endsWith(`|${fuelNumber(fuel)}`),
      count,
    }))
    .filter(({ area, isOfFuel }) => isOfFuel && /^\w{2,3}$/.test(area) && area !== "FR")
    .filter(({ count }) => count >= least)
    .map(({ area, count }) => ({ department: area, stationCount: count }));
  return { data, meta: { count: data.length }, state: { revision, asOfMs, feedAtMs, source } };
}

/**
 * Counts the stations of each department with a valid price. No other file knows this operation.
 */
const departmentCounts = defineOperation({
  id: "departmentCounts",
  tag: "Prices",
  path: "/api/v1/prices/counts/{fuel}",
  title: "Stations selling a fuel by department",
  description: "How many stations of each department have a price in force for the fuel.",
  example: "/api/v1/prices/counts/gazole?least=1",
  tool: {
    name: "count_stations",
    description: "Counts the stations that sell a fuel, by department.",
    toText: ({ data }) => `${data.length} departments sell it.`,
  },
  input: z.strictObject({
    fuel: fuelParam,
    least: z.int().min(1).max(100).default(1).describe("Least number of stations, 1 to 100"),
  }),
  output: z.array(tally).max(200),
  meta: { count: z.int().describe("Departments in data") },
  formats: ["json", "csv"],
  table: { columns: ["department", "stationCount"], toRows: (rows) => rows },
  fromSnapshot: toResult,
  fromDatabase: async (backend, input) => toResult(await requireSnapshot(backend), input),
});

const PATH = departmentCounts.example;
const OPTIONS = { env: { REST_LIMIT: "100" }, operations: [...allOperations, departmentCounts] };

testApp(
  "an operation defined in one object becomes a REST route with ETag, CSV, errors and quota",
  async (app) => {
    const response = await app.fetch(PATH);
    equal(response.status, 200);
    checkCommonHeaders(response);
    checkQuotaHeaders(response, 100);
    const { data, meta } = await response.json();
    ok(data.length > 0);
    equal(meta.count, data.length);
    const headers = { "if-none-match": response.headers.get("etag")! };
    equal(
      (await app.read("/api/v1/prices/counts/gazole", { headers })).status,
      304,
      "an equivalent request must be cached",
    );
    const csv = (await app.read(`${PATH}&format=csv`)).text.split("\r\n");
    deepEqual([csv[0], csv.length], ["department,stationCount,generated_at", data.length + 2]);
    await checkError(await app.fetch("/api/v1/prices/counts/diesel"), "INVALID_FUEL");
    await checkError(await app.fetch(`${PATH}&least=0`), "INVALID_PARAMETER");
    await checkError(await app.fetch(PATH, { method: "POST" }), "METHOD_NOT_ALLOWED");
  },
  OPTIONS,
);

testApp("the operation appears in OpenAPI, documentation and llms.txt", async (app) => {
  const { get } = (await app.json("/openapi.json")).paths[departmentCounts.path];
  equal(get.operationId, "departmentCounts");
  const places = get.parameters.slice(0, 2).map(({ name, in: place }: Record<string, string>) =>
    `${name} in ${place}`
  );
  deepEqual(places, ["fuel in path", "least in query"]);
  deepEqual(Object.keys(get.responses["200"].content), ["application/json", "text/csv"]);
  for (const path of ["/docs", "/llms.txt"]) {
    const { text } = await app.read(path);
    for (const part of [departmentCounts.path, departmentCounts.title, "count_stations"]) {
      ok(text.includes(part), `${path} ${part}`);
    }
  }
}, OPTIONS);

testApp("the operation is an MCP tool that returns what REST returns", async (app) => {
  const result = await app.callTool("count_stations", { fuel: "gazole" });
  match(result.content[0].text, /departments sell it/);
  deepEqual(result.structuredContent, await app.json(PATH));
  equal((await app.callTool("count_stations", { fuel: "gazole", most: 3 })).isError, true);
}, OPTIONS);
