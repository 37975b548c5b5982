/** The metadata of a page, for search engines and link previews. @module */

import type { HeadMeta } from "../lib/site/metadata.ts";
import { type Lang, toLocalPath } from "../lib/words/lang.ts";
import { commonWords } from "../lib/words/mod.ts";

type MetaProps = HeadMeta & {
  /** French path of the page without a query. */
  path: string;
  origin: string;
  lang: Lang;
  /** French path of the page that search engines should index instead; by default this page. */
  canonical?: string;
};

/** Title, description, canonical address, both languages, Open Graph, linked data. */
export function Meta(props: MetaProps) {
  const {
    origin,
    lang,
    path,
    canonical = path,
    title,
    description,
    image,
    feed,
    isIndexed = true,
    linked = [],
  } = props;
  const { siteName } = commonWords[lang];
  const at = (to: Lang) => origin + toLocalPath(path, to);
  const graph = {
    title,
    description,
    url: at(lang),
    type: "website",
    site_name: siteName,
    locale: lang === "fr" ? "fr_FR" : "en_GB",
    image: origin + (image ? toLocalPath(image, lang) : "/og.png"),
    "image:width": "1200",
    "image:height": "630",
    "image:alt": title,
  };
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <meta name="description" content={description} />
      {!isIndexed && <meta name="robots" content="noindex" />}
      <link key="canonical" rel="canonical" href={origin + toLocalPath(canonical, lang)} />
      <link key="alternate-fr" rel="alternate" hreflang="fr" href={at("fr")} />
      <link key="alternate-en" rel="alternate" hreflang="en" href={at("en")} />
      <link key="alternate-default" rel="alternate" hreflang="x-default" href={at("fr")} />
      {feed && <link key="feed" rel="alternate" type="application/atom+xml" href={feed} />}
      {Object.entries(graph).map(([name, content]) => (
        <meta key={`og:${name}`} property={`og:${name}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {linked.map((data, at) => <LinkedData key={`linked-${at}`} data={data} />)}
    </>
  );
}

/** Linked data (schema.org). Only "<" is escaped, because browsers read a script as it is. */
function LinkedData({ data }: { data: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data });
  const __html = json.replaceAll("<", "\\u003c");
  // deno-lint-ignore react-no-danger -- our own JSON without "<", which could end the script
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}
