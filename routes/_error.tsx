/** The error page: not found, or an internal failure. @module */

import { HttpError, type PageProps } from "fresh";
import { Head } from "fresh/runtime";
import { Page, Styles } from "../components/Page.tsx";
import { EmbedFrame } from "../components/embed/EmbedPage.tsx";
import { geoFiles } from "../components/explorer/ExplorerPage.tsx";
import PlaceSearch from "../islands/PlaceSearch.tsx";
import type { State } from "../lib/http/state.ts";
import { isEmbedPath } from "../lib/site/paths.ts";
import { homeWords } from "../lib/words/home.ts";
import { langOf, toLocalPath } from "../lib/words/lang.ts";
import { commonWords } from "../lib/words/mod.ts";

/** Says what happened, and links to the home or, for an unknown address, to a place. */
export default function ErrorPage(
  { error, url, state }: Pick<PageProps<unknown, State>, "error" | "url" | "state">,
) {
  const lang = langOf(url.pathname);
  const { error: words, siteName, states } = commonWords[lang];
  const status = error instanceof HttpError ? error.status : 500;
  const code = [404, 503].includes(status) ? status : 500;
  const title = status === 404 ? words.notFound : words.title;
  const noData = () => state.service.config.ingest ? states.noData : states.idle;
  const failure = status === 503 ? noData() : words.failedText;
  const text = status === 404 ? words.notFoundText : failure;
  if (isEmbedPath(url.pathname)) return <EmbedFrame title={title}>{text}</EmbedFrame>;
  return (
    <>
      <Head>
        <title>{`${title} · ${siteName}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <Styles names={["home"]} />
      <Page url={url}>
        <div class="error-page stack">
          {/* The status in the digits of a pump. */}
          <p class="error-code num" aria-hidden="true">
            {(code / 100).toFixed(2).replace(".", lang === "fr" ? "," : ".")}
          </p>
          <h1>{title}</h1>
          <p>{text}</p>
          {status === 404 && (
            <form class="error-search" action={toLocalPath("/", lang)} method="get" role="search">
              <PlaceSearch lang={lang} words={homeWords[lang].search} files={geoFiles()} value="" />
            </form>
          )}
          <p>
            <a class="button button-primary" href={toLocalPath("/", lang)} aria-current="false">
              {words.backHome}
            </a>
          </p>
        </div>
      </Page>
    </>
  );
}
