/** The sheet of a station as it lives on the map page: what can be done with it, its distance, its curves. @module */

import { useEffect, useState } from "preact/hooks";
import type { Station } from "../../lib/domain/wire.ts";
import { toLocalPath } from "../../lib/shared/lang.ts";
import { toKm, toTitle } from "../../lib/shared/listed_station.ts";
import { toCurvesPath } from "../../lib/shared/page_paths.ts";
import type { SheetProps } from "./Sheet.tsx";
import { StationSheet } from "./StationSheet.tsx";

type Props = Pick<SheetProps, "model" | "lang" | "words" | "common"> & { station: Station };

/** A station with what the page knows of it beside the API. */
export function OpenSheet({ model, station, lang, words, common }: Props) {
  const { id, city: town, latitude: lat, longitude: lng } = station;
  const nowMs = model.nowMs();
  const title = toTitle(station) ?? common.station.unknownName;
  const { fuel } = model.view.value;
  const path = toLocalPath(toCurvesPath(id, fuel), lang);
  const [isHistoryOpen, openHistory] = useState(false);
  useEffect(() => {
    if (isHistoryOpen) model.needCurves(path);
  }, [isHistoryOpen, path]);
  const curves = model.curves.value?.path === path ? model.curves.value : null;
  return (
    <StationSheet
      {...{ station, nowMs, curves, fuel, lang, words, common }}
      standing={model.standing.value}
      km={lat === null || lng === null ? null : toKm(model.where.value.from, { lat, lng })}
      car={model.car.value}
      isFavourite={model.favourites.value.includes(id)}
      message={model.message.value}
      onFavourite={() => model.toggleFavourite({ id, title, town })}
      onShare={() => model.share(words.sheet.copied)}
      onHistory={() => openHistory(true)}
    />
  );
}
