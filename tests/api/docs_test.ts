import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import type { Db } from "../../lib/db/db.ts";
import { operations } from "../../lib/operations/mod.ts";
import { type TestApp, testApp } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";
import { startServer } from "../support/process.ts";

const PROGRAMS: Record<string, { program: string; args: string[] }> = {
  sh: { program: "sh", args: ["-e"] },
  js: { program: Deno.execPath(), args: ["run", "--allow-net", "--no-config", "--no-lock", "-"] },
  python: { program: "python3", args: ["-"] },
};

function unescape(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll(
    "&amp;",
    "&",
  );
}

function samplesOf(html: string): { language: string; code: string }[] {
  return [...html.matchAll(/<code data-language="(\w+)">([^<]*)<\/code>/g)]
    .map(([, language = "", code = ""]) => ({ language, code: unescape(code) }));
}

async function isInstalled(program: string): Promise<boolean> {
  const command = new Deno.Command(program, {
    args: ["--version"],
    stdout: "null",
    stderr: "null",
  });
  return await command.output().then(({ success }) => success, () => false);
}

async function runSample(language: string, code: string): Promise<string> {
  const { program, args } = PROGRAMS[language]!;
  const child = new Deno.Command(program, {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const texts = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await new Blob([code]).stream().pipeTo(child.stdin);
  const { success } = await child.status;
  const [output, errors] = await texts;
  ok(success, `${language} sample failed:\n${code}\n${errors}`);
  return output;
}

testApp(
  "every sample of /docs and /docs/recipes runs unchanged against this service",
  async (app) => {
    const { url: origin, stop } = startServer(app.handler);
    const pages = ["/en/docs", "/en/docs/recipes"].map(async (path) =>
      await (await fetch(origin + path)).text()
    );
    const html = (await Promise.all(pages)).join("");
    const samples = samplesOf(html).filter(({ language }) => language in PROGRAMS);
    equal(samples.length, 6);
    let all = "";
    for (const { language, code } of samples) {
      const needed = language === "sh" ? "curl" : PROGRAMS[language]!.program;
      if (await isInstalled(needed)) all += `${await runSample(language, code)}\n`;
      else console.warn(`${needed} is not installed: a sample was not run`);
    }
    match(all, /"price":"1\.799"/, "the first curl");
    match(all, /^1\.879 E\.Leclerc Montrouge Montrouge$/m, "the client that waits");
    match(all, /^1\.\d{3} [^\d]+ \d+ stations$/m, "Python");
    match(all, /^304$/m, "the conditional curl");
    match(all, /^\d+ prices; Prix des carburants/m, "the bulk file");
    match(all, /"structuredContent"/, "the call of an MCP tool");
    await stop();
  },
);

const PAGES = [["/docs", "fr"], ["/en/docs", "en"], ["/docs/recipes", "fr"], [
  "/en/docs/recipes",
  "en",
]] as const;

for (const [path, lang] of PAGES) {
  testApp(
    `${path} is complete: routes, tools, codes, links and anchors, with nothing from other hosts`,
    async (app) => {
      const { headers, text: html } = await app.read(path);
      match(headers.get("content-security-policy") ?? "", /script-src 'self'/);
      match(html, new RegExp(`<html lang="${lang}"`));
      const isReference = !path.endsWith("recipes");
      for (const { path: route, tool } of isReference ? operations : []) {
        ok(html.includes(`GET ${route}`), route);
        if (tool) ok(html.includes(tool.name), tool.name);
      }
      for (const code of ["RATE_LIMITED", "SERVICE_UNAVAILABLE", "INVALID_FUEL"]) {
        ok(!isReference || html.includes(code));
      }
      const loaded = [
        ...html.matchAll(/<(?:script|img|iframe|link)[^>]*? (?:src|href)="(https?:\/\/[^"]+)"/g),
      ]
        .map(([, url = ""]) => url).filter((url) => !url.startsWith("http://localhost:8000"));
      deepEqual(loaded, [], "something is loaded from another host");
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) {
        ok(ids.has(id), `the link #${id} has no target`);
      }
      const links = new Set(
        [...html.matchAll(/href="(\/[^"#?]*[^"#]*)"/g)].map(([, link = ""]) => unescape(link)),
      );
      for (const link of links) {
        equal((await app.read(link)).status, 200, link);
      }
      ok(links.size > 10);
    },
  );
}

testApp(
  "/docs groups parameters, and shows the response fields with their units",
  async (app) => {
    const { text: html } = await app.read("/en/docs");
    doesNotMatch(html, /undefined|262144|NaN|\[object/);
    const search = html.slice(
      html.indexOf('id="searchStations"'),
      html.indexOf('id="boxStations"'),
    );
    const groups = search.split(/(?=<table)/).map((table) => [
      /<th [^>]*>([^<]*)/.exec(table)?.[1],
      ...[...table.matchAll(/<th [^>]*><code>([^<]*)/g)].map(([, name]) => name),
    ]);
    deepEqual(groups.find(([name]) => name === "Needed"), ["Needed", "lat", "lng", "fuel"]);
    deepEqual(groups.find(([name]) => name === "My car"), [
      "My car",
      "litres",
      "consumption",
      "discounts",
    ]);
    ok(
      ["brand", "max_age_days", "road"].every((name) =>
        groups.find(([name]) => name === "Filters")!.includes(name)
      ),
    );
    const all = new Set(groups.flat());
    const [entry] = (await app.json(operations[0]!.example)).data;
    for (const name of Object.keys(entry)) {
      ok(all.has(`data[].${name}`), name);
    }
    match(search, /data\[\]\.price<\/code><\/th><td>string, €\/L</);
    match(search, /data\[\]\.distance_km<\/code><\/th><td>number, km</);
  },
);

async function findLinks(app: TestApp, path: string): Promise<Set<string>> {
  const found = (await app.read(path)).text.matchAll(
    /(?: href="|\]\(http:\/\/localhost:8000)(\/[^"#)]*)/g,
  );
  return new Set([...found].map(([, link = ""]) => unescape(link)));
}

const OTHER_AS_OF = new Date("2025-03-10T10:20:00Z");
const OTHER_DATA = {
  fill: async (db: Db) => {
    const sample = await buildSample({ at: OTHER_AS_OF, stations: 60, days: 20, seed: 12 });
    const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
    const clock = () => OTHER_AS_OF;
    await runIngest({ db, clock, log: createTestLog(clock).log }, {
      kind: "sample",
      name: "sample",
      bytes,
    });
  },
  clock: () => OTHER_AS_OF,
};

testApp(
  "links of documents work when the data lack the example station and days",
  async (app) => {
    equal((await app.read("/api/v1/stations/75015007")).status, 404);
    for (const path of ["/docs", "/en/docs/recipes", "/llms.txt"]) {
      const links = await findLinks(app, path);
      for (const link of links) equal((await app.read(link)).status, 200, `${path}: ${link}`);
      const byDay = [...links].filter((link) => /\/history\/|\/series\?/.test(link));
      equal(byDay.length, path.endsWith("recipes") ? 0 : 2, path);
      for (const link of byDay) ok((await app.json(link)).data.length > 0, link);
    }
  },
  OTHER_DATA,
);

testApp("without data examples keep their station, and are labelled as examples", async (app) => {
  ok((await findLinks(app, "/llms.txt")).has("/api/v1/stations/75015007"));
  match((await app.read("/llms.txt")).text, /each link is an example/);
  match((await app.read("/en/docs")).text, /Example of an answer \(invented data\)/);
}, { isEmpty: true });

testApp("the recipes request existing addresses, and read existing fields", async (app) => {
  const code = samplesOf((await app.read("/en/docs/recipes")).text).map(({ code }) => code).join(
    "\n",
  );
  const requests = [...code.matchAll(/http:\/\/localhost:8000(\/[^\s"]+)/g)].map(([, path = ""]) =>
    path
  );
  equal(requests.length, 8);
  for (const path of requests) {
    if (path !== "/api/v1") equal((await app.read(path)).status, 200, path);
  }
  const { paths } = await app.json("/openapi.json");
  for (const [, path = ""] of code.matchAll(/api\.GET\("([^"]+)"/g)) ok(paths[path], path);
  const sensor = requests.find((path) => path.startsWith("/api/v1/stations/search"))!;
  const [entry] = (await app.json(sensor)).data;
  const attributes = /json_attributes: \[(.*)\]/.exec(code)![1]!.split(", ");
  for (const name of ["price", ...attributes]) ok(name in entry, name);
  match((await app.read("/data/current.csv")).text, /^id,name,brand,.*gazole_price/);
  const { features } = await app.json("/data/current.geojson");
  ok(features.some(({ properties }: { properties: object }) => "gazole_price_eur" in properties));
  const french = requests.find((path) => path.endsWith("locale=fr"))!;
  ok(
    code.includes((await app.read(french)).text.slice(1).split("\r\n")[0]!),
    "the header must be the documented one",
  );
});
