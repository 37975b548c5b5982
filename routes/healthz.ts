/** `GET /healthz`. @module */

export { answerOperation as handler } from "../lib/http/route.ts";
