/** The frame of every page: metadata, skip link, header, banner of old or invented data, breadcrumbs, main content, footer. @module */

import type { ComponentChildren } from "preact";
import { asset, Head } from "fresh/runtime";
import { type Fuel, isFuel } from "../lib/shared/fuels.ts";
import { formatInstant } from "../lib/shared/format.ts";
import { type Lang, langOf, toLocalPath, toOtherPath } from "../lib/shared/lang.ts";
import {
  type Crumb,
  type PageDataState,
  type PageMeta,
  type PageRequest,
  toAsOf,
  toBreadcrumbList,
} from "../lib/shared/page.ts";
import { SOURCE_SITE, toCountryMapPath } from "../lib/shared/page_paths.ts";
import { innerWords } from "../lib/shared/words/inner.ts";
import { type CommonWords, commonWords, fill } from "../lib/shared/words/mod.ts";
import { Icon, Logo } from "./Icon.tsx";
import { LinkedData } from "./LinkedData.tsx";
import { PageIcon } from "./PageIcon.tsx";

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
export type Section = "/" | "/itineraire" | "/departements" | "/tendances" | "/favoris" | "/a-propos" | "/docs";

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
  const mark = (target: string) => (target === current ? "page" : "false");
  return (
    <header class="header">
      <div class="header-row wrap">
        <a class="brand" href={withFuel(toLocalPath("/", lang), fuelOf(path))} aria-current={mark("/")}>
          <Logo />
          <span>{words.siteName}</span>
        </a>
        {children}
        <HeaderNav {...{ lang, path, current }} />
      </div>
    </header>
  );
}

type NavProps = Pick<HeaderProps, "lang" | "path" | "current"> & { isMap?: boolean };

/** The links of the header, for a page that draws its own. */
export function HeaderNav({ lang, path, current, isMap = false }: NavProps) {
  const words = commonWords(lang);
  const mark = (target: string) => (target === current ? "page" : "false");
  return (
    <nav class="nav" aria-label={words.nav.label}>
      <a href={toLocalPath(toCountryMapPath(), lang)} aria-current={isMap ? "page" : "false"}>{words.nav.map}</a>
      <a
        class="nav-route"
        href={toLocalPath("/itineraire", lang)}
        aria-label={words.nav.route}
        aria-current={mark("/itineraire")}
      >
        <span class="nav-route-icon">
          <Icon name="route" />
        </span>
        <span class="nav-route-text">{words.nav.route}</span>
      </a>
      <a class="nav-more" href={toLocalPath("/departements", lang)} aria-current={mark("/departements")}>
        {words.nav.departments}
      </a>
      <a class="nav-more" href={toLocalPath("/tendances", lang)} aria-current={mark("/tendances")}>
        {words.nav.trends}
      </a>
      <a
        class="nav-favourites"
        href={toLocalPath("/favoris", lang)}
        aria-label={words.nav.favourites}
        aria-current={mark("/favoris")}
      >
        <Icon name="heart" />
        <span class="nav-favourites-text">{words.nav.favourites}</span>
      </a>
      <a
        href={toOtherPath(path)}
        aria-current="false"
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
          <PageIcon name="moon" />
        </span>
        <span class="theme-sun">
          <PageIcon name="sun" />
        </span>
      </button>
    </nav>
  );
}

