/** Places by name or postal code, over HTTP and as a tool's words. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { PlaceEntry } from "../../lib/domain/wire.ts";
import { findPlacesByName } from "../../lib/operations/mod.ts";
import { type TestApp, withTestApp } from "../support/api_app.ts";

async function find(app: TestApp, q: string, limit = 5): Promise<PlaceEntry[]> {
  const response = await app.fetch(`/api/v1/places?q=${encodeURIComponent(q)}&limit=${limit}`);
  const body = await response.json();
  equal(response.status, 200, JSON.stringify(body));
  equal(body.meta.count, body.data.length);
  return body.data;
}

Deno.test("places are found by name, postal code, former name and with typing errors, likeliest first", async () => {
  await withTestApp(async (app) => {
    const firsts: [string, string, string][] = [
      ["Lyon", "69123", "commune"],
      ["LYON", "69123", "commune"],
      ["saint denis 93", "93066", "commune"],
      ["75015", "75115", "district"],
      ["paris 15e", "75115", "district"],
      ["grenble", "38185", "commune"],
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
      Math.abs(lyon!.latitude - 45.76) < 0.05 && Math.abs(lyon!.longitude - 4.84) < 0.05 && lyon!.population! > 400_000,
    );
    const [former] = await find(app, "Annecy-le-Vieux");
    deepEqual([former!.name, former!.former_name], ["Annecy", "Annecy-le-Vieux"]);
  });
});

Deno.test("of namesakes those come first where the source has stations, and it is said where it has none", async () => {
  await withTestApp(async (app) => {
    const same = (await find(app, "Saint-Denis", 20)).filter(({ name }) => name === "Saint-Denis");
    deepEqual([same[0]!.code, same[0]!.covered], ["93066", true]);
    deepEqual([same.at(-1)!.code, same.at(-1)!.covered], ["97411", false]);
    const [overseas] = await find(app, "97400");
    deepEqual([overseas!.code, overseas!.covered], ["97411", false]);
  });
});

Deno.test("namesakes come together, and the words for an agent say that there are several", async () => {
  await withTestApp(async (app) => {
    const response = await app.fetch("/api/v1/places?q=Saint-Aubin&limit=20");
    const body = await response.json();
    const same = body.data.filter(({ name }: PlaceEntry) => name === "Saint-Aubin");
    ok(same.length >= 5, `${same.length} places are called Saint-Aubin`);
    const text = findPlacesByName.tool!.toText(body, { q: "Saint-Aubin", limit: 20 });
    match(text, new RegExp(`${same.length} of them share the name: ask which one is meant`));
  });
});

Deno.test("what is no place of mainland France finds nothing, and what is no question is refused", async () => {
  await withTestApp(async (app) => {
    for (const q of ["Xyzzyqwk", "😀", "'; drop table station; --", "x".repeat(500)]) {
      deepEqual(await find(app, q), [], q);
    }
    for (
      const [query, code] of [["", "MISSING_PARAMETER"], ["q=", "INVALID_PARAMETER"], [
        "q=a&limit=21",
        "INVALID_PARAMETER",
      ]]
    ) {
      const response = await app.fetch(`/api/v1/places?${query}`);
      equal((await response.json()).error.code, code);
    }
    equal((await app.fetch(`/api/v1/places?q=${"x".repeat(501)}`)).status, 400);
  });
});
