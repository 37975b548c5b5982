/** Route with a parameter. @module */
import { define } from "../../state.ts";

export const handler = define.handlers((ctx) => ctx.json({ id: ctx.params.id, trail: ctx.state.trail }));
