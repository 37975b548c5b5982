/** `GET /feeds/search.atom`, `/feeds/stations.atom`, both also as `.json`: the last changes of a fuel around a point or at some stations. @module */

import { z } from "zod";
import type { Circle } from "../../db/current/stations.ts";
import { findRecentChanges } from "../../db/history/recent_changes.ts";
import { fuelParam, latParam, lngParam } from "../../domain/params.ts";
import { toMapPath, toStationPath } from "../../shared/page/page_paths.ts";
import { fuelNumber } from "../../shared/station/fuels.ts";
import { formatRadius } from "../../shared/words/format.ts";
import { commonWords, count, fill } from "../../shared/words/mod.ts";
import { newsWords } from "../../shared/words/news.ts";
import { toMeta } from "../answer.ts";
import { readFilters } from "../apply_filters.ts";
import { DEFAULT_FILTERS, FILTER_CHECKS, FILTERS, type Filters, narrowParams, toCanonicalFilters } from "../filters.ts";
import { paramsOf } from "../input.ts";
import { type AnyOperation, defineOperation, type Deps, requireState } from "../operation.ts";
import { toAtom, toJsonFeed } from "./write_feed.ts";

const MAX_ENTRIES = 50;
const LIST = "1 to 50 ids of stations with commas between, such as 75013013,69002004";

const common = { fuel: fuelParam, lang: z.enum(["fr", "en"]).default("fr") };
const listed = z.strictObject({
  ids: z.string().regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,49}$/, LIST).min(1).max(499),
  ...common,
});
const around = z.strictObject({
  ...{ lat: latParam, lng: lngParam, fuel: fuelParam, radius: z.number().min(0.1).max(50).default(5) },
  ...{ brand: FILTERS.brand.input, motorway: FILTERS.motorway.input, ...narrowParams, ...common },
});

type Input = Filters & (z.infer<typeof listed> | z.infer<typeof around>);

/** Where a feed looks, its title, and the French path of the page that shows the same. */
function toPlace(input: Input): { circle: Circle | null; title: string; home: string } {
  const { fuel, lang } = input;
  const name = commonWords[lang].fuels[fuel].short;
  if ("lat" in input) {
    const { lat, lng, radius } = input;
    const values = { fuel: name, km: formatRadius(radius, lang), point: `${lat}, ${lng}` };
    const circle = { lat, lng, radiusM: radius * 1000 };
    return { circle, title: fill(newsWords[lang].around, values), home: toMapPath(input) };
  }
  const { length } = input.ids.split(",");
  const stations = count(commonWords[lang].stations, length, { lang });
  const home = `${length === 1 ? toStationPath(input.ids) : "/"}?fuel=${fuel}`;
  return { circle: null, title: fill(newsWords[lang].of, { fuel: name, stations }), home };
}

async function readFeed(operation: AnyOperation, deps: Deps, input: Input) {
  const { circle, title, home } = toPlace(input);
  const { fuel, lang } = input;
  const { conditions } = await readFilters(deps, input);
  const search = { fuel: fuelNumber(fuel), limit: MAX_ENTRIES, circle, conditions };
  const { changes, state: stored } = await findRecentChanges(deps.db, search);
  const state = requireState(stored, deps);
  const values: Record<string, unknown> = input;
  const given = paramsOf(operation).filter(({ name, fallback }) => values[name] !== fallback);
  const path = `${operation.path}?${new URLSearchParams(given.map(({ name }) => [name, String(values[name])]))}`;
  const rights = toMeta({ data: null, meta: {}, state });
  return { state, feed: { title, home, path, fuel, lang, origin: deps.baseUrl ?? "", rights, changes } };
}

const FORMS = { atom: { format: "atom", write: toAtom }, json: { format: "feed", write: toJsonFeed } } as const;

function defineFeed(
  extension: keyof typeof FORMS,
  { name, input, place }: { name: "search" | "stations"; input: z.ZodObject; place: string },
): AnyOperation {
  const { format, write } = FORMS[extension];
  const path = `/feeds/${name}.${extension}`;
  const operation: AnyOperation = defineOperation({
    ...{ id: `${name}.${extension}`, path, tag: "Prices", example: `${path}?${place}&fuel=gazole` },
    title: `Feed of ${name === "search" ? "changes around a point" : "changes at stations"}`,
    description: "Prices and stock-outs, at most 50, the newest first, without suspect prices.",
    input,
    crossChecks: FILTER_CHECKS,
    // a thousand stations within 50 km take the database a sixth of a second
    cost: ({ radius = 0 }) => Math.max(1, Math.ceil(Number(radius) / 20)),
    canonical: (given) => toCanonicalFilters({ ...DEFAULT_FILTERS, ...given }),
    output: z.string(),
    formats: [format],
    async fromDatabase(deps, given) {
      const { state, feed } = await readFeed(operation, deps, given as unknown as Input);
      // most revisions change nothing here: the tag is that of the text, so that readers load it only when it is new
      return { data: write(feed), meta: {}, state, beside: "lasting" };
    },
  });
  return operation;
}

/** All feeds; each form has an address, since readers of feeds send no `Accept`. */
export const feeds: readonly AnyOperation[] = (["atom", "json"] as const).flatMap((extension) => [
  defineFeed(extension, { name: "search", input: around, place: "lat=48.8566&lng=2.3522" }),
  defineFeed(extension, { name: "stations", input: listed, place: "ids=75013013" }),
]);
