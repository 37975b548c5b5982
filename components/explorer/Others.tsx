/** The other places that a text may name. @module */

import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { type PlaceRef, toQuery, type View } from "../../lib/shared/url_state.ts";
import type { HomeWords } from "../../lib/shared/words/home.ts";
import { COLON } from "../../lib/shared/words/mod.ts";

type Props = { others: readonly PlaceRef[]; view: View; lang: Lang; words: HomeWords };

/** Links to them, with the rest of the view. */
export function Others({ others, view, lang, words }: Props) {
  const toHref = ({ code }: PlaceRef) => toLocalPath(`/?${toQuery({ ...view, q: "", at: null, place: code })}`, lang);
  const toArea = (place: PlaceRef) =>
    "department" in place ? place.department : words.search[place.code.startsWith("R") ? "region" : "department"];
  return (
    <p class="notice">
      {`${words.explorer.others}${COLON[lang]} `}
      {others.map((place, index) => (
        <>
          {index > 0 && ", "}
          <a key={place.code} href={toHref(place)} aria-current="false">{`${place.name} (${toArea(place)})`}</a>
        </>
      ))} ?
    </p>
  );
}
