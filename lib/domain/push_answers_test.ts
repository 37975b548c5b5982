import { deepEqual, equal } from "../../tests/support/assert.ts";
import { PUSH_VERDICTS, toPushAnswer } from "./push_answers.ts";

Deno.test("docs/alerts.md explains each push status", async () => {
  const document = await Deno.readTextFile("docs/alerts.md");
  const [, table = ""] = document.split(/^\| answer.*\n\| -.*\n/m);
  const rows = table.split("\n\n")[0]!.split("\n").map((row) =>
    row.split("|").slice(1, -1).map((cell) => cell.trim())
  );
  const shown = rows.map(([answer, message, device]) => [answer, { message, device }]);
  deepEqual([rows.length, Object.fromEntries(shown)], [
    Object.keys(PUSH_VERDICTS).length,
    PUSH_VERDICTS,
  ]);
});

Deno.test("toPushAnswer() finds the row of a status, and treats a status outside the HTTP classes as not HTTP", () => {
  const rows = [200, 201, 299, 307, 400, 401, 404, 408, 410, 413, 429, 500, 599, 100, 600, 999, 20]
    .map(toPushAnswer);
  equal(
    rows.join(),
    "2xx,2xx,2xx,3xx,4xx,401,404,4xx,410,413,429,5xx,5xx,no connection,no connection,no connection,no connection",
  );
});
