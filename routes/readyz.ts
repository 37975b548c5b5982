/** `GET /readyz`. @module */

export { answerOperation as handler } from "../lib/http/route.ts";
