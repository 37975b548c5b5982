/**
 * The interactive sheet of a station on the map page: its actions, its distance, its past.
 *
 * @module
 */

import { useEffect, useState } from "preact/hooks";
import type { Station } from "../../lib/domain/wire.ts";
import { hasOrigin } from "../../lib/site/explorer/area.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { toStationName } from "../../lib/site/listed_station.ts";
import { toStationPath } from "../../lib/site/paths.ts";
import { findPaid, hasOwnPrices } from "../../lib/shared/price/my_price.ts";
import type { Verdict } from "../../lib/words/verdict.ts";
import type { Live } from "../base.ts";
import { StationSheet } from "./StationSheet.tsx";

type Props = Live & {
  station: Station;
  /** The verdict from the server, or null if the page came without this station. */
  first: Verdict | null;
};

/** The sheet of a station with the state of the page: distance, favourites, own prices. */
export function OpenSheet({ model, station, first, lang, words, common }: Props) {
  const { id, city: town } = station;
  const nowMs = model.nowMs();
  const title = toStationName(station, common);
  const { fuel: seen } = model.view.value;
  const driver = model.driver.value;
  const paid = hasOwnPrices(seen, driver) ? findPaid(station, { fuel: seen, driver }) : null;
  const fuel = paid?.fuel ?? seen;
  const path = `${toLocalPath(toStationPath(id), lang)}/courbes?fuel=${fuel}`;
  const [isHistoryOpen, openHistory] = useState(false);
  useEffect(() => {
    if (isHistoryOpen) model.needFragment(path);
  }, [isHistoryOpen, path]);
  const verdict = model.verdictOf(id) ?? first;
  return (
    <StationSheet
      station={station}
      nowMs={nowMs}
      fuel={fuel}
      paid={paid}
      verdict={verdict}
      lang={lang}
      words={words}
      common={common}
      curves={model.fragments.value.get(path)}
      from={hasOrigin(model.view.value) ? model.where.value.from : null}
      car={driver}
      isFavourite={model.favourites.value.includes(id)}
      message={model.message.value}
      onFavourite={() => model.toggleFavourite({ id, title, town }, station, { fuel, verdict })}
      onShare={() => model.share(words.explorer.shared)}
      loadAlert={async () =>
        (await model.loadMore()).toStationAlert([{ id, title, town }], {
          fuel,
          offers: station.prices,
          lang,
        })}
      onHistory={() => openHistory(true)}
    />
  );
}
