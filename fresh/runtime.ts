/** What components and islands may import on both sides. @module */

import type { ComponentChildren } from "preact";
import { CACHE_KEY, host } from "./shared.ts";

/**
 * Adds its children to the document's `<head>`; each replaces what is there with the same key, a
 * title the title.
 */
export function Head(props: { children?: ComponentChildren }): null {
  host.head?.(props.children);
  return null;
}

/**
 * The URL of a static file with its content's version, to be cached for a year. Other URLs, and in
 * the browser all, come back unchanged.
 */
export function asset(path: string): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes(CACHE_KEY)) return path;
  const url = new URL(path, "http://asset.invalid");
  const version = host.version?.(url.pathname) ?? null;
  if (version === null) return path;
  url.searchParams.set(CACHE_KEY, version);
  return url.pathname + url.search + url.hash;
}
