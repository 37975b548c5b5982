import { deepEqual, equal, notEqual, throws } from "./assert.ts";

Deno.test("assertions distinguish a text from a number, also inside lists", () => {
  throws(() => equal("1" as unknown, 1));
  throws(() => deepEqual(["1"] as unknown, [1]));
  throws(() => notEqual(1, 1));
  notEqual("1" as unknown, 1);
});
