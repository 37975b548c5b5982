/** Draws the departments of France coloured by price, on the server. @module */

import type { Department } from "../../lib/domain/wire.ts";
import { FRANCE_MAP, PARIS_MAP } from "../../lib/shared/department_paths.gen.ts";
import { formatPrice } from "../../lib/shared/format.ts";
import { COLON } from "../../lib/shared/words/fill.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { type Bounds, toTertile } from "../../lib/shared/tertiles.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { toDepartmentPath } from "../../lib/shared/page_paths.ts";

type Props = { departments: readonly Department[]; bounds: Bounds | null; fuel: Fuel; lang: Lang; noMean: string };

/**
 * A map with links for the mouse, hidden from readers and from the keyboard: the table next to it says the same and its
 * links are reached by everybody.
 */
export function FranceMap({ departments, bounds, fuel, lang, noMean }: Props) {
  const byCode = new Map(departments.map((department) => [department.code, department]));
  const draw = ({ code, path }: { code: string; path: string }) => {
    const department = byCode.get(code);
    const mean = department?.avgPrice1d ?? null;
    const level = mean === null || bounds === null ? "none" : toTertile(parsePriceText(mean), bounds);
    return (
      <a key={code} href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)} tabIndex={-1}>
        <title>{`${department?.name ?? code}${COLON[lang]} ${mean === null ? noMean : formatPrice(mean, lang)}`}</title>
        <path d={path} class={`area area-${level}`} />
      </a>
    );
  };
  return (
    <div class="france" aria-hidden="true">
      <svg class="france-map" viewBox={`0 0 ${FRANCE_MAP.width} ${FRANCE_MAP.height}`} focusable="false">
        {FRANCE_MAP.shapes.map(draw)}
      </svg>
      <svg class="france-paris" viewBox={`0 0 ${PARIS_MAP.width} ${PARIS_MAP.height}`} focusable="false">
        {PARIS_MAP.shapes.map(draw)}
      </svg>
    </div>
  );
}
