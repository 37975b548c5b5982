/** `GET /robots.txt`. @module */

import { robotsRoute } from "../lib/http/documents.ts";

export const handler = robotsRoute;
