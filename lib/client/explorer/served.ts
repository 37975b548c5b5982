/** Which stations have the services that a filter asks for; loaded when one does. @module */

import type { ServiceColumns } from "../../domain/bulk_files.ts";
import type { ServiceSlug } from "../../shared/service_slugs.ts";
import { toServiceLabel } from "../../shared/services.ts";
import { requestJson } from "../request.ts";
import { type Stations, valueOf } from "../stations.ts";

const SERVICES_URL = "/data/services.json";

/** The services of all stations; null when they cannot be had. */
export async function loadServices(): Promise<ServiceColumns | null> {
  const answer = await requestJson<ServiceColumns>(SERVICES_URL);
  return answer.kind === "ok" ? answer.body : null;
}

/** Indexes of the stations that have all the wanted services. */
export function findServed(
  stations: Stations | null,
  file: ServiceColumns,
  slugs: readonly ServiceSlug[],
): ReadonlySet<number> {
  const wanted = slugs.map((slug) => file.services.indexOf(toServiceLabel(slug)));
  const fits = file.combinations.map((combination) => wanted.every((service) => combination.includes(service)));
  const found = new Set<number>();
  let id = 0;
  file.id.forEach((step, row) => {
    id += step;
    const index = stations?.indexOf.get(String(id));
    if (index !== undefined && fits[valueOf(file.combination, row)]) found.add(index);
  });
  return found;
}
