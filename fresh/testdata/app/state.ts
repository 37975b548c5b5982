/** State and define helpers of the fixture app. @module */

import { createDefine } from "fresh";

/** What the fixture's middlewares leave for its pages. */
export type State = { trail: string[]; title?: string };
/** Typed helpers. */
export const define = createDefine<State>();
