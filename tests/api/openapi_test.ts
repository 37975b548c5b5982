import { deepEqual, equal, ok } from "../support/assert.ts";
import { EXAMPLES } from "../../lib/http/openapi/examples.gen.ts";
import { buildOpenapi } from "../../lib/http/openapi/mod.ts";
import { allOperations, operations } from "../../lib/operations/mod.ts";
import { paramsOf } from "../../lib/operations/input.ts";
import { findBreakingChanges } from "../support/openapi_changes.ts";

type Json = Record<string, unknown>;

function currentDocument() {
  return JSON.parse(
    JSON.stringify(buildOpenapi({ baseUrl: null, operations: allOperations, examples: EXAMPLES })),
  );
}

Deno.test("v1 only grows: nothing in the frozen description was renamed, retyped, narrowed or removed", async () => {
  const frozen = await Deno.readTextFile(new URL("../../docs/openapi.json", import.meta.url));
  deepEqual(findBreakingChanges(JSON.parse(frozen), currentDocument()), []);
});

type Change = (document: ReturnType<typeof currentDocument>) => void;

function findAfter(change: Change): string[] {
  const document = currentDocument();
  change(document);
  return findBreakingChanges(currentDocument(), document);
}

const SEARCH = "/api/v1/stations/search";
const ROUTE = "/api/v1/stations/route";
const JSON_TYPE = "application/json";

Deno.test("findBreakingChanges() detects every kind of break", () => {
  const breaks: [string, Change][] = [
    ["was removed", (d) => delete d.paths[SEARCH]],
    ["was removed", (d) => delete d.paths[SEARCH].get.responses["304"]],
    ["was removed", (d) => delete d.components.schemas.Station.properties.region],
    ["was removed", (d) => d.paths[SEARCH].get.parameters.splice(3, 1)],
    ["maximum was lowered", (d) => d.paths[SEARCH].get.parameters[3].schema.maximum = 40],
    ["minimum was raised", (d) => d.paths[SEARCH].get.parameters[3].schema.minimum = 1],
    ["default 20 became 10", (d) => d.paths[SEARCH].get.parameters[4].schema.default = 10],
    ["no longer takes", (d) => d.components.schemas.Fuel.enum.pop()],
    [
      "oneOf has 3 parts instead of 4",
      (d) =>
        d.paths[ROUTE].post.requestBody.content[JSON_TYPE].schema.properties.line.oneOf.shift(),
    ],
    ["became required", (d) => d.paths[SEARCH].get.parameters[3].required = true],
    [
      "new and required",
      (d) =>
        d.paths[SEARCH].get.parameters.push({
          name: "key",
          in: "query",
          required: true,
          schema: {},
        }),
    ],
    ["became", (d) => d.components.schemas.NearbyEntry.properties.price.type = "number"],
    ["became", (d) => d.components.schemas.Station.properties.id.type = "integer"],
    ["became", (d) => d.paths[SEARCH].get.operationId = "find"],
    ["no longer always there", (d) => d.components.schemas.NearbyEntry.required.pop()],
    [
      "no longer answers",
      (d) => d.components.schemas.Error.properties.error.properties.code.enum.pop(),
    ],
    ["header ETag was removed", (d) => delete d.paths[SEARCH].get.responses["200"].headers.ETag],
    [
      "content text/csv was removed",
      (d) => delete d.paths[SEARCH].get.responses["200"].content["text/csv"],
    ],
    ["parts instead of", (d) => d.components.schemas.Station.properties.name.anyOf.pop()],
  ];
  for (const [expected, change] of breaks) {
    const findings = findAfter(change);
    ok(findings.some((finding) => finding.includes(expected)), `${change}: ${findings.join("; ")}`);
  }
});

Deno.test("findBreakingChanges() allows additions", () => {
  const findings = findAfter((d) => {
    d.paths["/api/v1/new"] = { get: { operationId: "new", responses: {} } };
    d.components.schemas.Station.properties.extra = { type: "string" };
    d.components.schemas.Station.required.push("extra");
    d.paths[SEARCH].get.parameters.push({
      name: "extra",
      in: "query",
      required: false,
      schema: { type: "string" },
    });
    d.paths[SEARCH].get.parameters[3].schema.maximum = 100;
    const { parameters: [{ schema: text }] } = d.paths["/api/v1/places"].get;
    d.paths["/api/v1/places"].get.parameters[0].schema = { oneOf: [text, { type: "array" }] };
    d.components.schemas.Error.properties.error.properties.code.enum.push("NEW");
    const { type, pattern } = d.components.schemas.StationEntry.properties.price;
    const description = "A price; null only with missing=null";
    d.components.schemas.StationEntry.properties.price = {
      description,
      anyOf: [{ type, pattern }, { type: "null" }],
    };
  });
  deepEqual(findings, []);
});

Deno.test("every parameter, limit and default of the operations is described", () => {
  const document = currentDocument();
  for (const operation of operations) {
    const { parameters, responses } = document.paths[operation.path].get;
    for (const { name, required, json } of paramsOf(operation)) {
      const found = parameters.find((one: Json) => one.name === name);
      equal(found.required, required);
      ok(found.description.length > 10, `${operation.id} ${name}`);
      const { oneOf: [text] = [found.schema], $ref } = found.schema;
      const schema = $ref ? document.components.schemas[$ref.split("/").at(-1)] : text;
      for (const key of ["minimum", "maximum", "default", "enum", "maxLength"]) {
        deepEqual(schema[key], json[key]);
      }
    }
    const statuses = Object.keys(responses).filter((status) => status !== "404");
    deepEqual(statuses, ["200", "304", "400", "405", "429", "500", "503"]);
    const [example] = Object.values(responses["200"].content["application/json"].examples) as [
      { summary: string },
    ];
    equal(example.summary, `Example, invented data: ${operation.example}`);
  }
});
