import { deepEqual } from "../../../tests/support/assert.ts";
import { isTypingSlip } from "./typing_slip.ts";

Deno.test("isTypingSlip() detects swapped and shifted digits, a wrong first digit and the price of another fuel", () => {
  const cases: [
    string,
    typed: number,
    usual: number | null,
    others: number[],
    expected: boolean,
  ][] = [
    ["two digits swapped, and the price moved a little", 1292, 1919, [], true],
    ["the first digit swapped with the last", 428, 824, [], true],
    ["a digit left out, so that the next ones shift", 1191, 1919, [], true],
    ["a digit typed twice, so that the next ones shift", 1441, 1419, [], true],
    ["another first digit", 2859, 1861, [], true],
    ["the price of E10 in the field of gazole", 1619, 1799, [749, 1622], true],
    ["ten cents less", 1689, 1789, [749, 1749], false],
    ["a sale of a fifth", 1480, 1850, [], false],
    ["nothing known", 1292, null, [], false],
  ];
  deepEqual(
    cases.map(([name, typed, usual, others]) => [name, isTypingSlip(typed, usual, others)]),
    cases.map(([name, , , , expected]) => [name, expected]),
  );
});
