import { deepEqual, equal, match, ok, rejects } from "../support/assert.ts";
import { Ajv2020 } from "../packages/ajv.ts";
import { operations } from "../../lib/operations/mod.ts";
import { paramsOf } from "../../lib/operations/input.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { callTool, LIST, post, testApp } from "./app.ts";
import { withBothClients } from "./clients.ts";
import { idOf, STATION_COUNT } from "./fixture.ts";

type Schema = Record<string, unknown>;
type ListedTool = {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Schema;
  outputSchema?: Schema;
  annotations?: Schema;
};

function schemasIn(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== "object" || value === null) return [];
  return [value as Schema, ...Object.values(value).flatMap(schemasIn)];
}

const INPUTS = {
  search_stations_nearby: [
    "place",
    "lat",
    "lng",
    "fuel",
    "radius",
    "limit",
    "max_age_days",
    "brand",
    "motorway",
    "open_now",
    "litres",
    "consumption",
    "discounts",
    "sort",
    "brands",
    "exclude_brands",
    "services",
    "automate_24_7",
    "open_at",
    "road",
    "offset",
    "fuels",
    "out_of_stock",
    "detail",
  ],
  list_stations: ["department", "ids", "q", "limit", "offset", "detail"],
  lookup_station: ["id"],
  get_national_prices: ["fuel"],
  get_department_prices: ["code", "fuel"],
  compare_price: ["place", "fuel", "price", "lat", "lng", "radius"],
  get_price_series: ["fuel", "area", "from", "to"],
  get_price_history: ["stationId", "fuel", "days"],
  get_brand_trends: ["fuel", "days"],
  find_place: ["q", "limit"],
  find_stations_on_route: [
    "from",
    "to",
    "via",
    "line",
    "polyline",
    "precision",
    "points",
    "fuel",
    "corridor",
    "limit",
    "max_age_days",
    "brand",
    "motorway",
    "open_now",
    "litres",
    "consumption",
    "discounts",
    "tank",
    "start_level",
    "reserve",
    "stop_cost",
    "min_fill",
    "round_trip",
    "brands",
    "exclude_brands",
    "services",
    "automate_24_7",
    "open_at",
    "detail",
  ],
};

testApp(
  "the eleven tools are listed with strict flat inputs, open outputs and annotations",
  async (app) => {
    const { tools } = (await post(app, LIST)).body.result as { tools: ListedTool[] };
    const inputs = tools.map((
      { name, inputSchema },
    ) => [name, Object.keys(inputSchema.properties as Schema)]);
    deepEqual(Object.fromEntries(inputs), INPUTS);
    for (const tool of tools) {
      ok(tool.title && tool.description && tool.description.length > 100, tool.name);
      equal(tool.inputSchema.type, "object");
      equal(tool.inputSchema.additionalProperties, false);
      for (const property of Object.values(tool.inputSchema.properties as Record<string, Schema>)) {
        ok(property.description, `${tool.name} has a property without a description`);
        ok(
          ["string", "number", "integer", "boolean"].includes(property.type as string),
          "inputs must be flat",
        );
        if (/number|integer/.test(property.type as string)) {
          ok(
            "minimum" in property && "maximum" in property,
          );
        }
      }
      for (const schema of [...schemasIn(tool.inputSchema), ...schemasIn(tool.outputSchema)]) {
        ok(!("$ref" in schema) && !("$defs" in schema), `${tool.name} uses $ref`);
        ok(!Array.isArray(schema.type), `${tool.name} has a union of types`);
      }
      deepEqual(tool.annotations, {
        readOnlyHint: true,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
    for (const param of operations.filter(({ tool }) => tool).flatMap(paramsOf)) {
      ok(
        param.kind !== "string" || param.json.maxLength,
        `${param.name} has limits that the list does not show`,
      );
    }
    const bytes = new TextEncoder().encode(JSON.stringify({ tools })).length;
    ok(bytes <= 13_000, `the list has ${bytes} bytes`);
  },
);

testApp("outputs may grow: a field of a later version passes the schema", async (app) => {
  const { tools } = (await post(app, LIST)).body.result as { tools: ListedTool[] };
  const { data, meta } = await callTool(app, "lookup_station", { id: idOf(1) });
  const grown = { data: { ...data, new_field: 1 }, meta: { ...meta, new_field: {} } };
  grown.data.prices[0].new_field = [];
  const ajv = new Ajv2020({ strict: false, formats: { "date-time": true, date: true } });
  const isValid = ajv.compile(tools.find(({ name }) => name === "lookup_station")!.outputSchema!);
  ok(isValid(grown), JSON.stringify(isValid.errors));
  equal(isValid({ ...grown, data: [] }), false);
  for (const tool of tools) {
    ajv.compile(tool.inputSchema);
    ajv.compile(tool.outputSchema!);
    for (const schema of schemasIn(tool.outputSchema)) {
      equal("additionalProperties" in schema, false);
    }
  }
});

const SETTINGS = { env: { BASE_URL: "https://fuel.example" } };

testApp(
  "clients of both eras get the server's identity, and no promise of list changes",
  async (app) => {
    await withBothClients(app, async ({ client, era }) => {
      const { title, websiteUrl, icons } = (await client.getServerVersion())!;
      deepEqual(
        [title, websiteUrl],
        ["Fuel Prices Service (France)", "https://fuel.example/"],
        era,
      );
      ok(icons!.every(({ src }: { src: string }) => src.startsWith("https://fuel.example/icons/")));
      match(client.getInstructions()!, /geocode/);
      const { tools, prompts, resources, logging } = client.getServerCapabilities()!;
      deepEqual([tools, prompts], [{ listChanged: false }, { listChanged: false }]);
      deepEqual(resources, { listChanged: false, subscribe: era === "new era" });
      equal(logging, undefined);
    });
  },
  SETTINGS,
);

const NO_RESOURCES = [
  "fuel://stations/1",
  "fuel://stations/abc",
  "fuel://nope",
  "file:///etc/passwd",
  "x",
  "fuel://nearby/coal/48.85,2.35,3",
  "fuel://nearby/e10/98.85,2.35,3",
  "fuel://nearby/e10/48.85,2.35,99",
  "fuel://nearby/e10/48.85",
];

testApp("clients of both eras can read resources and the station template", async (app) => {
  const readRest = async (path: string) =>
    await (await app.fetch(`/api/v1/stations/${path}`)).text();
  await withBothClients(app, async ({ client }) => {
    const read = async (uri: string) =>
      (await client.readResource({ uri })).contents[0] as { text: string };
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }: { uri: string }) => uri);
    deepEqual(uris, ["fuel://fuels", "fuel://departments", "ui://fuel-prices/nearby.html"]);
    deepEqual(
      JSON.parse((await read("fuel://fuels")).text).map(({ code }: { code: string }) => code),
      [...FUELS],
    );
    const departments = JSON.parse((await read("fuel://departments")).text);
    const south = departments.find(({ code }: { code: string }) => code === "2A");
    deepEqual(south, { code: "2A", name: "Corse-du-Sud", region: "Corse" });
    const { resourceTemplates } = await client.listResourceTemplates();
    const templates = resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) =>
      uriTemplate
    );
    deepEqual(templates, ["fuel://stations/{id}", "fuel://nearby/{fuel}/{lat},{lng},{radius}"]);
    const around = await readRest("search?fuel=e10&lat=48.85&lng=2.35&radius=3");
    equal((await read("fuel://nearby/e10/48.85,2.35,3")).text, around);
    equal((await read(`fuel://stations/${idOf(1)}`)).text, await readRest(idOf(1)));
    for (const uri of NO_RESOURCES) {
      await rejects(() => client.readResource({ uri }), { code: -32602 }, uri);
    }
  });
});

