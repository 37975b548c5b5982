/**
 * `GET /feeds/search.atom` and `/feeds/stations.atom`, both also as `.json`: the latest changes of
 * a fuel around a point or at some stations.
 *
 * @module
 */

import { z } from "zod";
import { CHARGES } from "../domain/charges.ts";
import type { Circle } from "../db/current/stations.ts";
import { findRecentChanges, type RecentChange } from "../db/history/recent_changes.ts";
import { LICENSE_URL } from "../domain/license.ts";
import { fuelParam, latParam, lngParam } from "../domain/params.ts";
import { toInstantText } from "../domain/station/station_record.ts";
import { toMapPath, toStationPath } from "../site/paths.ts";
import { toPriceText } from "../shared/price/money.ts";
import { fuelNumber } from "../shared/fuels.ts";
import { toAddress, toStationName } from "../site/listed_station.ts";
import { formatCents, formatRadius } from "../words/format.ts";
import { toLocalPath } from "../words/lang.ts";
import { commonWords, count, fill } from "../words/mod.ts";
import { newsWords, toNewsTitle } from "../site/news.ts";
import { toMeta } from "./answer.ts";
import { readFilters } from "./apply_filters.ts";
import { FILTER_CHECKS, toCanonicalFilters } from "./filter_rules.ts";
import { DEFAULT_FILTERS, FILTERS, type Filters, narrowParams } from "./filters.ts";
import { paramsOf } from "./input.ts";
import { type AnyOperation, type Backend, defineOperation, requireState } from "./operation.ts";

const MAX_ENTRIES = 50;
const LIST = "1 to 50 station IDs separated by commas, such as 75013013,69002004";

const common = { fuel: fuelParam, lang: z.enum(["fr", "en"]).default("fr") };
const listed = z.strictObject({
  ids: z.string().regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,49}$/, LIST).min(1).max(499),
  ...common,
});
const around = z.strictObject({
  lat: latParam,
  lng: lngParam,
  fuel: common.fuel,
  radius: z.number().min(0.1).max(50).default(5),
  brand: FILTERS.brand.input,
  motorway: FILTERS.motorway.input,
  ...narrowParams,
  lang: common.lang,
});

type Input = Filters & (z.infer<typeof listed> | z.infer<typeof around>);

/** Returns where a feed looks, its title, and the French path of the page with the same content. */
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

/** Returns a permanent ID (RFC 4151). The year is that of the first feeds. */
function toTag(origin: string, name: string): string {
  return `tag:${origin && new URL(origin).hostname || "localhost"},2026:${name}`;
}

/** Returns a change as a JSON Feed item; `_change` has its figures for programs. */
function toItem(
  { station, atMs, kind, priceMilli, previousMilli }: RecentChange,
  { fuel, lang, origin }: Pick<Input, "fuel" | "lang"> & { origin: string },
) {
  const { id, address, postalCode, city } = station;
  const at = toInstantText(atMs);
  const cents = previousMilli
    ? ` (${formatCents(toPriceText(priceMilli! - previousMilli), lang)})`
    : "";
  const place = [toStationName(station, commonWords[lang]), city].filter(Boolean).join(", ");
  const title = `${toNewsTitle({ kind, fuel, priceMilli }, lang)}${cents} · ${place}`;
  const toText = (milli: number | null) => milli && toPriceText(milli);
  return {
    id: toTag(origin, `/${id}/${fuel}/${kind}/${at}`),
    url: `${origin}${toLocalPath(toStationPath(id), lang)}?fuel=${fuel}`,
    title,
    content_text: [title, toAddress({ address, postal_code: postalCode, city })].filter(Boolean)
      .join("\n"),
    date_published: at,
    _change: {
      station: id,
      kind,
      fuel,
      price: toText(priceMilli),
      previous_price: toText(previousMilli),
    },
  };
}

/** The content of a feed. URLs are relative if the service's own URL is not set. */
type Feed = Awaited<ReturnType<typeof readFeed>>;

