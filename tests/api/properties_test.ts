import { deepEqual, equal, ok } from "../support/assert.ts";
import fc from "../packages/fast_check.ts";
import { buildOpenapi } from "../../lib/http/openapi/mod.ts";
import { allOperations, operations } from "../../lib/operations/mod.ts";
import { type Operation, pathParamsOf } from "../../lib/operations/operation.ts";
import { type Param, paramsOf } from "../../lib/operations/input.ts";
import { type TestApp, withTestApp } from "../support/api_app.ts";
import { checkCommonHeaders } from "../support/api_checks.ts";
import { IDS } from "../support/api_fixture.ts";
import { createResponseCheck, type ResponseCheck } from "../support/openapi_schema.ts";

const RUNS = 3_000;

type Value = { text: string; isGood: boolean };
type Given = { name: string; values: Value[] };
/**
 * The parts of a random request. It names its operation by `id`, because fast-check prints
 * counterexamples.
 */
type RequestParts = {
  id: string;
  inPath: Value | null;
  given: Given[];
  headers: Record<string, string>;
};

const operationOf = (id: string) => operations.find((operation) => operation.id === id)!;

const good = (text: string): Value => ({ text, isGood: true });
const bad = (text: string): Value => ({ text, isGood: false });

const GARBAGE = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    ".5",
    "5.",
    "+4",
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    "1,5",
    "null",
    "true",
    "--1",
    "٣",
  ),
  fc.string({ unit: "binary", maxLength: 30 }).filter((text) => !/^-?\d+(\.\d+)?$/.test(text)),
);

function numberOf({ json, kind }: Param): fc.Arbitrary<Value> {
  const min = Number(json.minimum);
  const max = Number(json.maximum);
  const toText = (value: number) => value.toFixed(kind === "integer" ? 0 : 6);
  const inside = kind === "integer"
    ? fc.integer({ min, max }).map(String)
    : fc.double({ min, max, noNaN: true }).map(toText).filter((text) =>
      Number(text) >= min && Number(text) <= max
    );
  const outside = fc.integer({ min: 1, max: 1e9 }).chain((by) =>
    fc.constantFrom(toText(min - by), toText(max + by))
  );
  return fc.oneof({ weight: 12, arbitrary: inside.map(good) }, outside.map(bad), GARBAGE.map(bad));
}

/** Draws a value for the path, where a blank value is a name. */
function pathValueOf(param: Param): fc.Arbitrary<Value> {
  const longest = Number(param.json.maxLength);
  return valueOf(param).filter(({ text }) => !/^\.{0,2}$/.test(text) && text.isWellFormed())
    .map(({ text }) => ({ text, isGood: [...text].length <= longest }));
}

const BRANDS = [good("Avia,e.leclerc"), good("Nobody"), bad("Avia,,Esso"), bad(",")];

/**
 * Parameters with special texts: the forms of a line, of which a request has one, lists, and
 * discounts.
 */
const TEXTS: Record<string, Value[]> = {
  brands: BRANDS,
  exclude_brands: BRANDS,
  road: [good("A6"), good("n 104"), bad("D6"), bad("A")],
  fuels: [good("e10"), good("sp98,gazole,e10"), bad("diesel"), bad("e10,")],
  services: [good("wifi"), good("wifi,bar"), bad("75015007"), bad("wifi,"), bad("wifi,nothing")],
  ids: [good("75015007"), good("75015007,1"), bad("0123"), bad("1,")],
  department: [good("69"), good("2a,2B"), bad("20"), bad("69,"), bad("x")],
  line: [good("[[2.25,48.8],[2.35,48.85]]"), bad("[[2.25,48.8]]"), bad("x")],
  polyline: [good("_p~iF~ps|U_ulLnnqC"), bad("é"), bad("_p~iF")],
  discounts: [good("leclerc:0.05"), bad("Nobody:0.05"), bad("Avia")],
  area: [good("FR"), good("r84"), good("2a"), good("brand:leclerc"), bad("99"), bad("brand:")],
  from: [good("2026-06-01"), good("2016-06-01"), bad("2026-6-1"), bad("2026-02-30")],
  to: [good("2026-06-05"), bad("x"), bad("0000-00-00")],
  points: [good("48.8,2.25;48.85,2.35"), good("52.5,13.4;52.6,13.5"), bad("48.8,2.25"), bad("x;y")],
};

function valueOf(param: Param): fc.Arbitrary<Value> {
  if (TEXTS[param.name]) return fc.constantFrom(...TEXTS[param.name]!);
  if (param.kind === "number" || param.kind === "integer") return numberOf(param);
  const known = param.kind === "enum" ? param.json.enum as string[] : ["true", "false"];
  if (param.kind !== "string") {
    const other = fc.string({ maxLength: 20 }).filter((text) => !known.includes(text));
    return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...known).map(good) }, other.map(bad));
  }
  const longest = Number(param.json.maxLength);
  const texts = fc.string({
    unit: "grapheme",
    minLength: 1,
    maxLength: Math.min(200, longest * 2),
  });
  const isGood = (text: string) => text.trim() !== "" && [...text].length <= longest;
  const real = fc.constantFrom(...Object.values(IDS), "75", "2a", "99", "Avia", "e.leclerc").map(
    good,
  );
  return fc.oneof(
    { weight: 3, arbitrary: real },
    texts.map((text) => ({ text, isGood: isGood(text) })),
  );
}

