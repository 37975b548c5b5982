/** Places and fuels as people name them in the arguments of tools: understood, asked back, refused. @module */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import type { WirePlace } from "../../lib/mcp/place_arguments.ts";
import { operations, placeIndex } from "../../lib/operations/mod.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { toNamedPlace } from "../../lib/shared/resolve_place.ts";
import { prepareServer } from "../support/server_db.ts";
import { type McpApp, newEra, post, testApp } from "./app.ts";
import { withBothClients } from "./clients.ts";
import { seededRandom } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

type Args = Record<string, unknown>;

async function call(app: McpApp, name: string, args: Args) {
  const { body } = await post(app, {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
  const { content, isError = false, structuredContent } = body.result;
  return { text: content[0].text as string, isError, ...structuredContent };
}

const nearby = (app: McpApp, args: Args) => call(app, "search_stations_nearby", { fuel: "gazole", ...args });

testApp("a place answers what its coordinates answer, and is named in text and meta, to both eras", async (app) => {
  await withBothClients(app, async (client) => {
    const ask = async (args: Args) => await client.callTool({ name: "search_stations_nearby", arguments: args });
    const named = await ask({ place: "PARIS", fuel: "gazole", radius: 5 });
    const { place, radius_km: radius, ...meta } = named.structuredContent!.meta as { place: WirePlace; radius_km: 5 };
    equal(radius, 5);
    deepEqual([place.name, Object.keys(place)], ["Paris (75)", ["name", "code", "latitude", "longitude"]]);
    const asked = { lat: place.latitude, lng: place.longitude, fuel: "gazole", radius: 5 };
    const located = await ask(asked);
    deepEqual({ data: named.structuredContent!.data, meta }, located.structuredContent);
    match(named.content[0]!.text!, /^Cheapest gazole \(diesel\) within 5 km of Paris \(75\): \d/);
  });
});

testApp("random places answer what REST answers at their coordinates", async (app) => {
  const index = await placeIndex();
  const near = index.places.filter(({ lat, lng }) => Math.abs(lat - 48.85) < 0.3 && Math.abs(lng - 2.35) < 0.4);
  const random = seededRandom(11);
  for (let asked = 0; asked < 25; asked++) {
    const { ask, label, lat, lng } = toNamedPlace(index, near[Math.floor(random() * near.length)]!);
    const question = { fuel: FUELS[asked % FUELS.length]!, radius: 1 + Math.floor(random() * 20) };
    const paths = { search_stations_nearby: "stations/search", compare_price: "prices/compare" };
    for (const [tool, path] of Object.entries(paths)) {
      const price = tool === "compare_price" ? { price: 1.7 } : {};
      const { data, meta, text } = await call(app, tool, { ...question, ...price, place: ask });
      const { place, radius_km: _, ...rest } = meta;
      equal(place.name, label, text);
      const query = new URLSearchParams(
        Object.entries({ ...question, ...price, lat, lng }).map(([k, v]) => [k, `${v}`]),
      );
      deepEqual({ data, meta: rest }, await (await app.fetch(`/api/v1/${path}?${query}`)).json());
    }
  }
});

testApp("a place without a radius is searched as wide as needed", async (app) => {
  const near = await nearby(app, { place: "Paris" });
  match(near.text, /within 5 km of Paris/);
  const far = await nearby(app, { place: "Versailles" });
  const radius = Number(/within (\d+) km/.exec(far.text)![1]);
  ok(radius > 5 && far.meta.total >= 3, far.text);
  match((await nearby(app, { place: "Versailles", radius: 1 })).text, /^No station within 1 km of Versailles \(78\)/);
});

testApp("a route is named by its ends and what lies between", async (app) => {
  const args = { from: "Versailles", via: "75015; Vincennes", to: "Meaux", fuel: "gazole", corridor: 10, limit: 9 };
  const { text, meta, data } = await call(app, "find_stations_on_route", args);
  const names = meta.places.map(({ name }: { name: string }) => name);
  deepEqual(names, ["Versailles (78)", "Paris 15e Arrondissement", "Vincennes (94)", "Meaux (77)"]);
  const way = "the straight line from Versailles (78) by Paris 15e Arrondissement by Vincennes (94) to Meaux (77)";
  const { length_km } = meta.route;
  const [sentence] = text.split("\n");
  ok(sentence!.includes(`${way}, about ${length_km.toFixed(1)} km by road (estimated, straight × 1.3): `), text);
  const points = meta.places.map(({ latitude, longitude }: Record<string, number>) => `${latitude},${longitude}`);
  const { from: _, via: __, to: ___, ...rest } = args;
  const located = await call(app, "find_stations_on_route", { ...rest, points: points.join(";") });
  deepEqual(data, located.data);
});

testApp("namesakes: the much larger one is answered and the others named, else all are offered", async (app) => {
  const one = await nearby(app, { place: "Saint-Denis" });
  match(one.text, /\nSaint-Denis \(93\), not Saint-Denis \(974\), Saint-Denis \(11\) or 1 more\.\n/);
  const several = await nearby(app, { place: "Aix" });
  equal(several.isError, true);
  match(several.text, /Several places are named "Aix": place: "Aix-en-Provence \(13\)", place: "Aix-les-Bains \(73\)"/);
  match(several.text, /Ask which one is meant, then repeat the call with it/);
});

const REFUSED: [Args, RegExp][] = [
  [{ place: "Grenble" }, /No place in France is named "Grenble"\. Names that are alike: "Grenoble \(38\)"/],
  [{ place: "Paris, Texas" }, /No place in France is named "Paris, Texas".*"Paris \(75\)"/],
  [{ place: "🚗" }, /No place in France is named.*Pass the name of a commune/],
  [{ place: "'; drop table station; --" }, /No place in France is named/],
  [{ place: "x".repeat(500) }, /"place" is "x+…; expected text of 1 to 200 characters/],
  [{ place: "" }, /"place" is ""; expected text/],
  [{ place: 75001 }, /expected text of 1 to 200 characters\. Pass text: "75001"/],
  [{ place: null }, /Leave it out instead of passing null/],
  [{ place: "Fort-de-France" }, /overseas: the source has stations in mainland France and Corsica only/],
  [{ place: "Guadeloupe" }, /overseas/],
  [{ place: "Finistère" }, /is the department Finistère, too large to search around/],
  [{ place: "Lyon", lat: 45.7, lng: 4.8 }, /Pass either place or lat and lng, not both/],
  [{ place: "Lyon", lat: 45.7 }, /Pass either place or lat, not both/],
  [{ lat: 45.7 }, /"lng" is missing.*a town or postal code can be passed as place/],
  [{}, /"lat" is missing.*a town or postal code can be passed as place/],
];

testApp("what names no place is refused with what to do", async (app) => {
  for (const [args, expected] of REFUSED) {
    const { text, isError } = await nearby(app, args);
    equal(isError, true, JSON.stringify(args));
    match(text, expected);
  }
});

testApp("a route needs both ends, and no line beside them", async (app) => {
  const cases: [Args, RegExp][] = [
    [{ from: "Lyon" }, /^MISSING_PARAMETER: Parameter "to" is missing/],
    [{ via: "Lyon" }, /Parameter "from" is missing/],
    [{ from: "Lyon", to: "Paris", points: "48,2;49,3" }, /Pass either from and to or points, not both/],
    [{ from: "Lyon", to: "Paris", via: "Tours;".repeat(7) }, /"via" names 7 places; expected at most 6/],
    [{ from: "Aix", to: "Clermont" }, /named "Aix": from: .*named "Clermont": to: /],
  ];
  for (const [args, expected] of cases) {
    const { text, isError } = await call(app, "find_stations_on_route", { fuel: "e10", ...args });
    equal(isError, true, JSON.stringify(args));
    match(text, expected);
  }
});

testApp("2026-07-28: a person is asked which place is meant, and the answer is taken", async (app) => {
  const client = new NewClient({ name: "test", version: "1" }, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
    capabilities: { elicitation: { form: {} } },
  });
  const asked: string[] = [];
  client.setRequestHandler("elicitation/create", (request) => {
    const { message, requestedSchema } = request.params as unknown as {
      message: string;
      requestedSchema: { properties: { place: { enum: string[] } } };
    };
    asked.push(message);
    return Promise.resolve({
      action: "accept" as const,
      content: { place: requestedSchema.properties.place.enum[0]! },
    });
  });
  await client.connect(
    new NewTransport(new URL("http://localhost:8000/mcp"), { fetch: app.fetch as typeof fetch }),
  );
  const ask = (name: string, args: Args) => client.callTool({ name, arguments: args });
  for (const round of [1, 2]) {
    const found = await ask("search_stations_nearby", { place: "Aix", fuel: "e10" });
    equal((found.structuredContent as { meta: { place: Args } }).meta.place.name, "Aix-en-Provence (13)");
    equal(asked.length, round, "each call asks once");
  }
  match(asked[0]!, /named "Aix".*Which one is meant\?$/);
  const route = await ask("find_stations_on_route", { from: "Aix", to: "Nice", via: "Roissy", fuel: "e10" });
  const { places } = (route.structuredContent as { meta: { places: Args[] } }).meta;
  deepEqual(places.map(({ name }) => name), ["Aix-en-Provence (13)", "Roissy-en-Brie (77)", "Nice (06)"]);
  equal(asked.length, 4, "both names are asked about in one round");
  await client.close();
});

testApp("who does not want to answer, or cannot be asked, gets the candidates", async (app) => {
  const params = { name: "search_stations_nearby", arguments: { place: "Aix", fuel: "e10" } };
  const { headers, meta } = newEra("tools/call", "search_stations_nearby");
  const ask = async (capabilities: Args, more: Args = {}) => {
    const _meta = { ...meta, "io.modelcontextprotocol/clientCapabilities": capabilities };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, ...more, _meta } };
    return (await post(app, message, headers)).body.result;
  };
  equal((await ask({ elicitation: {} })).resultType, "input_required");
  for (const capabilities of [{}, { elicitation: { url: {} } }]) {
    const refused = await ask(capabilities);
    deepEqual([refused.resultType, refused.isError], ["complete", true]);
  }
  for (const action of ["decline", "cancel"]) {
    const declined = await ask({ elicitation: {} }, { inputResponses: { place: { action } } });
    deepEqual([declined.resultType, declined.isError], ["complete", true], action);
  }
  const nonsense = { place: { action: "accept", content: { place: "Nowhere at all" } } };
  match((await ask({ elicitation: {} }, { inputResponses: nonsense })).content[0].text, /named "Nowhere at all"/);
  // the older revisions have no stream and no session through which to ask
  const old = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, inputResponses: nonsense } };
  match((await post(app, old)).body.result.content[0].text, /Several places are named "Aix"/);
});

