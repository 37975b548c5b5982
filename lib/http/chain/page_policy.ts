/** Sets the Content-Security-Policy of rendered pages. @module */

import { csp } from "fresh";
import { contentSecurityPolicy, isHtml, POLICY_HEADER } from "../security.ts";
import { type Ctx, define, type State } from "../state.ts";

/** Fresh's policy is the only place that reveals a page's nonce. */
const addFreshPolicy = csp<State>({ useNonce: true });

/**
 * Replaces Fresh's policy with ours: on HTML with the nonce of its rendering, elsewhere with none.
 */
export const pagePolicy = define.middleware((ctx) =>
  ctx.state.kind === "page" ? replacePolicy(ctx) : ctx.next()
);

async function replacePolicy(ctx: Ctx): Promise<Response> {
  const response = await addFreshPolicy(ctx);
  const { headers } = response;
  const nonce = /'nonce-([^']+)'/.exec(headers.get(POLICY_HEADER) ?? "")?.[1] ?? null;
  ctx.state.nonce = nonce;
  if (isHtml(response)) headers.set(POLICY_HEADER, contentSecurityPolicy(nonce, ctx.state.path));
  else headers.delete(POLICY_HEADER);
  return response;
}
