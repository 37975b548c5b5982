/**
 * Defines an operation: one object from which HTTP, MCP, OpenAPI, documentation and types are
 * derived.
 *
 * @module
 */

import type { z } from "zod";
import type { Db } from "../db/db.ts";
import { type DataState, getState, type StoredState } from "../db/data_state.ts";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import type { RoutingEngine } from "../domain/routing.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { SnapshotSource } from "../snapshot/source.ts";
import type { Backups } from "./backups.ts";
import { explainLists } from "./empty_lists.ts";

/** The sources that operations read, and facts about the process. */
export type Backend = {
  db: Db;
  /**
   * Returns the newest snapshot of the current state; null before the first, or if switched off.
   */
  snapshots: SnapshotSource;
  /** The real clock, used only for the cost of a request and the age of the data. */
  clock: () => Date;
  /** False if this process does not load the feed (`INGEST=off`). */
  ingests?: boolean;
  /** The public URL of the service, for links to its pages; absent if it is not set. */
  baseUrl?: string | null;
  /** Returns whether this instance counts requests together with others at the moment. */
  isQuotaShared?: () => boolean;
  /** Reads how the last backups ended; absent where nothing reports them. */
  readBackups?: () => Promise<Backups>;
  /** Returns whether the process is shutting down: it responds, but should get no new requests. */
  isEnding?: () => boolean;
  /** Draws lines between points and computes detours; absent without a routing engine. */
  routing?: RoutingEngine | null;
};

/** The result of a reader: the data, local fields of `meta`, and the state they were read from. */
export type Result<T> = {
  /** A getter may build this on each access: most responses need only the JSON. */
  data: T;
  meta: Record<string, string | number | object | null>;
  /** Null if the result depends on more than the data, so it is never cached. */
  state: DataState | null;
  /**
   * Set if more than the data affected the result, such as a routing engine: `lasting` results may
   * be cached, `momentary` ones not.
   */
  external?: "lasting" | "momentary";
  /** Why a status is 503, for the log. */
  reason?: unknown;
  /**
   * Returns `data` with its numbers as JSON, if the snapshot has its parts ready. This is a third
   * of a search's throughput (docs/performance.md).
   */
  toJson?(): string;
};

/**
 * A result that builds its data on each access; a spread copy has no data. It is a class because
 * defining an accessor in a literal takes 2 µs per response.
 */
export class LazyResult<T> implements Result<T> {
  constructor(
    readonly meta: Result<T>["meta"],
    readonly state: DataState,
    readonly toJson: () => string,
    private readonly toData: () => T,
  ) {}

  get data(): T {
    return this.toData();
  }
}

/** The `meta` of a body. */
export type Meta =
  & { version: "v1"; generated_at: string }
  & Record<string, string | number | object | null>;

/** The body of a 200 and the structured content of a tool. */
export type Body<T = unknown> = { data: T; meta: Meta };

/** A rule over several parameters, checked as soon as `after` is parsed. */
export type CrossCheck = {
  after: string;
  /** Returns null if the rule holds, or the public message. */
  fault(input: Record<string, unknown>): string | null;
};

/** A format of a response; `feed` is JSON Feed. */
export type Format = "json" | "geojson" | "csv" | "text" | "atom" | "feed";

/** The formats of an operation, the default first. */
export type Formats = readonly [Format, ...Format[]];

/**
 * The CSV format: column names in order, and the rows of some data. A row may lack a column.
 * `generated_at` is the last column.
 */
type Table<O> = {
  columns: readonly string[];
  /** Columns that are appended if a row has them. */
  extraColumns?: readonly string[];
  toRows(data: O, meta: Result<O>["meta"]): readonly Record<string, unknown>[];
  /** Name of the file; defaults to the ID of the operation. */
  fileName?: string;
};

/** The MCP tool of an operation. */
export type Tool<I, O> = {
  name: string;
  /** For a model: the result, when to use the tool, units, what to do next. */
  description: string;
  /** Returns the result in a few words: the key price, its date or age, and the attribution. */
  toText(body: Body<O>, input: I): string;
  /**
   * Returns the path of the page with the same content. The text ends with its URL if the service's
   * own URL is set.
   */
  toPage?(body: Body<O>, input: I): string;
  /** URI of the interactive page that shows the result, one of `lib/mcp/app`. */
  app?: string;
  /** Parameters that do not help a model: the tool does not take them. */
  omits?: readonly string[];
  /**
   * How the tool accepts place names: `point` replaces `lat` and `lng`, `route` replaces `points`,
   * `department` replaces `code`.
   */
  places?: "point" | "route" | "department";
  /**
   * Returns the request for a whole area, given by its departments (all if empty), and its text. A
   * tool without it rejects areas.
   */
  inArea?(
    input: I,
    departments: readonly string[],
  ): { operation: AnyOperation; input: object; tool?: NonNullable<AnyOperation["tool"]> };
  /** Returns how many stations were found, to widen the radius until there are enough. */
  countFound?(result: Result<O>, input: I): number;
  /** Returns the request for the nearest station that a widened search found. */
  toNearest?(input: I): I;
  /** The fields of the entries in a short result; only lists have them. */
  shortFields?: readonly string[];
  /** Returns at most `most` entries for the text if the caller gave no limit. */
  pickListed?(found: Result<O>, most: number): O;
};

/**
 * `api`: with the envelope of v1, counted. `file`: bare, uncounted, cached per state. `status`:
 * bare, uncounted, never cached.
 */
