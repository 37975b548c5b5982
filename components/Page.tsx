/** The frame of a page: skip link, header, main content, footer. @module */

import type { ComponentChildren } from "preact";
import { langOf } from "../lib/shared/lang.ts";
import { commonWords } from "../lib/shared/words/mod.ts";
import { Footer } from "./Footer.tsx";
import { Header, type Section } from "./Header.tsx";

type Props = {
  /** Address of the page: its path tells the language. */
  url: URL;
  current?: Section;
  /** The content brings its own columns and spaces. */
  bare?: boolean;
  children: ComponentChildren;
};

/** A page around its content. */
export function Page({ url, current, bare = false, children }: Props) {
  const lang = langOf(url.pathname);
  return (
    <>
      <a class="skip" href="#main">{commonWords(lang).skipToContent}</a>
      <Header lang={lang} path={url.pathname + url.search} current={current} />
      <main id="main" class={bare ? undefined : "page-main wrap"} tabIndex={-1}>{children}</main>
      <Footer lang={lang} />
    </>
  );
}
