/** Writes changes of a fuel as Atom 1.0 (RFC 4287) and as JSON Feed 1.1. @module */

import type { RecentChange } from "../../db/history/recent_changes.ts";
import { toInstantText } from "../../domain/station/station_record.ts";
import { toStationPath } from "../../shared/page/page_paths.ts";
import { toPriceText } from "../../shared/price/money.ts";
import type { Fuel } from "../../shared/station/fuels.ts";
import { toAddress, toStationName } from "../../shared/station/listed_station.ts";
import { formatCents } from "../../shared/words/format.ts";
import { type Lang, toLocalPath } from "../../shared/words/lang.ts";
import { commonWords } from "../../shared/words/mod.ts";
import { toNewsTitle } from "../../shared/words/news.ts";
import type { Meta } from "../operation.ts";

/**
 * The content of a feed: its own path with the query, the French path of the page that shows the same, the public origin (empty
 * where it is not set: addresses are then relative), source and licence of the data.
 */
export type Feed = Record<"title" | "path" | "home" | "origin", string> & {
  fuel: Fuel;
  lang: Lang;
  rights: Meta;
  changes: readonly RecentChange[];
};

const LICENSE_URL = "https://opendatacommons.org/licenses/odbl/1-0/";

/** A name that stays the same forever (RFC 4151); the year is that of the first feeds. */
function toTag(origin: string, name: string): string {
  return `tag:${origin && new URL(origin).hostname || "localhost"},2026:${name}`;
}

function toTitle({ fuel, lang }: Feed, { station, kind, priceMilli, previousMilli }: RecentChange): string {
  const place = [toStationName(station, commonWords[lang]), station.city].filter(Boolean).join(", ");
  const cents = previousMilli ? ` (${formatCents(toPriceText(priceMilli! - previousMilli), lang)})` : "";
  return `${toNewsTitle({ kind, fuel, priceMilli }, lang)}${cents} · ${place}`;
}

function toItem(feed: Feed, change: RecentChange) {
  const { fuel, lang, origin } = feed;
  const { station: { id, address, postalCode, city }, atMs, kind, priceMilli, previousMilli } = change;
  const [title, at] = [toTitle(feed, change), toInstantText(atMs)];
  const [price, previous_price] = [priceMilli, previousMilli].map((milli) => milli && toPriceText(milli));
  return {
    id: toTag(origin, `/${id}/${fuel}/${kind}/${at}`),
    url: `${origin}${toLocalPath(toStationPath(id), lang)}?fuel=${fuel}`,
    title,
    content_text: [title, toAddress({ address, postal_code: postalCode, city })].filter(Boolean).join("\n"),
    date_published: at,
    _change: { station: id, kind, fuel, price, previous_price },
  };
}

/** The feed as JSON Feed; `_change` has the figures of an item for programs. */
export function toJsonFeed(feed: Feed): string {
  const { title, lang, path, home, origin, rights: { attribution, license, notice } } = feed;
  return JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    ...{ title, home_page_url: origin + toLocalPath(home, lang), feed_url: origin + path, language: lang },
    authors: [{ name: commonWords[lang].siteName }],
    _rights: { attribution, license, url: LICENSE_URL, notice },
    items: feed.changes.map((change) => toItem(feed, change)),
  });
}

const NOT_XML = /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** A template whose values are escaped, without the characters that XML cannot have. */
function escaped(parts: TemplateStringsArray, ...values: unknown[]): string {
  const toSafe = (text: string) => text.replace(NOT_XML, "").replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return String.raw({ raw: parts }, ...values.map((value) => toSafe(String(value))));
}

/** The feed as Atom. */
export function toAtom(feed: Feed): string {
  const { title, lang, path, home, origin, rights: { attribution, license, notice, generated_at } } = feed;
  const items = feed.changes.map((change) => toItem(feed, change));
  const entries = items.map(({ id, url, title, content_text: text, date_published: at }) =>
    escaped`<entry><id>${id}</id><title>${title}</title><updated>${at}</updated>
<link rel="alternate" type="text/html" href="${url}"/><content>${text}</content></entry>
`
  );
  const head = escaped`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${lang}">
<id>${toTag(origin, path)}</id><title>${title}</title><updated>${items[0]?.date_published ?? generated_at}</updated>
<link rel="self" type="application/atom+xml" href="${origin + path}"/>
<link rel="alternate" type="text/html" href="${origin + toLocalPath(home, lang)}"/>
<link rel="license" href="${LICENSE_URL}"/><author><name>${commonWords[lang].siteName}</name></author>
<rights>${[attribution, license, notice].filter(Boolean).join(" · ")}</rights>
`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${head}${entries.join("")}</feed>\n`;
}
