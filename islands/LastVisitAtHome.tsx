/** The cheapest station around the place of the last visit, which only the device knows. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { LastLine } from "../components/home/FavouriteLines.tsx";
import type { Cheapest } from "../lib/client/device/cheapest_now.ts";
import type { Fuel } from "../lib/shared/station/fuels.ts";
import { type Lang, toLocalPath } from "../lib/shared/words/lang.ts";
import type { toLastVisitWords } from "../lib/shared/words/device_pages.ts";
import type { LastVisit } from "../lib/shared/explorer/last_visit.ts";

type Props = {
  /** The fuel that the address names; null when it names none. */
  fuel: Fuel | null;
  nowMs: number;
  lang: Lang;
  words: ReturnType<typeof toLastVisitWords>;
};

/** The parts that load when there is a use for them, and the visit. */
type Loaded = { visit: LastVisit; cheapest: Cheapest | null; Line: typeof LastLine; forgetVisitor: () => void };

/** Hidden while nothing is remembered. Its room is reserved by styles, which know of it before the first paint. */
export default function LastVisitAtHome({ fuel, nowMs, lang, words }: Props) {
  const loaded = useSignal<Loaded | null>(null);
  useEffect(() => void load(fuel, (next) => loaded.value = next).catch(() => {}), []);
  const { visit, cheapest, Line, forgetVisitor } = loaded.value ?? {};
  const forget = () => {
    forgetVisitor?.();
    loaded.value = null;
  };
  const map = toLocalPath(`/?${visit?.query ?? ""}`, lang);
  return (
    <section class="home-last" aria-labelledby="home-last">
      <div class="home-favourites-head">
        <h2 id="home-last">{words.title}</h2>
        <span>{visit && `${words.fuels[visit.fuel].short} · ${visit.place?.name}`}</span>
        <a href={map} aria-current="false">{words.map}</a>
        <button type="button" class="link" onClick={forget}>{words.forget}</button>
      </div>
      <div class="home-favourites-list" aria-busy={!cheapest}>
        {Line && visit && cheapest && <Line fuel={visit.fuel} {...{ cheapest, map, nowMs, lang, words }} />}
      </div>
    </section>
  );
}

/** Remembers the address's fuel, and finds the cheapest station when there is a place; `show` gets each step. */
async function load(fuel: Fuel | null, show: (loaded: Loaded) => void): Promise<void> {
  if (fuel === null && document.documentElement.dataset.last === undefined) return;
  const { readLastVisit, rememberFuel, forgetVisitor } = await import("../lib/client/device/last_visit.ts");
  if (fuel !== null && readLastVisit()?.fuel !== fuel) rememberFuel(fuel);
  const visit = readLastVisit();
  if (!visit?.place) return;
  const [{ LastLine: Line }, { findCheapest }] = await Promise.all([
    import("../components/home/FavouriteLines.tsx"),
    import("../lib/client/device/cheapest_now.ts"),
  ]);
  const shown = { visit, Line, forgetVisitor };
  show({ ...shown, cheapest: null });
  show({ ...shown, cheapest: await findCheapest({ ...visit.place, fuel: visit.fuel }) });
}
