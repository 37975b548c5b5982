/**
 * `/tendances`, in both languages: the price trends of the country and of its largest brands.
 *
 * @module
 */

import type { PageProps } from "fresh";
import { TrendsPage } from "../components/trends/TrendsPage.tsx";
import { pageRoute } from "../lib/http/page_request.ts";
import { loadTrends, type TrendsPageData } from "../lib/pages/trends/load.ts";

export const config = { routeOverride: "{/en}?/tendances{/}?" };

export const handler = pageRoute(loadTrends);

export default function Trends({ data, url }: PageProps<TrendsPageData>) {
  return <TrendsPage data={data} url={url} />;
}
