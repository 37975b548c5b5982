/** What is published about the server agrees with what it says itself; the documented first steps work. @module */

import { equal, match, ok } from "node:assert/strict";
import { ICON_PATHS, toServerInfo } from "../../lib/mcp/server.ts";
import { VERSION } from "../../lib/shared/version.ts";
import { samplesFor } from "../../lib/pages/docs/samples.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";
import { createMcpApp, withSocket } from "./app.ts";
import { fillDatabase } from "./fixture.ts";

const ROOT = new URL("../../", import.meta.url);
const ORIGIN_OF_TEST = "https://fuel.example";

Deno.test.beforeAll(prepareServer);

Deno.test("server.json describes this server within the registry's bounds", async () => {
  const published = JSON.parse(await Deno.readTextFile(new URL("server.json", ROOT)));
  equal(published.title, toServerInfo("https://fuel.example").title);
  equal(published.version, VERSION);
  match(published.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  ok(published.title.length <= 100 && published.description.length <= 100);
  const [remote] = published.remotes;
  equal(remote.type, "streamable-http");
  match(remote.url, /^https:\/\/\{host\}\/mcp$/);
  ok(remote.variables.host.isRequired);
});

Deno.test("the icons that serverInfo names are there", async () => {
  for (const { path } of ICON_PATHS) ok((await Deno.stat(new URL(`static${path}`, ROOT))).isFile, path);
});

Deno.test("every client's set-up names the endpoint, and files hold JSON", () => {
  const setups = samplesFor(ORIGIN_OF_TEST).mcp.filter((sample) => sample !== null);
  ok(setups.length >= 5);
  for (const { title, language, code } of setups) {
    ok(code.includes(`${ORIGIN_OF_TEST}/mcp`), title);
    if (language === "json") JSON.parse(code);
  }
});

Deno.test("the documented curl line of a tool call answers", async () => {
  await withServerDb(async (db) => {
    await fillDatabase(db);
    const app = await createMcpApp(db);
    await withSocket(app, async (origin) => {
      const { code } = samplesFor(origin).mcpCall;
      const { stdout } = await new Deno.Command("sh", { args: ["-c", code], stdout: "piped" }).output();
      ok(new TextDecoder().decode(stdout).includes("Cheapest "));
    });
    await app.close();
  });
});
