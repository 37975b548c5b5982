import { deepEqual, equal, ok } from "../support/assert.ts";
import { type Operation, pathParamsOf } from "../../lib/operations/operation.ts";
import { operations } from "../../lib/operations/mod.ts";
import { type Param, paramsOf } from "../../lib/operations/input.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkError, checkQuotaHeaders } from "../support/api_checks.ts";

const BAD_NUMBERS =
  ".5 5. +4 1e3 1E3 0x10 NaN Infinity -Infinity 1,5 --1 1- 1_000 ١ 1n null undefined []".split(" ")
    .concat("", " ", " 1", "1 ", "1\u00002", "9".repeat(400));

type Case = {
  query: Record<string, string | string[]>;
  code: Parameters<typeof checkError>[1];
  name: string;
};

function goodQuery(operation: Operation): Record<string, string> {
  return Object.fromEntries(new URL(operation.example, "http://localhost").searchParams);
}

function pathOf(operation: Operation): string {
  return new URL(operation.example, "http://localhost").pathname;
}

function toPath(operation: Operation, query: Case["query"]): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`)
  );
  return `${pathOf(operation)}?${pairs.join("&")}`;
}

function badNumbers({ json, kind }: Param): string[] {
  const low = Number(json.minimum);
  const high = Number(json.maximum);
  const step = kind === "integer" ? 1 : 0.0001;
  const outside = [low - step, high + step].map((value) =>
    kind === "integer" ? String(value) : value.toFixed(4)
  );
  const fractions = kind === "integer" ? ["1.0", "1.5"] : [];
  return [...BAD_NUMBERS, ...outside, ...fractions];
}

function badValues(param: Param): string[] {
  if (param.kind === "number" || param.kind === "integer") return badNumbers(param);
  if (param.kind === "boolean") return ["", " ", "1", "0", "yes", "TRUE", "True", "on"];
  if (param.kind === "enum") {
    return ["", " ", "nothing", `${(param.json.enum as string[])[0]} `, "GAZOLE", "Include"];
  }
  const tooLong = Number(param.json.maxLength) + 1;
  // Longer values can only be posted, because the URL itself is rejected.
  return ["", " ", "\t", ...(tooLong > 8_000 ? [] : ["x".repeat(tooLong)])];
}

function faultsOf(operation: Operation): Case[] {
  const good = goodQuery(operation);
  return paramsOf(operation).filter(({ name }) => !pathParamsOf(operation).includes(name)).flatMap(
    (param) => {
      const { name } = param;
      const bad = name === "fuel" ? "INVALID_FUEL" as const : "INVALID_PARAMETER" as const;
      const { [name]: _, ...without } = good;
      const value = good[name] ??
        { integer: "1", number: "1", boolean: "true", enum: "include", string: "Avia" }[param.kind];
      return [
        ...(param.required ? [{ query: without, code: "MISSING_PARAMETER" as const, name }] : []),
        ...badValues(param).map((text) => ({ query: { ...good, [name]: text }, code: bad, name })),
        { query: { ...good, [name]: [value, value] }, code: "INVALID_PARAMETER" as const, name },
      ];
    },
  );
}

async function checkCase(
  app: TestApp,
  operation: Operation,
  { query, code, name }: Case,
): Promise<void> {
  const response = await app.fetch(toPath(operation, query));
  const what = `${toPath(operation, query).slice(0, 200)} → ${response.status}`;
  equal(response.status, 400, what);
  checkQuotaHeaders(response, 100_000);
  const message = await checkError(response, code);
  ok(message.includes(`"${name}"`), `${what}: ${message} does not contain ${name}`);
  ok(/expected/.test(message), `${message} does not list the allowed values`);
  ok(message.length < 400, "the message repeats too much of the input");
}

for (const operation of operations) {
  // Proves docs/contract.md#parameters
  // Proves docs/contract.md#errors
  testApp(`GET ${operation.path} rejects every invalid parameter`, async (app) => {
    for (const one of faultsOf(operation)) await checkCase(app, operation, one);
  }, { env: { REST_LIMIT: "100000" } });

  // Proves docs/contract.md#parameters
  testApp(
    `GET ${operation.path} ignores unknown parameters, and accepts its own at their limits`,
    async (app) => {
      const good = goodQuery(operation);
      const plain = await app.read(toPath(operation, good));
      for (
        const extra of "x=1 x=1&x=2 %zz=1 fuelType=1e3 constructor=1 __proto__=1 = && x=%ff".split(
          " ",
        )
      ) {
        const { text, headers } = await app.read(`${toPath(operation, good)}&${extra}`);
        equal(text.replace(/,"ignored":\[[^\]]*\]\}\}$/, "}}"), plain.text, extra);
        equal(headers.get("etag"), plain.headers.get("etag"));
      }
      for (const { name, kind, json } of paramsOf(operation)) {
        if (
          (kind !== "number" && kind !== "integer") || /^(north|south|east|west)$/.test(name)
        ) continue;
        // `tank` and `start_level` are each tested at their limits alone, since a level above the
        // tank is rejected.
        const { start_level: _level, tank: _tank, ...others } = good;
        for (const value of [json.minimum, json.maximum]) {
          await app.json(
            toPath(operation, {
              ...(/^(tank|start_level)$/.test(name) ? others : good),
              [name]: `${value}`,
            }),
          );
        }
      }
    },
  );
}

const SEARCH = "/api/v1/stations/search";
const SEARCH_E10 = `${SEARCH}?lat=48&lng=2&fuel=e10`;
const BOX_E10 = "/api/v1/stations/bbox?north=2&south=1&east=2&west=1&fuel=e10";
const NINES = "9".repeat(400);

/** Requests with several faults or a special one, the reported parameter, and the message. */
const FAULTS: [path: string, code: Case["code"], name: string, says?: string][] = [
  [`${SEARCH}?fuel=x&lng=y`, "MISSING_PARAMETER", "lat"],
  [`${SEARCH}?fuel=x&lng=y&lat=91`, "INVALID_PARAMETER", "lat"],
  [`${SEARCH}?fuel=x&lng=y&lat=1`, "INVALID_PARAMETER", "lng"],
  [`${SEARCH}?limit=0&radius=51&fuel=x&lng=2&lat=1`, "INVALID_FUEL", "fuel"],
  [`${SEARCH}?limit=0&radius=51&lng=2&lat=1`, "MISSING_PARAMETER", "fuel"],
  [`${SEARCH}?limit=0&radius=50.1&fuel=e10&lng=2&lat=1`, "INVALID_PARAMETER", "radius"],
  [`${SEARCH}?format=xml&limit=0&fuel=e10&lng=2&lat=1`, "INVALID_PARAMETER", "limit"],
  [`${SEARCH}?format=xml&fuel=e10&lng=2&lat=1`, "INVALID_PARAMETER", "format"],
  ["/api/v1/stations/bbox?north=1&south=1&east=x&fuel=x", "INVALID_PARAMETER", "south"],
  ["/api/v1/stations/bbox?north=2&south=1&east=1&west=1&fuel=x", "INVALID_PARAMETER", "west"],
  ["/api/v1/prices/history/x?days=0", "MISSING_PARAMETER", "fuel"],
  ["/api/v1/prices/departments/99", "MISSING_PARAMETER", "fuel"],
  [`${SEARCH_E10}&brands=Avia&brand=Esso`, "INVALID_PARAMETER", "brands"],
  [`${SEARCH_E10}&exclude_brands=Avia&brands=Esso`, "INVALID_PARAMETER", "exclude_brands"],
  [
    `${SEARCH_E10}&services=wifi,pool`,
    "INVALID_PARAMETER",
    "services",
    "some of camping-car, automate, ",
  ],
  [
    `${SEARCH_E10}&brands=Avia,,Esso`,
    "INVALID_PARAMETER",
    "brands",
    "brand names separated by commas",
  ],
  [
    `${BOX_E10}&department=69,`,
    "INVALID_PARAMETER",
    "department",
    "department codes separated by commas",
  ],
  [`${BOX_E10}&department=69,20`, "INVALID_PARAMETER", "department"],
  [`${BOX_E10}&ids=1,`, "INVALID_PARAMETER", "ids", "station IDs separated by commas"],
  [`${BOX_E10}&ids=0123`, "INVALID_PARAMETER", "ids"],
  [`${SEARCH_E10}&radius=50.10`, "INVALID_PARAMETER", "radius", 'is "50.10"'],
  [`${SEARCH_E10}&radius=-0`, "INVALID_PARAMETER", "radius", 'is "-0"'],
  [`${SEARCH_E10}&limit=0101`, "INVALID_PARAMETER", "limit", 'is "0101"'],
  [`${SEARCH_E10}&limit=${NINES}`, "INVALID_PARAMETER", "limit", `is "${NINES.slice(0, 90)}`],
];

