/** Pages that live on the device: the kept stations, and what stands there without a network. @module */

import { asset } from "fresh/runtime";
import Favourites from "../../islands/Favourites.tsx";
import { infoWords } from "../../lib/shared/words/info_pages.ts";
import { commonWords } from "../../lib/shared/words/mod.ts";
import type { Frame } from "./frame.ts";
import { InnerPage } from "./inner_page.tsx";

type Props = { frame: Frame; url: URL };

/** The stations that this device keeps. */
export function FavouritesPage({ frame, url }: Props) {
  const { lang, nowMs } = frame;
  const words = infoWords(lang).favourites;
  const path = "/favoris";
  return (
    <InnerPage
      {...{ url, frame, path }}
      title={words.title}
      description={words.description}
      isIndexed={false}
      current={path}
      crumbs={[{ name: words.title, path }]}
    >
      <header class="page-head">
        <h1>{words.title}</h1>
        <p class="page-lead">{words.intro}</p>
      </header>
      <p class="state no-js-only">{words.noScripts}</p>
      <Favourites {...{ lang, words, nowMs }} common={commonWords(lang)} />
    </InnerPage>
  );
}

/** Kept by the service worker when it is installed; it lists the pages that were kept since. */
export function OfflinePage({ frame, url }: Props) {
  const words = infoWords(frame.lang).offline;
  const path = "/hors-ligne";
  return (
    <InnerPage
      {...{ url, frame, path }}
      title={words.title}
      description={words.text}
      isIndexed={false}
      crumbs={[{ name: words.title, path }]}
    >
      <div class="error-page stack">
        <p class="error-code num" aria-hidden="true">0,00</p>
        <h1>{words.title}</h1>
        <p>{words.text}</p>
        <p>{words.hint}</p>
        <p>
          <a class="button button-primary" href="" data-retry>{words.retry}</a>
        </p>
        <section aria-labelledby="kept">
          <h2 id="kept">{words.pages}</h2>
          <ul class="link-list" data-kept-pages>
            <li class="muted">{words.none}</li>
          </ul>
        </section>
      </div>
      <script src={asset("/offline.js")} defer />
    </InnerPage>
  );
}
