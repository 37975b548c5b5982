/** The middleware that sets the Content-Security-Policy with a nonce. @module */

import { getInternals, type Middleware } from "./context.ts";

/** Options of `csp()`. */
export type CSPOptions = {
  /** Report instead of refusing. */
  reportOnly?: boolean;
  /** Where browsers report to. */
  reportTo?: string;
  /** Directives that take the place of the defaults with the same name, or are added to them. */
  csp?: string[];
  /** Give every inline script and style a nonce of its request instead of allowing them all. */
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
];

/** A middleware that sets the policy on every answer that passes it. */
export function csp(options: CSPOptions = {}): Middleware {
  const policy = merge([...DEFAULTS, ...(options.csp ?? [])]);
  if (options.reportTo) policy.push("report-to csp-endpoint", `report-uri ${options.reportTo}`);
  const name = options.reportOnly ? "content-security-policy-report-only" : "content-security-policy";
  return async (ctx) => {
    const nonce = options.useNonce ? newNonce() : null;
    getInternals(ctx).nonce = nonce;
    const response = await ctx.next();
    response.headers.set(name, toHeader(policy, nonce));
    if (options.reportTo) response.headers.set("reporting-endpoints", `csp-endpoint="${options.reportTo}"`);
    return response;
  };
}

/** The last directive of each name, in the order of first mention. */
function merge(directives: string[]): string[] {
  const byName = new Map<string, string>();
  for (const directive of directives) byName.set(directive.replace(/ .*/, ""), directive);
  return [...byName.values()];
}

function toHeader(policy: string[], nonce: string | null): string {
  const text = policy.join("; ");
  return nonce === null ? text : text.replaceAll("'unsafe-inline'", `'nonce-${nonce}'`);
}

function newNonce(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64();
}
