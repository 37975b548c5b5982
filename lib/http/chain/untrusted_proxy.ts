/** Warns of proxies that TRUSTED_PROXIES does not name. @module */

import type { Middleware } from "fresh";
import { isWithin, parseAddress, parseNetwork } from "../address.ts";
import { type Ctx, type State } from "../state.ts";

const PRIVATE_RANGES = ["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"];
const MAX_JUDGED = 100;

/**
 * Logs a warning for each peer in a private network that sends `X-Forwarded-For` and is not
 * trusted: it is a proxy, and its visitors share one quota.
 */
export function warnOfUntrustedProxies(): Middleware<State> {
  const judged = new Set<string>();
  return (ctx) => {
    if (judged.size < MAX_JUDGED && ctx.req.headers.has("x-forwarded-for")) judge(ctx, judged);
    return ctx.next();
  };
}

function judge({ info, state: { service: { config, log } } }: Ctx, judged: Set<string>): void {
  const proxy = "hostname" in info.remoteAddr ? info.remoteAddr.hostname : "";
  const address = judged.has(proxy) ? null : parseAddress(proxy);
  if (!address || !PRIVATE_RANGES.includes(address.range())) return;
  judged.add(proxy);
  if (config.trustedProxies.some((network) => isWithin(address, parseNetwork(network)))) return;
  log.warn("A proxy is not in TRUSTED_PROXIES: all its visitors share one quota", {
    proxy,
    reason: "it is in a private network and sends X-Forwarded-For",
  });
}
