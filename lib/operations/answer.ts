/**
 * Wraps the result of an operation in the envelope of v1, so that HTTP and MCP return the same
 * body.
 *
 * @module
 */

import { ATTRIBUTION, DATA_LICENSE } from "../domain/license.ts";
import { toInstantText } from "../domain/station/station_record.ts";
import { addNumbers } from "./numbers.ts";
import { type Backend, type Body, type Meta, type Operation, type Result } from "./operation.ts";
import type { DataState } from "../db/data_state.ts";

const SAMPLE_NOTICE = "Synthetic sample data: these stations and prices are invented";

/**
 * Returns the fields of `meta` that all responses from one state share, as those before and those
 * after a response's own fields.
 */
function toSharedMeta({ asOfMs, feedAtMs, source }: DataState) {
  const first = { version: "v1" as const, generated_at: toInstantText(asOfMs) };
  const last = {
    ...(feedAtMs === null ? {} : { feed_at: toInstantText(feedAtMs) }),
    source,
    ...(source === "sample" ? { notice: SAMPLE_NOTICE } : {}),
    attribution: ATTRIBUTION,
    license: DATA_LICENSE,
  };
  return { first, last, firstJson: toJsonFields(first), lastJson: toJsonFields(last) };
}

/** Returns the JSON of an object without its braces. */
function toJsonFields(fields: object): string {
  return JSON.stringify(fields).slice(1, -1);
}

// Every result from a snapshot has the same state object. Writing this JSON costs as much as
// finding the stations, so it is cached per state.
const sharedMetas = new WeakMap<DataState, ReturnType<typeof toSharedMeta>>();

function sharedMetaOf(state: DataState) {
  return sharedMetas.getOrInsertComputed(state, toSharedMeta);
}

/**
 * Returns the `meta` of a result, with numbers added as in the data. The operation must use the
 * envelope: its results always have a state.
 */
export function toMeta({ meta, state }: Result<unknown>): Meta {
  const { first, last } = sharedMetaOf(state!);
  return { ...first, ...addNumbers(meta, state!.asOfMs), ...last };
}

/** Returns the body of such a result, with the numbers of {@link addNumbers}. */
export function toBody<O>(result: Result<O>): Body<O> {
  return { data: addNumbers(result.data, result.state!.asOfMs), meta: toMeta(result) };
}

/** Returns the JSON of {@link toBody}, or of the bare data for operations without the envelope. */
export function toBodyJson({ kind }: Pick<Operation, "kind">, result: Result<unknown>): string {
  if (kind !== "api") return result.toJson?.() ?? JSON.stringify(result.data);
  const { asOfMs } = result.state!;
  const data = result.toJson?.() ?? JSON.stringify(addNumbers(result.data, asOfMs));
  const { firstJson, lastJson } = sharedMetaOf(result.state!);
  const ownJson = toJsonFields(addNumbers(result.meta, asOfMs));
  const metaJson = ownJson === ""
    ? `${firstJson},${lastJson}`
    : `${firstJson},${ownJson},${lastJson}`;
  return `{"data":${data},"meta":{${metaJson}}}`;
}

/** Runs an API operation on a parsed input. Throws the DomainErrors of the operation. */
export async function answer<I, O>(
  operation: Operation<I, O>,
  backend: Backend,
  input: I,
): Promise<{ body: Body<O>; state: DataState }> {
  const result = await operation.read(backend, input);
  return { body: toBody(result), state: result.state };
}