async function readFeed(operation: AnyOperation, backend: Backend, input: Input) {
  const { circle, title, home } = toPlace(input);
  const { fuel, lang } = input;
  const { conditions } = await readFilters(backend, input);
  const search = { fuel: fuelNumber(fuel), limit: MAX_ENTRIES, circle, conditions };
  const { changes, state: stored } = await findRecentChanges(backend.db, search);
  const state = requireState(stored, backend);
  const values: Record<string, unknown> = input;
  const given = paramsOf(operation).filter(({ name, fallback }) => values[name] !== fallback);
  const path = `${operation.path}?${new URLSearchParams(
    given.map(({ name }) => [name, String(values[name])]),
  )}`;
  const origin = backend.baseUrl ?? "";
  return {
    state,
    title,
    lang,
    id: toTag(origin, path),
    url: origin + path,
    page: origin + toLocalPath(home, lang),
    items: changes.map((change) => toItem(change, { fuel, lang, origin })),
    rights: toMeta({ data: null, meta: {}, state }),
  };
}

/** Writes a feed as JSON Feed 1.1. */
function toJsonFeed(
  { title, lang, url, page, items, rights: { attribution, license, notice } }: Feed,
): string {
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    feed_url: url,
    language: lang,
    authors: [{ name: commonWords[lang].siteName }],
    _rights: { attribution, license, url: LICENSE_URL, notice },
    items,
  });
}

const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Fills a template with escaped values, without the characters that XML does not allow. */
function escaped(parts: TemplateStringsArray, ...values: unknown[]): string {
  const toSafe = (text: string) =>
    text.replace(NOT_XML, "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return String.raw({ raw: parts }, ...values.map((value) => toSafe(String(value))));
}

/** Writes a feed as Atom 1.0 (RFC 4287). */
function toAtom({ title, lang, id, url, page, items, rights }: Feed): string {
  const { attribution, license, notice, generated_at } = rights;
  const entries = items.map(({ id, url, title, content_text: text, date_published: at }) =>
    escaped`<entry><id>${id}</id><title>${title}</title><updated>${at}</updated>
<link rel="alternate" type="text/html" href="${url}"/><content>${text}</content></entry>
`
  );
  const head = escaped`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<id>${id}</id><title>${title}</title><updated>${items[0]?.date_published ?? generated_at}</updated>
<link rel="self" type="application/atom+xml" href="${url}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<link rel="license" href="${LICENSE_URL}"/><author><name>${
    commonWords[lang].siteName
  }</name></author>
<rights>${[attribution, license, notice].filter(Boolean).join(" · ")}</rights>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${head}${entries.join("")}</feed>\n`;
}

const FORMS = {
  atom: { format: "atom", write: toAtom },
  json: { format: "feed", write: toJsonFeed },
} as const;

function defineFeed(
  extension: keyof typeof FORMS,
  { name, input, place }: { name: "search" | "stations"; input: z.ZodObject; place: string },
): AnyOperation {
  const { format, write } = FORMS[extension];
  const path = `/feeds/${name}.${extension}`;
  const operation: AnyOperation = defineOperation({
    id: `${name}.${extension}`,
    path,
    tag: "Prices",
    example: `${path}?${place}&fuel=gazole`,
    title: `Feed of ${name === "search" ? "changes around a point" : "changes at stations"}`,
    description:
      "The latest 50 price changes and stock-outs, newest first, without suspect prices.",
    input,
    crossChecks: FILTER_CHECKS,
    // A thousand stations within 50 km take the database a sixth of a second.
    cost: ({ radius = 0 }) => Math.max(1, Math.ceil(Number(radius) / CHARGES.feedKm)),
    canonical: (given) => toCanonicalFilters({ ...DEFAULT_FILTERS, ...given }),
    output: z.string(),
    formats: [format],
    async fromDatabase(backend, given) {
      const feed = await readFeed(operation, backend, given as unknown as Input);
      // Most revisions change nothing here. The ETag therefore comes from the text, so that feed
      // readers download only new text.
      return { data: write(feed), meta: {}, state: feed.state, external: "lasting" };
    },
  });
  return operation;
}

/** All feeds. Each format has its own address, because feed readers send no `Accept` header. */
export const feeds: readonly AnyOperation[] = (["atom", "json"] as const).flatMap((extension) => [
  defineFeed(extension, { name: "search", input: around, place: "lat=48.8566&lng=2.3522" }),
  defineFeed(extension, { name: "stations", input: listed, place: "ids=75015007" }),
]);
