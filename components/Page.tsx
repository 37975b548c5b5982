/**
 * The frame of every page: skip link, header, banner for old or sample data, breadcrumbs, main
 * content, footer.
 *
 * @module
 */

import type { ComponentChildren } from "preact";
import { asset, Head } from "fresh/runtime";
import { type Fuel, isFuel } from "../lib/shared/fuels.ts";
import { formatInstant } from "../lib/words/format.ts";
import { type Lang, langOf, toLocalPath, toOtherPath } from "../lib/words/lang.ts";
import {
  type Crumb,
  type PageDataState,
  type PageMeta,
  type PageRequest,
  toAsOf,
  toBreadcrumbList,
} from "../lib/site/metadata.ts";
import { SOURCE_SITE, toCountryMapPath } from "../lib/site/paths.ts";
import { commonWords, fill, innerWords } from "../lib/words/mod.ts";
import { HEART, Icon, Logo } from "./Icon.tsx";
import { Meta } from "./Metadata.tsx";

// Islands never use these icons.
const SUN =
  "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8";
const MOON = "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.500 10.5z";

type PageProps = {
  /** Address of the page; its path determines the language. */
  url: URL;
  current?: Section;
  bare?: boolean;
  /** The state of the page's data; absent on pages without figures. */
  state?: PageDataState;
  children: ComponentChildren;
};

/** Style sheets to load after the common one. `home` has the search and the map of departments. */
export function Styles({ names }: { names: readonly string[] }) {
  return (
    <Head>
      {names.map((name) => (
        <link key={`${name}.css`} rel="stylesheet" href={asset(`/${name}.css`)} />
      ))}
    </Head>
  );
}

/** A page around its content. */
export function Page({ url, current, bare = false, state, children }: PageProps) {
  const lang = langOf(url.pathname);
  return (
    <>
      <a class="skip" href="#main">{commonWords[lang].skipToContent}</a>
      <header class="header">
        <div class="header-row wrap">
          <a
            class="brand"
            href={withFuel(toLocalPath("/", lang), fuelOf(url))}
            aria-current={current === "/" ? "page" : "false"}
          >
            <Logo />
            <span>{commonWords[lang].siteName}</span>
          </a>
          <HeaderNav path={url.pathname + url.search} lang={lang} current={current} />
        </div>
      </header>
      <main id="main" class={bare ? undefined : "page-main wrap"} tabIndex={-1}>{children}</main>
      <Footer lang={lang} state={state} />
    </>
  );
}

/** French path of a section in the header. */
type Section =
  | "/"
  | "/itineraire"
  | "/departements"
  | "/tendances"
  | "/favoris"
  | "/a-propos"
  | "/docs";

type NavProps = {
  lang: Lang;
  /** Path and query of the page, for the link to the other language. */
  path: string;
  current?: Section;
  isMap?: boolean;
};

/** The links of the header. */
export function HeaderNav({ lang, path, current, isMap = false }: NavProps) {
  const { nav: words, theme } = commonWords[lang];
  const other = lang === "fr" ? "en" : "fr";
  const to = (target: Section) => ({
    href: toLocalPath(target, lang),
    "aria-current": target === current ? "page" : "false",
  } as const);
  return (
    <nav class="nav" aria-label={words.label}>
      <a
        class="nav-map"
        href={toLocalPath(toCountryMapPath(), lang)}
        aria-current={isMap ? "page" : "false"}
      >
        {words.map}
      </a>
      <a class="nav-route" {...to("/itineraire")}>{words.route}</a>
      <a class="nav-more" {...to("/departements")}>{words.departments}</a>
      <a class="nav-more" {...to("/tendances")}>{words.trends}</a>
      <a class="nav-favourites" {...to("/favoris")} aria-label={words.favourites}>
        <Icon path={HEART} />
        <span class="nav-favourites-text">{words.favourites}</span>
      </a>
      <a href={toOtherPath(path)} aria-current="false" lang={other} hreflang={other}>
        <span class="nav-wide">{words.otherLanguage}</span>
        <span class="nav-narrow">
          {other.toUpperCase()} <span class="sr-only">{words.otherLanguage}</span>
        </span>
      </a>
      <button type="button" class="js-only" data-theme-toggle>
        <span class="theme-moon">
          <Icon path={MOON} />
          <span class="sr-only">{theme.toDark}</span>
        </span>
        <span class="theme-sun">
          <Icon path={SUN} />
          <span class="sr-only">{theme.toLight}</span>
        </span>
      </button>
    </nav>
  );
}

