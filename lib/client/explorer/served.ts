/** Which stations have the services that a filter asks for, and how many have each; loaded when a visitor looks for them. @module */

import { computed, effect } from "@preact/signals";
import type { ServiceColumns } from "../../domain/bulk_files.ts";
import { lazy } from "../../shared/lazy.ts";
import { SERVICES, type ServiceSlug } from "../../shared/service_slugs.ts";
import { toServiceLabel } from "../../shared/services.ts";
import { requestJson } from "../request.ts";
import { type Stations, valueOf } from "../stations.ts";
import type { Store } from "./store.ts";

const SERVICES_URL = "/data/services.json";

const readServices = lazy(async () => {
  const answer = await requestJson<ServiceColumns>(SERVICES_URL);
  if (answer.kind === "ok") return answer.body;
  throw new Error(answer.kind);
});

/** The services of all stations; null when they cannot be had, until the next call. */
const loadServices = () => readServices().catch(() => null);

let isFollowing = false;

/** Keeps the stations that have the services of the view, from now on for as long as the page lives. */
export async function followServed({ view, stations, served }: Store): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  const file = await loadServices();
  if (file === null) isFollowing = false;
  else {
    // A view changes with every move, its services seldom.
    const wanted = computed(() => view.value.services);
    effect(() => {
      const all = stations.value;
      served.value = all && wanted.value.length > 0 ? findServed(all, file, wanted.value) : null;
    });
  }
}

/** Indexes of the stations that have all the wanted services. */
function findServed(stations: Stations, file: ServiceColumns, slugs: readonly ServiceSlug[]): ReadonlySet<number> {
  const wanted = slugs.map((slug) => file.services.indexOf(toServiceLabel(slug)));
  const fits = file.combinations.map((combination) => wanted.every((service) => combination.includes(service)));
  const found = new Set<number>();
  for (const [index, which] of toCombinations(stations, file)) if (fits[which]) found.add(index);
  return found;
}

/** The combination of services of each station, by index. */
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

let isCounting = false;

/** Keeps the number of stations in the list that have each service, from now on for as long as the page lives. */
export async function countServices(store: Store): Promise<void> {
  if (isCounting) return;
  isCounting = true;
  const file = await loadServices();
  if (file) followCounts(store, file);
  else isCounting = false;
}

function followCounts({ stations, inView, serviceCounts }: Store, file: ServiceColumns): void {
  let known: { stations: Stations; combinations: Map<number, number> } | null = null;
  effect(() => {
    const [all, some] = [stations.value, inView.value];
    if (!all || !some) return;
    if (known?.stations !== all) known = { stations: all, combinations: toCombinations(all, file) };
    const byService = file.services.map(() => 0);
    for (const index of some) {
      const which = known.combinations.get(index);
      for (const service of which === undefined ? [] : file.combinations[which]!) byService[service]!++;
    }
    serviceCounts.value = new Map(
      SERVICES.map((slug) => [slug, byService[file.services.indexOf(toServiceLabel(slug))] ?? 0]),
    );
  });
}
