/** Route for all the rest of a path. @module */
import type { Context } from "fresh";
import type { State } from "../../state.ts";

export function handler({ params }: Context<State>): Response {
  return new Response(`rest ${params.rest}`);
}
