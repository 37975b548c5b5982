/** Tells how many typing errors separate what was typed from a name. @module */

/**
 * How many typing errors a text of a length may hold: none below four letters, one below eight, else two.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toMostEdits("grenble".length), 1);
 * ```
 */
export function toMostEdits(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/**
 * Fewest letters to add, drop, change or swap that make a typed text a name, or, for half a letter more, the beginning of one;
 * null when that takes more than `most`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(countEdits("grenble", "grenoble", 1), 1);
 * equal(countEdits("grneoble", "grenoble", 2), 1);
 * equal(countEdits("grenbl", "grenoble", 1), 1.5);
 * equal(countEdits("lyon", "nantes", 1), null);
 * ```
 */
export function countEdits(typed: string, name: string, most: number): number | null {
  const width = Math.min(name.length, typed.length + most);
  let before: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const next = toRow(row, { typed, name, before, last });
    if (Math.min(...next) > most) return null;
    [before, last] = [last, next];
  }
  const begun = Math.min(...last);
  const whole = width === name.length ? last[width]! : Infinity;
  return whole <= begun ? whole : begun <= most ? begun + 0.5 : null;
}

type Rows = { typed: string; name: string; before: readonly number[]; last: readonly number[] };

/** Edits from the first `row` letters typed to each beginning of the name. */
function toRow(row: number, { typed, name, before, last }: Rows): number[] {
  const next = [row];
  for (let column = 1; column < last.length; column++) {
    const isSame = typed[row - 1] === name[column - 1];
    let edits = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
    const isSwapped = row > 1 && column > 1 && typed[row - 1] === name[column - 2] &&
      typed[row - 2] === name[column - 1];
    if (isSwapped) edits = Math.min(edits, before[column - 2]! + 1);
    next.push(edits);
  }
  return next;
}
