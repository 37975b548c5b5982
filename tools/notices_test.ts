import { deepEqual, equal, ok } from "../tests/support/assert.ts";
import { findFaults, makeNotices, readShipped } from "./notices.ts";

Deno.test("findFaults() reports a missing licence text and a licence that is not allowed", () => {
  const faults = findFaults([
    { name: "good 1.0.0", licence: "MIT", text: "Permission is hereby granted …" },
    { name: "silent 1.0.0", licence: "MIT", text: "" },
    { name: "strict 1.0.0", licence: "AGPL-3.0-only", text: "GNU AFFERO …" },
    { name: "nameless 1.0.0", licence: "undefined", text: "All rights reserved" },
  ]);
  deepEqual(faults, [
    "silent 1.0.0: no text of its licence",
    "strict 1.0.0: the licence AGPL-3.0-only is not allowed",
    "nameless 1.0.0: the licence undefined is not allowed",
  ]);
});

Deno.test("every package that ships has the text of an allowed licence, and is in the notices", async () => {
  const packages = await readShipped();
  ok(packages.length > 60);
  deepEqual(findFaults(packages), []);
  const notices = await makeNotices();
  for (const { name, licence, text } of packages) {
    ok(notices.includes(`\n${name} (${licence})\n`), name);
    ok(notices.includes(text.trim()), name);
  }
  const served = new URL("../static/THIRD_PARTY_NOTICES.txt", import.meta.url);
  equal(await Deno.readTextFile(served), notices, "run deno task gen");
});
