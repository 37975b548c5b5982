/**
 * Defines what an operation is: one object from which HTTP, MCP, OpenAPI, documentation and types
 * are derived.
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
import { explainLists } from "./empty_lists.ts";

/**
 * The sources that operations read: database, snapshot, clock and routing engine, and facts about
 * the process.
 */
export type Backend = {
  db: Db;
  /**
   * Hands out the newest snapshot of the current state; null inside while there is none or when it
   * is switched off.
   */
  snapshots: SnapshotSource;
  /** The real clock: only the cost of a question and the age of the data may look at it. */
  clock: () => Date;
  /**
   * False where this process does not load the feed (`INGEST=off`): then missing data are not about
   * to come.
   */
  ingests?: boolean;
  /**
   * Where the service is reached from outside, for addresses of its pages; absent where that is not
   * set.
   */
  baseUrl?: string | null;
  /** Whether requests are counted together with other instances at the moment. */
  isQuotaShared?: () => boolean;
  /** Whether the process is ending: it still answers, but should be sent no more. */
  isEnding?: () => boolean;
  /** Draws lines between points and knows detours; absent where there is none. */
  routing?: RoutingEngine | null;
};

/** The result of a reader: the data, local fields of `meta`, and the state it was read from. */
export type Result<T> = {
  /** Read from the snapshot it may be made at each access: most answers need its JSON alone. */
  data: T;
  meta: Record<string, string | number | object | null>;
  /** Null for what does not depend on the data alone, and so is never cached. */
  state: DataState | null;
  /**
   * Whether the answer may be kept, if more than question and data decided, such as a routing
   * engine; else absent.
   */
  external?: "lasting" | "momentary";
  /** Of a status that is 503: why, for the log. */
  reason?: unknown;
  /**
   * `data` with its numbers as JSON where the snapshot has its parts ready: a third of a search's
   * throughput (docs/performance.md).
   */
  toJson?(): string;
};

/**
 * A result whose data are made at each access; a copy by spread has no data. A class: an accessor
 * in a literal takes 2 µs to define for each answer.
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

/**
 * A rule over several parameters, checked when `after` was read, before the parameters listed
 * behind it.
 */
export type CrossCheck = {
  after: string;
  /** Null when the rule holds, else the public message. */
  fault(input: Record<string, unknown>): string | null;
};

/** A form of an answer; `feed` is JSON Feed. */
export type Format = "json" | "geojson" | "csv" | "text" | "atom" | "feed";

/** The forms of an operation, the one for callers without a preference first. */
export type Formats = readonly [Format, ...Format[]];

/**
 * The CSV form: names of the columns in order, and the rows of some data; a row may lack a column.
 * `generated_at` follows them.
 */
type Table<O> = {
  columns: readonly string[];
  /** Columns that follow when the rows have them. */
  extraColumns?: readonly string[];
  toRows(data: O, meta: Result<O>["meta"]): readonly Record<string, unknown>[];
  /** Name of the file; the operation's id where it has none. */
  fileName?: string;
};

/** The MCP tool of an operation. */
export type Tool<I, O> = {
  name: string;
  /** For a model: its result, when to use it, units, what to do next. */
  description: string;
  /**
   * The answer in few words for a reader: not JSON, with the key price, its date or age, and the
   * attribution.
   */
  toText(body: Body<O>, input: I): string;
  /**
   * The path of the page that shows the same to people: the text ends with its address where the
   * service's own is set.
   */
  toPage?(body: Body<O>, input: I): string;
  /** URI of the interactive page that shows the result, one of `lib/mcp/app`. */
  app?: string;
  /** Parameters that tell a model nothing: the tool does not take them. */
  omits?: readonly string[];
  /**
   * How places may be named: `point` for `lat` and `lng`, `route` for `points`, `department` for
   * its `code`.
   */
  places?: "point" | "route" | "department";
  /**
   * For an area: the question that answers for its departments (none: all), and its text. No area
   * is taken without it.
   */
  inArea?(
    input: I,
    departments: readonly string[],
  ): { operation: AnyOperation; input: object; tool?: NonNullable<AnyOperation["tool"]> };
  /**
   * How many stations were found: who names a place and no radius gets the first one that holds
   * enough.
   */
  countFound?(result: Result<O>, input: I): number;
  /** The question for the nearest station that a widened search found. */
  toNearest?(input: I): I;
  /** Fields that the entries of a short answer have; only lists have one. */
  shortFields?: readonly string[];
  /** The entries that the text lists where the caller has not said how many, at most `most`. */
  pickListed?(found: Result<O>, most: number): O;
};

/**
 * `api`: in the envelope of v1, counted; `file`: bare, uncounted, kept for a state; `status`: bare,
 * uncounted, never kept.
 */
export type Kind = "api" | "file" | "status";

