/**
 * Serves the stored alerts of a device. Only for the pages of this site; not part of the API.
 *
 * @module
 */

import { HttpError } from "fresh";
import { z } from "zod";
import { type DeviceChange, deviceChange } from "../../domain/alert_rule.ts";
import { FLAT_CHARGES } from "../../domain/charges.ts";
import { DomainError } from "../../domain/errors.ts";
import { changeDevice, getPushKey, TooManyRulesError } from "../../db/alerts/devices.ts";
import { PUBLIC_HOSTS, toPushHostKind } from "../../platform/push_hosts.ts";
import { originOf } from "../documents/site.ts";
import { requireCharge } from "../quota/count.ts";
import { methodResponse } from "../methods.ts";
import { readBody } from "../route.ts";
import type { Ctx } from "../state.ts";

/**
 * Throws `INVALID_PARAMETER` if the service would not send to a subscription's host: it never posts
 * to third parties.
 */
function checkHost({ subscription }: DeviceChange, ownHosts: readonly string[]): void {
  const url = subscription && new URL(subscription.endpoint);
  if (!url || toPushHostKind(url, ownHosts) !== null) return;
  const expected = `a push service of browsers by https: ${PUBLIC_HOSTS.join(", ")}`;
  const message = `Field "subscription.endpoint" has the host ${
    JSON.stringify(url.host)
  }; expected ${expected}`;
  throw new DomainError("INVALID_PARAMETER", message);
}

/**
 * `POST /alertes/appareil`: changes a device. Returns the IDs of its rules and the key that
 * browsers subscribe with. Returns 409, and changes nothing, if a new or moved rule exceeds a
 * limit.
 */
export async function answerDevice(ctx: Ctx): Promise<Response> {
  const { req, state: { service } } = ctx;
  const { config, backend: { db }, clock } = service;
  if (!config.alerts) throw new HttpError(404);
  if (req.method !== "POST") return methodResponse(req.method, "POST");
  // Otherwise pages of other sites would use up the quota of their visitors.
  if ((req.headers.get("origin") ?? originOf(ctx)) !== originOf(ctx)) {
    return new Response(null, { status: 403 });
  }
  const { data: change, error } = deviceChange.safeParse(await readBody(service, req));
  if (error) throw new DomainError("INVALID_PARAMETER", z.prettifyError(error));
  checkHost(change, config.pushHosts);
  if (change.rule) requireCharge(ctx, FLAT_CHARGES.newRule);
  try {
    const { ids, added } = await changeDevice(db, { ...change, now: clock() });
    const { publicKey } = await getPushKey(db);
    return Response.json({ ids, added, public_key: publicKey }, {
      headers: { "cache-control": "no-store" },
    });
  } catch (error) {
    if (error instanceof TooManyRulesError) return new Response(error.message, { status: 409 });
    throw error;
  }
}
