/** Puts the route page together: the island's props, and its style sheets. @module */

import type { ComponentChildren, ComponentType } from "preact";
import type { PlaceFault, RoutePageData } from "../../lib/pages/route/load.ts";
import { packAnswer, type PackedAnswer } from "../../lib/site/route/route_answer.ts";
import type { GeoFiles } from "../../lib/site/explorer/url_state.ts";
import { homeWords, type SearchWords } from "../../lib/words/home.ts";
import { commonWords } from "../../lib/words/mod.ts";
import { type RouteWords, routeWords } from "../../lib/words/route.ts";
import type { Timed } from "../base.ts";
import { geoFiles } from "../explorer/ExplorerPage.tsx";
import { FuelPicker } from "../FuelChoice.tsx";
import { PageHead } from "../Blocks.tsx";
import { InnerPage, Styles } from "../Page.tsx";

/** Props of the island. */
export type PlannerProps = Timed & {
  /** The query of the question, with its places looked up. */
  query: string;
  /** The stations along the straight line, or null without a question or if it was rejected. */
  first: PackedAnswer | null;
  fault: string | null;
  placeFault: PlaceFault | null;
  words: RouteWords;
  search: SearchWords;
  fuels: ComponentChildren;
  files: GeoFiles;
};

type Props = { data: RoutePageData; url: URL; Planner: ComponentType<PlannerProps> };

/** The route page; `Planner` is the island. */
export function RoutePage({ data, url, Planner }: Props) {
  const { request, query, question, answer, fault, placeFault, state } = data;
  const { lang, nowMs } = request;
  const words = routeWords[lang];
  return (
    <InnerPage url={url} data={data} state={state ?? undefined} current="/itineraire">
      <Styles names={["home", "map", "route"]} />
      <PageHead
        title={words.heading}
        lead={answer ? undefined : words.lead}
        isHidden={answer !== null}
      >
        <p class="hint no-js-only">{words.noScripts}</p>
      </PageHead>
      <Planner
        query={query}
        fault={fault}
        placeFault={placeFault}
        nowMs={nowMs}
        lang={lang}
        words={words}
        first={answer && packAnswer(answer)}
        fuels={<FuelPicker fuel={question.fuel} common={commonWords[lang]} />}
        search={homeWords[lang].search}
        common={commonWords[lang]}
        files={geoFiles()}
      />
    </InnerPage>
  );
}
