/** Starts a real Valhalla from npm over a network of roads that the test built. @module */

import { toOsmPbf } from "./osm_pbf.ts";
import type { RoadGraph } from "./road_graph.ts";

export type ValhallaServer = { url: string; stop(): Promise<void> };

const PACKAGE = "npm:@valhallajs/valhallajs@3.6.1";

async function run(
  program: string,
  args: string[],
  options: Deno.CommandOptions = {},
): Promise<void> {
  const command = new Deno.Command(program, { args, stdout: "null", stderr: "piped", ...options });
  const { success, stderr } = await command.output();
  if (!success) {
    throw new Error(`${program} failed: ${new TextDecoder().decode(stderr).slice(-2_000)}`);
  }
}

/**
 * Returns the package's folder. It has 280 MB, so it is downloaded on first use and kept among the
 * temporary files.
 */
async function provideValhalla(): Promise<string> {
  const folder = `${Deno.env.get("TMPDIR") ?? "/tmp"}/fuel-valhalla-3.6.1`;
  if (await Deno.stat(`${folder}/ready`).then(() => true, () => false)) return folder;
  await Deno.mkdir(folder, { recursive: true });
  const settings = { nodeModulesDir: "auto", imports: { "@valhallajs/valhallajs": PACKAGE } };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(settings));
  await run(Deno.execPath(), ["install", "--quiet"], { cwd: folder });
  await Deno.writeTextFile(`${folder}/ready`, "");
  return folder;
}

/** Settings of the engine, which requires all of them. The limits are its defaults. */
const CONFIG = new URL("../fixtures/valhalla.json", import.meta.url);

async function readPort(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = "";
  for await (const part of stdout.values({ preventCancel: true })) {
    text += new TextDecoder().decode(part);
    const port = /listens on (\d+)/.exec(text)?.[1];
    if (port) return port;
  }
  throw new Error(`Valhalla ended: ${text}`);
}

/** Builds the engine's tiles from a network, and starts it. */
export async function startValhalla(graph: RoadGraph): Promise<ValhallaServer> {
  const installed = await provideValhalla();
  const arch = Deno.build.arch === "x86_64" ? "x64" : "arm64";
  const programs = `${installed}/node_modules/@valhallajs/valhallajs/${Deno.build.os}/${arch}`;
  const folder = await Deno.makeTempDir({ prefix: "fuel-valhalla-tiles-" });
  await Deno.mkdir(`${folder}/tiles`);
  const config = JSON.parse(await Deno.readTextFile(CONFIG));
  config.mjolnir.tile_dir = `${folder}/tiles`;
  await Deno.writeTextFile(`${folder}/valhalla.json`, JSON.stringify(config));
  await Deno.writeFile(`${folder}/roads.osm.pbf`, toOsmPbf(graph));
  await Deno.chmod(`${programs}/valhalla_build_tiles`, 0o755);
  const build = ["-c", `${folder}/valhalla.json`, "-j", "1", `${folder}/roads.osm.pbf`];
  await run(`${programs}/valhalla_build_tiles`, build, { cwd: folder });
  const script = new URL("valhalla_server.ts", import.meta.url).pathname;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-config", "--no-check", script, installed, `${folder}/valhalla.json`],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const port = await readPort(process.stdout);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.kill("SIGKILL");
      await process.status;
      await process.stdout.cancel().catch(() => {});
      await Deno.remove(folder, { recursive: true });
    },
  };
}
