/** Says why a place of a route is not found. @module */

import type { PlaceFault } from "../../lib/pages/route/load.ts";
import { type RouteQuestion, toQuestionQuery } from "../../lib/site/route/route_question.ts";
import { fill } from "../../lib/words/fill.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import type { RouteWords } from "../../lib/words/route.ts";

type Props = { fault: PlaceFault; question: RouteQuestion; lang: Lang; words: RouteWords };

/** Why a place is not found, with a link to the town that the visitor probably misspelt. */
export function UnknownPlace({ fault: { name, text, guess }, question, lang, words }: Props) {
  if (text === "") return <>{words.missing}</>;
  const corrected = guess &&
    { ...question, places: { ...question.places, [name]: { text: guess, point: null } } };
  return (
    <>
      {`${fill(words.unknown, { text })} `}
      {corrected && (
        <a href={`${toLocalPath("/itineraire", lang)}?${toQuestionQuery(corrected)}`}>
          {fill(words.suggestion, { name: guess })}
        </a>
      )}
    </>
  );
}
