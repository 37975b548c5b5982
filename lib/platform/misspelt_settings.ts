/** Finds settings in an environment that are misspelt and so have no effect. @module */

import { countEdits, toMostEdits } from "../shared/typing_errors.ts";
import { readConfig } from "./config.ts";

/** Deno, its platform and OpenTelemetry have many names of their own. */
const FOREIGN = /^(DENO|OTEL)_/i;

/** A shorter beginning of a setting's name is a word of its own: `BASE`, `DATA`. */
function resembles(name: string, setting: string): boolean {
  return 2 * name.length > setting.length &&
    countEdits(name.toUpperCase(), setting, toMostEdits(name.length)) !== null;
}

/** The names in an environment that no setting has but that resemble one, each with that setting. */
export function findMisspelt(names: readonly string[]): { name: string; setting: string }[] {
  const settings = new Set<string>();
  readConfig((setting) => {
    settings.add(setting);
    return undefined;
  });
  return names.filter((name) => !settings.has(name) && !FOREIGN.test(name)).flatMap((name) => {
    const setting = [...settings].find((setting) => resembles(name, setting));
    return setting ? [{ name, setting }] : [];
  });
}
