/** Prepares an app to run: joins its code, its scripts and its static files. @module */

import { join } from "node:path";
import { buildClient } from "./build.ts";
import { host } from "./shared.ts";
import { applySnapshot, type Manifest, type Snapshot } from "./snapshot.ts";
import { StaticFolder } from "./static_folder.ts";

export { buildClient, type BuildOptions, type ClientBuild } from "./build.ts";
export { isManifestFresh, toManifest, writeManifest } from "./gen.ts";
export { type Manifest, type Snapshot } from "./snapshot.ts";
export { serveDev } from "./dev_server.ts";

/** Where an app is and what belongs to it. */
type AppOptions = {
  /** Folder of the app: `routes/`, `islands/`, `static/`. */
  root: string;
  /** The generated manifest. */
  manifest: Manifest;
  /** Whether scripts that had to be built are kept on disk; false on read-only hosts. */
  write: boolean;
};

/** Reads or builds the scripts and gives them, the manifest and the static files to `app`; call it before `handler()`. */
export async function prepare(app: object, options: AppOptions): Promise<Snapshot> {
  const client = await buildClient(options);
  const snapshot = { manifest: options.manifest, client, files: new StaticFolder(join(options.root, "static")) };
  applySnapshot(app, snapshot);
  // For handlers that call `asset()`; while a page is rendered its own app's files are asked.
  host.version = (path) => snapshot.files.version(path);
  return snapshot;
}
