/** The result of a build: manifest, scripts, static files. @module */

import type { ClientBuild } from "./build.ts";
import type { IslandRef } from "./islands.ts";
import type { StaticFolder } from "./static_folder.ts";

/** The exports of a route file that the framework reads. */
export type RouteModule = {
  default?: unknown;
  handler?: unknown;
  config?: unknown;
};

/** Routes by path below `routes/`, islands by path below the root. The generator writes it. */
export type Manifest = {
  routes: Record<string, RouteModule>;
  islands: Record<string, Record<string, unknown>>;
};

/** The build of a running app. */
export type Snapshot = {
  manifest: Manifest;
  client: ClientBuild;
  files: StaticFolder;
  /** Components of the islands; computed on the first page. */
  islandRefs?: Map<unknown, IslandRef>;
};
