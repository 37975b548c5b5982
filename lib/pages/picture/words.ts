/** Words of the pictures for link previews. @module */

import type { Lang } from "../../shared/lang.ts";
import { setFrench } from "../../shared/words/fill.ts";

const FRENCH = /* @__PURE__ */ setFrench({
  // `{fuel}`.
  from: "{fuel} dès",
  mean: "{fuel}, prix moyen",
  // `{name}`, `{count}`, `{radius}`.
  cheapest: "{name} · {count} à {radius}",
  // `{low}`, `{high}`, `{count}`.
  range: "De {low} à {high} · {count}",
  none: "Aucun prix à jour",
  // `{date}`.
  reported: "Prix relevé le {date}",
  asOf: "Prix au {date}",
  sample: "Données d’exemple : prix inventés",
});

const ENGLISH: typeof FRENCH = {
  from: "{fuel} from",
  mean: "{fuel}, average price",
  cheapest: "{name} · {count} within {radius}",
  range: "{low} to {high} · {count}",
  none: "No up-to-date price",
  reported: "Price reported on {date}",
  asOf: "Prices as of {date}",
  sample: "Sample data: made-up prices",
};

/** The words of a language. */
export function pictureWords(lang: Lang): typeof FRENCH {
  return lang === "fr" ? FRENCH : ENGLISH;
}
