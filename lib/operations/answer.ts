/** The envelope of every answer: built here once, so that HTTP and MCP answer the same body. @module */

import { toInstantText } from "../domain/station_record.ts";
import type { DataState, Deps, Operation, Result } from "./operation.ts";

/** Who must be named when an answer is reused. */
export const ATTRIBUTION =
  "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap";

/** Licence of the data. */
export const DATA_LICENSE = "ODbL-1.0";

/** The body of a 200 and the structured content of a tool. */
export type Body = {
  data: unknown;
  meta: { version: "v1"; generated_at: string } & Record<string, string | number>;
};

const SAMPLE_NOTICE = "Synthetic sample data: these stations and prices are invented";

function toMeta(result: Result<unknown>): Body["meta"] {
  const { state, meta } = result;
  return {
    version: "v1",
    generated_at: toInstantText(state.asOfMs),
    ...meta,
    ...(state.feedAtMs === null ? {} : { feed_at: toInstantText(state.feedAtMs) }),
    source: state.source,
    ...(state.source === "sample" ? { notice: SAMPLE_NOTICE } : {}),
    attribution: ATTRIBUTION,
    license: DATA_LICENSE,
  };
}

/** Runs an operation on a parsed input and wraps what it found. Throws DomainErrors as the operation does. */
export async function answer<I>(
  operation: Operation<I, unknown>,
  deps: Deps,
  input: I,
): Promise<{ body: Body; state: DataState }> {
  const result = await operation.run(deps, input);
  return { body: { data: result.data, meta: toMeta(result) }, state: result.state };
}

/** The body of {@link answer} as JSON text from parts at hand; null when the operation has none. */
export function answerText<I>(
  operation: Operation<I, unknown>,
  deps: Deps,
  input: I,
): { text: string; state: DataState } | null {
  const result = operation.runText?.(deps, input);
  if (!result) return null;
  return { text: `{"data":${result.data},"meta":${JSON.stringify(toMeta(result))}}`, state: result.state };
}
