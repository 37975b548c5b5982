/** Departments on the map page from afar: their mean prices and their shortages. @module */

import type { Explorer } from "../../lib/client/explorer/explorer.ts";
import type { FarView } from "../../lib/client/explorer/model.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { LEVEL_SIGNS, toMeanBounds, toTertile } from "../../lib/shared/price/tertiles.ts";
import { toDepartmentPath } from "../../lib/site/paths.ts";
import { count, fill } from "../../lib/words/fill.ts";
import { formatDay, formatPrice } from "../../lib/words/format.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { toShortageText } from "../../lib/words/shortages.ts";
import type { Live } from "../base.ts";
import { Check } from "../Fields.tsx";

/** The departments of the map from afar, as a list. Null while the map shows single stations. */
export function FromAfar(props: Live) {
  const { isFar, far } = props.model;
  if (!isFar.value) return null;
  return (
    <>
      {far.value && <Means {...props} far={far.value} />}
      <ShortageList {...props} />
    </>
  );
}

function Means({ far, model, lang, words: { explorer }, common }: Live & { far: FarView }) {
  const { departments, mean } = far;
  const bounds = toMeanBounds(mean)!;
  const { fuel } = model.view.value;
  const [cheapest] = departments;
  const toPrice = (milli: number) => formatPrice(toPriceText(milli), lang);
  return (
    <details id="from-afar" class="far">
      <summary>
        {cheapest
          ? fill(explorer.means, { name: cheapest.name, price: toPrice(cheapest.milli) })
          : explorer.legendMeans}
      </summary>
      <ol class="far-list">
        {departments.map(({ code, name, milli }) => (
          <li key={code}>
            <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>{name}</a>
            <span class="num">
              <span aria-hidden="true">{LEVEL_SIGNS[toTertile(milli, bounds)]}</span>
              <span class="sr-only">{common.levels[toTertile(milli, bounds)]}</span>{" "}
              {toPrice(milli)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/**
 * Returns the shortages of the view's fuel, or null without any or with too few days to compare.
 */
function findShown({ shortages, view, isFar }: Explorer) {
  const { since = null, departments = [] } = shortages.value?.[view.value.fuel] ?? {};
  if (!isFar.value || since === null || departments.length === 0) return null;
  return { since, departments };
}

/** The switch on the map for departments where more stations than usual are out of the fuel. */
export function ShortageSwitch({ model, lang, words }: Live) {
  const found = findShown(model);
  if (found === null) return null;
  const text = count(words.explorer.shortageLayer, found.departments.length, { lang });
  return (
    <Check
      class="map-layer"
      checked={model.isShortageShown.value}
      onCheck={(isOn) => model.isShortageShown.value = isOn}
    >
      {text}
    </Check>
  );
}

function ShortageList({ model, lang, words: { landing } }: Live) {
  const found = findShown(model);
  if (found === null || !model.isShortageShown.value) return null;
  const { fuel } = model.view.value;
  return (
    <div class="far far-shortages">
      <p class="muted small">
        {fill(landing.shortagesText, { since: formatDay(found.since, lang) })}
      </p>
      <ul class="far-list">
        {found.departments.map((shortage) => (
          <li key={shortage.code}>
            <a href={toLocalPath(`${toDepartmentPath(shortage.code)}?fuel=${fuel}`, lang)}>
              {shortage.name}
            </a>
            <span class="num">{toShortageText(shortage, landing.shortage)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
