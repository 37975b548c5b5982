/** The bulk files: `/data/current.json`, `/data/current.csv`, `/data/services.json`. @module */

export { answerOperation as handler } from "../../lib/http/route.ts";
