/** The frame of an inner page: metadata, styles, state of the data, breadcrumbs. @module */

import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import {
  type Crumb,
  type PageDataState,
  type PageMeta,
  type PageRequest,
  toAsOf,
  toBreadcrumbList,
} from "../lib/shared/page.ts";
import { innerWords } from "../lib/shared/words/inner.ts";
import { commonWords } from "../lib/shared/words/mod.ts";
import { DataBanner, Page, type Section } from "./Page.tsx";
import { Meta } from "./Meta.tsx";
import { type Lang, toLocalPath } from "../lib/shared/lang.ts";

type Props = {
  url: URL;
  request: PageRequest;
  meta: PageMeta;
  current?: Section;
  /** Where the page's figures come from; absent on pages without any. */
  state?: PageDataState;
  children: ComponentChildren;
};

/** A page around its content. */
export function InnerPage({ url, request, meta, current, state, children }: Props) {
  const { lang, origin, nowMs } = request;
  const { crumbs, linked = [], ...rest } = meta;
  const words = innerWords(lang);
  const all = [{ name: words.home, path: "/" }, ...crumbs];
  return (
    <>
      <Head>
        <link rel="stylesheet" href={asset("/pages.css")} />
        <Meta {...rest} {...{ origin, lang }} linked={[toBreadcrumbList(all, request), ...linked]} />
      </Head>
      <Page url={url} current={current}>
        {state && (
          <DataBanner asOf={toAsOf(state)} source={state.source} {...{ nowMs, lang }} words={commonWords(lang)} />
        )}
        <Breadcrumbs crumbs={all} label={words.breadcrumbs} lang={lang} />
        {children}
      </Page>
    </>
  );
}

/** The steps as links, the last one as plain text. */
export function Breadcrumbs({ crumbs, label, lang }: { crumbs: readonly Crumb[]; label: string; lang: Lang }) {
  const last = crumbs.length - 1;
  return (
    <nav class="crumbs" aria-label={label}>
      <ol class="crumbs-list">
        {crumbs.map(({ name, path }, at) => (
          <li key={path}>
            {at === last ? <span aria-current="page">{name}</span> : <a href={toLocalPath(path, lang)}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
