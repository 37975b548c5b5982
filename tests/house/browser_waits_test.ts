import { assertNone } from "./rules.ts";
import { findFiles, readSource } from "./source_files.ts";

const NAMED = /hasText|name:|getByText|getByLabel|filter\(|="/;

Deno.test("no browser test waits for a time, nor takes whatever is first in a list", async () => {
  const found: string[] = [];
  for (
    const path of (await findFiles(".ts")).filter((path) => /^tests\/(browser|smoke)\//.test(path))
  ) {
    if (path === "tests/browser/visit.ts") continue;
    for (const [index, line] of (await readSource(path)).split("\n").entries()) {
      const isBare = line.includes(".first()") && !NAMED.test(line);
      if (isBare || line.includes("waitForTimeout")) {
        found.push(`${path}:${index + 1} ${line.trim()}`);
      }
    }
  }
  assertNone(found, "Waits that are right by chance (tests/browser/README.md)");
});
