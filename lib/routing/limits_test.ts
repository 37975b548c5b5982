/** When a routing engine is left alone, and who may ask it at the same time. @module */

import { deepEqual, equal } from "node:assert/strict";
import { Circuit, Slots } from "./limits.ts";

Deno.test("Circuit leaves an engine alone after three failures in a row, and lets one question try it after a pause", async () => {
  const circuit = new Circuit(20);
  deepEqual([circuit.fail(), circuit.fail(), circuit.succeed()], [false, false, false]);
  deepEqual([circuit.fail(), circuit.fail(), circuit.mayAsk()], [false, false, true]);
  deepEqual([circuit.fail(), circuit.mayAsk()], [true, false]);
  await new Promise((resolve) => setTimeout(resolve, 25));
  deepEqual([circuit.mayAsk(), circuit.mayAsk()], [true, false]);
  deepEqual([circuit.fail(), circuit.mayAsk()], [false, false]);
  deepEqual([circuit.succeed(), circuit.mayAsk()], [true, true]);
});

Deno.test("Slots hands places to those who wait longest, and to nobody whose time is over", async () => {
  const slots = new Slots(1);
  const soon = () => performance.now() + 10;
  equal(await slots.take(soon()), true);
  const taken: string[] = [];
  const late = slots.take(soon()).then((has) => taken.push(`late ${has}`));
  await late;
  const far = performance.now() + 10_000;
  const first = slots.take(far).then((has) => taken.push(`first ${has}`));
  const second = slots.take(far).then((has) => taken.push(`second ${has}`));
  slots.give();
  await first;
  slots.give();
  await second;
  deepEqual(taken, ["late false", "first true", "second true"]);
  slots.give();
  equal(await slots.take(soon()), true);
});
