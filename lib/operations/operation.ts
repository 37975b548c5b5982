/** What an operation is: one definition from which HTTP, MCP, OpenAPI and types are derived. @module */

import type { z } from "zod";
import type { Db } from "../db/db.ts";
import type { SnapshotSource } from "../snapshot/source.ts";

/** What operations need of the process. */
export type Deps = {
  db: Db;
  /** Hands out the newest picture of the current state; null inside when it is cold or switched off. */
  snapshots: SnapshotSource;
  /** The real clock: only `open_now` may look at it. */
  clock: () => Date;
  /** False where this process does not load the feed (`INGEST=off`): then a missing state is not about to come. */
  ingests?: boolean;
};

/** Which state of the data an answer was read from. Equal state and question: equal bytes. */
export type DataState = {
  revision: number;
  /** Instant of the last good ingest of the feed: the "now" of every answer. */
  asOfMs: number;
  /** Newest time of a price in the feed, or null. */
  feedAtMs: number | null;
  source: "official" | "file" | "sample";
};

/** What `run` resolves to: the data, fields of `meta` beside the common ones, and the state it was read from. */
export type Result<T> = { data: T; meta: Record<string, string | number>; state: DataState };

/** A rule over several parameters, checked when `after` was read, before the parameters listed behind it. */
export type CrossCheck = {
  after: string;
  /** Null when the rule holds, else the public message. */
  fault(input: Record<string, unknown>): string | null;
};

/** A question that the service answers. `I` is the parsed input, `O` the data. */
export type Operation<I = unknown, O = unknown> = {
  /** Name in OpenAPI, logs and metrics, camelCase. */
  id: string;
  /** Name of the MCP tool, or null when it is not one. */
  tool: string | null;
  /** Path template such as `/api/v1/stations/{id}`. */
  path: string;
  /** Keys of `input` that come from the path. */
  pathParams: string[];
  title: string;
  /** For people: OpenAPI and docs. */
  description: string;
  /** For a model: what it answers, when to use it, units, what to do next. */
  toolDescription: string;
  cacheS: number;
  /** A strict object; its keys are in the order in which faults are reported. */
  input: z.ZodObject;
  crossChecks: CrossCheck[];
  /** The canonical form of a parsed input: two inputs that ask for the same become equal, and so do their ETags. */
  canonical(input: I): I;
  /** Schema of `data`. */
  output: z.ZodType<O>;
  /** Schemas of `meta` fields beside the common ones. */
  meta: Record<string, z.ZodType>;
  /** Whether the answer to this input also depends on the clock's minute (open_now). */
  usesClock(input: I): boolean;
  /** Throws a DomainError for what the caller caused. */
  run(deps: Deps, input: I): Promise<Result<O>>;
  /** What `run` answers with `data` as JSON text, put together from parts at hand; null without a picture to hold them. */
  runText?(deps: Deps, input: I): Result<string> | null;
};

/** Keeps the types of an operation's input and output together while it joins the list. */
export function defineOperation<S extends z.ZodObject, O>(
  operation:
    & Omit<Operation<z.infer<S>, O>, "input" | "crossChecks" | "canonical" | "usesClock" | "meta">
    & { input: S }
    & Partial<Pick<Operation<z.infer<S>, O>, "crossChecks" | "canonical" | "usesClock" | "meta">>,
): Operation<z.infer<S>, O> {
  return { crossChecks: [], canonical: (input) => input, usesClock: () => false, meta: {}, ...operation };
}
