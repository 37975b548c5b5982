/** The end of every text: as of when, from whom: without it a model could pass old prices on as fresh. @module */

import type { Body } from "../../operations/mod.ts";
import { toParisText } from "./words.ts";

/** What a text is written from: the data of one operation and the common meta. */
export type Answer<T> = { data: T; meta: Body["meta"] };

/** Date of the data and attribution, and the warning when the data are invented. */
export function toFooter({ meta }: Pick<Answer<unknown>, "meta">): string {
  const lines = [`As of ${toParisText(meta.generated_at)}. Source: ${meta.attribution} (${meta.license}).`];
  if (meta.notice) lines.unshift(`Warning: ${meta.notice}.`);
  return lines.join("\n");
}

/** Lines without the empty ones, and the footer. */
export function toText(lines: readonly (string | null)[], answer: Pick<Answer<unknown>, "meta">): string {
  return [...lines.filter((line) => line !== null && line !== ""), toFooter(answer)].join("\n");
}
