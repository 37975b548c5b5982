/** The visitor's last route, which is stored only on the device. @module */

import { MY_ROUTE_KEY } from "../../site/stored_keys.ts";
import { findCheapest, type RouteAnswer } from "../../site/route/route_answer.ts";
import { readQuestion, toRouteName, type toRouteParams } from "../../site/route/route_question.ts";
import { toTitle } from "../../site/listed_station.ts";
import { readStoredJson, writeStored } from "../browser.ts";
import { requestJson } from "../request.ts";

type RouteParams = ReturnType<typeof toRouteParams>;
/**
 * A route: the query of its page, the parameters of its request, its name, and the price and name
 * of its best stop.
 */
type MyRoute = Record<"query" | "name" | "price" | "station", string> & { params: RouteParams };

/** Requests the stations along a route. Never throws. */
export function requestRoute(params: RouteParams, signal?: AbortSignal) {
  return requestJson<RouteAnswer>("/api/v1/stations/route", {
    method: "POST",
    signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(params),
  });
}

/** Returns the last route, or null if nothing is stored. */
export function readRoute(): MyRoute | null {
  const route = readStoredJson(MY_ROUTE_KEY);
  return typeof route?.price === "string" ? route : null;
}

/**
 * Remembers a route between named places, with the first stop of its plan, or with the cheapest
 * station if it needs no stop.
 */
export function rememberRoute(
  { query, params }: Pick<MyRoute, "query" | "params">,
  answer: RouteAnswer,
): void {
  const name = toRouteName(readQuestion(new URLSearchParams(query)));
  const stop = answer.meta.plan?.stops[0] ?? findCheapest(answer);
  if (!stop || name === "") return;
  const station = [toTitle(stop), stop.city].filter(Boolean).join(", ");
  writeStored(
    MY_ROUTE_KEY,
    JSON.stringify({ query, params, name, price: stop.net_price, station } satisfies MyRoute),
  );
}

/**
 * Returns the last route with its current best stop, or with the stored one if the request fails.
 */
export async function renewRoute(): Promise<MyRoute | null> {
  const route = readRoute();
  const found = route && await requestRoute(route.params);
  // The visitor may have deleted it meanwhile.
  if (found?.kind === "ok" && readRoute()) rememberRoute(route!, found.body);
  return readRoute();
}

/** Forgets the last route. */
export function forgetRoute(): void {
  delete document.documentElement.dataset.route;
  writeStored(MY_ROUTE_KEY, null);
}
