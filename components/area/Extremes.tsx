/** The stations with the lowest and the highest price of an area, each with its place and the age of its price. @module */

import type { CheapStation, Department, National } from "../../lib/domain/wire.ts";
import { formatPrice } from "../../lib/shared/format.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { toStationName } from "../../lib/shared/listed_station.ts";
import { toStationPath } from "../../lib/shared/page_paths.ts";
import { toAtTown } from "../../lib/shared/place_name.ts";
import type { AreaWords } from "../../lib/shared/words/area_pages.ts";
import { COLON, type CommonWords } from "../../lib/shared/words/mod.ts";
import { Age } from "../PriceNotes.tsx";

type Props = {
  means: National | Department;
  nowMs: number;
  lang: Lang;
  common: CommonWords;
  words: AreaWords;
};

/** "Le moins cher : 1,848 € à Puilboreau (17), relevé il y a 2 j."; nothing where the fuel is not sold. */
export function Extremes({ means: { min, max, scope, fuelType: fuel }, words, lang, ...rest }: Props) {
  if (min === null || max === null) return null;
  const shown = { ...rest, words, lang, fuel, hasDepartment: scope === "national" };
  return (
    <p class="hint">
      {`${words.lowest}${COLON[lang]} `}
      <Extreme station={min} {...shown} />
      {`. ${words.highest}${COLON[lang]} `}
      <Extreme station={max} {...shown} />.
    </p>
  );
}

type ExtremeProps = Omit<Props, "means"> & {
  station: CheapStation;
  fuel: Fuel;
  /** Whether the department is named with the town. */
  hasDepartment: boolean;
};

/** "1,848 € à Puilboreau (17), relevé il y a 2 j", with a link to the station. */
export function Extreme({ station, fuel, hasDepartment, nowMs, lang, common, words }: ExtremeProps) {
  const { id, city, department, price, updated_at } = station;
  const place = city === null ? toStationName(station, common) : toAtTown(city, lang);
  const code = hasDepartment && department !== null ? ` (${department})` : "";
  return (
    <>
      <a href={toLocalPath(`${toStationPath(id)}?fuel=${fuel}`, lang)}>
        {`${formatPrice(price, lang)} ${place}${code}`}
      </a>
      {`, ${words.reported} `}
      <Age at={updated_at} {...{ nowMs, lang }} />
    </>
  );
}
