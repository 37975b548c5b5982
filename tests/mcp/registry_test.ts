import { deepEqual, ok } from "../support/assert.ts";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { toServerInfo } from "../../lib/mcp/server.ts";
import { MCP_ICON_PATH, MCP_VERSIONS, toPublished } from "../../lib/mcp/identity.ts";
import { samplesFor } from "../../lib/pages/docs/samples.ts";

const ROOT = new URL("../../", import.meta.url);
const ORIGIN_OF_TEST = "https://fuel.example";

Deno.test("the icons that serverInfo names exist", async () => {
  ok((await Deno.stat(new URL(`static${MCP_ICON_PATH}`, ROOT))).isFile);
});

Deno.test("the published registry entry agrees with what the server reports itself", () => {
  const { name, title, description, version, websiteUrl, icons } = toServerInfo(ORIGIN_OF_TEST);
  const published = toPublished(ORIGIN_OF_TEST);
  deepEqual(published, {
    name: `example.fuel/${name}`,
    title,
    description,
    version,
    websiteUrl,
    icons,
  });
  deepEqual([...MCP_VERSIONS], [...SUPPORTED_PROTOCOL_VERSIONS].reverse().concat("2026-07-28"));
});

Deno.test("every client's set-up names the endpoint, and files contain JSON", () => {
  const setups = samplesFor(ORIGIN_OF_TEST).mcp.filter((sample) => sample !== null);
  ok(setups.length >= 5);
  for (const { title, language, code } of setups) {
    ok(code.includes(`${ORIGIN_OF_TEST}/mcp`), title);
    if (language === "json") JSON.parse(code);
  }
});