// Proves docs/contract.md#parameters
testApp(
  "of several invalid parameters the first in the order of the route is reported, with its value",
  async (app) => {
    for (const [path, code, name, says = ""] of FAULTS) {
      const message = await checkError(await app.fetch(path), code);
      ok(
        message.startsWith(`Parameter "${name}" `) && message.includes(says),
        `${path}: ${message}`,
      );
    }
  },
);

testApp(
  "values that are not valid percent-encoded UTF-8 are rejected if the route reads them",
  async (app) => {
    for (const value of ["%ff", "%zz", "%", "%e2%82", "%ED%A0%80", "%C0%80"]) {
      await checkError(await app.fetch(`/api/v1/prices/national?fuel=${value}`), "INVALID_FUEL");
      await checkError(
        await app.fetch(`/api/v1/stations/search?lat=1&lng=1&fuel=e10&brand=${value}`),
        "INVALID_PARAMETER",
      );
      await checkError(await app.fetch(`/api/v1/stations/${value}`), "INVALID_PARAMETER");
    }
  },
);

testApp("brand finds its stations by any common spelling", async (app) => {
  const find = async (brand: string) => {
    const query = new URLSearchParams({
      lat: "47.22",
      lng: "-1.56",
      radius: "50",
      fuel: "e10",
      brand,
    });
    const { data } = await (await app.fetch(`/api/v1/stations/search?${query}`)).json();
    return data.map((entry: { id: string; brand: string }) => `${entry.id} ${entry.brand}`);
  };
  for (const brand of ["Système U", "système u", "Super U", "SUPERU", " hyper-u "]) {
    deepEqual(await find(brand), ["44000002 Système U"], brand);
  }
  deepEqual(await find("Carrefour Market"), ["44000001 Carrefour", "44000005 Carrefour"]);
  for (const brand of ["Système", "Super", "U Super", "Total", "nobody", "-"]) {
    deepEqual(await find(brand), [], brand);
  }
});
