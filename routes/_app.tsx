/** The document around every page: language, styles, theme before the first paint. @module */

import { asset } from "fresh/runtime";
import { EmbedDocument } from "../components/embed/EmbedPage.tsx";
import { define } from "../lib/http/state.ts";
import { isEmbedPath } from "../lib/site/paths.ts";
import { SCRIPT } from "../lib/site/first_paint.gen.ts";
import { langOf } from "../lib/words/lang.ts";
import { commonWords } from "../lib/words/mod.ts";

const FONT = "/fonts/bricolage-grotesque.woff2";

const SHELL = [
  "/styles.css",
  "/pages.css",
  "/page.js",
  "/offline.js",
  "/icons/icon.svg",
  FONT,
];

/**
 * Returns the address of the service worker. It changes with the files that the worker stores, so
 * that browsers then fetch the worker again.
 */
function toWorkerUrl(): string {
  const versions = SHELL.map((path) => asset(path).split("=").at(-1)!.slice(0, 6));
  return `/sw.js?v=${versions.join("")}`;
}

/** The host gives the script its nonce. */
function FirstPaint() {
  // deno-lint-ignore react-no-danger -- our own script, which would not be read back if escaped
  return <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}

/** Pages add their title and description with `<Head>`. */
export default define.page(function App({ Component, url, state }) {
  const lang = langOf(url.pathname);
  if (isEmbedPath(url.pathname)) return <EmbedDocument lang={lang} Content={Component} />;
  const words = commonWords[lang];
  const font = asset(FONT);
  return (
    <html lang={lang} data-alerts={state.service?.config.alerts ? "" : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${words.siteName} · ${words.tagline}`}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0a3138" />
        <FirstPaint />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <style>
          {`@font-face{font-family:Bricolage Grotesque;src:url(${font});font-weight:400 800;font-display:optional}`}
        </style>
        <link key="styles.css" rel="stylesheet" href={asset("/styles.css")} />
        <link rel="icon" href={asset("/icons/icon.svg")} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={asset("/icons/apple-touch-icon.png")} />
        <link
          rel="manifest"
          href={lang === "fr" ? "/manifest.webmanifest" : "/manifest.en.webmanifest"}
        />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={words.siteName}
          href={lang === "fr" ? "/opensearch.xml" : "/en/opensearch.xml"}
        />
        <script src={asset("/page.js")} data-worker={toWorkerUrl()} defer />
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
});
