/** Addresses of files that islands fetch, with their versions: islands may not ask the host themselves. @module */

import { asset } from "fresh/runtime";
import type { BaseFiles, PlaceFiles } from "../../lib/shared/where.ts";

/** The communes' files. */
export function placeFiles(): PlaceFiles {
  return { towns: asset("/geo/towns.json"), villages: asset("/geo/villages.json") };
}

/** Our own outlines. */
export function baseFiles(): BaseFiles {
  return {
    departments: asset("/geo/departments.topo.json"),
    context: asset("/geo/context.topo.json"),
    labels: asset("/geo/labels.json"),
  };
}
