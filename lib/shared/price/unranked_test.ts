import { equal } from "../../../tests/support/assert.ts";
import { isOutForNow } from "./unranked.ts";

Deno.test("a fuel is out of stock while its stock-out is temporary and at most a year old", () => {
  const nowMs = Date.UTC(2026, 5, 5);
  equal(isOutForNow({ kind: "temporary", since: "2026-06-01T00:00:00Z" }, nowMs), true);
  equal(isOutForNow({ kind: "temporary", since: "2011-03-01T00:00:00Z" }, nowMs), false);
  equal(isOutForNow({ kind: "permanent", since: "2026-06-01T00:00:00Z" }, nowMs), false);
});
