import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { callTool, testApp } from "./app.ts";
import { idOf } from "./fixture.ts";

const ORIGIN = "https://fuel.example";

const PARIS = { lat: 48.8566, lng: 2.3522, fuel: "gazole" };
const CALLS: [tool: string, args: Record<string, unknown>, path: string][] = [
  ["search_stations_nearby", PARIS, "/?fuel=gazole&at=48.857,2.352&radius=5"],
  ["lookup_station", { id: idOf(3) }, `/stations/${idOf(3)}`],
  ["list_stations", { ids: idOf(3) }, `/stations/${idOf(3)}`],
  ["list_stations", { department: "75" }, "/departements/75"],
  ["list_stations", { q: "avia" }, "/?at=46.6,2.4&radius=550"],
  ["get_national_prices", { fuel: "e10" }, "/tendances?fuel=e10"],
  ["get_department_prices", { code: "2a", fuel: "e10" }, "/departements/2A?fuel=e10"],
  ["get_department_prices", { fuel: "e10" }, "/departements?fuel=e10"],
  [
    "compare_price",
    { ...PARIS, price: 1.7, radius: 7.5 },
    "/?fuel=gazole&at=48.857,2.352&radius=8",
  ],
  ["compare_price", { fuel: "e10", price: 1.7 }, "/tendances?fuel=e10"],
  ["get_price_history", { stationId: idOf(3), fuel: "e85" }, `/stations/${idOf(3)}?fuel=e85`],
  ["get_price_series", { area: "Finistère", fuel: "e10" }, "/departements/29?fuel=e10"],
  ["get_price_series", { area: "R11", fuel: "e10" }, "/tendances?fuel=e10"],
  ["get_brand_trends", { fuel: "e10" }, "/tendances?fuel=e10"],
  ["find_place", { q: "Versailles" }, "/villes/versailles-78646"],
  ["find_place", { q: "no such place at all" }, "/?at=46.6,2.4&radius=550"],
  [
    "find_stations_on_route",
    { from: "Versailles", to: "Meaux", fuel: "e10" },
    "/itineraire?from=Versailles+%2878%29&to=Meaux+%2877%29&fuel=e10",
  ],
];

testApp(
  "every text ends with the address of an existing page, if the service has an address",
  async (app) => {
    for (const [tool, args, path] of CALLS) {
      const { text } = await callTool(app, tool, args);
      equal(text.split("\n").at(-1), `Page: ${ORIGIN}${path}`);
      equal((await app.fetch(`http://localhost:8000${path}`)).status, 200, path);
    }
    const entries = (path: string) =>
      app.json(path).then(({ data }) => data as { id: string; url: string }[]);
    const search = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole&radius=20";
    for (
      const path of [
        search,
        `${search}&sort=cost`,
        "/api/v1/stations/bbox?north=49&south=48&east=3&west=2&fuel=e10",
      ]
    ) {
      const data = await entries(path);
      ok(data.length > 3);
      for (const { id, url } of data) equal(url, `${ORIGIN}/stations/${id}`);
    }
  },
  { env: { BASE_URL: ORIGIN } },
);

testApp("if the service has no address, no text links to pages", async (app) => {
  for (const [tool, args] of CALLS) {
    ok(!(await callTool(app, tool, args)).text.includes("Page: "), tool);
  }
  const { data } = await callTool(app, "search_stations_nearby", PARIS);
  ok(data.every((entry: object) => !("url" in entry)));
});

testApp("with sort=cost each line shows the net price and the cost", async (app) => {
  const discounts = "Avia:0.05";
  const args = { ...PARIS, radius: 20, litres: 50, sort: "cost", discounts, limit: 40 };
  const { text, data } = await callTool(app, "search_stations_nearby", args);
  const lines = text.split("\n").filter((line: string) => / for the fill[,)]/.test(line));
  equal(lines.length, data.length);
  for (const [at, { price, net_price, cost }] of data.entries()) {
    const paid = net_price === price
      ? `${cost} € for the fill`
      : `net ${net_price}, ${cost} € for the fill`;
    ok(
      lines[at]!.includes(at === 0 ? `${price} €/L (${paid})` : `${at + 1}. ${price}, ${paid}, `),
      lines[at],
    );
  }
  ok(
    data.some(({ price, net_price }: Record<string, string>) => price !== net_price),
    "no discount was shown",
  );
});

testApp(
  "a place name that only lacks or adds a doubled letter is accepted, and the text says so",
  async (app) => {
    for (
      const [place, label] of [["Montpelier", "Montpellier (34)"], ["Marseile", "Marseille (13)"]]
    ) {
      const { text, isError, meta } = await callTool(app, "search_stations_nearby", {
        place,
        fuel: "e10",
      });
      deepEqual([isError, meta.place.name], [false, label]);
      match(text, new RegExp(`\n"${place}" is taken for ${label!.replace(/[()]/g, "\\$&")}\\.`));
    }
    equal(
      (await callTool(app, "search_stations_nearby", { place: "Montpelliard", fuel: "e10" }))
        .isError,
      true,
    );
  },
);
