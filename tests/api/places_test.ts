import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { PlaceEntry } from "../../lib/domain/place/place_wire.ts";
import { findPlacesByName, placeIndex } from "../../lib/operations/places/find_places.ts";
import { resolvePlace } from "../../lib/operations/places/resolve_place.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { RANDOM_AS_OF } from "../support/random_state.ts";
import { insertStations } from "../support/route_world.ts";

async function find(app: TestApp, q: string, limit = 5): Promise<PlaceEntry[]> {
  const { data, meta } = await app.json(`/api/v1/places?q=${encodeURIComponent(q)}&limit=${limit}`);
  equal(meta.count, data.length);
  return data;
}

testApp(
  "a town abroad does not match similar names in France, and the text says that it is outside France",
  async (app) => {
    for (const q of ["Genève", "geneva", "Bruxelles"]) {
      deepEqual(await find(app, q), [], q);
      const { content: [{ text }] } = await app.callTool("find_place", { q });
      match(
        text,
        new RegExp(
          `^"${q}" is outside France: the source has stations in mainland France and Corsica only\\.\n`,
        ),
      );
    }
    const [mons] = await find(app, "Mons");
    match(mons!.name, /^Mons/, "places in France share this name");
  },
);

testApp(
  "places are found by name, postal code, former name and with typing errors, likeliest first",
  async (app) => {
    const firsts: [string, string, string][] = [
      ["Lyon", "69123", "commune"],
      ["LYON", "69123", "commune"],
      ["saint denis 93", "93066", "commune"],
      ["75015", "75115", "district"],
      ["paris 15e", "75115", "district"],
      ["grenble", "38185", "commune"],
      ["monpelier", "34172", "commune"],
      ["bretagne", "53", "region"],
      ["finistere", "29", "department"],
      ["Bourg-en-Bresse", "01053", "commune"],
    ];
    for (const [q, code, kind] of firsts) {
      const [first] = await find(app, q);
      deepEqual([first?.code, first?.kind], [code, kind], q);
    }
    const [lyon] = await find(app, "lyon");
    ok(
      Math.abs(lyon!.latitude - 45.76) < 0.05 && Math.abs(lyon!.longitude - 4.84) < 0.05 &&
        lyon!.population! > 400_000,
    );
    const [former] = await find(app, "Annecy-le-Vieux");
    deepEqual([former!.name, former!.former_name], ["Annecy", "Annecy-le-Vieux"]);
  },
);

testApp("namesakes with stations come first, and the others are marked", async (app) => {
  const same = (await find(app, "Saint-Denis", 20)).filter(({ name }) => name === "Saint-Denis");
  deepEqual([same[0]!.code, same[0]!.covered], ["93066", true]);
  deepEqual([same.at(-1)!.code, same.at(-1)!.covered], ["97411", false]);
  const [overseas] = await find(app, "97400");
  deepEqual([overseas!.code, overseas!.covered], ["97411", false]);
});

// Proves docs/contract.md#parameters
testApp(
  "each place has the area that series and departments accept, by code and by name",
  async (app) => {
    for (
      const [name, area] of [
        ["Bretagne", "R53"],
        ["Rhône", "69"],
        ["Lyon", "69"],
        ["75015", "75"],
        ["La Réunion", "R04"],
      ]
    ) {
      equal((await find(app, name!))[0]!.area, area);
      equal((await app.json(`/api/v1/prices/series?fuel=e10&area=${area}`)).meta.area, area);
    }
    for (
      const [name, area] of [["Bretagne", "R53"], ["le%20Finist%C3%A8re", "29"], ["France", "FR"]]
    ) {
      equal((await app.json(`/api/v1/prices/series?fuel=e10&area=${name}`)).meta.area, area);
    }
    equal((await app.json("/api/v1/prices/departments/finistere?fuel=e10")).data.code, "29");
  },
);

testApp(
  "namesakes are grouped, and the agent's text says that there are several",
  async (app) => {
    const body = await app.json("/api/v1/places?q=Saint-Aubin&limit=20");
    const same = body.data.filter(({ name }: PlaceEntry) => name === "Saint-Aubin");
    ok(same.length >= 5, `${same.length} places are called Saint-Aubin`);
    const text = findPlacesByName.tool!.toText(body, { q: "Saint-Aubin", limit: 20 });
    match(text, new RegExp(`${same.length} of them share the name: ask which one is meant`));
  },
);

