/** The document around every page: language, styles, theme before the first paint. @module */

import { asset } from "fresh/runtime";
import { EmbedDocument } from "../components/embed/EmbedPage.tsx";
import { define } from "../lib/http/state.ts";
import { isEmbedPath } from "../lib/site/paths.ts";
import { FAVOURITES_AT_HOME, FAVOURITES_KEY } from "../lib/site/favourites.ts";
import { LAST_VISIT_KEY } from "../lib/site/explorer/last_visit.ts";
import { MY_ROUTE_KEY } from "../lib/site/route/route_question.ts";
import { DRIVER_KEY } from "../lib/shared/price/real_cost.ts";
import { DEFAULT_FUEL } from "../lib/site/explorer/url_state.ts";
import { langOf } from "../lib/words/lang.ts";
import { commonWords } from "../lib/words/mod.ts";

// Runs before the first paint, so that neither the theme nor the layout flashes; the host gives it
// the request's nonce. Single quotes and no `&` or `<`: text of a page is escaped, and a script
// would not be read back. Alerts need a browser that has them; one of an iPhone may yet be
// installed. The home opens with the fuel of the last visit, and an installed app, which is
// launched there, at its place.
const FIRST = `(function(d){var t,k,l,o,u='';
try{t=localStorage.getItem('theme');if(localStorage.getItem('${MY_ROUTE_KEY}'))d.dataset.route='';k=JSON.parse(localStorage.getItem('${FAVOURITES_KEY}')).length}catch(e){}
try{l=JSON.parse(localStorage.getItem('${LAST_VISIT_KEY}'));if(l.place)d.dataset.last='';
if(/^\\/(en)?$/.test(location.pathname))if(!location.search){
if(l.place)if(history.length===1)if(matchMedia('(display-mode: standalone)').matches)u=l.query;
if(!u)if(l.fuel!=='${DEFAULT_FUEL}')u='fuel='+l.fuel;if(u)location.replace('?'+u)}}catch(e){}
try{o=JSON.parse(localStorage.getItem('${DRIVER_KEY}'));if(o.discounts[0]||o.fuels[1])d.dataset.own=''}catch(e){}
if(!('PushManager' in window))if(navigator.standalone!==false)delete d.dataset.alerts;
d.dataset.theme=t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';
if(k)d.dataset.favourites=Math.min(k,${FAVOURITES_AT_HOME});d.classList.add('js')})(document.documentElement)`;

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
 * The address of the service worker, which changes with what it stores, so that browsers fetch it
 * again then.
 */
function toWorkerUrl(): string {
  const versions = SHELL.map((path) => asset(path).split("=").at(-1)!.slice(0, 6));
  return `/sw.js?v=${versions.join("")}`;
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
        <script>{FIRST}</script>
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