/** Links and attribution. */
export function Footer({ lang }: { lang: Lang }) {
  const words = commonWords(lang);
  return (
    <footer class="footer" aria-label={words.footer.label}>
      <div class="wrap">
        <div class="ticks" />
        <div class="footer-links">
          <a href={toLocalPath(toCountryMapPath(), lang)} aria-current="false">{words.nav.map}</a>
          <a href={toLocalPath("/itineraire", lang)}>{words.nav.route}</a>
          <a href={toLocalPath("/tendances", lang)}>{words.nav.trends}</a>
          <a href={toLocalPath("/departements", lang)}>{words.nav.departments}</a>
          <a href={toLocalPath("/favoris", lang)}>{words.nav.favourites}</a>
          <a href={toLocalPath("/a-propos", lang)}>{words.footer.about}</a>
          <a href={toLocalPath("/mentions-legales", lang)}>{words.footer.legal}</a>
          <a href={toLocalPath("/etat", lang)}>{words.footer.status}</a>
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
      <PageIcon name="warn" />
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
        <link key="pages.css" rel="stylesheet" href={asset("/pages.css")} />
        <Meta {...rest} {...{ origin, lang }} linked={[toBreadcrumbList(all, request), ...linked]} />
      </Head>
      <Page url={url} current={current}>
        {state && (
          <DataBanner asOf={toAsOf(state)} source={state.source} {...{ nowMs, lang }} words={commonWords(lang)} />
        )}
        <Breadcrumbs crumbs={all} label={words.breadcrumbs} fuel={fuelOf(url.search)} lang={lang} />
        {children}
      </Page>
    </>
  );
}

/** The fuel that an address names; null when it names none. */
function fuelOf(path: string): Fuel | null {
  const fuel = new URLSearchParams(path.replace(/^[^?]*/, "")).get("fuel") ?? "";
  return isFuel(fuel) ? fuel : null;
}

function withFuel(path: string, fuel: Fuel | null): string {
  return fuel === null ? path : `${path}?fuel=${fuel}`;
}

type BreadcrumbsProps = { crumbs: readonly Crumb[]; label: string; fuel: Fuel | null; lang: Lang };

/** The steps as links that keep the fuel, the last one as plain text. */
function Breadcrumbs({ crumbs, label, fuel, lang }: BreadcrumbsProps) {
  const last = crumbs.length - 1;
  return (
    <nav class="crumbs" aria-label={label}>
      <ol class="crumbs-list">
        {crumbs.map(({ name, path }, at) => (
          <li key={path}>
            {at === last
              ? <span aria-current="page">{name}</span>
              : <a href={withFuel(toLocalPath(path, lang), fuel)} aria-current="false">{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The metadata of a page. */
type MetaProps = {
  /** Origin of the site without a trailing slash. */
  origin: string;
  lang: Lang;
  /** French path of the page, without what only sorts or filters it. */
  path: string;
  /** French path of the page that search engines should take this one for; absent: itself. */
  canonical?: string;
  title: string;
  description: string;
  /** French path of the picture for link previews; absent: the site's own. */
  image?: string;
  /** False keeps the page out of search engines. */
  isIndexed?: boolean;
  /** Linked data (schema.org). */
  linked?: readonly object[];
};

/** Title, description, canonical address, both languages, Open Graph, linked data. */
export function Meta(props: MetaProps) {
  const { origin, lang, path, canonical = path, title, description, image, isIndexed = true, linked = [] } = props;
  const { siteName } = commonWords(lang);
  const at = (to: Lang) => origin + toLocalPath(path, to);
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <link key="canonical" rel="canonical" href={origin + toLocalPath(canonical, lang)} />
      <link key="alternate-fr" rel="alternate" hreflang="fr" href={at("fr")} />
      <link key="alternate-en" rel="alternate" hreflang="en" href={at("en")} />
      <link key="alternate-default" rel="alternate" hreflang="x-default" href={at("fr")} />
      <meta key="og-title" property="og:title" content={title} />
      <meta key="og-description" property="og:description" content={description} />
      <meta key="og-url" property="og:url" content={at(lang)} />
      <meta key="og-type" property="og:type" content="website" />
      <meta key="og-site" property="og:site_name" content={siteName} />
      <meta key="og-locale" property="og:locale" content={lang === "fr" ? "fr_FR" : "en_GB"} />
      <meta key="og-image" property="og:image" content={origin + (image ? toLocalPath(image, lang) : "/og.png")} />
      <meta key="og-image-width" property="og:image:width" content="1200" />
      <meta key="og-image-height" property="og:image:height" content="630" />
      <meta key="og-image-alt" property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {linked.map((data, at) => <LinkedData key={`linked-${at}`} data={data} />)}
    </>
  );
}
