/** The two pages that live on the device: favourite stations, and what is shown without a network. @module */

import { asset } from "fresh/runtime";
import type { ComponentChildren } from "preact";
import type { PageRequest } from "../lib/shared/page.ts";
import { deviceWords } from "../lib/shared/words/device_pages.ts";
import { InnerPage } from "./Page.tsx";

type Props = { request: PageRequest; url: URL };

/** The favourite stations; the list itself comes as children. */
export function FavouritesPage({ request, url, children }: Props & { children: ComponentChildren }) {
  const words = deviceWords(request.lang).favourites;
  const path = "/favoris";
  return (
    <InnerPage
      {...{ url, request }}
      meta={{
        ...{ path, title: words.title, description: words.description },
        isIndexed: false,
        crumbs: [{ name: words.title, path }],
      }}
      current={path}
    >
      <header class="page-head">
        <h1>{words.title}</h1>
        <p class="page-lead">{words.intro}</p>
      </header>
      <p class="state no-js-only">{words.noScripts}</p>
      <div class="favourites-room">{children}</div>
    </InnerPage>
  );
}

/** What the service worker shows without a network; a script lists the pages that the device has stored. */
export function OfflinePage({ request, url }: Props) {
  const words = deviceWords(request.lang).offline;
  const path = "/hors-ligne";
  return (
    <InnerPage
      {...{ url, request }}
      meta={{
        ...{ path, title: words.title, description: words.text },
        isIndexed: false,
        crumbs: [{ name: words.title, path }],
      }}
    >
      <div class="error-page stack">
        <p class="error-code num" aria-hidden="true">{request.lang === "fr" ? "0,00" : "0.00"}</p>
        <h1>{words.title}</h1>
        <p>{words.text}</p>
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