const FILLED: [string, Record<string, string>, RegExp][] = [
  [
    "plan_refuelling_on_a_route",
    { from: "Lille", to: "Nice", fuel: "diesel" },
    /Lille to Nice[^]*"gazole"/,
  ],
  ["cheapest_fuel_near", { place: "Lyon", fuel: "diesel" }, /Lyon[^]*fuel "gazole"/],
  ["cheapest_fuel_near", { place: "Lyon" }, /fuel "e10"/],
  ["is_it_a_good_time_to_fill_up", {}, /get_national_prices/],
  ["is_it_a_good_time_to_fill_up", { place: "Brest" }, /get_price_history/],
];
const UNFILLED: typeof FILLED = [
  ["plan_refuelling_on_a_route", { from: "Lille" }, /"to" is missing/],
  ["cheapest_fuel_near", {}, /"place" is missing/],
  ["cheapest_fuel_near", { place: "Lyon", fuel: "coal" }, /gazole/],
  ["cheapest_fuel_near", { place: "x".repeat(201) }, /place/],
  ["nope", {}, /cheapest_fuel_near/],
];

testApp("prompts are listed, filled and rejected", async (app) => {
  await withBothClients(app, async ({ client }) => {
    const { prompts } = await client.listPrompts();
    const names = [
      "cheapest_fuel_near",
      "is_it_a_good_time_to_fill_up",
      "plan_refuelling_on_a_route",
    ];
    deepEqual(prompts.map(({ name }: { name: string }) => name), names);
    for (const [name, args, expected] of FILLED) {
      const { messages } = await client.getPrompt({ name, arguments: args });
      match((messages[0]!.content as { text: string }).text, expected);
    }
    for (const [name, args, message] of UNFILLED) {
      await rejects(() => client.getPrompt({ name, arguments: args }), { code: -32602, message });
    }
  });
});

testApp("arguments are completed: fuels, departments, station IDs", async (app) => {
  const prompt = { type: "ref/prompt" as const, name: "cheapest_fuel_near" };
  const template = { type: "ref/resource" as const, uri: "fuel://stations/{id}" };
  const cases: [typeof prompt | typeof template, string, string, string[]][] = [
    [prompt, "fuel", "", [...FUELS]],
    [prompt, "fuel", "SP", ["sp95", "sp98"]],
    [prompt, "fuel", "diesel", ["gazole"]],
    [prompt, "place", "cotes d", ["Côtes-d'Armor (22)"]],
    [prompt, "place", "2a", ["Corse-du-Sud (2A)"]],
    [prompt, "nothing", "2a", []],
    [template, "id", "7500015", [idOf(150)]],
  ];
  await withBothClients(app, async ({ client }) => {
    const complete = async (ref: typeof prompt | typeof template, name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion;
    for (const [ref, name, value, values] of cases) {
      deepEqual((await complete(ref, name, value)).values, values, value);
    }
    const { values, total, hasMore } = await complete(template, "id", "75000");
    deepEqual([values.length, total, hasMore], [100, STATION_COUNT, true]);
    await rejects(() => complete({ ...prompt, name: "nope" }, "fuel", ""), { code: -32602 });
  });
});
