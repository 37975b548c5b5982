import { deepEqual, equal } from "node:assert/strict";
import { Slots } from "./slots.ts";

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

Deno.test("Slots refuses at once whoever comes when enough wait", async () => {
  const slots = new Slots(1, { maxWaiting: 1 });
  const far = performance.now() + 10_000;
  const first = await slots.take(far);
  const second = slots.take(far);
  equal(await slots.take(far), false);
  equal(slots.waiting, 1);
  slots.give();
  deepEqual([first, await second, slots.waiting], [true, true, 0]);
});
