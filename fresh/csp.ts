/** The middleware that sets the Content-Security-Policy. @module */

import type { Middleware } from "./context.ts";
import { nonceOf } from "./nonce.ts";

/** Options of `csp()`. */
export type CSPOptions = {
  /** Directives that take the place of the defaults with the same name, or are added to them. */
  csp?: string[];
  /** Allow inline scripts and styles by the nonce of their rendering instead of allowing them all. */
  useNonce?: boolean;
};

const DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/** A middleware that sets the policy on every answer that passes it. One that was not rendered has no nonce: inline stays allowed. */
export function csp(options: CSPOptions = {}): Middleware {
  const policy = merge([...DEFAULTS, ...(options.csp ?? [])]).join("; ");
  return async (ctx) => {
    const response = await ctx.next();
    const nonce = options.useNonce ? nonceOf(response) : null;
    const text = nonce === null ? policy : policy.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`);
    response.headers.set("content-security-policy", text);
    return response;
  };
}

/** The last directive of each name, in the order of first mention. */
function merge(directives: string[]): string[] {
  const byName = new Map<string, string>();
  for (const directive of directives) byName.set(directive.replace(/ .*/, ""), directive);
  return [...byName.values()];
}
