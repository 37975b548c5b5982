/**
 * `/`, in both languages: the country before a place is known, otherwise the map and the list
 * around it.
 *
 * @module
 */

import { page, type PageProps } from "fresh";
import { Head } from "fresh/runtime";
import { Meta } from "../components/Metadata.tsx";
import { ExplorerPage, geoFiles } from "../components/explorer/ExplorerPage.tsx";
import { LandingPage } from "../components/home/Landing.tsx";
import Explorer from "../islands/Explorer.tsx";
import MyRouteAtHome from "../islands/MyRouteAtHome.tsx";
import PlaceSearch from "../islands/PlaceSearch.tsx";
import VisitorAtHome from "../islands/VisitorAtHome.tsx";
import { requireCharge } from "../lib/http/quota/count.ts";
import { PAGE_CACHING, toPageRequest } from "../lib/http/page_request.ts";
import { define } from "../lib/http/state.ts";
import { type LandingData, loadHome, toHomeCost } from "../lib/pages/home/load.ts";
import { deviceWords, toFavouriteCommon } from "../lib/words/device_pages.ts";
import type { Lang } from "../lib/words/lang.ts";
import { homeWords } from "../lib/words/home.ts";

export const config = { routeOverride: "/{en}?" };

export const handler = define.handlers({
  async GET(ctx) {
    requireCharge(ctx, await toHomeCost(ctx.url));
    return page(
      await loadHome(ctx.state.service.backend, toPageRequest(ctx), ctx.url),
      PAGE_CACHING,
    );
  },
});

export default function Home(
  { data: { home, meta }, url }: PageProps<Awaited<ReturnType<typeof loadHome>>>,
) {
  return (
    <>
      <Head>
        <Meta {...meta} />
      </Head>
      {home.kind === "explorer"
        ? <ExplorerPage data={home} url={url} Explorer={Explorer} origin={meta.origin} />
        : <Landing home={home} url={url} lang={meta.lang} />}
    </>
  );
}

function Landing({ home, url, lang }: { home: LandingData; url: URL; lang: Lang }) {
  const { view: { fuel, q }, nowMs } = home;
  const { favourites, lastVisit, myRoute } = deviceWords[lang];
  const visitor = (
    <>
      <VisitorAtHome
        fuel={fuel}
        nowMs={nowMs}
        lang={lang}
        isNamed={url.searchParams.get("fuel") === fuel}
        words={{ favourites, lastVisit }}
        common={toFavouriteCommon(lang)}
      />
      <MyRouteAtHome lang={lang} words={myRoute} />
    </>
  );
  return (
    <LandingPage data={home} url={url} visitor={visitor}>
      <PlaceSearch lang={lang} words={homeWords[lang].search} files={geoFiles()} value={q} />
    </LandingPage>
  );
}
