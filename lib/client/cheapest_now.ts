/** Finds the cheapest station around a point, as wide as the map would look. @module */

import type { NearbyEntry } from "../domain/wire.ts";
import { isEnough, TRIED_RADII_KM } from "../shared/area.ts";

/** The cheapest station: null when there is none, undefined when it could not be asked for. */
export type Cheapest = { station: NearbyEntry | null | undefined };

type Body = { data: NearbyEntry[]; meta: { total: number } };

/** Asks the API, wider until there are enough stations to choose from. */
export async function findCheapest(
  { lat, lng, fuel }: { lat: number; lng: number; fuel: string },
  signal: AbortSignal,
): Promise<Cheapest> {
  let station: NearbyEntry | null | undefined;
  for (const radius of TRIED_RADII_KM) {
    const query = new URLSearchParams({ lat: String(lat), lng: String(lng), fuel, radius: String(radius), limit: "1" });
    const response = await fetch(`/api/v1/stations/search?${query}`, { signal }).catch(() => null);
    if (!response?.ok) return { station: undefined };
    const { data, meta }: Body = await response.json();
    station = data[0] ?? null;
    if (isEnough(meta.total)) break;
  }
  return { station };
}
