import { equal, ok } from "../support/assert.ts";
import fc from "../packages/fast_check.ts";
import { operations } from "../../lib/operations/mod.ts";
import { pathParamsOf } from "../../lib/operations/operation.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import type { TestApp } from "../support/api_app.ts";
import { testApp, withSocket } from "./app.ts";
import { connect, type ConnectedClient, ERAS, withBothClients } from "./clients.ts";
import { idOf, STATION_COUNT } from "./fixture.ts";

type Question = { tool: string; args: Record<string, unknown> };

/** Draws numbers that are mostly within the limits, and sometimes just outside. */
const upTo = (most: number) => fc.integer({ min: 0, max: most + 1 });
const tenths = (most: number) => upTo(most * 10).map((tenth) => tenth / 10);
const degrees = (middle: number, spread: number) =>
  fc.integer({ min: -1000, max: 1000 }).map((part) =>
    Number((middle + part * spread / 1000).toFixed(5))
  );
const fuel = fc.constantFrom(...FUELS, "coal");
const stationId = fc.oneof(
  fc.integer({ min: 1, max: STATION_COUNT }).map(idOf),
  fc.constantFrom("1", "abc", "0750", "9".repeat(21), "x".repeat(4_000)),
);
const place = {
  lat: fc.oneof({ weight: 9, arbitrary: degrees(48.85, 0.2) }, fc.constantFrom(91)),
  lng: fc.oneof({ weight: 9, arbitrary: degrees(2.35, 0.3) }, fc.constantFrom(-180.1)),
  radius: tenths(50),
};

const search = fc.record({
  ...place,
  fuel,
  limit: fc.oneof({ weight: 9, arbitrary: upTo(100) }, fc.constantFrom(1.5)),
  max_age_days: upTo(365),
  brand: fc.constantFrom("avia", "AVIA", "E.Leclerc", "leclerc", "nobody", "Nobody"),
  motorway: fc.constantFrom("include", "exclude", "maybe"),
  open_now: fc.boolean(),
}, { requiredKeys: ["lat", "lng", "fuel"] });

const question: fc.Arbitrary<Question> = fc.oneof(
  search.map((args) => ({ tool: "search_stations_nearby", args })),
  fc.record({
    department: fc.constantFrom("75", "2a", "75,92", "99"),
    ids: fc.constantFrom(idOf(1), `${idOf(3)},${idOf(2)}`, "1", "x"),
    q: fc.constantFrom("avia", "E.Leclerc étang", "nobody", "75001", "?!", "x".repeat(101)),
    limit: upTo(100),
    offset: upTo(200),
  }, { requiredKeys: [] }).map((args) => ({ tool: "list_stations", args })),
  stationId.map((id) => ({ tool: "lookup_station", args: { id } })),
  fuel.map((fuel) => ({ tool: "get_national_prices", args: { fuel } })),
  fc.record({ fuel, code: fc.constantFrom("75", "2a", "29", "971", "99", "x y") })
    .map((args) => ({ tool: "get_department_prices", args })),
  fc.record({ fuel, price: upTo(10_000).map((milli) => milli / 1000), ...place }, {
    requiredKeys: ["fuel", "price"],
  })
    .map((args) => ({ tool: "compare_price", args })),
  fc.record({ stationId, fuel, days: upTo(365) }, { requiredKeys: ["stationId", "fuel"] })
    .map((args) => ({ tool: "get_price_history", args })),
  fc.record({ fuel, days: upTo(90) }, { requiredKeys: ["fuel"] })
    .map((args) => ({ tool: "get_brand_trends", args })),
);

const anyQuestion = fc.tuple(
  question,
  fc.constantFrom("fuel", "lat", "lng", "price", ...Array(16).fill("")),
)
  .map(([{ tool, args: { ...args } }, missing]) => {
    delete args[missing];
    return { tool, args };
  });

async function askRest(app: TestApp, { tool, args }: Question) {
  const operation = operations.find((one) => one.tool?.name === tool)!;
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (_, key) => encodeURIComponent(String(args[key])),
  );
  const query = Object.entries(args).filter(([key]) => !pathParamsOf(operation).includes(key));
  const response = await app.fetch(
    `${path}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`,
  );
  return { status: response.status, text: await response.text() };
}

async function assertEqual(
  app: TestApp,
  client: ConnectedClient,
  question: Question,
): Promise<void> {
  const rest = await askRest(app, question);
  const tool = await client.callTool({ name: question.tool, arguments: question.args });
  const text = tool.content[0]!.text!;
  if (rest.status === 200) {
    equal(tool.isError ?? false, false, text);
    equal(JSON.stringify(tool.structuredContent), rest.text);
    ok(
      text.includes("2026-06-05 12:10 Paris time") &&
        text.includes("Prix des carburants en France"),
      text,
    );
  } else {
    const { error } = JSON.parse(rest.text);
    equal(tool.isError, true);
    // A query string contains text where JSON contains a number.
    const message = error.message.replace(/is "(-?[\d.]+)"; expected a/, "is $1; expected a");
    const expected = `${error.code}: ${message}`;
    ok(text.startsWith(expected), `${text} does not begin with ${expected}`);
  }
}

// Proves docs/contract.md#mcp
testApp(
  "tools return REST's body for random requests, and reject what REST rejects with the same message",
  async (app) => {
    await withBothClients(app, async (client) => {
      await fc.assert(fc.asyncProperty(anyQuestion, (one) => assertEqual(app, client, one)), {
        numRuns: 120,
      });
    });
  },
);

testApp(
  "a hundred parallel calls over a socket each get their own result",
  async (app) => {
    await withSocket(app, async (origin) => {
      for (const era of ERAS) {
        const client = await connect({ origin }, era);
        const questions = Array.from({ length: 100 }, (_, index) => ({
          tool: index % 2 ? "lookup_station" : "get_price_history",
          args: index % 2
            ? { id: idOf(index + 1) }
            : { stationId: idOf(index + 1), fuel: "e85", days: index + 1 },
        }));
        await Promise.all(questions.map((one) => assertEqual(app, client, one)));
        await client.close();
      }
    });
  },
);
