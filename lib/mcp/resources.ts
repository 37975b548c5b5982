/**
 * The resources that a client may attach to a conversation without a tool call, and watch for
 * changes.
 *
 * @module
 */

import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { DomainError } from "../domain/errors.ts";
import { answer } from "../operations/answer.ts";
import type { AnyOperation, Backend } from "../operations/operation.ts";
import { lookupStation } from "../operations/stations/lookup_station.ts";
import { parseInput } from "../operations/input.ts";
import { searchStations } from "../operations/stations/search_stations.ts";
import { FUEL_NAMES } from "../operations/tool_text.ts";
import { DEPARTMENTS } from "../places/departments.ts";
import { FUELS } from "../shared/fuels.ts";
import { toNearbyHtml } from "./app.ts";
import type { McpContext } from "./context.ts";

const HOUR_MS = 3_600_000;

type Fixed = { resource: Resource; toText(origin: string): string; ttlMs: number };

const FIXED: readonly Fixed[] = [
  {
    resource: {
      uri: "fuel://fuels",
      name: "fuels",
      title: "Fuel codes",
      description: "The six fuel codes that the tools take, with their names at the pump",
      mimeType: "application/json",
    },
    toText: () =>
      JSON.stringify(
        FUELS.map((code) => ({ code, name: FUEL_NAMES[code].replace(/^\w+ \((.*)\)$/, "$1") })),
      ),
    ttlMs: 24 * HOUR_MS,
  },
  {
    resource: {
      uri: "fuel://departments",
      name: "departments",
      title: "French departments",
      description:
        "Code, name and region of every department. Stations have the code in their field " +
        "department",
      mimeType: "application/json",
    },
    toText: () =>
      JSON.stringify(
        DEPARTMENTS.map(({ code, name, regionName: region }) => ({ code, name, region })),
      ),
    ttlMs: 24 * HOUR_MS,
  },
  {
    resource: {
      uri: "ui://fuel-prices/nearby.html",
      name: "nearby",
      title: "Stations nearby",
      description: "The stations of a search as a list and a small map",
      mimeType: "text/html;profile=mcp-app",
      // The page loads nothing.
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
    },
    toText: toNearbyHtml,
    ttlMs: HOUR_MS,
  },
];

/** All resources that can be listed. */
export const RESOURCES: readonly Resource[] = FIXED.map(({ resource }) => resource);

type Watchable = {
  template: { uriTemplate: string; name: string; title: string; description: string };
  pattern: RegExp;
  operation: AnyOperation;
  toArgs(groups: Record<string, string>): Record<string, unknown>;
  /** Returns what subscriptions compare: prices, but not the times of their confirmation. */
  // deno-lint-ignore no-explicit-any -- each reads the data of its own operation
  toCompared(data: any): unknown;
};

const WATCHABLE: readonly Watchable[] = [
  {
    template: {
      uriTemplate: "fuel://stations/{id}",
      name: "station",
      title: "One filling station",
      description:
        "Everything known about a station: all fuels with price and age, stock-outs, hours, " +
        "services",
    },
    pattern: /^fuel:\/\/stations\/(?<id>\d{1,20})$/,
    operation: lookupStation,
    toArgs: ({ id }) => ({ id }),
    toCompared: ({ prices, out_of_stock, closed_since }) => [
      prices.map(({ fuel, price, in_force }: Record<string, unknown>) => [fuel, price, in_force]),
      out_of_stock,
      closed_since,
    ],
  },
  {
    template: {
      uriTemplate: "fuel://nearby/{fuel}/{lat},{lng},{radius}",
      name: "nearby",
      title: "Cheapest stations around a point",
      description: "The twenty cheapest stations for a fuel within a radius in km around a point",
    },
    pattern:
      /^fuel:\/\/nearby\/(?<fuel>\w{1,10})\/(?<lat>-?\d{1,2}(?:\.\d{1,7})?),(?<lng>-?\d{1,3}(?:\.\d{1,7})?),(?<radius>\d{1,2}(?:\.\d{1,3})?)$/,
    operation: searchStations,
    toArgs: ({ fuel, lat, lng, radius }) => ({
      fuel,
      lat: Number(lat),
      lng: Number(lng),
      radius: Number(radius),
    }),
    toCompared: (entries) => entries.map(({ id, price }: Record<string, unknown>) => [id, price]),
  },
];

/**
 * The templates of the resources that can be watched: a station, and the stations around a point.
 */
export const RESOURCE_TEMPLATES = WATCHABLE.map(({ template }) => ({
  ...template,
  mimeType: "application/json",
}));

/**
 * Returns the body of a watchable resource, how long a client may cache it, and the text that
 * subscriptions compare; null for any other URI. Throws a DomainError before the first ingest.
 */
export async function readWatched(backend: Backend, uri: string) {
  for (const { pattern, operation, toArgs, toCompared } of WATCHABLE) {
    const groups = pattern.exec(uri)?.groups;
    if (!groups) continue;
    try {
      const args = toArgs(groups);
      const { body } = await answer(
        operation,
        backend,
        parseInput(operation, ({ name }) => args[name]),
      );
      return { body, cacheS: operation.cacheS, compared: JSON.stringify(toCompared(body.data)) };
    } catch (error) {
      if (error instanceof DomainError && error.status < 500) return null;
      throw error;
    }
  }
  return null;
}

/**
 * Returns the content of a resource. Throws the protocol's "resource not found" for an unknown URI.
 */
export async function readResource(
  context: McpContext,
  { uri }: { uri: string },
): Promise<ReadResourceResult> {
  const entry = FIXED.find(({ resource }) => resource.uri === uri);
  if (entry) {
    const { resource: { mimeType, _meta }, toText, ttlMs } = entry;
    const content = {
      uri,
      mimeType,
      text: toText(context.toOrigin()),
      ...(_meta ? { _meta } : {}),
    };
    return { contents: [content], ttlMs, cacheScope: "public" };
  }
  const watched = await readWatched(context.backend, uri);
  if (!watched) throw new ResourceNotFoundError(uri);
  const contents = [{ uri, mimeType: "application/json", text: JSON.stringify(watched.body) }];
  return { contents, ttlMs: watched.cacheS * 1000, cacheScope: "public" };
}
