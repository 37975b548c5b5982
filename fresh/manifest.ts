/** Makes the manifest of an app: the module that imports its routes and islands. @module */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The path of an app's manifest below its root. */
export const MANIFEST_FILE = "fresh.gen.ts";

const SOURCE = /\.[jt]sx?$/;
const NO_SOURCE = /[._]test\.[jt]sx?$|\.d\.ts$/;

/**
 * Returns the source files below a folder, sorted, without tests. Empty if the folder does not
 * exist.
 */
function list(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => SOURCE.test(path) && !NO_SOURCE.test(path)).sort();
}

/**
 * Returns the text of the manifest of the app at `root`: routes by path below `routes/`, islands by
 * path below the root.
 */
export function makeManifest(root: string): string {
  const routes = list(join(root, "routes"));
  const islands = list(join(root, "islands"));
  const files = [
    ...routes.map((path) => `routes/${path}`),
    ...islands.map((path) => `islands/${path}`),
  ];
  const toEntries = (keys: readonly string[], first: number) =>
    keys.map((key, index) => `\n    ${JSON.stringify(key)}: $${first + index},`).join("");
  return `/** Lists the routes and islands of the app; made by \`deno task gen\`. @module */

${
    files.map((path, index) => `import * as $${index} from ${JSON.stringify(`./${path}`)};`).join(
      "\n",
    )
  }

export default {
  routes: {${toEntries(routes, 0)}
  },
  islands: {${toEntries(files.slice(routes.length), routes.length)}
  },
};
`;
}
