/**
 * Finds the stations with the services of a filter, and counts the stations of each service. Loaded
 * when a visitor opens the filter.
 *
 * @module
 */

import { computed, effect } from "@preact/signals";
import type { ServiceColumns } from "../../domain/bulk_files.ts";
import { SERVICES, type ServiceSlug } from "../../shared/service_slugs.ts";
import { toServiceLabel } from "../../words/services.ts";
import { readJson } from "../browser.ts";
import { type Stations, valueOf } from "../stations.ts";
import type { Model } from "./model.ts";

/**
 * Returns the indexes of the stations that have all the wanted services. `combinations` comes from
 * {@link toCombinations}.
 */
function findServed(
  combinations: Map<number, number>,
  file: ServiceColumns,
  slugs: readonly ServiceSlug[],
) {
  const wanted = slugs.map((slug) => file.services.indexOf(toServiceLabel(slug)));
  const fits = file.combinations.map((combination) =>
    wanted.every((service) => combination.includes(service))
  );
  return new Set([...combinations].flatMap(([index, which]) => fits[which] ? index : []));
}

function toCombinations(stations: Stations, file: ServiceColumns): Map<number, number> {
  const combinations = new Map<number, number>();
  let id = 0;
  file.id.forEach((step, row) => {
    id += step;
    const index = stations.indexOf.get(String(id));
    if (index !== undefined) combinations.set(index, valueOf(file.combination, row));
  });
  return combinations;
}

function countServices(some: Int32Array, combinations: Map<number, number>, file: ServiceColumns) {
  const byService = file.services.map(() => 0);
  for (const index of some) {
    for (const service of file.combinations[combinations.get(index) ?? -1] ?? []) {
      byService[service]!++;
    }
  }
  return new Map(
    SERVICES.map((slug) => [slug, byService[file.services.indexOf(toServiceLabel(slug))] ?? 0]),
  );
}

/**
 * Keeps the stations with the view's services, and the number of stations in the list by service.
 * Throws if the file cannot be loaded.
 */
export async function followServices(
  { view, stations, found, served, serviceCounts }: Model,
): Promise<void> {
  const file = await readJson<ServiceColumns>("/data/services.json");
  const combinations = computed(() => stations.value && toCombinations(stations.value, file));
  // A view changes with every move, its services seldom.
  const wanted = computed(() => view.value.services);
  effect(() => {
    served.value = combinations.value && wanted.value[0]
      ? findServed(combinations.value, file, wanted.value)
      : null;
  });
  effect(() => {
    const { isLive, inView } = found.value;
    if (isLive && combinations.value) {
      serviceCounts.value = countServices(inView, combinations.value, file);
    }
  });
}
