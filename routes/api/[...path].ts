/** Everything below `/api`: the operation of the path, or a refusal as JSON. @module */

export { answerOperation as handler } from "../../lib/http/route.ts";
