/** Addresses by the national geocoder: what our own list of communes cannot know. @module */

/** An address found. */
export type Address = { label: string; lat: number; lng: number };

const ENDPOINT = "https://data.geopf.fr/geocodage/search";
/** Shorter texts are not asked. */
const MIN_LETTERS = 3;
const MAX_LETTERS = 200;

type Feature = {
  geometry?: { coordinates?: [number, number] };
  properties?: { label?: string; type?: string };
};

function toAddress({ geometry, properties }: Feature): Address | null {
  const [lng, lat] = geometry?.coordinates ?? [];
  const label = properties?.label;
  // Communes come from our own list.
  if (typeof lat !== "number" || typeof lng !== "number" || !label || properties?.type === "municipality") return null;
  return { label: label.slice(0, 120), lat, lng };
}

/** Addresses that a text means, best first; empty when it is too short, nothing is found, or the service is away. */
export async function findAddresses(text: string, signal: AbortSignal): Promise<Address[]> {
  const typed = text.trim();
  if (typed.length < MIN_LETTERS) return [];
  const query = new URLSearchParams({
    q: typed.slice(0, MAX_LETTERS),
    limit: "4",
    autocomplete: "1",
    index: "address",
  });
  try {
    const response = await fetch(`${ENDPOINT}?${query}`, { signal });
    if (!response.ok) return [];
    const { features = [] } = await response.json() as { features?: Feature[] };
    return features.map(toAddress).filter((address) => address !== null);
  } catch {
    // Silent on purpose: our own communes are the answer then, and an aborted call has a successor.
    return [];
  }
}
