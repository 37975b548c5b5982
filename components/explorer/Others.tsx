/** The other places that a text may have meant. @module */

import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { type CommuneRef, toQuery, type View } from "../../lib/shared/url_state.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { COLON } from "../../lib/shared/words/mod.ts";

type Props = { others: readonly CommuneRef[]; view: View; lang: Lang; words: ExplorerWords };

/** Links to them, with the rest of the view. */
export function Others({ others, view, lang, words }: Props) {
  const toHref = ({ code }: CommuneRef) => toLocalPath(`/?${toQuery({ ...view, q: "", at: null, place: code })}`, lang);
  return (
    <p class="notice">
      {`${words.others}${COLON[lang]} `}
      {others.map((place, index) => (
        <>
          {index > 0 && ", "}
          <a key={place.code} href={toHref(place)} aria-current="false">{`${place.name} (${place.department})`}</a>
        </>
      ))} ?
    </p>
  );
}
