import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { createHash } from "node:crypto";
import { operations } from "../../lib/operations/mod.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";
import { checkCommonHeaders } from "../support/api_checks.ts";

const ORIGIN = "https://fuel.example.org";
const BASE = { env: { BASE_URL: ORIGIN } };

async function get(app: TestApp, path: string, type: string): Promise<string> {
  const response = await app.fetch(path);
  equal(response.status, 200, path);
  checkCommonHeaders(response);
  equal(response.headers.get("content-type"), `${type}; charset=utf-8`, path);
  equal(response.headers.get("cache-control"), "public, max-age=3600");
  return await response.text();
}

/** Checks the limits that the schemas of server card and registry share. */
function checkPublished(published: Record<string, unknown>): void {
  const { name, title, description, version, websiteUrl } = published as Record<string, string>;
  match(name!, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  equal(name, "org.example.fuel/fuel-prices-service");
  ok(title!.length <= 100 && description!.length <= 100);
  match(version!, /^\d+\.\d+\.\d+$/);
  equal(websiteUrl, `${ORIGIN}/`);
  const known = [
    "$schema",
    "name",
    "title",
    "description",
    "version",
    "websiteUrl",
    "icons",
    "remotes",
  ];
  deepEqual(Object.keys(published).sort(), known.sort(), "both schemas must reject other fields");
}

testApp("the server card is next to the endpoint, and the catalogs link to it", async (app) => {
  const card = JSON.parse(await get(app, "/mcp/server-card", "application/mcp-server-card+json"));
  checkPublished(card);
  equal(card.$schema, "https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json");
  const [remote] = card.remotes;
  deepEqual([remote.type, remote.url], ["streamable-http", `${ORIGIN}/mcp`]);
  equal(remote.supportedProtocolVersions.at(-1), "2026-07-28");
  deepEqual(
    JSON.parse(await get(app, "/.well-known/mcp/server-card.json", "application/json")),
    card,
  );
  const catalogs = [
    ["/.well-known/mcp/catalog.json", "application/json", "draft"],
    ["/.well-known/ai-catalog.json", "application/ai-catalog+json", "1.0"],
  ] as const;
  for (const [path, type, version] of catalogs) {
    deepEqual(JSON.parse(await get(app, path, type)), {
      specVersion: version,
      entries: [{
        identifier: "urn:air:fuel.example.org:fuel-prices-service",
        displayName: card.title,
        type: "application/mcp-server-card+json",
        url: `${ORIGIN}/mcp/server-card`,
      }],
    });
  }
}, BASE);

testApp(
  "server.json is a registry entry with the address of this instance",
  async (app) => {
    const text = await get(app, "/server.json", "application/json");
    doesNotMatch(text, /\{[a-z]+\}|placeholder/, "no placeholder may remain");
    const entry = JSON.parse(text);
    checkPublished(entry);
    deepEqual(entry.remotes, [{ type: "streamable-http", url: `${ORIGIN}/mcp` }]);
  },
  BASE,
);

testApp("the skill is listed with its digest, and names every tool", async (app) => {
  const index = JSON.parse(
    await get(app, "/.well-known/agent-skills/index.json", "application/json"),
  );
  const [{ name, description, url, digest, type }] = index.skills;
  equal(type, "skill-md");
  match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  const text = await get(app, new URL(url).pathname, "text/markdown");
  equal(digest, `sha256:${createHash("sha256").update(text).digest("hex")}`);
  ok(text.startsWith(`---\nname: ${name}\ndescription: ${description}\n---\n`));
  ok(description.length <= 1024 && !/[:<>] /.test(description), "the YAML must be plain");
  for (const { tool } of operations) {
    ok(tool === null || text.includes(`\`${tool.name}\``), tool?.name ?? "");
  }
  ok(text.includes(`${ORIGIN}/mcp`));
}, BASE);

testApp("security.txt names a contact and expires within a year", async (app) => {
  const text = await get(app, "/.well-known/security.txt", "text/plain");
  const fields = Object.fromEntries(text.trim().split("\n").map((line) => line.split(/: (.*)/)));
  const { Expires, ...others } = fields;
  deepEqual(others, {
    "Contact": "mailto:security@fuel.example.org",
    "Preferred-Languages": "fr, en",
    "Canonical": `${ORIGIN}/.well-known/security.txt`,
  });
  const days = (Date.parse(Expires) - FIXTURE_AS_OF.getTime()) / 86_400_000;
  ok(days > 30 && days < 365, Expires);
}, { env: { BASE_URL: ORIGIN, SECURITY_CONTACT: "mailto:security@fuel.example.org" } });

testApp("security.txt leads to the legal page where no contact is set", async (app) => {
  const text = await get(app, "/.well-known/security.txt", "text/plain");
  match(text, /^Contact: https:\/\/fuel\.example\.org\/mentions-legales$/m);
}, BASE);

testApp("the API catalog is a linkset whose links work, and says so by Link", async (app) => {
  const path = "/.well-known/api-catalog";
  const type = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
  const { linkset } = JSON.parse(await get(app, path, type));
  const [catalog, ...apis] = linkset;
  equal(catalog.anchor, ORIGIN + path);
  const anchors = catalog.item.map(({ href }: { href: string }) => href);
  deepEqual(anchors, [`${ORIGIN}/api/v1`, `${ORIGIN}/mcp`]);
  deepEqual(apis.map(({ anchor }: { anchor: string }) => anchor), anchors);
  for (const { anchor: _anchor, license: _license, ...relations } of apis) {
    deepEqual(Object.keys(relations).sort(), ["service-desc", "service-doc", "status"]);
    type Link = { href: string; type: string };
    for (const { href, type } of (Object.values(relations) as Link[][]).flat()) {
      const { status, headers } = await app.read(new URL(href).pathname);
      equal(status, 200, href);
      ok(headers.get("content-type")!.startsWith(type), href);
    }
  }
  const { headers } = await app.fetch(path, { method: "HEAD" });
  equal(headers.get("link"), `<${ORIGIN}${path}>; rel="api-catalog"`);
}, BASE);

testApp("each language has an OpenSearch description that its pages name", async (app) => {
  for (const [page, path] of [["/", "/opensearch.xml"], ["/en", "/en/opensearch.xml"]] as const) {
    const html = (await app.read(page)).text;
    ok(html.includes(`href="${path}"`), `${page} names ${path}`);
    const text = await get(app, path, "application/opensearchdescription+xml");
    const template = /<Url type="text\/html" template="([^"]+)"/.exec(text)![1]!;
    equal(template, `${ORIGIN}${page}?q={searchTerms}`);
    const found = await app.read(
      template.replace(ORIGIN, "").replace("{searchTerms}", "montrouge"),
    );
    match(found.text, /<h1[^>]*>[^]*Montrouge/);
    ok(text.includes(`template="${ORIGIN}${path}"`), "it names itself");
  }
}, BASE);

testApp(
  "other paths below /.well-known return 404, and a response with the request's host is not cached",
  async (app) => {
    for (
      const path of [
        "/.well-known/mcp",
        "/.well-known/toString",
        "/.well-known/agent-skills/",
        "/mcp/card",
      ]
    ) {
      const { status, text } = await app.read(path);
      equal(status, 404, path);
      if (path.startsWith("/.well-known/")) equal(JSON.parse(text).error.code, "NOT_FOUND");
    }
    const { headers, text } = await app.read("/server.json");
    equal(headers.get("cache-control"), "no-cache");
    equal(JSON.parse(text).remotes[0].url, "http://localhost:8000/mcp");
  },
);
