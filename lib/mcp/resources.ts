/** The resources: what a client may attach to a talk without a tool call. @module */

import { type ReadResourceResult, type Resource, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { FUEL_NAMES } from "../operations/tool_text.ts";
import { DEPARTMENTS } from "../shared/departments.ts";
import { FUELS } from "../shared/fuels.ts";
import { APPS } from "./app.ts";
import type { McpContext } from "./context.ts";
import { readWatched, WATCHED_TEMPLATES } from "./watched.ts";

const HOUR_MS = 3_600_000;

/** A resource with its content and how long a client may keep it. */
type Known = { resource: Resource; toText(origin: string): string; ttlMs: number; _meta?: Record<string, unknown> };

const fuels: Known = {
  resource: {
    uri: "fuel://fuels",
    name: "fuels",
    title: "Fuel codes",
    description: "The six fuel codes that the tools take, and what each is called at the pump",
    mimeType: "application/json",
  },
  toText: () => JSON.stringify(FUELS.map((code) => ({ code, name: FUEL_NAMES[code].replace(/^\w+ \((.*)\)$/, "$1") }))),
  ttlMs: 24 * HOUR_MS,
};

const departments: Known = {
  resource: {
    uri: "fuel://departments",
    name: "departments",
    title: "French departments",
    description: "Code, name and region of every department, as they stand in the department field of stations",
    mimeType: "application/json",
  },
  toText: () => JSON.stringify(DEPARTMENTS.map(({ code, name, regionName: region }) => ({ code, name, region }))),
  ttlMs: 24 * HOUR_MS,
};

const apps: Known[] = APPS.map(({ uri, name, title, description, mimeType, toHtml, meta }) => ({
  resource: { uri, name, title, description, mimeType, _meta: meta },
  toText: toHtml,
  ttlMs: HOUR_MS,
  _meta: meta,
}));

const known = new Map([fuels, departments, ...apps].map((entry) => [entry.resource.uri, entry]));

/** All resources that can be listed. */
export const RESOURCES: readonly Resource[] = [...known.values()].map(({ resource }) => resource);

/** Stations, and those around a point, as their operations answer them. */
export const RESOURCE_TEMPLATES = WATCHED_TEMPLATES;

/** The content of a resource. Throws the protocol's "resource not found" for an unknown URI. */
export async function readResource(context: McpContext, { uri }: { uri: string }): Promise<ReadResourceResult> {
  const entry = known.get(uri);
  if (entry) {
    const { resource: { mimeType }, toText, ttlMs, _meta } = entry;
    return {
      contents: [{ uri, mimeType, text: toText(context.toOrigin()), ...(_meta ? { _meta } : {}) }],
      ttlMs,
      cacheScope: "public",
    };
  }
  const watched = await readWatched(context.deps, uri);
  if (!watched) throw new ResourceNotFoundError(uri);
  const contents = [{ uri, mimeType: "application/json", text: JSON.stringify(watched.body) }];
  return { contents, ttlMs: watched.cacheS * 1000, cacheScope: "public" };
}
