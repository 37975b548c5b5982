/** The band above every page: name, navigation, language, theme. @module */

import type { ComponentChildren } from "preact";
import { type Lang, toLocalPath, toOtherPath } from "../lib/shared/lang.ts";
import { commonWords } from "../lib/shared/words/mod.ts";
import { Icon } from "./Icon.tsx";
import { Logo } from "./Logo.tsx";

/** French path of a section that the header leads to. */
export type Section = "/" | "/tendances" | "/favoris" | "/a-propos" | "/docs";

type Props = {
  lang: Lang;
  /** Path and query of the page itself, for the link to the other language. */
  path: string;
  /** French path of the section that the page belongs to. */
  current?: Section;
  children?: ComponentChildren;
};

/** Name and links; children come between them. */
export function Header({ lang, path, current, children }: Props) {
  const words = commonWords(lang);
  const mark = (target: string) => (target === current ? "page" : undefined);
  return (
    <header class="header">
      <div class="header-row wrap">
        <a class="brand" href={toLocalPath("/", lang)} aria-current={mark("/")}>
          <Logo />
          <span>{words.siteName}</span>
        </a>
        {children}
        <HeaderNav {...{ lang, path, current }} />
      </div>
    </header>
  );
}

type NavProps = Pick<Props, "lang" | "path" | "current">;

/** The links of the header, for a page that draws its own. */
export function HeaderNav({ lang, path, current }: NavProps) {
  const words = commonWords(lang);
  const mark = (target: string) => (target === current ? "page" : undefined);
  return (
    <nav class="nav" aria-label={words.nav.label}>
      <a href={toLocalPath("/tendances", lang)} aria-current={mark("/tendances")}>{words.nav.trends}</a>
      <a
        class="nav-kept"
        href={toLocalPath("/favoris", lang)}
        aria-label={words.nav.kept}
        aria-current={mark("/favoris")}
      >
        <Icon name="heart" />
        <span class="nav-kept-text">{words.nav.kept}</span>
      </a>
      <a class="nav-wide" href={toLocalPath("/a-propos", lang)} aria-current={mark("/a-propos")}>
        {words.nav.about}
      </a>
      <a class="nav-wide" href={toLocalPath("/docs", lang)} aria-current={mark("/docs")}>{words.nav.docs}</a>
      <a
        href={toOtherPath(path)}
        lang={lang === "fr" ? "en" : "fr"}
        hreflang={lang === "fr" ? "en" : "fr"}
      >
        <span class="nav-wide">{words.nav.otherLanguage}</span>
        <span class="nav-narrow">
          {lang === "fr" ? "EN" : "FR"} <span class="sr-only">{words.nav.otherLanguage}</span>
        </span>
      </a>
      <button type="button" class="js-only" data-theme-toggle aria-label={words.theme.toDark}>
        <span class="theme-moon">
          <Icon name="moon" />
        </span>
        <span class="theme-sun">
          <Icon name="sun" />
        </span>
      </button>
    </nav>
  );
}
