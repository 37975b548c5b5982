/** Route for all the rest of a path. @module */
import { define } from "../../state.ts";

export const handler = define.handlers((ctx) => ctx.text(`rest ${ctx.params.rest}`));