/** Links and attribution. Sample data have no attribution. */
export function Footer({ lang, state }: { lang: Lang; state?: PageDataState }) {
  const { nav, footer, unofficial, states } = commonWords[lang];
  const isSample = state?.source === "sample";
  const links = [
    ["/itineraire", nav.route],
    ["/tendances", nav.trends],
    ["/departements", nav.departments],
    ["/favoris", nav.favourites],
    ["/a-propos", footer.about],
    ["/mentions-legales", footer.legal],
    ["/etat", footer.status],
    ["/donnees", footer.data],
    ["/docs", nav.docs],
  ] as const;
  return (
    <footer class="footer" aria-label={footer.label}>
      <div class="wrap">
        <div class="ticks" />
        <div class="footer-links">
          <a href={toLocalPath(toCountryMapPath(), lang)} aria-current="false">{nav.map}</a>
          {links.map(([path, name]) => <a key={path} href={toLocalPath(path, lang)}>{name}</a>)}
          <a href={SOURCE_SITE} rel="noopener">{footer.report}</a>
        </div>
        <p>
          <strong>{unofficial}.</strong> {isSample ? states.sample : (
            <>
              {footer.sources}{" "}
              <a href="https://opendatacommons.org/licenses/odbl/1-0/" rel="license noopener">
                {footer.license}
              </a>.
            </>
          )}
        </p>
      </div>
    </footer>
  );
}

/** A warning across the page. */
export function Banner({ children }: { children: ComponentChildren }) {
  return (
    <div class="banner">
      <Icon path="M12 4 2.5 20h19zM12 10v4.500M12 17.500v.01" />
      {children}
    </div>
  );
}

/** The feed comes every ten minutes. A page warns about data older than this. */
const STALE_AFTER_MS = 3 * 3_600_000;

/** Warns that the data are old or invented; null if they are neither. */
export function DataBanner(
  { state, nowMs, lang }: { state: PageDataState; nowMs: number; lang: Lang },
) {
  const { states } = commonWords[lang];
  if (state.source === "sample") return <Banner>{states.sample}</Banner>;
  if (nowMs - state.asOfMs <= STALE_AFTER_MS) return null;
  return <Banner>{fill(states.stale, { date: formatInstant(toAsOf(state), lang) })}</Banner>;
}

type InnerProps = {
  url: URL;
  data: { request: PageRequest; meta: PageMeta };
  current?: Section;
  /** The state of the page's data; absent on pages without figures. */
  state?: PageDataState;
  children: ComponentChildren;
};

/**
 * An inner page with its metadata and breadcrumbs, and a banner while its data are old or invented.
 */
export function InnerPage(
  { url, data: { request, meta: { crumbs, linked = [], ...meta } }, current, state, children }:
    InnerProps,
) {
  const { lang, origin, nowMs } = request;
  const all = [{ name: innerWords[lang].home, path: "/" }, ...crumbs];
  return (
    <>
      <Styles names={["pages"]} />
      <Head>
        <Meta
          {...meta}
          origin={origin}
          lang={lang}
          path={all.at(-1)!.path}
          linked={[toBreadcrumbList(all, request), ...linked]}
        />
      </Head>
      <Page url={url} current={current} state={state}>
        {state && <DataBanner state={state} nowMs={nowMs} lang={lang} />}
        <Breadcrumbs crumbs={all} fuel={fuelOf(url)} lang={lang} />
        {children}
      </Page>
    </>
  );
}

/** Returns the fuel that an address names, or null. */
function fuelOf({ searchParams }: URL): Fuel | null {
  const fuel = searchParams.get("fuel") ?? "";
  return isFuel(fuel) ? fuel : null;
}

function withFuel(path: string, fuel: Fuel | null): string {
  return fuel === null ? path : `${path}?fuel=${fuel}`;
}

function Breadcrumbs(
  { crumbs, fuel, lang }: { crumbs: readonly Crumb[]; fuel: Fuel | null; lang: Lang },
) {
  const last = crumbs.length - 1;
  return (
    <nav class="crumbs" aria-label={innerWords[lang].breadcrumbs}>
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
