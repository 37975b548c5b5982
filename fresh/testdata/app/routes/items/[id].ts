/** Route with a parameter. @module */
import type { Context } from "fresh";
import type { State } from "../../state.ts";

export function handler({ params, state }: Context<State>): Response {
  return Response.json({ id: params.id, trail: state.trail });
}
