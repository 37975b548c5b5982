/** `GET /sitemap.xml`. @module */

import { sitemapRoute } from "../lib/http/documents/site.ts";
import { byMethod } from "../lib/http/methods.ts";
import { toTownPath } from "../lib/site/paths.ts";
import { placeIndex } from "../lib/operations/places/find_places.ts";

/** Smaller communes have pages too, and links reach them. */
const MIN_POPULATION = 2_000;

const findTowns = async () => {
  const { places } = await placeIndex();
  return places.filter(({ population }) => population >= MIN_POPULATION).map(toTownPath);
};

export const handler = byMethod({ GET: sitemapRoute(findTowns) });
