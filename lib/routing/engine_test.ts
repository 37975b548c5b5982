import { deepEqual } from "../../tests/support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { Circuit } from "./engine.ts";

Deno.test("Circuit skips an engine after three failures in a row, and lets one request try it after a pause", async () => {
  const circuit = new Circuit(20);
  deepEqual([circuit.fail(), circuit.fail(), circuit.succeed()], [false, false, false]);
  deepEqual([circuit.fail(), circuit.fail(), circuit.mayTry()], [false, false, true]);
  deepEqual([circuit.fail(), circuit.mayTry()], [true, false]);
  await delay(25);
  deepEqual([circuit.mayTry(), circuit.mayTry()], [true, false]);
  deepEqual([circuit.fail(), circuit.mayTry()], [false, false]);
  deepEqual([circuit.succeed(), circuit.mayTry()], [true, true]);
});
