/** Finds places in the browser: communes in our own files, addresses at the national geocoder, the visitor's position. @module */

import type { PlaceFiles } from "../shared/view_location.ts";
import { createPlaceIndex, findPlaces, type FoundPlace, type PlaceColumns, type PlaceIndex } from "../shared/places.ts";

/** Looks places up by what was typed. */
export type PlaceFinder = {
  /**
   * Best first. The larger file is fetched only when the towns alone give no exact name and fewer than `limit` hits; until
   * it is there the towns' hits are the answer.
   */
  find(text: string, limit: number): Promise<FoundPlace[]>;
};

const MIN_LETTERS_FOR_VILLAGES = 3;

async function read(url: string): Promise<PlaceColumns> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return await response.json();
}

function hasEnough(found: readonly FoundPlace[], text: string, limit: number): boolean {
  if (text.trim().length < MIN_LETTERS_FOR_VILLAGES) return true;
  const typed = text.trim().toLowerCase();
  return found.length >= limit || found.some(({ name }) => name.toLowerCase() === typed);
}

/** Begins to load the towns at once. A file that fails is fetched again at the next search. */
export function createPlaceFinder(files: PlaceFiles): PlaceFinder {
  const parts: Partial<Record<keyof PlaceFiles, Promise<PlaceColumns>>> = {};
  const load = (name: keyof PlaceFiles) =>
    parts[name] ??= read(files[name]).catch((error) => {
      delete parts[name];
      throw error;
    });
  let towns: Promise<PlaceIndex> | undefined;
  let all: Promise<PlaceIndex> | undefined;
  const forget = (error: unknown) => {
    towns = all = undefined;
    throw error;
  };
  const loadTowns = () => towns ??= load("towns").then((part) => createPlaceIndex([part])).catch(forget);
  const loadAll = () =>
    all ??= Promise.all([load("towns"), load("villages")]).then((both) => createPlaceIndex(both)).catch(forget);
  loadTowns().catch(() => {});
  return {
    async find(text, limit) {
      const found = findPlaces(await loadTowns(), text, { limit });
      if (all === undefined && hasEnough(found, text, limit)) return found;
      return await loadAll().then((index) => findPlaces(index, text, { limit }), () => found);
    },
  };
}

/** An address found. */
export type Address = { label: string; lat: number; lng: number };

const ENDPOINT = "https://data.geopf.fr/geocodage/search";
/** Shorter texts are not searched. */
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

/** Where the visitor is, to a thousandth of a degree (100 m), or why that is not known. */
export type Position = { ok: true; lat: number; lng: number } | { ok: false; reason: "refused" | "failed" };

const TIMEOUT_MS = 10_000;
const MAX_AGE_MS = 60_000;

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

/** Asks the browser, which asks the visitor. Never throws. */
export function askPosition(): Promise<Position> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve({ ok: false, reason: "failed" });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ ok: true, lat: round(coords.latitude), lng: round(coords.longitude) }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ ok: false, reason: code === PERMISSION_DENIED ? "refused" : "failed" }),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
  });
}
