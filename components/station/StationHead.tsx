/** The name plate of a station: brand, name, address, and what matters before any price. @module */

import type { ComponentChildren } from "preact";
import type { Station } from "../../lib/domain/wire.ts";
import { formatDay } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toAddress } from "../../lib/shared/listed_station.ts";
import { type CommonWords, fill } from "../../lib/shared/words/mod.ts";
import type { StationWords } from "../../lib/pages/station/words.ts";
import { BrandChip } from "../BrandChip.tsx";
import { Closed } from "../Closed.tsx";

type Props = {
  station: Station;
  /** What the station is called. */
  title: string;
  hasLeft: boolean;
  lang: Lang;
  common: CommonWords;
  words: StationWords;
  /** What one can do with it: keep it, see it on the map. */
  children: ComponentChildren;
};

/** Head of the page. */
export function StationHead({ station, title, hasLeft, lang, common, words, children }: Props) {
  const second = station.name !== null && station.name !== title ? station.name : null;
  return (
    <header class="plate">
      <div class="plate-name">
        <BrandChip brand={station.brand} />
        <div>
          <h1>{title}</h1>
          {second && <p class="plate-second">{second}</p>}
          <p class="plate-address">{toAddress(station)}</p>
        </div>
      </div>
      <div class="row">
        {station.motorway && <span class="tag">{common.station.motorway}</span>}
        {station.automate_24_7 && <span class="tag">{common.station.automate}</span>}
      </div>
      <Closed station={station} lang={lang} words={common} />
      {!hasLeft && <div class="row plate-actions">{children}</div>}
      {hasLeft && (
        <div class="state state-failed plate-left">
          <p class="state-title">{words.left}</p>
          <p>{fill(words.leftText, { date: formatDay(station.last_seen_at, lang) })}</p>
        </div>
      )}
    </header>
  );
}