/** A question that the service answers. `I` is the parsed input, `O` the data. */
export type Operation<I = unknown, O = unknown> = {
  kind: Kind;
  /** Name in OpenAPI, logs and metrics, camelCase. */
  id: string;
  tag: "Stations" | "Prices" | "Places" | "Bulk" | "Service";
  /** Path template such as `/api/v1/stations/{id}`: names in braces are keys of `input`. */
  path: string;
  title: string;
  description: string;
  /** A question with a real answer, for the documents: path and query. */
  example: string;
  /** Null when it is not a tool. */
  tool: Tool<I, O> | null;
  cacheS: number;
  /** A strict object; its keys are in the order in which faults are reported. */
  input: z.ZodObject;
  crossChecks: CrossCheck[];
  /**
   * The canonical form of a parsed input: two spellings of one question become equal, and so do
   * their ETags.
   */
  canonical(input: I): I;
  /**
   * The body of a POST, which it also takes for what an address cannot hold: its parameters as a
   * JSON object. Null: none.
   */
  postExample: object | null;
  output: z.ZodType<O>;
  /** Schemas of the local fields of `meta`. */
  meta: Record<string, z.ZodType>;
  formats: Formats;
  table: Table<O> | null;
  /** Refusals of its own, with the message of a typical case. */
  refusals: Partial<Record<ErrorCode, string>>;
  /** How many ordinary requests a question costs of the quota; absent: one. */
  cost?(input: I, now: Date): number;
  /**
   * Whether nothing of the area of a question is in mainland France or Corsica: why a list is
   * empty.
   */
  isOutside?(input: I): boolean;
  /**
   * The question without what narrows its list: if that finds some, the filters are why a list is
   * empty.
   */
  toUnfiltered?(input: I): I;
  status(data: O): 200 | 503;
  /**
   * Reads the answer from the snapshot, in slices where it takes long; null when only the database
   * can answer.
   */
  fromSnapshot?(
    snapshot: Snapshot,
    input: I,
    backend: Backend,
  ): Result<O> | Promise<Result<O>> | null;
  /**
   * Reads the answer from the database. Throws a DomainError for what the caller caused, as
   * `fromSnapshot` does.
   */
  fromDatabase(backend: Backend, input: I): Promise<Result<O>>;
  /**
   * The answer of an operation whose results have a state, from whichever of the two readers has
   * it.
   */
  read(backend: Backend, input: I): Promise<Result<O> & { state: DataState }>;
};

/** An operation of any input: each is run only with what its own `input` parsed. */
// deno-lint-ignore no-explicit-any
export type AnyOperation = Operation<any, any>;

/** The result of the snapshot when there is one that has it, else of the database. */
export async function readAnswer<I, O>(
  operation: Pick<Operation<I, O>, "fromSnapshot" | "fromDatabase">,
  backend: Backend,
  input: I,
): Promise<Result<O>> {
  const snapshot = operation.fromSnapshot && backend.snapshots.current();
  return await (snapshot && operation.fromSnapshot!(snapshot, input, backend)) ??
    await operation.fromDatabase(backend, input);
}

const USUAL = {
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
 * Fills in what an operation has in common with most, makes it explain empty lists, and keeps the
 * types of input and output together.
 */
export function defineOperation<S extends z.ZodObject, O>(
  operation:
    & Omit<Operation<z.infer<S>, O>, "input" | "read" | keyof typeof USUAL>
    & { input: S }
    & Partial<Pick<Operation<z.infer<S>, O>, keyof typeof USUAL>>,
): Operation<z.infer<S>, O> {
  const read = async (backend: Backend, input: z.infer<S>) =>
    await readAnswer(whole, backend, input) as Result<O> & { state: DataState };
  const readers = explainLists<z.infer<S>, Result<O>, Backend, Snapshot>(
    operation,
    (backend, input) => readAnswer(operation, backend, input),
  );
  const whole: Operation<z.infer<S>, O> = { ...USUAL, ...operation, ...readers, read };
  return whole;
}

/** The refusal while no feed was ever ingested: SERVICE_UNAVAILABLE, with the reason. */
export function noDataError({ ingests = true }: Pick<Backend, "ingests">): DomainError {
  const reason = ingests
    ? "the first feed is being loaded"
    : "the database is empty, and this instance does not load the feed (INGEST=off)";
  return new DomainError("SERVICE_UNAVAILABLE", `No data yet: ${reason}`);
}

/** The state as read. Throws SERVICE_UNAVAILABLE while no feed was ever ingested. */
export function requireState(
  { asOfMs, ...rest }: StoredState,
  backend: Pick<Backend, "ingests">,
): DataState {
  if (asOfMs === null) throw noDataError(backend);
  return { ...rest, asOfMs };
}

/** The state of the data now. Throws SERVICE_UNAVAILABLE while no feed was ever ingested. */
export async function readState(backend: Backend): Promise<DataState> {
  return backend.snapshots.current()?.state ?? requireState(await getState(backend.db), backend);
}

/** The names in a path template, in order. */
export function pathParamsOf({ path }: Pick<Operation, "path">): string[] {
  return [...path.matchAll(/(?<=\{)\w+(?=\})/g)].map(([name]) => name);
}
