/** Leads from the home to the map of what was chosen in its search field, which is remembered. @module */

import { type Lang, toLocalPath } from "../shared/lang.ts";
import { type Choice, EMPTY_VIEW, moveTo, readView, toQuery } from "../shared/url_state.ts";
import { rememberChoice } from "./last_visit.ts";

/** Goes to the home's address of a choice, with the fuel of the form around the field. */
export function leaveFor(choice: Choice, form: HTMLFormElement, lang: Lang): void {
  const { view } = readView(new URLSearchParams(new FormData(form) as unknown as Record<string, string>));
  const next = moveTo({ ...EMPTY_VIEW, fuel: view.fuel }, choice);
  rememberChoice(next, choice);
  location.assign(toLocalPath(`/?${toQuery(next)}`, lang));
}
