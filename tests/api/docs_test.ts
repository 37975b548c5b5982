import { deepEqual, equal, match, ok } from "node:assert/strict";
import { operations } from "../../lib/operations/mod.ts";
import { testApp } from "../support/api_app.ts";
import { startServer } from "../support/process.ts";

const PROGRAMS: Record<string, { program: string; args: string[] }> = {
  sh: { program: "sh", args: ["-e"] },
  js: { program: Deno.execPath(), args: ["run", "--allow-net", "--no-config", "--no-lock", "-"] },
  python: { program: "python3", args: ["-"] },
};

function unescape(html: string): string {
  return html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

function samplesOf(html: string): { language: string; code: string }[] {
  return [...html.matchAll(/<code data-language="(\w+)">([^<]*)<\/code>/g)]
    .map(([, language = "", code = ""]) => ({ language, code: unescape(code) }));
}

async function isInstalled(program: string): Promise<boolean> {
  const command = new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" });
  return await command.output().then(({ success }) => success, () => false);
}

async function runSample(language: string, code: string): Promise<string> {
  const { program, args } = PROGRAMS[language]!;
  const child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const texts = Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  await new Blob([code]).stream().pipeTo(child.stdin);
  const { success } = await child.status;
  const [output, errors] = await texts;
  ok(success, `${language} sample failed:\n${code}\n${errors}`);
  return output;
}

testApp("every sample of /docs runs as it stands against this service", async (app) => {
  const { url: origin, stop } = startServer(app.handler);
  const html = await (await fetch(`${origin}/en/docs`)).text();
  const samples = samplesOf(html).filter(({ language }) => language in PROGRAMS);
  equal(samples.length, 7);
  let all = "";
  for (const { language, code } of samples) {
    const needed = language === "sh" ? "curl" : PROGRAMS[language]!.program;
    if (await isInstalled(needed)) all += `${await runSample(language, code)}\n`;
    else console.warn(`${needed} is not installed: a sample was not run`);
  }
  match(all, /"price":"1\.799"/, "the first curl");
  match(all, /^1\.799 .+ \d+\.\d+ km$/m, "JavaScript or Python");
  match(all, /^304$/m, "the conditional curl");
  match(all, /^\d+ prices; Prix des carburants/m, "the bulk file");
  match(all, /"structuredContent"/, "the call of an MCP tool");
  await stop();
});

for (const [path, lang] of [["/docs", "fr"], ["/en/docs", "en"]] as const) {
  testApp(`${path} is whole: routes, tools, codes, links and anchors, nothing from elsewhere`, async (app) => {
    const { headers, text: html } = await app.read(path);
    match(headers.get("content-security-policy") ?? "", /script-src 'self'/);
    match(html, new RegExp(`<html lang="${lang}"`));
    for (const { path: route, tool } of operations) {
      ok(html.includes(`GET ${route}`), route);
      if (tool) ok(html.includes(tool.name), tool.name);
    }
    for (const code of ["RATE_LIMITED", "SERVICE_UNAVAILABLE", "INVALID_FUEL"]) ok(html.includes(code));
    const loaded = [...html.matchAll(/<(?:script|img|iframe|link)[^>]*? (?:src|href)="(https?:\/\/[^"]+)"/g)]
      .map(([, url = ""]) => url).filter((url) => !url.startsWith("http://localhost:8000"));
    deepEqual(loaded, [], "something is loaded from another host");
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) ok(ids.has(id), `#${id} leads nowhere`);
    const links = new Set([...html.matchAll(/href="(\/[^"#?]*[^"#]*)"/g)].map(([, link = ""]) => unescape(link)));
    for (const link of links) equal((await app.read(link)).status, 200, link);
    ok(links.size > 10);
  });
}
