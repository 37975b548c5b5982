/** Finds the pages of the site in the manifest of its routes. @module */

import { toLocalPath } from "../../shared/words/lang.ts";

/** A page without a name in its address: its paths, and whether the sitemap lists it. */
export type SitePage = { fr: string; en: string; isListed: boolean };

/** The fixed pages, in the order of their files. */
export function findSitePages(routes: Record<string, object>): SitePage[] {
  return Object.values(routes).flatMap((module) => {
    const { config } = module as { config?: { routeOverride?: string; isListed?: boolean } };
    if (!("default" in module) || !config?.routeOverride) return [];
    // `/docs` of `{/en}?/docs{/}?`, `/etat` of `/:path(etat|en/status){/}?`
    const required = config.routeOverride.replace(/\{[^{}]*\}\?/g, "");
    const fr = required.replace(/:\w+\(([^|)]*)[^)]*\)/, "$1") || "/";
    return fr.includes(":") ? [] : [{ fr, en: toLocalPath(fr, "en"), isListed: config.isListed ?? true }];
  });
}
