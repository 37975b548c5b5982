/** The resources that can be watched: a station, and the stations around a point; and what of them is news. @module */

import { DomainError } from "../domain/errors.ts";
import { answer, type AnyOperation, type Deps, lookupStation, parseInput, searchStations } from "../operations/mod.ts";

/** A resource whose content is the answer of an operation. */
type Watchable = {
  uriTemplate: string;
  name: string;
  title: string;
  description: string;
  pattern: RegExp;
  operation: AnyOperation;
  toArgs(groups: Record<string, string>): Record<string, unknown>;
  /** What is news when it changes: prices, and not when they were confirmed. */
  // deno-lint-ignore no-explicit-any -- each reads the data of its own operation
  toNews(data: any): unknown;
};

const station: Watchable = {
  uriTemplate: "fuel://stations/{id}",
  name: "station",
  title: "One filling station",
  description: "Everything known about a station: all fuels with price and age, stock-outs, hours, services",
  pattern: /^fuel:\/\/stations\/(?<id>\d{1,20})$/,
  operation: lookupStation,
  toArgs: ({ id }) => ({ id }),
  toNews: ({ prices, out_of_stock, closed_since }) => [
    prices.map(({ fuel, price, in_force }: Record<string, unknown>) => [fuel, price, in_force]),
    out_of_stock,
    closed_since,
  ],
};

const nearby: Watchable = {
  uriTemplate: "fuel://nearby/{fuel}/{lat},{lng},{radius}",
  name: "nearby",
  title: "Cheapest stations around a point",
  description: "The twenty cheapest stations for a fuel within a radius in km around a point",
  pattern:
    /^fuel:\/\/nearby\/(?<fuel>\w{1,10})\/(?<lat>-?\d{1,2}(?:\.\d{1,7})?),(?<lng>-?\d{1,3}(?:\.\d{1,7})?),(?<radius>\d{1,2}(?:\.\d{1,3})?)$/,
  operation: searchStations,
  toArgs: ({ fuel, lat, lng, radius }) => ({ fuel, lat: Number(lat), lng: Number(lng), radius: Number(radius) }),
  toNews: (entries) => entries.map(({ id, price }: Record<string, unknown>) => [id, price]),
};

const WATCHABLE = [station, nearby];

/** The templates of these resources, as clients list them. */
export const WATCHED_TEMPLATES = WATCHABLE.map(({ uriTemplate, name, title, description }) => {
  return { uriTemplate, name, title, description, mimeType: "application/json" };
});

/** A resource that was read: its body, how long a client may keep it, and what of it is news. */
export type Watched = { body: unknown; cacheS: number; news: string };

/** The resource of a URI; null when it is none of these, or there is none. Throws a DomainError while there are no data. */
export async function readWatched(deps: Deps, uri: string): Promise<Watched | null> {
  for (const { pattern, operation, toArgs, toNews } of WATCHABLE) {
    const groups = pattern.exec(uri)?.groups;
    if (!groups) continue;
    try {
      const args = toArgs(groups);
      const { body } = await answer(operation, deps, parseInput(operation, ({ name }) => args[name]));
      return { body, cacheS: operation.cacheS, news: JSON.stringify(toNews(body.data)) };
    } catch (error) {
      if (error instanceof DomainError && error.status < 500) return null;
      throw error;
    }
  }
  return null;
}
