/** The home's three faces: the country, the map around a place, and an apology. @module */

import { asset, Head } from "fresh/runtime";
import type { MetaProps } from "../../components/Meta.tsx";
import { DataBanner } from "../../components/Banner.tsx";
import { Landing } from "../../components/home/Landing.tsx";
import { Page } from "../../components/Page.tsx";
import KeptAtHome from "../../islands/KeptAtHome.tsx";
import PlaceSearch from "../../islands/PlaceSearch.tsx";
import { formatPrice } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, langOf, toLocalPath } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { toQuery, type View } from "../../lib/shared/url_state.ts";
import { homeWords } from "../../lib/shared/words/home.ts";
import { infoWords } from "../../lib/shared/words/info_pages.ts";
import { COLON, commonWords, fill } from "../../lib/shared/words/mod.ts";
import { ExplorerPage, toPlaceName } from "./explorer_page.tsx";
import { placeFiles } from "./files.ts";
import type { Frame } from "./frame.ts";
import type { HomeData, LandingData } from "./load_home.ts";

/** Title, description, address; only the country's page is meant for search engines, the rest are views. */
export function toMeta(data: HomeData, { lang, origin }: Frame): MetaProps {
  const { landing, explorer } = homeWords(lang);
  const common = commonWords(lang);
  if (data.kind !== "explorer") {
    const isIndexed = data.kind === "landing" && !data.isUnknownPlace;
    const linked = [toWebSite({ origin, lang })];
    return { origin, lang, path: "/", title: landing.title, description: landing.description, isIndexed, linked };
  }
  const fuel = common.fuels[data.view.fuel].short;
  const place = toPlaceName(data, explorer.here);
  const cheapest = data.found.stations.length === 0 ? null : Math.min(...data.found.stations.map((s) => s.priceMilli));
  const price = cheapest === null ? "" : `${COLON[lang]} ${formatPrice(toPriceText(cheapest), lang)}`;
  return {
    ...{ origin, lang, isIndexed: false },
    // The other language shows the same view.
    path: toViewPath(data.view),
    title: `${fill(explorer.title, { fuel, place })}${price}`,
    description: fill(explorer.description, { fuel, place }),
  };
}

/** The site and its search, as search engines read them. */
function toWebSite({ origin, lang }: Pick<Frame, "origin" | "lang">): object {
  const { siteName, tagline } = commonWords(lang);
  const home = origin + toLocalPath("/", lang);
  return {
    "@type": "WebSite",
    ...{ name: siteName, description: tagline, url: home, inLanguage: lang },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${home}?q={q}` },
      "query-input": "required name=q",
    },
  };
}

function toViewPath(view: View): string {
  const query = toQuery(view);
  return query === "" ? "/" : `/?${query}`;
}

/** The page in its language. */
export function HomePage({ data, url }: { data: HomeData; url: URL }) {
  const styles = (
    <Head>
      <link rel="stylesheet" href={asset("/home.css")} />
    </Head>
  );
  if (data.kind === "explorer") {
    return (
      <>
        {styles}
        <ExplorerPage data={data} url={url} />
      </>
    );
  }
  if (data.kind === "landing") {
    return (
      <>
        {styles}
        <LandingPage data={data} url={url} />
      </>
    );
  }
  return <UnavailablePage isIdle={data.isIdle} url={url} />;
}

function LandingPage({ data, url }: { data: LandingData; url: URL }) {
  const lang = langOf(url.pathname);
  const [words, common] = [homeWords(lang), commonWords(lang)];
  const { view, country, isUnknownPlace, nowMs } = data;
  const asOf = new Date(country.state.asOfMs).toISOString();
  return (
    <Page url={url} current="/" bare>
      <DataBanner {...{ asOf, nowMs, lang }} source={country.state.source} words={common} />
      <Landing
        {...{ view, asOf, isUnknownPlace, lang, words, common }}
        {...country}
        kept={<KeptAtHome fuel={view.fuel} {...{ lang, nowMs }} words={toKeptWords(view.fuel, lang)} />}
      >
        <PlaceSearch lang={lang} words={words.search} files={placeFiles()} value={view.q} />
      </Landing>
    </Page>
  );
}

/** Only what the kept stations need travels to the browser. */
function toKeptWords(fuel: Fuel, lang: Lang) {
  const { title, all, unavailable, noPrice } = infoWords(lang).favourites;
  const { fuels, levels, outOfStock } = commonWords(lang);
  return { title, all, unavailable, noPrice, fuel: fuels[fuel].short, best: levels.best, out: outOfStock.temporary };
}

function UnavailablePage({ isIdle, url }: { isIdle: boolean; url: URL }) {
  const lang = langOf(url.pathname);
  const { states } = commonWords(lang);
  return (
    <Page url={url} current="/">
      <div class="state state-failed" role="alert">
        <h1 class="state-title">{states.failed}</h1>
        <p>{isIdle ? states.idle : states.noData}</p>
        <a class="button button-primary" href={toLocalPath(`/${url.search}`, lang)}>{states.retry}</a>
      </div>
    </Page>
  );
}