testApp("fuels are understood by their popular names in tools alone", async (app) => {
  const cases: [word: string, fuel: string, remark: RegExp | null][] = [
    ["diesel", "gazole", null],
    ["Gasoil", "gazole", null],
    ["éthanol", "e85", null],
    ["GPL", "gplc", null],
    ["SP95-E10", "e10", null],
    ["sans plomb 98", "sp98", null],
    ["98", "sp98", null],
    ["essence", "e10", /"essence" is taken for e10; it may also mean sp95 or sp98\./],
    ["Sans-Plomb", "e10", /may also mean sp95 or sp98/],
    ["super", "e10", /may also mean sp95 or sp98/],
    ["95", "sp95", /may also mean e10/],
    ["gaz", "gplc", /may also mean gazole/],
    ["gas", "e10", /may also mean sp95 or sp98 or gplc/],
  ];
  for (const [word, fuel, remark] of cases) {
    const { text, meta } = await nearby(app, { place: "Paris", fuel: word });
    equal(meta.fuel, fuel, word);
    match(text, new RegExp(`^Cheapest ${fuel} `));
    if (remark) match(text, remark);
    else doesNotMatch(text, /taken for/);
  }
  for (const operation of operations.filter(({ input }) => "fuel" in input.shape)) {
    const response = await app.fetch(operation.example.replace(/fuel=\w+/, "fuel=diesel"));
    equal((await response.json()).error.code, "INVALID_FUEL", operation.id);
  }
  for (const word of ["charbon", "électrique", "", "x".repeat(300), "toString"]) {
    match((await nearby(app, { place: "Paris", fuel: word })).text, /^INVALID_FUEL: /, word);
  }
});

