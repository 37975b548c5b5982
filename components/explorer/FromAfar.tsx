/** What the map shows of departments from afar, as a list: their mean prices, and where the fuel has run out. @module */

import type { FarView, PanelModel } from "../../lib/shared/explorer_model.ts";
import { formatDay, formatPrice } from "../../lib/shared/format.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { toDepartmentPath } from "../../lib/shared/page_paths.ts";
import { toShortageText } from "../../lib/shared/shortages.ts";
import { LEVEL_SIGNS, toTertile } from "../../lib/shared/tertiles.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { type CommonWords, count, fill } from "../../lib/shared/words/mod.ts";

type Props = {
  model: Pick<PanelModel<unknown>, "view" | "isFar" | "far" | "shortages" | "isShortageShown">;
  lang: Lang;
  words: { explorer: ExplorerWords; landing: { shortage: string; shortagesText: string } };
  common: CommonWords;
};

/** Nothing while single stations can be told apart. */
export function FromAfar(props: Props) {
  const { model } = props;
  const far = model.far.value;
  if (!model.isFar.value) return null;
  return (
    <>
      {far && <Means {...props} far={far} />}
      <ShortageList {...props} />
    </>
  );
}

function Means({ far, ...props }: Props & { far: FarView }) {
  const { model, lang, common } = props;
  const { fuel } = model.view.value;
  return (
    <details id="from-afar" class="far">
      <summary>{toSummary(far, props)}</summary>
      <ol class="far-list">
        {far.departments.map(({ code, name, milli }) => (
          <li key={code}>
            <a href={toLocalPath(`${toDepartmentPath(code)}?fuel=${fuel}`, lang)}>{name}</a>
            <span class="num">
              <span aria-hidden="true">{LEVEL_SIGNS[toTertile(milli, far.bounds)]}</span>
              <span class="sr-only">{common.levels[toTertile(milli, far.bounds)]}</span>{" "}
              {formatPrice(toPriceText(milli), lang)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function toSummary({ departments: [cheapest] }: FarView, { lang, words: { explorer } }: Props): string {
  if (!cheapest) return explorer.legendMeans;
  return fill(explorer.means, { name: cheapest.name, price: formatPrice(toPriceText(cheapest.milli), lang) });
}

/** The shortages of the fuel that is looked at; null when there is none, or they cannot be told. */
function findShown({ model }: Pick<Props, "model">) {
  const { since = null, departments = [] } = model.shortages.value?.[model.view.value.fuel] ?? {};
  return !model.isFar.value || since === null || departments.length === 0 ? null : { since, departments };
}

/** Offers the layer where more stations than usual are out of the fuel; lies on the map. */
export function ShortageSwitch({ model, lang, words, common }: Props) {
  const found = findShown({ model });
  if (found === null) return null;
  const text = count(words.explorer.shortageLayer, found.departments.length, { lang });
  return (
    <label class="check map-layer">
      <input
        type="checkbox"
        checked={model.isShortageShown.value}
        onChange={({ currentTarget }) => model.isShortageShown.value = currentTarget.checked}
      />
      <span>{fill(text, { fuel: common.fuels[model.view.value.fuel].short })}</span>
    </label>
  );
}

function ShortageList({ model, lang, words }: Props) {
  const found = findShown({ model });
  if (found === null || !model.isShortageShown.value) return null;
  const { fuel } = model.view.value;
  return (
    <div class="far far-shortages">
      <p class="muted small">{fill(words.landing.shortagesText, { since: formatDay(found.since, lang) })}</p>
      <ul class="far-list">
        {found.departments.map((shortage) => (
          <li key={shortage.code}>
            <a href={toLocalPath(`${toDepartmentPath(shortage.code)}?fuel=${fuel}`, lang)}>{shortage.name}</a>
            <span class="num">{toShortageText(shortage, words.landing.shortage)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
