/** A town's page: the cheapest stations around it, and its map. @module */

import type { loadTown } from "../../lib/pages/town/load.ts";
import { toAtTown } from "../../lib/places/place_name.ts";
import { areaWords } from "../../lib/words/area_pages.ts";
import { commonWords, count, fill } from "../../lib/words/mod.ts";
import { PageHead } from "../Blocks.tsx";
import { FuelLinks } from "../FuelChoice.tsx";
import { InnerPage } from "../Page.tsx";
import { MapSection } from "../area/AreaMaps.tsx";
import { CheapestSection } from "../area/AreaPrices.tsx";

type Props = { data: Awaited<ReturnType<typeof loadTown>> };

/** The whole page. */
export function TownPage({ data, url }: Props & { url: URL }) {
  const { lang, nowMs } = data.request;
  const words = areaWords[lang];
  const common = commonWords[lang];
  const { town, fuel, entries, total, isCovered, isWidened, radius: km, state } = data;
  const title = (
    <>
      {fill(words.town.heading, { atName: toAtTown(town.name, lang) })}{" "}
      <span class="muted">{data.postal}</span>
    </>
  );
  const stations = count(common.stations, total, { lang });
  const around = `${fill(words.town.around, { count: stations, km })}. `;
  return (
    <InnerPage url={url} data={data} state={state}>
      <PageHead
        title={title}
        lead={entries.length > 0 &&
          (isWidened ? around + fill(words.town.widened, { km }) : around)}
      >
        <FuelLinks fuel={fuel} common={common} path={url.pathname} />
      </PageHead>
      <div class="two">
        <CheapestSection
          id="stations"
          none={isCovered ? fill(words.town.none, { km }) : words.department.uncovered}
          note={words.town.fromCentre}
          entries={entries}
          fuel={fuel}
          nowMs={nowMs}
          lang={lang}
          state={state}
        />
        {isCovered && <TownMap data={data} />}
      </div>
    </InnerPage>
  );
}

function TownMap({ data: { request: { lang }, town, frame, entries: stations, fuel } }: Props) {
  const label = fill(areaWords[lang].town.mapLabel, { atName: toAtTown(town.name, lang) });
  return (
    <MapSection
      frame={frame}
      label={label}
      stations={stations}
      lang={lang}
      query={`fuel=${fuel}&place=${town.code}`}
    />
  );
}