testApp("short answers have five entries of few fields, and fit the schema", async (app) => {
  const short = await nearby(app, { place: "Paris", radius: 20, detail: "short" });
  equal(short.data.length, 5);
  const fields = ["id", "name", "brand", "city", "price", "updated_at", "distance_km"];
  deepEqual(Object.keys(short.data[0]), fields);
  const full = await nearby(app, { place: "Paris", radius: 20, limit: 5 });
  const pick = (entry: Args) => Object.fromEntries(fields.map((field) => [field, entry[field]]));
  deepEqual(short.data, full.data.map(pick));
  equal((await nearby(app, { place: "Paris", radius: 20, detail: "short", limit: 7 })).data.length, 7);
  await withBothClients(app, async (client) => {
    // the clients hold it to the output schema
    const answer = await client.callTool({
      name: "search_stations_nearby",
      arguments: { place: "Paris", fuel: "e10", detail: "short" },
    });
    equal((answer.structuredContent!.data as unknown[]).length, 5);
  });
});

testApp("the cost of the fill is in text and short entries when it is asked for", async (app) => {
  const { text, data } = await nearby(app, { place: "Paris", radius: 20, litres: 50, sort: "cost", detail: "short" });
  match(data[0].cost, /^\d+\.\d\d$/);
  ok(text.startsWith("Cheapest fill of gazole (diesel) within 20 km of Paris (75): "), text);
  ok(text.includes(` €/L (${data[0].cost} € for the fill) at `), text);
});

testApp("a text lists five stations within 900 characters unless more are asked for", async (app) => {
  for (const args of [{ place: "Saint-Denis", fuel: "essence", radius: 30 }, { lat: 48.85, lng: 2.35, radius: 50 }]) {
    const { text, data } = await nearby(app, args);
    equal(data.length, 20);
    ok(text.length <= 900, `${text.length}: ${text}`);
    equal(
      text.split("\n").filter((line: string) => /^\d\. /.test(line)).length,
      4,
      "beside the one of the first sentence",
    );
    match(text, /\n5 of \d+ stations, cheapest first/);
  }
  const route = { from: "Versailles", to: "Meaux", fuel: "gazole", corridor: 10 };
  const { text, data } = await call(app, "find_stations_on_route", route);
  ok(text.length <= 900 && data.length > 5, `${text.length}: ${text}`);
  const cheapest = data.map(({ net_price }: { net_price: string }) => net_price).sort()[0];
  ok(text.startsWith("Cheapest gazole (diesel)") && text.includes(`: ${cheapest} €/L at km `), text);
});
