/** What clients see before they call: identity, tools, resources, prompts, completion, cache hints. @module */

import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { operations, paramsOf } from "../../lib/operations/mod.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { prepareServer } from "../support/server_db.ts";
import { type McpApp, newEra, post, testApp } from "./app.ts";
import { connectNew, connectOld, withBothClients } from "./clients.ts";
import { idOf } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

const SETTINGS = { env: { BASE_URL: "https://fuel.example", ALLOWED_ORIGINS: "http://a.example" } };

function testPublic(name: string, test: (app: McpApp) => Promise<void>): void {
  testApp(name, test, SETTINGS);
}

type Schema = Record<string, unknown>;
type ListedTool = {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Schema;
  outputSchema?: Schema;
  annotations?: Schema;
};

/** Every object of a JSON Schema that is itself a schema. */
function schemasIn(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== "object" || value === null) return [];
  return [value as Schema, ...Object.values(value).flatMap(schemasIn)];
}

const INPUTS = {
  search_stations_nearby: [
    ...["place", "lat", "lng", "fuel", "radius", "limit"],
    ...["max_age_days", "brand", "motorway", "open_now"],
    ...["litres", "consumption", "discounts", "sort"],
    ...["brands", "exclude_brands", "detail"],
  ],
  lookup_station: ["id"],
  get_national_prices: ["fuel"],
  get_department_prices: ["code", "fuel"],
  compare_price: ["place", "fuel", "price", "lat", "lng", "radius"],
  get_price_history: ["stationId", "fuel", "days"],
  get_brand_trends: ["fuel", "days"],
  find_place: ["q", "limit"],
  find_stations_on_route: [
    ...["from", "to", "via", "line", "polyline", "precision", "points", "fuel", "corridor", "limit"],
    ...["max_age_days", "brand", "motorway", "open_now"],
    ...["litres", "consumption", "discounts", "tank", "start_level", "reserve", "stop_cost", "detail"],
  ],
};

testPublic("the nine tools are listed with strict flat inputs, open outputs and annotations", async (app) => {
  const { tools } = (await post(app, { jsonrpc: "2.0", id: 1, method: "tools/list" })).body.result as {
    tools: ListedTool[];
  };
  const inputs = Object.fromEntries(
    tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties as Schema)]),
  );
  deepEqual(inputs, INPUTS);
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true, date: true } });
  for (const tool of tools) {
    ok(tool.title && tool.description && tool.description.length > 100, tool.name);
    equal(tool.inputSchema.type, "object");
    equal(tool.inputSchema.additionalProperties, false);
    for (const property of Object.values(tool.inputSchema.properties as Record<string, Schema>)) {
      ok(property.description, `${tool.name} has a property without a description`);
      ok(["string", "number", "integer", "boolean"].includes(property.type as string), "inputs are flat");
      if (/number|integer/.test(property.type as string)) ok("minimum" in property && "maximum" in property);
    }
    for (const schema of [...schemasIn(tool.inputSchema), ...schemasIn(tool.outputSchema)]) {
      ok(!("$ref" in schema) && !("$defs" in schema), `${tool.name} uses $ref`);
      ok(!Array.isArray(schema.type), `${tool.name} has a union of types`);
    }
    for (const schema of schemasIn(tool.outputSchema)) equal("additionalProperties" in schema, false);
    ajv.compile(tool.inputSchema);
    ajv.compile(tool.outputSchema!);
    deepEqual(tool.annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: false });
  }
  for (const param of operations.filter(({ tool }) => tool).flatMap(paramsOf)) {
    ok(param.kind !== "string" || param.json.maxLength, `${param.name} is bounded, though the list does not say so`);
  }
  const bytes = new TextEncoder().encode(JSON.stringify({ tools })).length;
  ok(bytes <= 10_000, `the list has ${bytes} bytes`);
});

testPublic("outputs may grow: a field of a later version passes the schema", async (app) => {
  const { body } = await post(app, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  const tool = body.result.tools.find(({ name }: ListedTool) => name === "lookup_station");
  const params = { name: "lookup_station", arguments: { id: idOf(1) } };
  const called = await post(app, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const content = called.body.result.structuredContent;
  content.data.new_field = 1;
  content.meta.new_field = {};
  content.data.prices[0].new_field = [];
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true, date: true } });
  const isValid: boolean = ajv.validate(tool.outputSchema, content as unknown);
  ok(isValid, JSON.stringify(ajv.errors));
  content.data = [];
  equal(ajv.validate(tool.outputSchema, content), false);
});

testPublic("clients of both eras learn who serves them, and are promised no changes that never come", async (app) => {
  await withBothClients(app, async ({ client, name }) => {
    const info = client.getServerVersion()!;
    equal(info.title, "Fuel Prices Service (France)", name);
    equal(info.websiteUrl, "https://fuel.example/");
    ok(info.icons!.every(({ src }: { src: string }) => src.startsWith("https://fuel.example/icons/")));
    match(client.getInstructions()!, /geocode/);
    const capabilities = client.getServerCapabilities()!;
    deepEqual(capabilities.tools, { listChanged: false });
    deepEqual(capabilities.prompts, { listChanged: false });
    deepEqual(capabilities.resources, { listChanged: false, subscribe: name === "new era" });
    equal(capabilities.logging, undefined);
    await Promise.resolve();
  });
});

testPublic("discovery and lists of 2026-07-28 carry a ttlMs above 0", async (app) => {
  const methods = ["server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list"];
  for (const method of methods) {
    const { headers, meta } = newEra(method);
    const { body } = await post(app, { jsonrpc: "2.0", id: 1, method, params: { _meta: meta } }, headers);
    ok(body.result.ttlMs > 0, method);
    equal(body.result.cacheScope, "public");
  }
});

