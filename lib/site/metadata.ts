/**
 * Data that every inner page shares: its request, its metadata, its linked data (schema.org).
 *
 * @module
 */

import type { Fuel } from "../shared/fuels.ts";
import { toStationName } from "./listed_station.ts";
import { type Lang, toLocalPath } from "../words/lang.ts";
import { commonWords } from "../words/mod.ts";
import { toDepartmentPath, toStationPath } from "./paths.ts";

/** The request of a page as plain data. */
export type PageRequest = {
  lang: Lang;
  /** Public origin of the site, without a trailing slash. */
  origin: string;
  /** The server's clock in milliseconds since 1970, for ages. */
  nowMs: number;
  /** The fuel in the address, or null if it has none or an unknown one. */
  fuel: Fuel | null;
};

/** A step of the breadcrumbs. `path` is French. */
export type Crumb = { name: string; path: string };

/** Data of a page for search engines and link previews. */
export type HeadMeta = {
  title: string;
  description: string;
  /** French path of its picture for link previews; by default the site's. */
  image?: string;
  /** Path of the Atom feed of its stations. */
  feed?: string;
  /** False keeps search engines from indexing the page. */
  isIndexed?: boolean;
  /** Linked data in addition to the breadcrumbs. */
  linked?: readonly object[];
};

/**
 * The metadata of an inner page. `crumbs` lead to the page, which is the last one, without the
 * home.
 */
export type PageMeta = HeadMeta & { crumbs: readonly Crumb[] };

/** Returns the metadata of a page one step from the home. `name` names the step. */
export function toPageMeta(
  name: string,
  path: string,
  { title, description }: Pick<HeadMeta, "title" | "description">,
) {
  return { title, description, crumbs: [{ name, path }] };
}

/** Instant and origin of the data that a page shows. */
export type PageDataState = { asOfMs: number; source: "official" | "file" | "sample" };

/** Returns the instant of the data as ISO text in UTC. */
export function toAsOf({ asOfMs }: Pick<PageDataState, "asOfMs">): string {
  return new Date(asOfMs).toISOString();
}

/** Returns the steps to a department's page, or without a department to the list of departments. */
export function toAreaCrumbs(
  department: { code: string; name: string } | null,
  lang: Lang,
): Crumb[] {
  const list = { name: commonWords[lang].nav.departments, path: "/departements" };
  return department
    ? [list, { name: department.name, path: toDepartmentPath(department.code) }]
    : [list];
}

type Site = Pick<PageRequest, "origin" | "lang">;

function toListItems(
  steps: readonly Crumb[],
  { origin, lang, key }: Site & { key: "item" | "url" },
): object[] {
  return steps.map(({ name, path }, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    [key]: origin + toLocalPath(path, lang),
  }));
}

/** Returns the steps to a page as a BreadcrumbList. */
export function toBreadcrumbList(crumbs: readonly Crumb[], { origin, lang }: Site): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: toListItems(crumbs, { origin, lang, key: "item" }),
  };
}

/** Returns ranked stations as an ItemList, in the given order. */
export function toItemList(
  stations: readonly { id: string; brand: string | null; name: string | null }[],
  { origin, lang }: Site,
): object {
  const items = stations.map((each) => ({
    name: toStationName(each, commonWords[lang]),
    path: toStationPath(each.id),
  }));
  return { "@type": "ItemList", itemListElement: toListItems(items, { origin, lang, key: "url" }) };
}
