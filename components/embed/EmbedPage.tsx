/**
 * The pages that other sites embed in frames: a still map with the cheapest stations, and a curve.
 * They have no islands.
 *
 * @module
 */

import type { ComponentChildren, ComponentType } from "preact";
import { asset, Head } from "fresh/runtime";
import type { EmbedData } from "../../lib/pages/embed/load.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { formatCents, formatDay, formatPrice } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { COLON, commonWords } from "../../lib/words/mod.ts";
import { toDateText } from "../Blocks.tsx";
import { DataBanner } from "../Page.tsx";
import { MapSection } from "../area/AreaMaps.tsx";
import { StationList } from "../area/AreaPrices.tsx";
import { StepFigure } from "../chart/StepChart.tsx";

// Reports the page's height to the embedding site. It has single quotes and no `&` or `<`, as in
// routes/_app.tsx.
const RESIZE = `(function(d){function send(){parent.postMessage({type:'resize',height:Math.ceil(
d.getBoundingClientRect().height)},'*')}new ResizeObserver(send).observe(d);addEventListener('load',send)})
(document.documentElement)`;

/**
 * The document around an embedded page. Links open outside the frame. It is always light, as most
 * sites are.
 */
export function EmbedDocument({ lang, Content }: { lang: Lang; Content: ComponentType }) {
  return (
    <html lang={lang} data-theme="light">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{commonWords[lang].siteName}</title>
        <meta name="robots" content="noindex" />
        <base target="_blank" />
        {["/styles.css", "/pages.css", "/embed.css"].map((path) => (
          <link key={path} rel="stylesheet" href={asset(path)} />
        ))}
        <script>{RESIZE}</script>
      </head>
      <body>
        <Content />
      </body>
    </html>
  );
}

/** A heading and the content below it. */
export function EmbedFrame({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <main class="embed">
      <Head>
        <title>{title}</title>
      </Head>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** The whole page. */
export function EmbedPage({ data }: { data: EmbedData }) {
  if (data.kind === "refusal") return <EmbedFrame title={data.title} />;
  const { title, state, path, more, request, request: { lang, nowMs } } = data;
  return (
    <EmbedFrame title={title}>
      <DataBanner state={state} nowMs={nowMs} lang={lang} />
      {data.kind === "map" ? <CheapestMap data={data} /> : <Curve data={data} />}
      <p class="embed-source">
        <a href={toLocalPath(path, lang)} rel="noopener">{more}</a>
        <span class="hint">
          {toDateText(state, request)}.{" "}
          {state.source !== "sample" && commonWords[lang].footer.sources}
        </span>
      </p>
    </EmbedFrame>
  );
}

const MAX_LISTED = 5;

function CheapestMap({ data }: { data: EmbedData & { kind: "map" } }) {
  const { stations, frame, fuel, label, none, request: { lang, nowMs } } = data;
  return (
    <>
      <MapSection frame={frame} label={label} stations={stations} lang={lang} />
      {stations.length === 0 ? <p class="state">{none}</p> : (
        <StationList
          entries={stations.slice(0, MAX_LISTED)}
          fuel={fuel}
          nowMs={nowMs}
          lang={lang}
        />
      )}
    </>
  );
}

function Curve(
  { data: { points, title, label, request: { lang } } }: { data: EmbedData & { kind: "curve" } },
) {
  const first = points.at(0)!;
  const last = points.at(-1)!;
  const range = { from: first.day, to: last.day };
  const toText = ({ day, milli }: typeof last) =>
    `${formatDay(day, lang)}${COLON[lang]} ${formatPrice(toPriceText(milli), lang)}`;
  return (
    <>
      <p class="embed-ends num">
        <span>{toText(first)}</span>
        <strong>{toText(last)}</strong>
        <span>{formatCents(toPriceText(last.milli - first.milli), lang)}</span>
      </p>
      <StepFigure
        points={points}
        range={range}
        lang={lang}
        label={title}
        title={label}
        names={[title, ""]}
        reference={[]}
      />
    </>
  );
}
