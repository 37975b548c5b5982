/** Departments that are short of a fuel, and how that is said. @module */

import type { Shortages } from "../domain/bulk_files.ts";
import { fill } from "./fill.ts";

type Shortage = Shortages["departments"][number];

/** The departments short of each fuel, with their names. */
export type ShortagesByFuel = Readonly<
  Record<
    string,
    {
      readonly since: string | null;
      readonly departments: readonly (Shortage & { name: string })[];
    }
  >
>;

/**
 * The sentence on a department; `text` has the gaps `{share}`, `{out}`, `{stations}` and `{usual}`,
 * shares in percent.
 */
export function toShortageText({ out, stations, usual }: Shortage, text: string): string {
  return fill(text, {
    out,
    stations,
    share: Math.round((100 * out) / stations),
    usual: Math.round(100 * usual),
  });
}
