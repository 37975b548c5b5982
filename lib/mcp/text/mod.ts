/** The texts of the tools: what a reader needs of an answer, in few tokens. @module */

import type { Body } from "../../operations/mod.ts";
import type { Answer } from "./body.ts";
import { historyText } from "./history.ts";
import { nationalText } from "./national.ts";
import { nearbyText } from "./nearby.ts";
import { stationText } from "./station.ts";
import { trendsText } from "./trends.ts";

type Render = (answer: Answer<never>, asked: never) => string;

const TEXTS: Record<string, Render> = {
  searchStations: nearbyText,
  lookupStation: stationText,
  nationalPrices: nationalText,
  priceHistory: historyText,
  brandTrends: trendsText,
};

/** Whether an operation's answers can be told in words. */
export function hasText(operationId: string): boolean {
  return Object.hasOwn(TEXTS, operationId);
}

/** The answer of an operation to `asked` (its parsed input) in words. Throws a TypeError for an operation without a text. */
export function renderText(operationId: string, body: Body, asked: unknown): string {
  if (!hasText(operationId)) throw new TypeError(`No text is written for the operation ${operationId}`);
  // Each text is given the data of the operation it is listed under.
  return TEXTS[operationId](body as Answer<never>, asked as never);
}