export type Kind = "api" | "file" | "status";

/** A request that the service can answer. `I` is the parsed input, `O` the data. */
export type Operation<I = unknown, O = unknown> = {
  kind: Kind;
  /** camelCase name in OpenAPI, logs and metrics. */
  id: string;
  tag: "Stations" | "Prices" | "Places" | "Bulk" | "Service";
  /** Path template such as `/api/v1/stations/{id}`; names in braces are keys of `input`. */
  path: string;
  title: string;
  description: string;
  /** Path and query of a request with a real result, for the documentation. */
  example: string;
  /** Null if the operation is not a tool. */
  tool: Tool<I, O> | null;
  cacheS: number;
  /** A strict object. Faults are reported in the order of its keys. */
  input: z.ZodObject;
  crossChecks: CrossCheck[];
  /** Returns the canonical form of an input, so that equal requests share an ETag. */
  canonical(input: I): I;
  /** An example body if the operation accepts POST, with its parameters as JSON; else null. */
  postExample: object | null;
  output: z.ZodType<O>;
  /** Schemas of the local fields of `meta`. */
  meta: Record<string, z.ZodType>;
  formats: Formats;
  table: Table<O> | null;
  /** Errors of its own, with the message of a typical case. */
  refusals: Partial<Record<ErrorCode, string>>;
  /** Returns how many ordinary requests this one costs; one by default. */
  cost?(input: I, now: Date): number;
  /** Returns whether the whole area is outside mainland France and Corsica. */
  isOutside?(input: I): boolean;
  /**
   * Returns the request without its filters. If that finds something, the filters explain an empty
   * list.
   */
  toUnfiltered?(input: I): I;
  status(data: O): 200 | 503;
  /**
   * Reads the result from the snapshot, in slices if it takes long; null if only the database can.
   */
  fromSnapshot?(
    snapshot: Snapshot,
    input: I,
    backend: Backend,
  ): Result<O> | Promise<Result<O>> | null;
  /**
   * Reads the result from the database. Throws a DomainError for the caller's faults, as
   * `fromSnapshot` does.
   */
  fromDatabase(backend: Backend, input: I): Promise<Result<O>>;
  /**
   * Reads the result from the snapshot or the database. Only for operations whose results have a
   * state.
   */
  read(backend: Backend, input: I): Promise<Result<O> & { state: DataState }>;
};

/** An operation of any input. Run it only with input that its own schema parsed. */
// deno-lint-ignore no-explicit-any
export type AnyOperation = Operation<any, any>;

/** Returns the result of the snapshot, or of the database if the snapshot cannot give it. */
export async function readAnswer<I, O>(
  operation: Pick<Operation<I, O>, "fromSnapshot" | "fromDatabase">,
  backend: Backend,
  input: I,
): Promise<Result<O>> {
  const snapshot = operation.fromSnapshot && backend.snapshots.current();
  return await (snapshot && operation.fromSnapshot!(snapshot, input, backend)) ??
    await operation.fromDatabase(backend, input);
}

const DEFAULTS = {
  kind: "api",
  tool: null,
  crossChecks: [],
  canonical: <I>(input: I) => input,
  postExample: null,
  meta: {},
  cacheS: 60,
  formats: ["json"],
  table: null,
  refusals: {},
  status: () => 200,
} satisfies Partial<Operation>;

/**
 * Fills in defaults, makes lists explain why they are empty, and ties the types of input and output
 * together.
 */
export function defineOperation<S extends z.ZodObject, O>(
  operation:
    & Omit<Operation<z.infer<S>, O>, "input" | "read" | keyof typeof DEFAULTS>
    & { input: S }
    & Partial<Pick<Operation<z.infer<S>, O>, keyof typeof DEFAULTS>>,
): Operation<z.infer<S>, O> {
  const read = async (backend: Backend, input: z.infer<S>) =>
    await readAnswer(whole, backend, input) as Result<O> & { state: DataState };
  const readers = explainLists<z.infer<S>, Result<O>, Backend, Snapshot>(
    operation,
    (backend, input) => readAnswer(operation, backend, input),
  );
  const whole: Operation<z.infer<S>, O> = { ...DEFAULTS, ...operation, ...readers, read };
  return whole;
}

/** Returns SERVICE_UNAVAILABLE with the reason, for requests before the first ingest. */
export function noDataError({ ingests = true }: Pick<Backend, "ingests">): DomainError {
  const reason = ingests
    ? "the first feed is being loaded"
    : "the database is empty, and this instance does not load the feed (INGEST=off)";
  return new DomainError("SERVICE_UNAVAILABLE", `No data yet: ${reason}`);
}

/** Returns the state. Throws SERVICE_UNAVAILABLE before the first ingest. */
export function requireState(
  { asOfMs, ...rest }: StoredState,
  backend: Pick<Backend, "ingests">,
): DataState {
  if (asOfMs === null) throw noDataError(backend);
  return { ...rest, asOfMs };
}

/** Returns the current state of the data. Throws SERVICE_UNAVAILABLE before the first ingest. */
export async function readState(backend: Backend): Promise<DataState> {
  return backend.snapshots.current()?.state ?? requireState(await getState(backend.db), backend);
}

/** Returns the names in a path template, in order. */
export function pathParamsOf({ path }: Pick<Operation, "path">): string[] {
  return [...path.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name);
}
