/** Wraps what an operation found in the envelope of v1, so that HTTP and MCP answer the same body. @module */

import { ATTRIBUTION, DATA_LICENSE } from "../domain/license.ts";
import { toInstantText } from "../domain/station/station_record.ts";
import { type Body, type Deps, type Meta, type Operation, type Result } from "./operation.ts";
import type { DataState } from "../db/state.ts";

const SAMPLE_NOTICE = "Synthetic sample data: these stations and prices are invented";

/** The `meta` of a result of an operation with the envelope, whose results all have a state. */
export function toMeta({ meta, state }: Result<unknown>): Meta {
  const { asOfMs, feedAtMs, source } = state!;
  return {
    version: "v1",
    generated_at: toInstantText(asOfMs),
    ...meta,
    ...(feedAtMs === null ? {} : { feed_at: toInstantText(feedAtMs) }),
    source,
    ...(source === "sample" ? { notice: SAMPLE_NOTICE } : {}),
    attribution: ATTRIBUTION,
    license: DATA_LICENSE,
  };
}

/** The body of such a result. */
export function toBody<O>(result: Result<O>): Body<O> {
  return { data: result.data, meta: toMeta(result) };
}

/** The JSON of {@link toBody}, or of the bare data for operations without the envelope. */
export function toBodyJson({ kind }: Pick<Operation, "kind">, result: Result<unknown>): string {
  const data = result.toJson?.() ?? JSON.stringify(result.data);
  if (kind !== "api") return data;
  return `{"data":${data},"meta":${JSON.stringify(toMeta(result))}}`;
}

/** Runs an operation of the API on a parsed input. Throws DomainErrors as the operation does. */
export async function answer<I, O>(
  operation: Operation<I, O>,
  deps: Deps,
  input: I,
): Promise<{ body: Body<O>; state: DataState }> {
  const result = await operation.read(deps, input);
  return { body: toBody(result), state: result.state };
}
