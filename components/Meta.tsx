/** What search engines, link previews and readers of feeds see of a page: goes into `<Head>`. @module */

import { toLocalPath } from "../lib/shared/lang.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { commonWords } from "../lib/shared/words/mod.ts";

/** The metadata of a page. */
export type MetaProps = {
  /** Origin of the site without a trailing slash. */
  origin: string;
  lang: Lang;
  /** French path of the page, without what only sorts or filters it. */
  path: string;
  title: string;
  description: string;
  /** False keeps the page out of search engines. */
  isIndexed?: boolean;
  /** Linked data (schema.org). */
  linked?: readonly object[];
};

/** JSON that can end neither the script element nor a comment in it. */
function toSafeJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Title, description, canonical address, both languages, Open Graph, linked data. */
export function Meta({ origin, lang, path, title, description, isIndexed = true, linked = [] }: MetaProps) {
  const { siteName } = commonWords(lang);
  const at = (to: Lang) => origin + toLocalPath(path, to);
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <link key="canonical" rel="canonical" href={at(lang)} />
      <link key="alternate-fr" rel="alternate" hreflang="fr" href={at("fr")} />
      <link key="alternate-en" rel="alternate" hreflang="en" href={at("en")} />
      <link key="alternate-default" rel="alternate" hreflang="x-default" href={at("fr")} />
      <meta key="og-title" property="og:title" content={title} />
      <meta key="og-description" property="og:description" content={description} />
      <meta key="og-url" property="og:url" content={at(lang)} />
      <meta key="og-type" property="og:type" content="website" />
      <meta key="og-site" property="og:site_name" content={siteName} />
      <meta key="og-locale" property="og:locale" content={lang === "fr" ? "fr_FR" : "en_GB"} />
      <meta key="og-image" property="og:image" content={`${origin}/og.png`} />
      <meta key="og-image-width" property="og:image:width" content="1200" />
      <meta key="og-image-height" property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      {linked.map((data, at) => <LinkedData key={`linked-${at}`} data={data} />)}
    </>
  );
}

/** Text inside a script element is not unescaped by browsers, so the JSON goes in as it is. */
function LinkedData({ data }: { data: object }) {
  const __html = toSafeJson({ "@context": "https://schema.org", ...data });
  // deno-lint-ignore react-no-danger -- our own JSON, with every "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}
