/** What every inner page gets besides its figures: its request, its metadata, its linked data (schema.org). @module */

import type { Fuel } from "../station/fuels.ts";
import { type Lang, toLocalPath } from "../words/lang.ts";
import { toStationPath } from "./page_paths.ts";

/** The request of a page as plain data. */
export type PageRequest = {
  lang: Lang;
  /** Public origin of the site, without a trailing slash. */
  origin: string;
  /** The server's clock in milliseconds since 1970, for ages. */
  nowMs: number;
  /** The fuel that the address names; null when it names none or an unknown one. */
  fuel: Fuel | null;
};

/** A step of the way to a page; `path` is French. */
export type Crumb = { name: string; path: string };

/** What search engines and link previews read of a page, and the way to it. */
export type PageMeta = {
  /** French path of the page without a query. */
  path: string;
  title: string;
  description: string;
  /** French path of its picture for link previews; the site's own where it has none. */
  image?: string;
  /** False keeps the page out of search engines. */
  isIndexed?: boolean;
  /** Steps to the page, itself last, without the home. */
  crumbs: readonly Crumb[];
  /** Linked data besides the breadcrumbs. */
  linked?: readonly object[];
};

/** Instant and origin of the data that a page shows. */
export type PageDataState = { asOfMs: number; source: "official" | "file" | "sample" };

/** Instant of the data as ISO text in UTC. */
export function toAsOf({ asOfMs }: Pick<PageDataState, "asOfMs">): string {
  return new Date(asOfMs).toISOString();
}

type Site = Pick<PageRequest, "origin" | "lang">;

/** The way to a page as a BreadcrumbList. */
export function toBreadcrumbList(crumbs: readonly Crumb[], { origin, lang }: Site): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: origin + toLocalPath(path, lang),
    })),
  };
}

/** A ranked list of stations as an ItemList, in the order given. */
export function toItemList(entries: readonly { id: string; name: string }[], { origin, lang }: Site): object {
  return {
    "@type": "ItemList",
    itemListElement: entries.map(({ id, name }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      url: origin + toLocalPath(toStationPath(id), lang),
    })),
  };
}
