/** State of the fixture app. @module */

/** What the fixture's middleware leaves for its pages. */
export type State = { trail: string[]; title?: string };
