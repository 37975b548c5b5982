/** Makes the manifest of an app: the module that imports its routes and islands. @module */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where an app keeps its manifest, below its root. */
export const MANIFEST_FILE = "fresh.gen.ts";

const SOURCE = /\.[jt]sx?$/;
const NO_SOURCE = /[._]test\.[jt]sx?$|\.d\.ts$/;

/** Source files below a folder, tests left out, sorted by text; none when there is no folder. */
function list(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => SOURCE.test(path) && !NO_SOURCE.test(path)).sort();
}

/**
 * The text of the manifest of the app at `root`: routes by path below `routes/`, islands by path
 * below the root.
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
