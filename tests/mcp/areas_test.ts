import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { callTool, testApp } from "./app.ts";

testApp(
  "get_department_prices without a code returns all departments and regions",
  async (app) => {
    const { text, isError, ...body } = await callTool(app, "get_department_prices", {
      fuel: "diesel",
    });
    equal(isError, false);
    deepEqual(body, await app.json("/api/v1/prices/departments?fuel=gazole"));
    match(text, /by department, €\/L: cheapest Paris \(75\) \d\.\d{3}, dearest Paris \(75\)/);
    match(text, /\nRegions, cheapest first: Île-de-France \d\.\d{3}\.\n/);
    ok(text.length < 4_000, text);
    const single = await callTool(app, "get_department_prices", { code: "Paris", fuel: "gazole" });
    const { text: one, data: { covered: _, cheapest: __, ...department } } = single;
    const entry = body.data.find(({ area }: { area: string }) => area === "75");
    deepEqual(
      { ...entry, ...department },
      entry,
      "the fields must be those of a single department",
    );
    match(one, /in Paris \(75\): /);
    const wrong = await callTool(app, "get_department_prices", {
      department: "75",
      fuel: "gazole",
    });
    match(wrong.text, /get_department_prices takes code, fuel/);
    match(
      (await callTool(app, "get_department_prices", {})).text,
      /^MISSING_PARAMETER: Parameter "fuel"/,
    );
  },
);

testApp("get_price_series accepts areas by name, and returns what REST returns", async (app) => {
  const days = { fuel: "gazole", from: "2026-05-20", to: "2026-06-05" };
  const query = `fuel=gazole&from=2026-05-20&to=2026-06-05`;
  for (
    const [named, area] of [["Île-de-France", "R11"], ["le Finistère", "29"], ["France", "FR"], [
      "paris",
      "75",
    ]]
  ) {
    const { text, isError: _, ...body } = await callTool(app, "get_price_series", {
      ...days,
      area: named,
    });
    deepEqual(body, await app.json(`/api/v1/prices/series?${query}&area=${area}`));
    match(
      text,
      new RegExp(
        `^gazole \\(diesel\\), ${body.meta.name}: mean|^No prices of .* ${body.meta.name} are known`,
      ),
    );
  }
  const { text } = await callTool(app, "get_price_series", { fuel: "gazole", from: "2016-06-05" });
  ok(text.length < 8_000, text);
  for (
    const far of [{ from: "9999-12-31" }, { to: "1970-01-01" }, {
      from: "9999-01-01",
      to: "9999-12-31",
    }]
  ) {
    const { text, isError } = await callTool(app, "get_price_series", { fuel: "e10", ...far });
    deepEqual([isError, text.slice(0, 12)], [false, "No prices of"], JSON.stringify(far));
  }
  for (
    const [args, expected] of [
      [{ area: "Wallonie" }, /"area" is "Wallonie"; expected FR, a department \(69\)/],
      [{ from: "2026-02-30" }, /"from" is "2026-02-30"; expected a day such as 2026-03-06/],
      [
        { from: "2026-03-02", to: "2026-03-01" },
        /"to" is "2026-03-01"; expected a day not before "from"/,
      ],
      [{ from: "2016-01-01" }, /"from" is "2016-01-01"; expected at most 3660 days/],
    ] as const
  ) {
    const refused = await callTool(app, "get_price_series", { fuel: "e10", ...args });
    equal(refused.isError, true);
    match(refused.text, expected);
  }
});
