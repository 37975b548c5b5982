/** The tools that compare a price, and that tell the prices of a department. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { prepareServer } from "../support/server_db.ts";
import { type McpApp, post, testApp } from "./app.ts";

Deno.test.beforeAll(prepareServer);

async function call(app: McpApp, name: string, args: Record<string, unknown>) {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  const { content, structuredContent } = (await post(app, message)).body.result;
  return { text: content[0].text as string, ...structuredContent };
}

testApp("a price is compared around a place and in the country, or in the country alone", async (app) => {
  const { text, data, meta } = await call(app, "compare_price", { place: "Paris", fuel: "SP98", price: 1.7 });
  equal(meta.place.name, "Paris (75)");
  const { around, national } = data;
  const share = Math.round(around.cheaperShare * 100);
  const begin = new RegExp(
    "^1\\.700 €/L for sp98 \\(petrol 98 E5\\) is, within 5 km of Paris \\(75\\), \\d+\\.\\d cents (above|below) the mean of " +
      `${around.avgPrice}; ${around.cheaperCount} of ${around.stationCount} stations are cheaper \\(${share} %\\), rank ` +
      `${around.rank}\\.\n`,
  );
  match(text, begin);
  match(text, new RegExp(`\\nCheapest there: ${around.cheapest.price} €/L at ".*id ${around.cheapest.id}\\.\\n`));
  ok(text.includes(`${national.cheaperCount} of ${national.stationCount} stations are cheaper`), text);
  const alone = await call(app, "compare_price", { fuel: "sp98", price: 1.7 });
  equal(alone.data.around, null);
  deepEqual(alone.data.national, national);
  match(alone.text, /^1\.700 €\/L for sp98 .* is, in France, .*; the cheapest asks \d\.\d{3}\.\n/);
  match((await call(app, "compare_price", { place: "Aix", fuel: "sp98", price: 1.7 })).text, /Several places/);
});

testApp("country, department and brands name the stations of their lowest and highest price", async (app) => {
  const toWords = ({ city, department, id }: Record<string, string>) =>
    `"[^"]+", "${city}" \\(${department}\\), reported (just now|\\d+ (min|h|days) ago), id ${id}`;
  const asked: [string, Record<string, unknown>][] = [
    ["get_national_prices", {}],
    ["get_department_prices", { code: "75" }],
    ["get_brand_trends", { days: 1 }],
  ];
  for (const [tool, args] of asked) {
    const { text, data } = await call(app, tool, { fuel: "gazole", ...args });
    for (const area of [data].flat()) {
      if ("minPrice1d" in area) deepEqual([area.min.price, area.max.price], [area.minPrice1d, area.maxPrice1d]);
      const { min, max } = area;
      match(text, new RegExp(`lowest ${min.price} at ${toWords(min)}; highest ${max.price} at ${toWords(max)}`), tool);
    }
  }
  const { data: { national }, text } = await call(app, "compare_price", { fuel: "gazole", price: 1.7 });
  equal(national.cheapest.price, national.minPrice);
  match(text, new RegExp(`\nThe cheapest is ${toWords(national.cheapest)}\\.\n`));
});

testApp("a department is asked for by code or name", async (app) => {
  for (const code of ["75", "Paris", "PARIS (75)", "département de Paris"]) {
    const { data, text } = await call(app, "get_department_prices", { code, fuel: "diesel" });
    equal(data.code, "75", code);
    match(text, /^gazole \(diesel\) in Paris \(75\): \d\.\d{3} €\/L on average today/);
    equal(data.cheapest.length, 5);
    const [{ price, id }] = data.cheapest;
    equal(price, data.minPrice1d);
    match(text, new RegExp(`\\nCheapest stations, €/L:\\n${price} ".*, id ${id}\\n`));
  }
  for (const code of ["Lyon", "99", "🚗", "x".repeat(5000)]) {
    match((await call(app, "get_department_prices", { code, fuel: "e10" })).text, /^DEPARTMENT_NOT_FOUND: /, code);
  }
});
