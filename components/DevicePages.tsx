/**
 * The pages whose content is on the device: favourites, alerts, and the page without a network.
 *
 * @module
 */

import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import { type PageRequest, toPageMeta } from "../lib/site/metadata.ts";
import { alertWords } from "../lib/words/alerts.ts";
import { deviceWords } from "../lib/words/device_pages.ts";
import { toLocalPath } from "../lib/words/lang.ts";
import { PageHead } from "./Blocks.tsx";
import { InnerPage } from "./Page.tsx";

type Props = { data: PageRequest; url: URL };
type ListProps = Props & { children: ComponentChildren };

/** Returns the metadata of such a page, which search engines skip. `path` is French. */
function toDeviceMeta(path: string, title: string, description: string) {
  return { ...toPageMeta(title, path, { title, description }), isIndexed: false };
}

/** The favourite stations; the list itself comes as children. */
export function FavouritesPage({ data: request, url, children }: ListProps) {
  const { title, intro, noScripts } = deviceWords[request.lang].favourites;
  return (
    <InnerPage
      url={url}
      data={{ request, meta: toDeviceMeta("/favoris", title, intro) }}
      current="/favoris"
    >
      <PageHead title={title} lead={intro} />
      <p class="state no-js-only">{noScripts}</p>
      <p class="alerts-link">
        <a href={toLocalPath("/alertes", request.lang)}>{alertWords[request.lang].page.title}</a>
      </p>
      <div class="favourites-room">{children}</div>
    </InnerPage>
  );
}

/** The alerts of this device; the list itself comes as children. */
export function AlertsPage({ data: request, url, children }: ListProps) {
  const { lang } = request;
  const { title, intro, noScripts, privacy } = alertWords[lang].page;
  return (
    <InnerPage url={url} data={{ request, meta: toDeviceMeta("/alertes", title, intro) }}>
      <PageHead title={title} lead={intro} />
      <p class="state no-js-only">{noScripts}</p>
      <div class="stack">
        {children}
        <p>
          <a href={toLocalPath("/mentions-legales", lang)}>{privacy}</a>
        </p>
      </div>
    </InnerPage>
  );
}

/**
 * The page that the service worker shows without a network. A script lists the pages stored on the
 * device.
 */
export function OfflinePage({ data: request, url }: Props) {
  const words = deviceWords[request.lang].offline;
  const { title, text } = words;
  return (
    <InnerPage url={url} data={{ request, meta: toDeviceMeta("/hors-ligne", title, text) }}>
      <div class="error-page stack">
        <p class="error-code num" aria-hidden="true">{request.lang === "fr" ? "0,00" : "0.00"}</p>
        <h1>{title}</h1>
        <p>{text}</p>
        <p>{words.hint}</p>
        <p>
          <a class="button button-primary" href="" data-retry>{words.retry}</a>
        </p>
        <section aria-labelledby="stored">
          <h2 id="stored">{words.pages}</h2>
          <ul class="link-list stored-pages" data-stored-pages>
            <li class="muted">{words.none}</li>
          </ul>
        </section>
      </div>
      <script src={asset("/offline.js")} defer />
    </InnerPage>
  );
}
