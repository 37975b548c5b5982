import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from "../packages/mcp_client.ts";
import { operations } from "../../lib/operations/mod.ts";
import { placeIndex } from "../../lib/operations/places/find_places.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import { toNamedPlace } from "../../lib/operations/places/resolve_place.ts";
import { createRandom } from "../support/random_state.ts";
import type { TestApp } from "../support/api_app.ts";
import { callTool, LIST, newEra, post, testApp } from "./app.ts";

type Args = Record<string, unknown>;

const nearby = (app: TestApp, args: Args) =>
  callTool(app, "search_stations_nearby", { fuel: "gazole", ...args });

testApp(
  "random places return what REST returns at their coordinates, and are named in meta",
  async (app) => {
    const index = await placeIndex();
    const near = index.places.filter(({ lat, lng }) =>
      Math.abs(lat - 48.85) < 0.3 && Math.abs(lng - 2.35) < 0.4
    );
    const random = createRandom(11);
    for (let count = 0; count < 25; count++) {
      const { ask, label, code, lat, lng } = toNamedPlace(
        index,
        near[Math.floor(random() * near.length)]!,
      );
      const question = {
        fuel: FUELS[count % FUELS.length]!,
        radius: 1 + Math.floor(random() * 20),
      };
      const paths = { search_stations_nearby: "stations/search", compare_price: "prices/compare" };
      for (const [tool, path] of Object.entries(paths)) {
        const args = { ...question, ...tool === "compare_price" ? { price: 1.7 } : {} };
        const { data, meta } = await callTool(app, tool, { ...args, place: ask });
        const { place, radius_km, ...rest } = meta;
        deepEqual([place, radius_km], [
          { name: label, code, latitude: lat, longitude: lng },
          question.radius,
        ]);
        const query = Object.entries({ ...args, lat, lng }).map((
          [key, value],
        ) => [key, String(value)]);
        deepEqual(
          { data, meta: rest },
          await (await app.fetch(`/api/v1/${path}?${new URLSearchParams(query)}`)).json(),
        );
      }
    }
  },
);

testApp("a search by place without a radius widens as needed", async (app) => {
  match(
    (await nearby(app, { place: "PARIS" })).text,
    /^Cheapest gazole \(diesel\) within 5 km of Paris \(75\): \d/,
  );
  const { text, meta } = await nearby(app, { place: "Versailles" });
  ok(
    meta.radius_km > 5 && meta.total >= 3 &&
      text.includes(`within ${meta.radius_km} km of Versailles`),
    text,
  );
  const [, found] = text.match(
    /\n(?:Only (\d) (?:is|are)|No station is) within 5 km, so up to 10 km were searched\.\n/,
  )!;
  deepEqual(meta.widened, { radius_km: 5, found: Number(found ?? 0) });
  const nearest =
    (await nearby(app, { place: "Versailles", radius: 10, sort: "distance" })).data[0];
  deepEqual([meta.nearest.id, meta.nearest.distance_km], [nearest.id, nearest.distance_km]);
  ok(text.includes(`\nNearest: ${nearest.price} `) && text.includes(`id ${nearest.id}\n`), text);
  const { text: short } = await nearby(app, { place: "Versailles", sort: "distance" });
  ok(short.includes("so up to 10 km") && !short.includes("\nNearest: "), short);
  equal((await nearby(app, { place: "Paris" })).meta.widened, undefined);
  match(
    (await callTool(app, "compare_price", { place: "Versailles", fuel: "gazole", price: 1.7 }))
      .text,
    /so up to 10 km/,
  );
  match(
    (await nearby(app, { place: "Versailles", radius: 1 })).text,
    /^No station within 1 km of Versailles \(78\)/,
  );
});

testApp("a route is named by its ends and its via places", async (app) => {
  const args = { fuel: "gazole", corridor: 10, limit: 9 };
  const named = { from: "Versailles", via: "75015; Vincennes", to: "Meaux", ...args };
  const { text, meta, data } = await callTool(app, "find_stations_on_route", named);
  const names = meta.places.map(({ name }: { name: string }) => name);
  deepEqual(names, ["Versailles (78)", "Paris 15e Arrondissement", "Vincennes (94)", "Meaux (77)"]);
  const way = `the straight line from ${names.slice(0, 3).join(" by ")} to ${names[3]}`;
  const km = meta.route.length_km.toFixed(1);
  const length = `about ${km} km by road (estimated, straight × 1.3): `;
  ok(text.split("\n")[0]!.includes(`${way}, ${length}`), text);
  const points = meta.places.map(({ latitude, longitude }: Args) => `${latitude},${longitude}`)
    .join(";");
  deepEqual(data, (await callTool(app, "find_stations_on_route", { ...args, points })).data);
});

