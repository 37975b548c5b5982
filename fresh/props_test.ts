/** What is written for the browser is read there as it was. @module */

import assert from "node:assert/strict";
import { readProps, writeProps } from "./props.ts";

function carry(value: unknown): unknown {
  return readProps(JSON.parse(JSON.stringify(writeProps(value, () => null))), () => null);
}

Deno.test("plain data and dates arrive as they were", () => {
  const values = [
    ...["", "Slot", 0, -1, 1.5, true, false, null, undefined],
    [],
    {},
    [undefined, [null], ["Slot", 1], ["Date", 2]],
    { a: { b: [{ c: undefined }] }, "": 0 },
    new Date("2026-01-02T03:04:05Z"),
  ];
  for (const value of values) assert.deepEqual(carry(value), value);
  assert.deepEqual(carry(values), values);
});

Deno.test("what is shared stays shared, in a circle too", () => {
  const shared = { deep: [1] };
  const [first, second] = carry([shared, shared]) as [unknown, unknown];
  assert.equal(first, second);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const carried = carry(circle) as { self: unknown };
  assert.equal(carried.self, carried);
});

Deno.test("what JSON would change is refused", () => {
  const refused = [NaN, Infinity, 1n, Symbol("a"), new Map(), new URL("http://a/"), new Date(NaN), () => 1];
  for (const value of [...refused, Object.create(null), JSON.parse('{"__proto__":1}')]) {
    assert.throws(() => writeProps({ value }, () => null), TypeError, typeof value);
  }
});
