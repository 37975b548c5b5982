/** Parses query strings and paths strictly: `lat=` is rejected, not read as 0. @module */

import { DomainError } from "../domain/errors.ts";
import { type Param, Undecodable } from "../operations/input.ts";

/** Longest accepted query in characters, a hundred times what a request needs. */
export const MAX_QUERY_LENGTH = 8_192;

/**
 * Values by name, in the order given. A value that is not percent-encoded UTF-8 is an Undecodable.
 */
export type Query = ReadonlyMap<string, [string | Undecodable, ...(string | Undecodable)[]]>;

/** Decodes percent-encoding. Returns null if it is malformed. */
export function decodePercent(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const decode = (text: string) => decodePercent(text.replaceAll("+", " "));

/** Parses `?a=1&b=2`, with or without the question mark. Drops a name that cannot be decoded. */
export function parseQuery(search: string): Query {
  const query = new Map<string, [string | Undecodable, ...(string | Undecodable)[]]>();
  for (const pair of (search.startsWith("?") ? search.slice(1) : search).split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decode(at === -1 ? pair : pair.slice(0, at));
    if (name === null) continue;
    const raw = at === -1 ? "" : pair.slice(at + 1);
    const value = decode(raw) ?? new Undecodable(raw);
    const values = query.get(name);
    if (values) values.push(value);
    else query.set(name, [value]);
  }
  return query;
}

const GRAMMAR = { number: /^-?\d+(\.\d+)?$/, integer: /^-?\d+$/ } as const;

/**
 * Converts a text to the kind that a parameter declares, or to an {@link Undecodable}. Numbers are
 * plain decimals.
 */
export function decodeValue(text: string, kind: Param["kind"]): unknown {
  if (text.trim() === "") return new Undecodable(text);
  if (kind === "number" || kind === "integer") {
    // Adding 0 turns -0 into 0, which is the same place and must be the same request.
    return GRAMMAR[kind].test(text) ? Number(text) + 0 : new Undecodable(text);
  }
  if (kind === "boolean") {
    return text === "true" || text === "false" ? text === "true" : new Undecodable(text);
  }
  return text;
}

/**
 * Returns the raw value of a parameter; undefined if it is absent. Throws INVALID_PARAMETER if it
 * is given twice.
 */
export function readQuery(query: Query, param: Pick<Param, "name" | "kind">): unknown {
  const values = query.get(param.name);
  if (!values) return undefined;
  const [value, ...others] = values;
  if (others.length > 0) {
    const message = `Parameter "${param.name}" is given ${values.length} times; expected once`;
    throw new DomainError("INVALID_PARAMETER", message);
  }
  return value instanceof Undecodable ? value : decodeValue(value, param.kind);
}

/** Throws INVALID_PARAMETER if a query is too long. */
export function refuseLongQuery(search: string): void {
  if (search.length <= MAX_QUERY_LENGTH) return;
  const message = `The query has ${search.length} characters; expected at most ${MAX_QUERY_LENGTH}`;
  throw new DomainError("INVALID_PARAMETER", message);
}

/**
 * Returns the decoded values of a template's names (`/api/v1/stations/{id}`) in a path that matches
 * it. A value that cannot be decoded is an Undecodable.
 */
export function readPath(template: string, pathname: string): Map<string, string | Undecodable> {
  const segments = pathname.split("/");
  const values = new Map<string, string | Undecodable>();
  template.split("/").forEach((part, index) => {
    if (!part.startsWith("{")) return;
    const raw = segments[index] ?? "";
    values.set(part.slice(1, -1), decodePercent(raw) ?? new Undecodable(raw));
  });
  return values;
}
