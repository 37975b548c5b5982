/** The map and the list around a place. @module */

import { asset, Head } from "fresh/runtime";
import { DataBanner } from "../../components/Banner.tsx";
import { Footer } from "../../components/Footer.tsx";
import { HeaderNav } from "../../components/Header.tsx";
import { Filters } from "../../components/explorer/Filters.tsx";
import { StationSheet } from "../../components/explorer/StationSheet.tsx";
import Explorer from "../../islands/Explorer.tsx";
import { toWeekMoment } from "../../lib/shared/week_text.ts";
import { langOf } from "../../lib/shared/lang.ts";
import { homeWords } from "../../lib/shared/words/home.ts";
import { commonWords } from "../../lib/shared/words/mod.ts";
import { baseFiles, placeFiles } from "./files.ts";
import type { ExplorerData } from "./load_home.ts";

/** Id of the form that all fields of the page belong to. */
const FORM = "explorer";

/** What the place of a view is called; `here` when it has no name. */
export function toPlaceName({ view, where }: Pick<ExplorerData, "view" | "where">, here: string): string {
  return where.place?.name ?? (view.q || here);
}

/** The whole page. */
export function ExplorerPage({ data, url }: { data: ExplorerData; url: URL }) {
  const lang = langOf(url.pathname);
  const [words, common] = [homeWords(lang), commonWords(lang)];
  const { view, where, found, nowMs, station, ignored } = data;
  const { stations, total, radiusKm, state } = found;
  const asOf = new Date(state.asOfMs).toISOString();
  return (
    <>
      <Head>
        <link rel="stylesheet" href={asset("/map.css")} />
      </Head>
      <a class="skip" href="#main">{common.skipToContent}</a>
      <Explorer
        start={{ view, where, first: { stations, total, radiusKm }, nowMs }}
        form={FORM}
        {...{ station, ignored, lang, words, common }}
        firstFilters={
          <Filters
            form={FORM}
            radiusKm={view.radiusKm ?? radiusKm}
            brands={[]}
            {...{ view, lang }}
            words={words.explorer}
          />
        }
        firstSheet={station && (
          <StationSheet
            fuel={view.fuel}
            weekday={toWeekMoment(nowMs).weekday}
            {...{ station, nowMs, lang, words, common }}
          />
        )}
        placeFiles={placeFiles()}
        baseFiles={baseFiles()}
        nav={<HeaderNav lang={lang} path={url.pathname + url.search} />}
        banner={<DataBanner {...{ asOf, nowMs, lang }} source={state.source} words={common} />}
      >
        <Footer lang={lang} />
      </Explorer>
    </>
  );
}
