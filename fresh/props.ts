/** Carries the props of islands to the browser: a list of values that name each other by place, so that shared ones stay shared. @module */

/** Place of `undefined`, which JSON has no word for. */
const UNDEFINED = -1;

type Entry = string | number | boolean | null | (string | number)[] | { [key: string]: number };

/**
 * Lists a value and all it holds: plain data, `Date`, cycles. `toSlot` gives the number of what the server has drawn, null for
 * anything else. Throws a TypeError on what the browser could not make again.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const day = new Date(0);
 * const flat = writeProps({ from: day, to: day, none: undefined }, () => null);
 * deepEqual(flat, [{ from: 1, to: 1, none: -1 }, ["Date", 0]]);
 * const props = readProps(flat, () => null) as { from: Date; to: Date };
 * equal(props.from, props.to);
 * ```
 */
export function writeProps(root: unknown, toSlot: (value: unknown) => number | null): Entry[] {
  const places = new Map<unknown, number>();
  const flat: Entry[] = [];
  function place(value: unknown): number {
    if (value === undefined) return UNDEFINED;
    const known = places.get(value);
    if (known !== undefined) return known;
    const next = flat.push(null) - 1;
    places.set(value, next);
    flat[next] = toEntry(value);
    return next;
  }
  function toEntry(value: unknown): Entry {
    if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) {
      return value as Entry;
    }
    const slot = toSlot(value);
    if (slot !== null) return ["Slot", slot];
    if (Array.isArray(value)) return Array.from(value, place);
    if (value instanceof Date && Number.isFinite(value.getTime())) return ["Date", value.getTime()];
    if (
      typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype ||
      Object.hasOwn(value, "__proto__")
    ) {
      throw new TypeError(`A prop of an island is plain data, a Date or JSX: a ${typeof value} cannot be carried`);
    }
    return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, place(held)]));
  }
  place(root);
  return flat;
}

/** The value that a list was made from; `toSlot` makes a placeholder for JSX that the server has drawn. */
export function readProps(flat: readonly unknown[], toSlot: (slot: number) => unknown): unknown {
  const made: unknown[] = [];
  function read(place: number): unknown {
    const entry = flat[place] as unknown[] | Record<string, number>;
    if (place in made || Object(entry) !== entry) return made[place] ?? entry;
    if (!Array.isArray(entry)) {
      const object: Record<string, unknown> = made[place] = {};
      for (const key in entry) object[key] = read(entry[key]!);
      return object;
    }
    const [kind, held] = entry;
    if (kind === "Slot") return made[place] = toSlot(held as number);
    if (kind === "Date") return made[place] = new Date(held as number);
    const list: unknown[] = made[place] = [];
    for (const held of entry) list.push(read(held as number));
    return list;
  }
  return read(0);
}
