/** Folds the form of the route page once there is an answer. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Planner } from "../../lib/client/route/planner.ts";
import { toRouteName } from "../../lib/site/route/route_question.ts";
import type { CommonWords } from "../../lib/words/mod.ts";
import type { RouteWords } from "../../lib/words/route.ts";

type Props = {
  planner: Planner;
  /** Whether the page starts without an answer. */
  isFirst: boolean;
  words: RouteWords;
  common: CommonWords;
  /** Draws the form, which calls `onKnown` on a submit whose places are all known. */
  children: (onKnown: () => void) => ComponentChildren;
};

/**
 * The form, open until there is an answer. An answer for a new way folds it to one line and scrolls
 * to the answer.
 */
export function FoldedForm({ planner, isFirst, words, common, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const question = planner.question.value;
  const answer = planner.answer.value;
  const way = [question.places, planner.file.value];
  const shown = useRef(way);
  const show = () => {
    const details = fold.current!;
    const summary = details.querySelector("summary")!;
    if (details.contains(document.activeElement)) summary.focus({ preventScroll: true });
    details.open = false;
    summary.scrollIntoView();
    document.title = `${toRouteName(question) || words.title} · ${common.siteName}`;
  };
  useEffect(() => {
    if (answer === null) fold.current!.open = true;
    else if (way.some((part, at) => part !== shown.current[at])) show();
    shown.current = way;
  }, [answer]);
  return (
    <details class="route-fold card" ref={fold} open={isFirst}>
      <summary class="route-line" hidden={answer === null}>
        <strong>{toRouteName(question) || words.fileLine}</strong>
        {` · ${common.fuels[question.fuel].short} · `}
        <span class="route-edit">{words.edit}</span>
      </summary>
      {children(() => answer && show())}
    </details>
  );
}
