/** A tool answers what REST answers, to both eras' real clients. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { answer, operations, parseInput, pathParamsOf } from "../../lib/operations/mod.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { prepareServer } from "../support/server_db.ts";
import { type McpApp, newEra, post, testApp, withSocket } from "./app.ts";
import { type AnyClient, connectNew, connectOld, withBothClients } from "./clients.ts";
import { idOf, STATION_COUNT } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

type Question = { tool: string; args: Record<string, unknown> };

const fuel = fc.constantFrom(...FUELS);
const stationId = fc.oneof(
  fc.integer({ min: 1, max: STATION_COUNT }).map(idOf),
  fc.constantFrom("1", "abc", "0750", "9".repeat(21), "x".repeat(4_000)),
);
const degrees = (middle: number, spread: number) =>
  fc.integer({ min: -1000, max: 1000 }).map((part) => Number((middle + part * spread / 1000).toFixed(5)));

const search = fc.record({
  lat: degrees(48.85, 0.2),
  lng: degrees(2.35, 0.3),
  fuel,
  radius: fc.integer({ min: 1, max: 500 }).map((tenth) => tenth / 10),
  limit: fc.integer({ min: 1, max: 100 }),
  max_age_days: fc.integer({ min: 1, max: 365 }),
  brand: fc.constantFrom("avia", "AVIA", "E.Leclerc", "leclerc", "nobody", "Nobody"),
  motorway: fc.constantFrom("include", "exclude"),
  open_now: fc.boolean(),
}, { requiredKeys: ["lat", "lng", "fuel"] });

const question: fc.Arbitrary<Question> = fc.oneof(
  search.map((args) => ({ tool: "search_stations_nearby", args })),
  stationId.map((id) => ({ tool: "lookup_station", args: { id } })),
  fuel.map((fuel) => ({ tool: "get_national_prices", args: { fuel } })),
  fc.record({ fuel, code: fc.constantFrom("75", "2a", "29", "971", "99", "x y") })
    .map((args) => ({ tool: "get_department_prices", args })),
  fc.record({
    fuel,
    price: fc.integer({ min: 0, max: 10_000 }).map((milli) => milli / 1000),
    lat: degrees(48.85, 0.2),
    lng: degrees(2.35, 0.3),
    radius: fc.integer({ min: 0, max: 510 }).map((tenth) => tenth / 10),
  }, { requiredKeys: ["fuel", "price"] }).map((args) => ({ tool: "compare_price", args })),
  fc.record({ stationId, fuel, days: fc.integer({ min: 1, max: 365 }) }, { requiredKeys: ["stationId", "fuel"] })
    .map((args) => ({ tool: "get_price_history", args })),
  fc.record({ fuel, days: fc.integer({ min: 1, max: 90 }) }, { requiredKeys: ["fuel"] })
    .map((args) => ({ tool: "get_brand_trends", args })),
);

function pathOf({ tool, args }: Question): string {
  const operation = operations.find((one) => one.tool?.name === tool)!;
  const { path } = operation;
  const pathParams = pathParamsOf(operation);
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(args)) if (!pathParams.includes(key)) query.set(key, String(value));
  return `${path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(args[key])))}?${query}`;
}

async function askRest(app: McpApp, asked: Question) {
  const response = await app.fetch(pathOf(asked));
  return { status: response.status, text: await response.text() };
}

async function assertEqual(app: McpApp, client: AnyClient, asked: Question): Promise<void> {
  const [rest, tool] = [await askRest(app, asked), await client.callTool({ name: asked.tool, arguments: asked.args })];
  const text = tool.content[0]!.text!;
  if (rest.status === 200) {
    equal(tool.isError ?? false, false, text);
    equal(JSON.stringify(tool.structuredContent), rest.text);
    ok(text.includes("2026-06-05 12:10 Paris time") && text.includes("Prix des carburants en France"), text);
  } else {
    const { error } = JSON.parse(rest.text);
    equal(tool.isError, true);
    // a query string holds text where JSON holds a number
    const expected = `${error.code}: ${error.message.replace(/is "(-?[\d.]+)"; expected a/, "is $1; expected a")}`;
    ok(text.startsWith(expected), `${text} does not begin with ${expected}`);
  }
}

testApp("tools answer REST's body to random questions", async (app) => {
  await withBothClients(app, async (client) => {
    const property = fc.asyncProperty(question, (asked) => assertEqual(app, client, asked));
    await fc.assert(property, { numRuns: 80 });
  });
});

testApp("structuredContent is what answer() gives, field by field", async (app) => {
  const asked: Question = { tool: "search_stations_nearby", args: { lat: 48.85, lng: 2.35, fuel: "e10" } };
  const operation = operations.find(({ tool }) => tool?.name === asked.tool)!;
  const { body } = await answer(operation, app.service.deps, parseInput(operation, ({ name }) => asked.args[name]));
  await withBothClients(app, async (client) => {
    deepEqual((await client.callTool({ name: asked.tool, arguments: asked.args })).structuredContent, body);
  });
});

const BAD: Record<string, Record<string, unknown>[]> = {
  search_stations_nearby: [
    {},
    { lat: 91, lng: 2, fuel: "e10" },
    { lat: 48, lng: -180.1, fuel: "e10" },
    { lat: 48, lng: 2, fuel: "coal" },
    { lat: 48, lng: 2, fuel: "e10", radius: 50.1 },
    { lat: 48, lng: 2, fuel: "e10", radius: 0 },
    { lat: 48, lng: 2, fuel: "e10", limit: 101 },
    { lat: 48, lng: 2, fuel: "e10", limit: 1.5 },
    { lat: 48, lng: 2, fuel: "e10", motorway: "maybe" },
    { lat: 48, lng: 2, fuel: "hydrogène", limit: 0 },
  ],
  lookup_station: [{ id: "1" }, { id: "99999999999999999999" }],
  get_national_prices: [{}, { fuel: "kerosene" }],
  get_price_history: [{ stationId: "1", fuel: "e10", days: 0 }, { stationId: "1", fuel: "e10", days: 366 }],
  get_brand_trends: [{ fuel: "e10", days: 91 }],
  get_department_prices: [{ code: "99", fuel: "e10" }, { code: "75" }],
  compare_price: [
    { fuel: "e10" },
    { fuel: "e10", price: 179 },
    { fuel: "e10", price: 1.7, lat: 48 },
    { fuel: "e10", price: 1.7, lng: 2 },
  ],
};

testApp("tools refuse what REST refuses, in the same words", async (app) => {
  await withBothClients(app, async (client) => {
    for (const [tool, calls] of Object.entries(BAD)) {
      for (const args of calls) await assertEqual(app, client, { tool, args });
    }
  });
});

testApp("both eras answer a call alike, whatever _meta it carries and however often it is asked", async (app) => {
  const calls: Question[] = [
    { tool: "get_national_prices", args: { fuel: "e10" } },
    { tool: "get_national_prices", args: { fuel: "x" } },
    { tool: "lookup_station", args: { id: idOf(3) } },
  ];
  for (const { tool: name, args } of calls) {
    const message = { jsonrpc: "2.0", id: "a", method: "tools/call", params: { name, arguments: args } };
    const withMeta = (meta: unknown) => ({ ...message, params: { ...message.params, _meta: meta } });
    const plain = await post(app, message);
    const { headers, meta } = newEra("tools/call", name);
    const first = await post(app, withMeta({ ...meta, progressToken: 1 }), headers);
    equal(first.body.result.resultType, "complete");
    for (const way of ["the SDK, which then accepts the envelope", "stored JSON"]) {
      deepEqual((await post(app, withMeta(meta), headers)).body, first.body, way);
    }
    const { resultType: _, _meta: __, ...result } = first.body.result;
    deepEqual(result, plain.body.result);
    deepEqual((await post(app, withMeta({ progressToken: 1 }))).body, plain.body);
    deepEqual((await post(app, message)).body, plain.body, "the new era's fields are not kept with the answer");
  }
});

testApp("a hundred parallel calls over a socket are each answered with their own question's answer", async (app) => {
  await withSocket(app, async (origin) => {
    for (const connect of [connectOld, connectNew]) {
      const client = await connect({ origin });
      const asked = Array.from({ length: 100 }, (_, index) => ({
        tool: index % 2 ? "lookup_station" : "get_price_history",
        args: index % 2 ? { id: idOf(index + 1) } : { stationId: idOf(index + 1), fuel: "e85", days: index + 1 },
      }));
      await Promise.all(asked.map((one) => assertEqual(app, client, one)));
      await client.close();
    }
  });
});
