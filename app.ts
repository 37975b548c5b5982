/** Creates the Fresh app that serves a service. @module */

import { App, staticFiles } from "fresh";
import { accessLog } from "./lib/http/chain/access_log.ts";
import { checkAddress } from "./lib/http/chain/check_address.ts";
import { responseHeaders } from "./lib/http/chain/response_headers.ts";
import { compressBody } from "./lib/http/chain/compress_body.ts";
import { handleErrors } from "./lib/http/chain/handle_errors.ts";
import { headLength } from "./lib/http/chain/head_length.ts";
import { identify } from "./lib/http/chain/identify.ts";
import { type OpenService, openService } from "./lib/http/chain/open_service.ts";
import { pageCache } from "./lib/http/chain/page_cache.ts";
import { pageHeaders } from "./lib/http/chain/page_headers.ts";
import { pagePolicy } from "./lib/http/chain/page_policy.ts";
import { pageQuota } from "./lib/http/chain/page_quota.ts";
import { preflight } from "./lib/http/chain/preflight.ts";
import { warnOfUntrustedProxies } from "./lib/http/chain/untrusted_proxy.ts";
import type { State } from "./lib/http/state.ts";
import ErrorPage from "./routes/_error.tsx";

/**
 * Creates the app of a service, which the first request opens. A middleware covers everything that
 * follows it.
 */
export function createApp(open: OpenService): App<State> {
  return new App<State>()
    .use(identify, headLength, responseHeaders)
    .use(openService(open), warnOfUntrustedProxies(), accessLog, compressBody, preflight)
    .use(pageHeaders, checkAddress, pageQuota, pageCache(), pagePolicy)
    .use(handleErrors(ErrorPage), staticFiles())
    .fsRoutes();
}
