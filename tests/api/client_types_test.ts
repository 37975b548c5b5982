/**
 * Tests that a client generated from the description compiles in strict mode, and that the
 * TypeScript recipe runs with it.
 *
 * @module
 */

import { equal, match, ok } from "../support/assert.ts";
import openapiTypescript, { astToString } from "../packages/openapi_typescript.ts";
import { EXAMPLES } from "../../lib/http/openapi/examples.gen.ts";
import { buildOpenapi } from "../../lib/http/openapi/mod.ts";
import { allOperations } from "../../lib/operations/mod.ts";
import { testApp } from "../support/api_app.ts";
import { startServer } from "../support/process.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

async function runDeno(...args: string[]): Promise<{ success: boolean; text: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    env: { NO_COLOR: "1" },
  })
    .output();
  return { success, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

const CONFIG = [`--config=${ROOT}deno.json`, `--lock=${ROOT}tests/deno.lock`];
const FETCH = JSON.stringify(`${ROOT}tests/packages/openapi_fetch.ts`);

/**
 * Runs `work` with a folder that contains the generated types as `fuel.ts`, and `code` next to
 * them.
 */
async function withClient(code: string, work: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const document = buildOpenapi({ baseUrl: null, operations: allOperations, examples: EXAMPLES });
    const types = await openapiTypescript(JSON.stringify(document), { silent: true });
    await Deno.writeTextFile(`${folder}/fuel.ts`, astToString(types));
    await Deno.writeTextFile(`${folder}/client.ts`, code.replace('"openapi-fetch"', FETCH));
    await work(`${folder}/client.ts`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Uses that the types must allow and, where an error is expected, reject. */
const USES = `
import createClient from "openapi-fetch";
import type { components, paths } from "./fuel.ts";

type Schemas = components["schemas"];
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const isSame = <A, B>(_: IsSame<A, B>) => {};

const api = createClient<paths, "application/json">();
const route = "/api/v1/stations/route";
const fuel = "gazole";

// A posted line is text, an array, or an object as routing services return it.
const given: number[][] = [[2.35, 48.85], [2.43, 48.6]];
const line = { type: "LineString" as const, coordinates: given };
await api.POST(route, { body: { fuel, line: JSON.stringify(line) } });
await api.POST(route, { body: { fuel, line: given } });
await api.POST(route, { body: { fuel, line } });
await api.POST(route, { body: { fuel, line: { type: "Feature", geometry: line } } });
await api.POST(route, { body: { fuel, points: [{ lat: 48.85, lng: 2.35 }, { lat: 48.6, lng: 2.43 }] } });
await api.POST(route, { body: { fuel, polyline: "_p~iF~ps|U_ulLnnqC", services: ["wifi", "bar"], brands: ["Avia"] } });
// @ts-expect-error a line cannot be a number
await api.POST(route, { body: { fuel, line: 5 } });
// @ts-expect-error only a LineString is a line
await api.POST(route, { body: { fuel, line: { type: "Point", coordinates: given } } });

// Lists contain named codes, or are text with commas.
const query = { lat: 48.85, lng: 2.35, fuel } as const;
const search = "/api/v1/stations/search";
await api.GET(search, { params: { query: { ...query, fuels: ["e10", "sp98"], services: ["wifi"], brands: ["Avia"] } } });
await api.GET(search, { params: { query: { ...query, fuels: "e10,sp98", services: "wifi,bar", brands: "Avia,Esso" } } });
// @ts-expect-error no service has this code
await api.GET(search, { params: { query: { ...query, services: ["wi-fi"] } } });
// @ts-expect-error no fuel has this code
await api.GET(search, { params: { query: { ...query, fuels: ["diesel"] } } });
isSame<Schemas["Station"]["service_codes"], (Schemas["Service"] | null)[]>(true);
isSame<Schemas["Fuel"], "gazole" | "sp95" | "sp98" | "e10" | "e85" | "gplc">(true);
isSame<Schemas["Brand"]["code"], string>(true);

// Response objects have named types.
type Ok<P extends keyof paths, M extends "get" | "post"> = paths[P][M] extends
  { responses: { 200: { content: { "application/json": { data: infer D } } } } } ? D : never;
isSame<Ok<"/api/v1/stations/{id}", "get">, Schemas["Station"]>(true);
isSame<Ok<typeof search, "get">, Schemas["NearbyEntry"][]>(true);
isSame<Ok<typeof route, "post">, Schemas["RouteEntry"][]>(true);
isSame<Ok<"/api/v1/prices/series", "get">, Schemas["SeriesPoint"][]>(true);
isSame<Ok<"/api/v1/prices/departments", "get">, Schemas["AreaPrices"][]>(true);
isSame<Ok<"/api/v1/prices/shortages", "get">, Schemas["Shortage"][]>(true);
isSame<Ok<"/api/v1/prices/compare", "get">, Schemas["Comparison"]>(true);
isSame<Ok<"/api/v1/places", "get">, Schemas["Place"][]>(true);
isSame<Ok<"/api/v1/brands", "get">, Schemas["Brand"][]>(true);
isSame<Schemas["NearbyEntry"]["fuel"], Schemas["Fuel"]>(true);
isSame<Schemas["Station"]["prices"], Schemas["StationPrice"][]>(true);

// A position is a tuple.
isSame<Schemas["Point"]["coordinates"], [number, number]>(true);
type Features = paths[typeof search]["get"]["responses"][200]["content"]["application/geo+json"]["features"];
isSame<Features[number]["geometry"], Schemas["Point"]>(true);

// Headers that may be missing are optional, the others are required.
type Headers = paths[typeof search]["get"]["responses"][200]["headers"];
isSame<Headers["X-RateLimit-Remaining"], number | undefined>(true);
isSame<Headers["RateLimit"], string | undefined>(true);
isSame<Headers["X-Ignored-Parameters"], string | undefined>(true);
isSame<Headers["Content-Disposition"], string | undefined>(true);
isSame<Headers["ETag"], string>(true);
`;

Deno.test("types generated from the OpenAPI description match the requests and responses", async () => {
  await withClient(USES, async (path) => {
    const { success, text } = await runDeno("check", ...CONFIG, path);
    ok(success, text);
  });
});

testApp("the TypeScript recipe compiles with the generated types, and runs", async (app) => {
  const { url: origin, stop } = startServer(app.handler);
  const document = await Deno.readTextFile(`${ROOT}docs/recipes.md`);
  const [, code] = /```ts\n([^]*?)\n```/.exec(document)!;
  await withClient(code!.replaceAll("https://fuel.example", origin), async (path) => {
    const { success, text } = await runDeno(
      "run",
      "--check",
      "--allow-net",
      "--allow-env",
      ...CONFIG,
      path,
    );
    ok(success, text);
    match(text, /^1\.\d{3} .* km$/m);
  });
  await stop();
});

testApp("labels have the codes that filters accept", async (app) => {
  const { data: station } = await app.json("/api/v1/stations/75015007");
  ok(station.services.length > 0);
  equal(station.service_codes.length, station.services.length);
  const file = await app.json("/data/services.json");
  equal(file.service_codes.length, file.services.length);
  const box = "/api/v1/stations/bbox?south=41&west=-5&north=51&east=10&fuel=gazole";
  for (
    const code of [...station.service_codes, ...file.service_codes].filter((code) => code !== null)
  ) {
    equal((await app.read(`${box}&services=${code}`)).status, 200, code);
  }
  const { fuels, fuel_labels: labels } = await app.json("/data/current.json");
  equal(labels.length, fuels.length);
  for (const { fuel, label } of station.prices) equal(label, labels[fuels.indexOf(fuel)]);
  for (const { brand, code } of (await app.json("/api/v1/brands")).data) {
    const found = await app.json(`${box}&max_age_days=365&brands=${encodeURIComponent(code)}`);
    equal(found.meta.unknown_brand, undefined, brand);
  }
});

testApp("a JSON body may contain lists and lines", async (app) => {
  const ask = async (body: object) => {
    const { text, status } = await app.read("/api/v1/stations/route", {
      method: "POST",
      body: JSON.stringify(body),
    });
    equal(status, 200, text);
    return JSON.parse(text);
  };
  const coordinates = [[2.25, 48.8], [2.4, 48.87]];
  const line = { type: "LineString", coordinates };
  const whole = {
    fuel: "gazole",
    line: JSON.stringify(line),
    services: "toilettes,gonflage",
    brands: "Avia,Esso",
  };
  const expected = await ask(whole);
  const forms = [line, coordinates, { type: "Feature", geometry: line, properties: null }];
  for (const form of forms) {
    const received = await ask({
      ...whole,
      line: form,
      services: ["toilettes", "gonflage"],
      brands: ["Avia", "Esso"],
    });
    equal(JSON.stringify(received), JSON.stringify(expected));
  }
});
