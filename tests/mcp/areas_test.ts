import { deepEqual, equal, match, ok } from "node:assert/strict";
import { callTool, testApp } from "./app.ts";

testApp("get_department_prices without a code answers with all departments and regions", async (app) => {
  const { text, isError, ...body } = await callTool(app, "get_department_prices", { fuel: "diesel" });
  equal(isError, false);
  deepEqual(body, await app.json("/api/v1/prices/departments?fuel=gazole"));
  match(text, /by department, €\/L: cheapest Paris \(75\) \d\.\d{3}, dearest Paris \(75\)/);
  match(text, /\nRegions, cheapest first: Île-de-France \d\.\d{3}\.\n/);
  ok(text.length < 4_000, text);
  const { text: one } = await callTool(app, "get_department_prices", { code: "Paris", fuel: "gazole" });
  match(one, /in Paris \(75\): /);
  const wrong = await callTool(app, "get_department_prices", { department: "75", fuel: "gazole" });
  match(wrong.text, /get_department_prices takes code, fuel/);
  match((await callTool(app, "get_department_prices", {})).text, /^MISSING_PARAMETER: Parameter "fuel"/);
});