testApp("the much larger of several namesakes is chosen, and the others are named", async (app) => {
  const { text } = await nearby(app, { place: "Saint-Denis" });
  match(text, /\nSaint-Denis \(93\), not Saint-Denis \(974\), Saint-Denis \(11\) or 1 more\.\n/);
});

testApp(
  "a region or department is preferred to villages of its name, and the text names those",
  async (app) => {
    const { text, meta } = await nearby(app, { place: "Bretagne", fuel: "e85", brand: "Leclerc" });
    match(text, /\nBretagne is the region, not Bretagne \(90\) or Bretagne \(36\)\.\n/);
    deepEqual([meta.place.name, meta.place.code], ["Bretagne", "53"]);
    match(
      (await nearby(app, { place: "Allier" })).text,
      /\nAllier \(03\) is the department, not Allier \(65\)\.\n/,
    );
    const route = await callTool(app, "find_stations_on_route", {
      from: "Bretagne",
      to: "Paris",
      fuel: "e10",
    });
    match(
      route.text,
      /is the region Bretagne, too large.*Villages of the name: "Bretagne \(90\)", "Bretagne \(36\)"/,
    );
  },
);

testApp(
  "place, from, to and via accept coordinates, and a misspelt town name finds that town",
  async (app) => {
    const { data, text, meta } = await nearby(app, { place: "48.85, 2.35", radius: 5 });
    deepEqual(data, (await nearby(app, { lat: 48.85, lng: 2.35, radius: 5 })).data);
    match(text, /within 5 km of 48\.85,2\.35: /);
    deepEqual(meta.place, { name: "48.85,2.35", code: null, latitude: 48.85, longitude: 2.35 });
    const route = await callTool(app, "find_stations_on_route", {
      from: "48.8,2.13",
      via: "48.84,2.3;48.85,2.44",
      to: "Meaux",
      fuel: "gazole",
    });
    equal(route.meta.places.length, 4);
    match(
      (await nearby(app, { place: "Monpelier" })).text,
      /\n"Monpelier" is taken for Montpellier \(34\)/,
    );
  },
);

const AIX =
  /named "Aix": place: "Aix-en-Provence \(13\)", place: "Aix-les-Bains \(73\)".*Ask which one is meant/;
