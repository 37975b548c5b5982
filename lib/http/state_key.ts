/** Names states of the data: without it each cache would tell them apart by another text. @module */

import type { DataState } from "../operations/mod.ts";

type Named = Pick<DataState, "revision" | "asOfMs" | "source">;

let last: Named & { key: string } = { revision: NaN, asOfMs: NaN, source: "file", key: "" };

/** The name of a state: equal name, equal data. */
export function toStateKey(state: Named): string {
  const { revision, asOfMs, source } = state;
  // Asked for with every request, and another one every ten minutes only.
  if (last.revision !== revision || last.asOfMs !== asOfMs || last.source !== source) {
    last = { revision, asOfMs, source, key: `${revision} ${asOfMs} ${source}` };
  }
  return last.key;
}
