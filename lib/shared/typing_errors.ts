/** Counts the typing errors between a typed text and a name. @module */

/**
 * Returns how many typing errors a text of a length may have: none below four letters, one below
 * eight, otherwise two.
 */
export function toMostEdits(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/**
 * Returns the minimum number of edits from a typed text to a name, or, with half an edit more, to
 * its beginning; null above `most`.
 */
export function countEdits(typed: string, name: string, most: number): number | null {
  const width = Math.min(name.length, typed.length + most);
  for (let column = 0; column <= most + 1; column++) rowAt(0)[column] = column;
  for (let row = 1; row <= typed.length; row++) {
    if (fillRow(row, { typed, name, width, most }) > most) return null;
  }
  const last = rowAt(typed.length);
  let begun = FAR;
  for (let column = Math.max(0, typed.length - most); column <= width; column++) {
    begun = Math.min(begun, last[column]!);
  }
  const whole = width === name.length && width >= typed.length - most ? last[width]! : FAR;
  const edits = whole <= begun ? whole : begun + 0.5;
  return Math.floor(edits) <= most ? edits : null;
}

const FAR = 99;
/**
 * The last three rows, allocated once because tens of thousands of names are compared in one go.
 */
const ROWS: readonly number[][] = [[], [], []];

/**
 * Returns the row with the edits from the first `row` typed letters to each beginning of a name.
 */
function rowAt(row: number): number[] {
  return ROWS[row % ROWS.length]!;
}

type Compared = { typed: string; name: string; width: number; most: number };

/**
 * Fills the cells of a row that `most` edits can reach, and makes their neighbours far. Returns the
 * fewest edits.
 */
function fillRow(row: number, { typed, name, width, most }: Compared): number {
  const next = rowAt(row);
  const last = rowAt(row - 1);
  const before = rowAt(row + 1);
  const from = Math.max(1, row - most);
  const to = Math.min(width, row + most);
  let left = next[from - 1] = from === 1 && row <= most ? row : FAR;
  let least = left;
  const letter = typed.charCodeAt(row - 1);
  const letterBefore = typed.charCodeAt(row - 2);
  for (let column = from; column <= to; column++) {
    const other = name.charCodeAt(column - 1);
    let edits = last[column - 1]! + (letter === other ? 0 : 1);
    if (last[column]! < edits) edits = last[column]! + 1;
    if (left < edits) edits = left + 1;
    if (row > 1 && column > 1 && letter === name.charCodeAt(column - 2) && letterBefore === other) {
      edits = Math.min(edits, before[column - 2]! + 1);
    }
    next[column] = left = edits;
    if (edits < least) least = edits;
  }
  next[to + 1] = FAR;
  return least;
}
