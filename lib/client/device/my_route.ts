/** The visitor's last route with its cheapest stop, which is stored only on the device. @module */

import type { RouteEntry } from "../../domain/wire.ts";
import { findCheapest, type RouteAnswer, toPlan } from "../../shared/route/route_answer.ts";
import { MY_ROUTE_KEY, readQuestion, type RouteParams } from "../../shared/route/route_question.ts";
import { readStored, writeStored } from "../browser.ts";
import { requestJson } from "../request.ts";

/** A question as its address has it, and as the operation was asked it. */
type Route = { readonly query: string; readonly params: RouteParams };

/** A remembered route. `stop`: the plan's first one, else the cheapest station. */
export type MyRoute = Route & { readonly stop: RouteEntry };

/** Asks the operation. Never throws. */
export function requestRoute(params: RouteParams, signal?: AbortSignal) {
  return requestJson<RouteAnswer>("/api/v1/stations/route", {
    ...{ method: "POST", signal, headers: { "content-type": "application/json" } },
    body: JSON.stringify(params),
  });
}

/** The last route; null when there is none. */
export function readRoute(): MyRoute | null {
  try {
    const { query, params, stop } = JSON.parse(readStored(MY_ROUTE_KEY) ?? "null");
    return typeof query === "string" && typeof stop.id === "string" ? { query, params, stop } : null;
  } catch {
    return null; // Something else is stored.
  }
}

/** Remembers a route with its answer, if that has a station. */
export function rememberRoute({ query, params }: Route, answer: RouteAnswer): void {
  const stop = toPlan(answer, readQuestion(new URLSearchParams(query))).stops[0]?.entry ?? findCheapest(answer);
  if (stop) writeStored(MY_ROUTE_KEY, JSON.stringify({ query, params, stop } satisfies MyRoute));
}

/** The route with the cheapest stop of now, which is remembered; the same one when it cannot be had. */
export async function renewRoute(route: MyRoute): Promise<MyRoute | null> {
  const found = await requestRoute(route.params);
  if (found.kind === "ok") rememberRoute(route, found.body);
  return readRoute();
}

/** Forgets the route. */
export function forgetRoute(): void {
  delete document.documentElement.dataset.route;
  writeStored(MY_ROUTE_KEY, null);
}