const NO_AREAS = [
  "fuel://nearby/coal/48.85,2.35,3",
  "fuel://nearby/e10/98.85,2.35,3",
  "fuel://nearby/e10/48.85,2.35,99",
  "fuel://nearby/e10/48.85",
];

testPublic("resources and the station template can be read by clients of both eras", async (app) => {
  const rest = await (await app.fetch(`/api/v1/stations/${idOf(1)}`)).text();
  for (const connect of [connectOld, connectNew]) {
    const { client, close } = await connect({ origin: "http://localhost:8000", fetch: app.fetch as typeof fetch });
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0] as { text: string };
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }: { uri: string }) => uri);
    deepEqual(uris, ["fuel://fuels", "fuel://departments", "ui://fuel-prices/nearby.html"]);
    deepEqual(JSON.parse((await read("fuel://fuels")).text).map(({ code }: { code: string }) => code), [...FUELS]);
    const departments = JSON.parse((await read("fuel://departments")).text);
    deepEqual(departments.find(({ code }: { code: string }) => code === "2A"), {
      code: "2A",
      name: "Corse-du-Sud",
      region: "Corse",
    });
    const { resourceTemplates } = await client.listResourceTemplates();
    const templates = resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate);
    deepEqual(templates, ["fuel://stations/{id}", "fuel://nearby/{fuel}/{lat},{lng},{radius}"]);
    const around = await (await app.fetch("/api/v1/stations/search?fuel=e10&lat=48.85&lng=2.35&radius=3")).text();
    equal((await read("fuel://nearby/e10/48.85,2.35,3")).text, around);
    equal((await read(`fuel://stations/${idOf(1)}`)).text, rest);
    for (
      const uri of ["fuel://stations/1", "fuel://stations/abc", "fuel://nope", ...NO_AREAS, "file:///etc/passwd", "x"]
    ) {
      await rejects(() => client.readResource({ uri }), { code: -32602 }, uri);
    }
    await close();
  }
});

testPublic("prompts are listed, filled and refused", async (app) => {
  for (const connect of [connectOld, connectNew]) {
    const { client, close } = await connect({ origin: "http://localhost:8000", fetch: app.fetch as typeof fetch });
    const get = async (name: string, args: Record<string, string>) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0].content as { text: string }).text;
    };
    const { prompts } = await client.listPrompts();
    deepEqual(prompts.map(({ name }: { name: string }) => name), [
      "cheapest_fuel_near",
      "is_it_a_good_time_to_fill_up",
      "plan_refuelling_on_a_route",
    ]);
    match(
      await get("plan_refuelling_on_a_route", { from: "Lille", to: "Nice", fuel: "diesel" }),
      /Lille to Nice[\s\S]*"gazole"/,
    );
    await rejects(() => get("plan_refuelling_on_a_route", { from: "Lille" }), {
      code: -32602,
      message: /"to" is missing/,
    });
    match(await get("cheapest_fuel_near", { place: "Lyon", fuel: "diesel" }), /Lyon[\s\S]*fuel "gazole"/);
    match(await get("cheapest_fuel_near", { place: "Lyon" }), /fuel "e10"/);
    match(await get("is_it_a_good_time_to_fill_up", {}), /get_national_prices/);
    match(await get("is_it_a_good_time_to_fill_up", { place: "Brest" }), /get_price_history/);
    await rejects(() => get("cheapest_fuel_near", {}), { code: -32602, message: /"place" is missing/ });
    await rejects(() => get("cheapest_fuel_near", { place: "Lyon", fuel: "coal" }), {
      code: -32602,
      message: /gazole/,
    });
    await rejects(() => get("cheapest_fuel_near", { place: "x".repeat(201) }), { code: -32602 });
    await rejects(() => get("nope", {}), { code: -32602, message: /cheapest_fuel_near/ });
    await close();
  }
});

testPublic("arguments are completed: fuels, departments, station ids", async (app) => {
  for (const connect of [connectOld, connectNew]) {
    const { client, close } = await connect({ origin: "http://localhost:8000", fetch: app.fetch as typeof fetch });
    const prompt = { type: "ref/prompt" as const, name: "cheapest_fuel_near" };
    const template = { type: "ref/resource" as const, uri: "fuel://stations/{id}" };
    const complete = async (ref: typeof prompt | typeof template, name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion;
    deepEqual((await complete(prompt, "fuel", "")).values, [...FUELS]);
    deepEqual((await complete(prompt, "fuel", "SP")).values, ["sp95", "sp98"]);
    deepEqual((await complete(prompt, "fuel", "diesel")).values, ["gazole"]);
    deepEqual(
      (await complete(prompt, "place", "cotes d")).values,
      ["Côtes-d’Armor (22)", "Côtes-d'Armor (22)"].filter(
        (value) => value === "Côtes-d'Armor (22)",
      ),
    );
    deepEqual((await complete(prompt, "place", "2a")).values, ["Corse-du-Sud (2A)"]);
    deepEqual((await complete(prompt, "nothing", "2a")).values, []);
    const ids = await complete(template, "id", "75000");
    deepEqual([ids.values.length, ids.total, ids.hasMore], [100, 150, true]);
    deepEqual((await complete(template, "id", "7500015")).values, [idOf(150)]);
    await rejects(() => complete({ ...prompt, name: "nope" }, "fuel", ""), { code: -32602 });
    await close();
  }
});
