/** `/api/v1/places`. @module */

import { httpRoute } from "../../../lib/http/route.ts";
import { findPlacesByName } from "../../../lib/operations/places/find_places.ts";

export const handler = httpRoute(findPlacesByName);
