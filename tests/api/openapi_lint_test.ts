/**
 * Tests that Spectral and Redocly accept the API's description. Their packages are installed under
 * `.cache/` at the first run.
 *
 * @module
 */

import { equal } from "../support/assert.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const PLACE = `${ROOT}.cache/openapi-lint`;
const DOCUMENT = `${ROOT}docs/openapi.json`;
const ENV = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };

async function run(program: string, args: string[]): Promise<{ code: number; text: string }> {
  const command = new Deno.Command(program, {
    args,
    cwd: PLACE,
    env: ENV,
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  return { code, text: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

/**
 * Installs the linters unless these versions are installed. Returns null if they are available,
 * otherwise the reason.
 */
async function install(): Promise<string | null> {
  await Deno.mkdir(PLACE, { recursive: true });
  const wanted = await Deno.readTextFile(`${ROOT}tests/api/lint/package.json`);
  const installed = await Deno.readTextFile(`${PLACE}/installed.json`).catch(() => "");
  if (installed === wanted) return null;
  await Deno.writeTextFile(`${PLACE}/package.json`, wanted);
  await Deno.copyFile(`${ROOT}tests/api/lint/.spectral.yaml`, `${PLACE}/.spectral.yaml`);
  try {
    const flags = "--ignore-scripts --no-audit --no-fund --no-package-lock --prefer-offline".split(
      " ",
    );
    const { code, text } = await run("npm", ["install", ...flags]);
    if (code !== 0) return text;
  } catch (error) {
    return String(error);
  }
  await Deno.writeTextFile(`${PLACE}/installed.json`, wanted);
  return null;
}

const obstacle = await install();
if (obstacle !== null) {
  console.warn(`The linters of OpenAPI cannot be installed here: ${obstacle.slice(0, 500)}`);
}
// Without npm or a registry the test is skipped, except in CI.
const ignore = obstacle !== null && !Deno.env.get("CI");

const LINTERS: [name: string, program: string, args: string[]][] = [
  ["Spectral without errors or warnings", "spectral", [
    "--ruleset",
    ".spectral.yaml",
    "--fail-severity",
    "warn",
  ]],
  ["Redocly's strict rules", "redocly", ["--extends", "recommended-strict"]],
];

for (const [name, program, args] of LINTERS) {
  Deno.test(`docs/openapi.json passes ${name}`, { ignore }, async () => {
    const { code, text } = await run(`${PLACE}/node_modules/.bin/${program}`, [
      "lint",
      DOCUMENT,
      ...args,
    ]);
    equal(code, 0, text);
  });
}
