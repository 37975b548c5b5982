/** The frame of an inner page: metadata, styles, state of the data, the way back. @module */

import { asset, Head } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { DataBanner } from "../../components/Banner.tsx";
import { Breadcrumbs, type Crumb } from "../../components/Breadcrumbs.tsx";
import type { Section } from "../../components/Header.tsx";
import { Meta } from "../../components/Meta.tsx";
import { Page } from "../../components/Page.tsx";
import type { DataState } from "../../lib/operations/mod.ts";
import { innerWords } from "../../lib/shared/words/inner.ts";
import { commonWords } from "../../lib/shared/words/mod.ts";
import { type Frame, toAsOf } from "./frame.ts";
import { toBreadcrumbList } from "./linked_data.ts";

type Props = {
  url: URL;
  frame: Frame;
  current?: Section;
  /** French path of the page without a query. */
  path: string;
  title: string;
  description: string;
  isIndexed?: boolean;
  linked?: readonly object[];
  /** Steps to the page, itself last; without the home, which every page has. */
  crumbs: readonly Crumb[];
  /** Where the page's figures come from; absent on pages without any. */
  state?: DataState;
  children: ComponentChildren;
};

/** A page around its content. */
export function InnerPage({ url, frame, current, crumbs, state, linked = [], children, ...meta }: Props) {
  const { lang, origin, nowMs } = frame;
  const words = innerWords(lang);
  const all = [{ name: words.home, path: "/" }, ...crumbs];
  return (
    <>
      <Head>
        <link rel="stylesheet" href={asset("/pages.css")} />
        <Meta {...meta} {...{ origin, lang }} linked={[toBreadcrumbList(all, frame), ...linked]} />
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
