/** Route that must win over the one with a parameter. @module */
import { define } from "../../state.ts";

export const handler = define.handlers({ GET: (ctx) => ctx.text(`first ${ctx.route}`) });
