/** Departments that are short of a fuel, and how that is said. @module */

import { fill } from "../words/fill.ts";

/** A department short of a fuel: of so many `stations` that sell it, `out` have run out lately; `usual` is the usual share of them. */
export type Shortage = {
  readonly code: string;
  readonly out: number;
  readonly stations: number;
  readonly usual: number;
};

/** The departments short of a fuel, the worst first; none when `since` is null: the usual share is unknown. */
export type Shortages = {
  /** First Paris day of those over which the usual share is averaged. */
  readonly since: string | null;
  readonly departments: readonly Shortage[];
};

/** The same with the departments' names, by fuel. */
export type ShortagesByFuel = Readonly<
  Record<string, { readonly since: string | null; readonly departments: readonly (Shortage & { name: string })[] }>
>;

/** The sentence on a department; `text` has the gaps `{share}`, `{out}`, `{stations}` and `{usual}`, shares in percent. */
export function toShortageText({ out, stations, usual }: Shortage, text: string): string {
  return fill(text, { out, stations, share: Math.round((100 * out) / stations), usual: Math.round(100 * usual) });
}