testApp("a text finds the same places by API and by tools", async (app) => {
  const index = await placeIndex();
  const texts = [
    "valence drome",
    "69123",
    "INSEE 13001",
    "Loire",
    "Aix",
    "Clermont",
    "Saint-Pierre",
    "Vienne",
  ];
  for (const text of [...texts, "93200 Saint-Denis", "Bretagne", "Lyon, France"]) {
    const resolved = resolvePlace(index, text);
    const expected = resolved.kind === "several"
      ? resolved.places.map(({ code }) => code)
      : resolved.kind === "territory"
      ? [resolved.territory.code]
      : [resolved.kind === "place" ? resolved.place.code : null];
    const found = (await find(app, text, 20)).slice(0, expected.length).map(({ code }) => code);
    deepEqual(found.toSorted(), expected.toSorted(), text);
  }
});

function findOffered(html: string): string[] {
  const [, notice = ""] = /<p class="notice">(Vouliez-vous dire.*?)<\/p>/.exec(html) ?? [];
  return [...notice.matchAll(/place=(\w+)/g)].map(([, code]) => code!);
}

testApp(
  "a homonym leads to a place with stations on the pages, and the others are offered",
  async (app) => {
    const cases: [text: string, first: string, offered: string[]][] = [
      ["Saint-Denis", "93066", ["97411", "11339", "30247"]],
      ["saint paul", "60591", ["97415"]],
      ["Saint-Pierre", "67429", ["97416", "97502", "97225"]],
      ["Saint-Louis", "68297", ["97414", "97126"]],
      ["La Réunion", "R04", ["47222"]],
      ["Clermont", "63113", ["60157"]],
      ["Vienne", "38544", ["D86"]],
    ];
    for (const [text, first, offered] of cases) {
      const { text: html } = await app.read(`/?q=${encodeURIComponent(text)}`);
      const codes = findOffered(html);
      ok(
        offered.every((code) => codes.includes(code)) && !codes.includes(first),
        `${text}: ${codes}`,
      );
      ok(
        html.includes(`"code":"${first}"`) || html.includes(`-${first}`),
        `${text} is shown outside ${first}`,
      );
    }
    deepEqual(findOffered((await app.read("/?q=38")).text), []);
  },
);

// Proves docs/contract.md#answers
testApp(
  "an overseas territory comes before villages of the same name, and the page says that it has no prices",
  async (app) => {
    for (
      const [name, at] of [
        ["La Réunion", "à La Réunion"],
        ["Guadeloupe", "en Guadeloupe"],
        ["Martinique", "en Martinique"],
        ["Guyane", "en Guyane"],
        ["Mayotte", "à Mayotte"],
        ["Saint-Martin", "à Saint-Martin"],
      ]
    ) {
      const [first] = await find(app, name!);
      deepEqual([first!.name, first!.kind, first!.covered], [name, "region", false]);
      const { text } = await app.read(`/?q=${encodeURIComponent(name!)}`);
      ok(text.includes(`Pas de prix publiés ${at}`), name!);
    }
  },
);

testApp(
  "an island returns its own station, not cheaper ones across the sea",
  async (app, db) => {
    const coast = [0, 1, 2].map((row) => {
      return { id: `8516000${row}`, lat: 46.79, lng: -2.06 + row / 100, priceMilli: 1950 };
    });
    const island = { id: "85350001", lat: 46.72342, lng: -2.34468, priceMilli: 2665 };
    await insertStations(
      db,
      [island, ...coast].map((station) => ({ ...station, motorway: false })),
    );
    await app.renew();
    const found = await app.callTool("search_stations_nearby", {
      place: "Île d'Yeu",
      fuel: "gazole",
    });
    match(found.content[0].text, /within 5 km of L'Île-d'Yeu \(85\): 2\.665 .*id 85350001/);
    equal(found.structuredContent.meta.radius_km, 5);
    for (const path of ["/?q=yeu", "/?place=85113", "/villes/l-ile-d-yeu-85113"]) {
      const { text: html } = await app.read(path);
      ok(html.includes("85350001") && !html.includes("85160001"), path);
    }
  },
  { isEmpty: true, writes: true, clock: () => RANDOM_AS_OF },
);

testApp(
  "text that names no place in mainland France finds nothing, and no text is rejected",
  async (app) => {
    for (const q of ["Xyzzyqwk", "😀", "'; drop table station; --", "x".repeat(500)]) {
      deepEqual(await find(app, q), [], q);
    }
    await checkError(await app.fetch("/api/v1/places"), "MISSING_PARAMETER");
  },
);