function givenOf(operation: Operation): fc.Arbitrary<Given[]> {
  const params = paramsOf(operation).filter(({ name }) => !pathParamsOf(operation).includes(name));
  const formats = operation.formats;
  const format: Param = {
    ...params[0]!,
    name: "format",
    kind: "enum",
    required: false,
    json: { enum: [...formats] },
  };
  const all = formats.length > 1 ? [...params, format] : params;
  return fc.tuple(...all.map((param) => {
    const counts = param.required ? [1, 1, 1, 1, 1, 1, 1, 1, 0, 2] : [0, 0, 1, 1, 1, 1, 2];
    return fc.constantFrom(...counts).chain((count) =>
      fc.array(valueOf(param), { minLength: count, maxLength: count }).map((values) => ({
        name: param.name,
        values,
      }))
    );
  }));
}

const HEADERS: fc.Arbitrary<Record<string, string>> = fc.record({
  accept: fc.constantFrom(
    "*/*",
    "application/geo+json",
    "text/csv;q=0.5",
    "text/html",
    "",
    "x;q=y",
  ),
  "accept-encoding": fc.constantFrom("identity", "gzip;q=0", ""),
  "if-none-match": fc.constantFrom("*", '"x"', "W/", ""),
  "x-request-id": fc.constantFrom("abc", "not sane", ""),
}, { requiredKeys: [] });

const REQUEST: fc.Arbitrary<RequestParts> = fc.constantFrom(...operations).chain((operation) => {
  const inPath = paramsOf(operation).find(({ name }) => pathParamsOf(operation).includes(name));
  return fc.record({
    id: fc.constant(operation.id),
    inPath: inPath ? pathValueOf(inPath) : fc.constant(null),
    given: operation.id === "lookupStation" ? fc.constant([]) : givenOf(operation),
    headers: HEADERS,
  });
});

function toPath({ id, inPath, given }: RequestParts): string {
  const operation = operationOf(id);
  const path = operation.path.replace(/\{\w+\}/, () => encodeURIComponent(inPath!.text));
  const pairs = given.flatMap(({ name, values }) =>
    values.map(({ text }) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
  );
  return `${path}?${pairs.join("&")}`;
}

/**
 * Returns whether the contract accepts the request: all values valid, none twice, none missing,
 * limits in order.
 */
function isTaken({ id, inPath, given }: RequestParts): boolean {
  const operation = operationOf(id);
  const required = new Set(
    paramsOf(operation).filter((param) => param.required).map(({ name }) => name),
  );
  const isGood = given.every(({ name, values }) =>
    values.length < 2 && values.every((value) => value.isGood) &&
    (values.length === 1 || !required.has(name))
  );
  if (!isGood || inPath?.isGood === false) return false;
  const read = (name: string) =>
    Number(given.find((one) => one.name === name)?.values[0]?.text ?? NaN);
  const named = given.filter(({ name, values }) =>
    /^(brand|brands|exclude_brands)$/.test(name) && values.length > 0
  );
  if (named.length > 1) return false;
  if (operation.id === "routeStations") {
    const lines = given.filter(({ name, values }) =>
      /^(line|polyline|points)$/.test(name) && values.length > 0
    );
    return lines.length === 1 && !(read("start_level") > read("tank"));
  }
  if (operation.id === "comparePrice") {
    return Number.isNaN(read("lat")) === Number.isNaN(read("lng"));
  }
  if (operation.id !== "boxStations") return true;
  return read("south") < read("north") && read("west") < read("east");
}

async function checkRequest(
  app: TestApp,
  checkResponse: ResponseCheck,
  request: RequestParts,
): Promise<number> {
  const path = toPath(request);
  const response = await app.fetch(path, { headers: request.headers });
  const body = await response.text();
  const { status, headers } = response;
  checkCommonHeaders(response);
  deepEqual(
    checkResponse({ path: operationOf(request.id).path, status, headers, body }),
    [],
    `${path} → ${status} ${body.slice(0, 300)}`,
  );
  equal(status !== 400, isTaken(request), `${path} → ${status} ${body.slice(0, 300)}`);
  return status;
}

Deno.test(`${RUNS} random requests return the described response, or an error exactly when they should`, async () => {
  const checkResponse = createResponseCheck(
    JSON.parse(
      JSON.stringify(buildOpenapi({ baseUrl: null, operations: allOperations, examples: {} })),
    ),
  );
  await withTestApp(async (app) => {
    const counts: Record<number, number> = {};
    const numRuns = app.reader === "snapshot" ? RUNS : RUNS / 5;
    const property = fc.asyncProperty(REQUEST, async (request) => {
      const status = await checkRequest(app, checkResponse, request);
      counts[status] = (counts[status] ?? 0) + 1;
    });
    await fc.assert(property, { numRuns, verbose: 1 });
    // A 304 is a success too, and depends on the conditional header drawn.
    const answered = (counts[200] ?? 0) + (counts[304] ?? 0);
    ok(
      answered > numRuns / 5 && counts[400]! > numRuns / 5,
      `unbalanced statuses: ${JSON.stringify(counts)}`,
    );
  }, { env: { REST_LIMIT: "1000000" } });
});
