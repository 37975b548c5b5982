/** Title, description and linked data of the home, which is the country's page or a view of the map. @module */

import { formatPrice } from "../../shared/format.ts";
import { type Lang, toLocalPath } from "../../shared/lang.ts";
import { toPriceText } from "../../shared/money.ts";
import type { PageMeta, PageRequest } from "../../shared/page.ts";
import { toQuery, type View } from "../../shared/url_state.ts";
import { homeWords } from "../../shared/words/home.ts";
import { COLON, commonWords, fill } from "../../shared/words/mod.ts";
import type { HomeData } from "./load.ts";

/** The home's metadata; it has no breadcrumbs. */
export type HomeMeta = Omit<PageMeta, "crumbs"> & { origin: string; lang: Lang };

/** Title, description, address; only the country's page is meant for search engines, the rest are views. */
export function toHomeMeta(data: HomeData, { lang, origin }: PageRequest): HomeMeta {
  const { landing, explorer } = homeWords(lang);
  const common = commonWords(lang);
  if (data.kind !== "explorer") {
    const isIndexed = data.kind === "landing" && !data.isUnknownPlace;
    const linked = [toWebSite({ origin, lang })];
    const { title, description } = landing;
    return { origin, lang, path: "/", title, description, isIndexed, linked };
  }
  const fuel = common.fuels[data.view.fuel].short;
  const place = data.where.place?.name ?? (data.view.q || explorer.here);
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
function toWebSite({ origin, lang }: Pick<PageRequest, "origin" | "lang">): object {
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
