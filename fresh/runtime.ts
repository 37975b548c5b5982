/** Functions that components and islands may import on both sides. @module */

import type { ComponentChildren } from "preact";
import { CACHE_KEY, host } from "./shared.ts";

/**
 * Adds its children to the document's `<head>`. Each replaces an element with the same key, and a
 * title replaces the title.
 */
export function Head(props: { children?: ComponentChildren }): null {
  host.head?.(props.children);
  return null;
}

/**
 * Returns the URL of a static file with the version of its content, which browsers cache for a
 * year. Returns other URLs, and in the browser all URLs, unchanged.
 */
export function asset(path: string): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes(CACHE_KEY)) return path;
  const url = new URL(path, "http://asset.invalid");
  const version = host.version?.(url.pathname) ?? null;
  if (version === null) return path;
  url.searchParams.set(CACHE_KEY, version);
  return url.pathname + url.search + url.hash;
}