const REFUSED: [Args, RegExp][] = [
  [{ place: "Aix" }, AIX],
  [
    { place: "Brutele" },
    /No place in France is named "Brutele"\. Similar names: "Brutelles \(80\)"/,
  ],
  [
    { place: "Genève" },
    /"Genève" is outside France: the source has stations in mainland France and Corsica only/,
  ],
  [{ place: "🚗" }, /No place in France is named.*Pass the name of a commune/],
  [{ place: "x".repeat(500) }, /"place" is "x+…; expected text of 1 to 200 characters/],
  [{ place: "" }, /"place" is ""; expected text/],
  [{ place: 75001 }, /expected text of 1 to 200 characters\. Pass text: "75001"/],
  [{ place: null }, /Leave it out instead of passing null/],
  [
    { place: "Guadeloupe" },
    /overseas: the source has stations in mainland France and Corsica only/,
  ],
  [
    { place: "La Réunion" },
    /is La Réunion, overseas: .*Corsica only\. Villages of the name: "La Réunion \(47\)"/,
  ],
  [
    { place: "Finistère", sort: "distance" },
    /"sort" is "distance"; expected price or cost where a whole area/,
  ],
  [{ place: "Lyon", lat: 45.7, lng: 4.8 }, /Pass either place or lat and lng, not both/],
  [{ lat: 45.7 }, /"lng" is missing.*a town or postal code can be passed as place/],
];
const REFUSED_ROUTES: [Args, RegExp][] = [
  [{ from: "Lyon" }, /^MISSING_PARAMETER: Parameter "to" is missing/],
  [{ via: "Lyon" }, /Parameter "from" is missing/],
  [
    { from: "Lyon", to: "Paris", points: "48,2;49,3" },
    /Pass either from and to or points, not both/,
  ],
  [
    { from: "Lyon", to: "Paris", via: "Tours;".repeat(7) },
    /"via" names 7 places; expected at most 6/,
  ],
  [{ from: "Aix", to: "Clermont" }, /named "Aix": from: .*named "Clermont": to: /],
];

testApp(
  "an unknown, ambiguous or duplicate place is rejected with advice",
  async (app) => {
    for (
      const [tool, cases] of [["search_stations_nearby", REFUSED], [
        "find_stations_on_route",
        REFUSED_ROUTES,
      ]] as const
    ) {
      for (const [args, expected] of cases) {
        const { text, isError } = await callTool(app, tool, { fuel: "gazole", ...args });
        equal(isError, true, JSON.stringify(args));
        match(text, expected);
      }
    }
  },
);

type Form = { message: string; requestedSchema: { properties: { place: { enum: string[] } } } };

testApp(
  "2026-07-28: the user is asked to choose a place, and the choice is used",
  async (app) => {
    const client = new NewClient({ name: "test", version: "1" }, {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      capabilities: { elicitation: { form: {} } },
    });
    const prompts: string[] = [];
    client.setRequestHandler("elicitation/create", (request) => {
      const { message, requestedSchema } = request.params as unknown as Form;
      prompts.push(message);
      const content = { place: requestedSchema.properties.place.enum[0]! };
      return Promise.resolve({ action: "accept" as const, content });
    });
    await client.connect(
      new NewTransport(new URL("http://localhost:8000/mcp"), { fetch: app.fetch as typeof fetch }),
    );
    const ask = (name: string, args: Args) => client.callTool({ name, arguments: args });
    for (const round of [1, 2]) {
      const found = await ask("search_stations_nearby", { place: "Aix", fuel: "e10" });
      equal(
        (found.structuredContent as { meta: { place: Args } }).meta.place.name,
        "Aix-en-Provence (13)",
      );
      equal(prompts.length, round, "each call must ask once");
    }
    match(prompts[0]!, /named "Aix".*Which one is meant\?$/);
    const route = await ask("find_stations_on_route", {
      from: "Aix",
      to: "Nice",
      via: "Roissy",
      fuel: "e10",
    });
    const { places } = (route.structuredContent as { meta: { places: Args[] } }).meta;
    deepEqual(places.map(({ name }) => name), [
      "Aix-en-Provence (13)",
      "Roissy-en-Brie (77)",
      "Nice (06)",
    ]);
    equal(prompts.length, 4, "one round must ask about both names");
    await client.close();
  },
);

testApp("a user who declines, or a client that cannot ask, gets the candidates", async (app) => {
  const params = { name: "search_stations_nearby", arguments: { place: "Aix", fuel: "e10" } };
  const { headers, meta } = newEra("tools/call", "search_stations_nearby");
  const ask = async (capabilities: Args, more: Args = {}) => {
    const _meta = { ...meta, "io.modelcontextprotocol/clientCapabilities": capabilities };
    const message = { ...LIST, method: "tools/call", params: { ...params, ...more, _meta } };
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
  match(
    (await ask({ elicitation: {} }, { inputResponses: nonsense })).content[0].text,
    /named "Nowhere at all"/,
  );
  // Older revisions have no stream and no session through which the server can ask.
  const old = { ...LIST, method: "tools/call", params: { ...params, inputResponses: nonsense } };
  match((await post(app, old)).body.result.content[0].text, /Several places are named "Aix"/);
});

testApp("tools accept popular fuel names, and REST does not", async (app) => {
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
  for (const word of ["charbon", "", "x".repeat(300), "toString"]) {
    match((await nearby(app, { place: "Paris", fuel: word })).text, /^INVALID_FUEL: /, word);
  }
});

testApp(
  "short results have five entries of few fields, with the cost of the fill on request",
  async (app) => {
    const args = { place: "Paris", radius: 20, litres: 50, sort: "cost" };
    const { text, data } = await nearby(app, { ...args, detail: "short" });
    const full = await nearby(app, { ...args, limit: 5 });
    const fields = [
      "id",
      "name",
      "brand",
      "city",
      "price",
      "net_price",
      "cost",
      "updated_at",
      "distance_km",
    ];
    const pick = (entry: Args) => Object.fromEntries(fields.map((field) => [field, entry[field]]));
    deepEqual(data, full.data.map(pick));
    equal((await nearby(app, { ...args, detail: "short", limit: 7 })).data.length, 7);
    match(
      text,
      /^Cheapest fill of gazole \(diesel\) within 20 km of Paris \(75\): \d.* €\/L \(\d+\.\d\d € for the fill\) at /,
    );
    ok(text.includes(` (${data[0].cost} € for the fill)`), text);
  },
);
