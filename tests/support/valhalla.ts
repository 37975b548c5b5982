/** Starts a real Valhalla from npm over a network of roads that the test made. @module */

import { toOsmPbf } from "./osm_pbf.ts";
import type { RoadGraph } from "./road_graph.ts";

/** A running engine. */
export type ValhallaServer = { url: string; stop(): Promise<void> };

const PACKAGE = "npm:@valhallajs/valhallajs@3.6.1";

async function run(program: string, args: string[], options: Deno.CommandOptions = {}): Promise<void> {
  const command = new Deno.Command(program, { args, stdout: "null", stderr: "piped", ...options });
  const { success, stderr } = await command.output();
  if (!success) throw new Error(`${program} failed: ${new TextDecoder().decode(stderr).slice(-2_000)}`);
}

/**
 * The folder with the package beside its `node_modules`: 280 MB once unpacked, so it is no package of the project but loaded
 * when it is first needed, and kept among the system's temporary files.
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

const QUIET = { logging: { type: "" } };

/** Settings of the engine, of which it wants all; the limits are its own defaults. */
function toConfig(folder: string): string {
  const auto = { max_distance: 5e6, max_locations: 20, max_matrix_distance: 4e5, max_matrix_location_pairs: 2_500 };
  const pedestrian = { ...auto, max_transit_walking_distance: 10_000, min_transit_walking_distance: 1 };
  const modes = [
    "bicycle",
    "bikeshare",
    "bus",
    "motor_scooter",
    "motorcycle",
    "multimodal",
    "taxi",
    "transit",
    "truck",
  ];
  return JSON.stringify({
    mjolnir: { tile_dir: `${folder}/tiles`, concurrency: 1, id_table_size: 1_300, ...QUIET },
    loki: {
      actions: ["route", "sources_to_targets"],
      service_defaults: {
        ...{
          heading_tolerance: 60,
          minimum_reachability: 50,
          node_snap_tolerance: 5,
          radius: 0,
          search_cutoff: 35_000,
        },
        ...{ street_side_max_distance: 1_000, street_side_tolerance: 5, mvt_cache_min_zoom: 11, mvt_max_zoom: 14 },
      },
      use_connectivity: true,
      ...QUIET,
    },
    thor: { source_to_target_algorithm: "select_optimal", ...QUIET },
    odin: { service: {}, ...QUIET },
    meili: {
      ...{ mode: "auto", customizable: [], grid: { cache_size: 100_240, size: 500 }, ...QUIET },
      default: {
        ...{ beta: 3, breakage_distance: 2_000, geometry: false, gps_accuracy: 5, interpolation_distance: 10 },
        ...{ max_route_distance_factor: 5, max_route_time_factor: 5, max_search_radius: 200, route: true },
        ...{ search_radius: 50, sigma_z: 4.07, turn_penalty_factor: 0 },
      },
    },
    service_limits: {
      ...Object.fromEntries(modes.map((mode) => [mode, auto])),
      ...{ auto, pedestrian, skadi: { max_shape: 1, min_resample: 10 }, status: { allow_verbose: false } },
      ...{ centroid: { max_distance: 1, max_locations: 5 } },
      isochrone: { max_contours: 1, max_distance: 1, max_distance_contour: 1, max_locations: 1, max_time_contour: 1 },
      trace: {
        ...{ max_alternates: 1, max_alternates_shape: 1, max_distance: 1, max_gps_accuracy: 1 },
        ...{ max_search_radius: 1, max_shape: 1 },
      },
      ...{ max_alternates: 2, max_exclude_locations: 50, max_exclude_polygons_length: 10_000, max_radius: 200 },
      ...{ max_reachability: 100, max_distance_disable_hierarchy_culling: 0, max_timedep_distance: 500_000 },
      ...{ max_timedep_distance_matrix: 0, allow_hard_exclusions: false },
    },
  });
}

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
  const programs = `${installed}/node_modules/@valhallajs/valhallajs/${Deno.build.os}/${
    Deno.build.arch === "x86_64" ? "x64" : "arm64"
  }`;
  const folder = await Deno.makeTempDir({ prefix: "fuel-valhalla-tiles-" });
  await Deno.mkdir(`${folder}/tiles`);
  await Deno.writeTextFile(`${folder}/valhalla.json`, toConfig(folder));
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
