/** The frame of every page: skip link, header, banner of old or invented data, main content, footer. @module */

import type { ComponentChildren } from "preact";
import { type Lang, langOf, toLocalPath, toOtherPath } from "../lib/shared/lang.ts";
import { type CommonWords, commonWords, fill } from "../lib/shared/words/mod.ts";
import { Icon, Logo } from "./Icon.tsx";
import { innerWords } from "../lib/shared/words/inner.ts";
import { formatInstant } from "../lib/shared/format.ts";

type PageProps = {
  /** Address of the page; its path determines the language. */
  url: URL;
  current?: Section;
  /** The content brings its own columns and spaces. */
  bare?: boolean;
  children: ComponentChildren;
};

/** A page around its content. */
export function Page({ url, current, bare = false, children }: PageProps) {
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

/** French path of a section that the header leads to. */
export type Section = "/" | "/tendances" | "/favoris" | "/a-propos" | "/docs";

type HeaderProps = {
  lang: Lang;
  /** Path and query of the page itself, for the link to the other language. */
  path: string;
  /** French path of the section that the page belongs to. */
  current?: Section;
  children?: ComponentChildren;
};

/** Name and links; children come between them. */
export function Header({ lang, path, current, children }: HeaderProps) {
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

type NavProps = Pick<HeaderProps, "lang" | "path" | "current">;

/** The links of the header, for a page that draws its own. */
export function HeaderNav({ lang, path, current }: NavProps) {
  const words = commonWords(lang);
  const mark = (target: string) => (target === current ? "page" : undefined);
  return (
    <nav class="nav" aria-label={words.nav.label}>
      <a href={toLocalPath("/tendances", lang)} aria-current={mark("/tendances")}>{words.nav.trends}</a>
      <a
        class="nav-favourites"
        href={toLocalPath("/favoris", lang)}
        aria-label={words.nav.favourites}
        aria-current={mark("/favoris")}
      >
        <Icon name="heart" />
        <span class="nav-favourites-text">{words.nav.favourites}</span>
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

/** Where errors of the data are reported: to the State's own site. */
export const SOURCE_SITE = "https://www.prix-carburants.gouv.fr/";

/** Links and attribution. */
export function Footer({ lang }: { lang: Lang }) {
  const words = commonWords(lang);
  return (
    <footer class="footer" aria-label={words.footer.label}>
      <div class="wrap">
        <div class="ticks" />
        <div class="footer-links">
          <a href={toLocalPath("/tendances", lang)}>{words.nav.trends}</a>
          <a href={toLocalPath("/departements", lang)}>{innerWords(lang).departments}</a>
          <a href={toLocalPath("/favoris", lang)}>{words.nav.favourites}</a>
          <a href={toLocalPath("/a-propos", lang)}>{words.footer.about}</a>
          <a href={toLocalPath("/mentions-legales", lang)}>{words.footer.legal}</a>
          <a href={toLocalPath("/docs", lang)}>{words.nav.docs}</a>
          <a href={SOURCE_SITE} rel="noopener">{words.footer.report}</a>
        </div>
        <p>
          <strong>{words.unofficial}</strong> {words.footer.sources}{" "}
          <a href="https://opendatacommons.org/licenses/odbl/1-0/" rel="license noopener">{words.footer.license}</a>.
        </p>
      </div>
    </footer>
  );
}

/** A band in sand, or in ember when something failed. */
export function Banner({ failed = false, children }: { failed?: boolean; children: ComponentChildren }) {
  return (
    <div class={failed ? "banner banner-failed" : "banner"} role={failed ? "alert" : undefined}>
      <Icon name="warn" />
      {children}
    </div>
  );
}

/** From this age of the data on, a page says how old they are: the feed comes every ten minutes. */
const STALE_AFTER_MS = 3 * 3_600_000;

type DataProps = {
  asOf: string;
  nowMs: number;
  source: "official" | "file" | "sample";
  lang: Lang;
  words: CommonWords;
};

/** Says that the data are old or invented; nothing when they are neither. */
export function DataBanner({ asOf, nowMs, source, lang, words }: DataProps) {
  const isStale = nowMs - Date.parse(asOf) > STALE_AFTER_MS;
  if (source !== "sample" && !isStale) return null;
  const stale = fill(words.states.stale, { date: formatInstant(asOf, lang) });
  return <Banner>{source === "sample" ? words.states.sample : stale}</Banner>;
}
