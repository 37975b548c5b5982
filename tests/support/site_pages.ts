/** Reads the fixed pages of the site from the manifest of routes. @module */

import manifest from "../../fresh.gen.ts";
import { toLocalPath } from "../../lib/words/lang.ts";

/** The two addresses of each page without a parameter in its path, in the order of their files. */
export const sitePages: { fr: string; en: string }[] = Object.values(manifest.routes).flatMap(
  (module) => {
    const { config } = module as { config?: { routeOverride?: string } };
    if (!("default" in module) || !config?.routeOverride) return [];
    // Makes `/docs` of `{/en}?/docs{/}?`, and `/etat` of `/:path(etat|en/status){/}?`.
    const required = config.routeOverride.replace(/\{[^{}]*\}\?/g, "");
    const fr = required.replace(/:\w+\(([^|)]*)[^)]*\)/, "$1") || "/";
    return fr.includes(":") ? [] : [{ fr, en: toLocalPath(fr, "en") }];
  },
);
