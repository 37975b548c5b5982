/** Finds where each commune's centre lies, exactly or by its neighbours. @module */

import { toNameKey } from "../../lib/shared/place_name.ts";
import type { SourceCommune, SourcePlace } from "./sources.ts";

/** Degrees; `approximate` when it is the mean of neighbours' centres. */
export type Centre = { lat: number; lng: number; approximate: boolean };

/** The 20 districts of Paris, by number, which GeoNames' extract lacks: middles of their inhabited parts. */
const PARIS = [
  [48.8626, 2.3363],
  [48.8683, 2.3428],
  [48.8629, 2.36],
  [48.8543, 2.3576],
  [48.8444, 2.3507],
  [48.8491, 2.3329],
  [48.8562, 2.3122],
  [48.8727, 2.3126],
  [48.8772, 2.3375],
  [48.8761, 2.3607],
  [48.8591, 2.3801],
  [48.8412, 2.388],
  [48.8284, 2.3623],
  [48.8292, 2.3265],
  [48.8401, 2.2928],
  [48.8637, 2.2769],
  [48.8873, 2.3068],
  [48.8926, 2.3484],
  [48.8871, 2.3849],
  [48.8635, 2.4012],
];

/** Islands that GeoNames' extract lacks. */
const ISLANDS: Record<string, [number, number]> = {
  "22016": [48.846, -2.999],
  "29083": [48.037, -4.852],
  "85113": [46.726, -2.348],
  "97701": [17.896, -62.85],
  "97801": [18.068, -63.083],
};

/** Centres known exactly, by INSEE code: GeoNames by code, else by name within the department. */
export function findExactCentres(communes: SourceCommune[], places: SourcePlace[]): Map<string, Centre> {
  const byCode = Map.groupBy(places, (place) => place.insee);
  const byName = new Map<string, SourcePlace>();
  for (const place of places) {
    for (const name of place.names) {
      const key = `${toNameKey(name)}|${place.department}`;
      if (!byName.has(key)) byName.set(key, place);
    }
  }
  const centres = new Map<string, Centre>();
  for (const commune of communes) {
    const key = toNameKey(commune.nom);
    const candidates = (byCode.get(commune.code) ?? []).toSorted((a, b) =>
      Number(toNameKey(b.name) === key) - Number(toNameKey(a.name) === key) || b.population - a.population
    );
    const place = candidates[0] ?? byName.get(`${key}|${commune.departement}`) ?? toIsland(commune.code) ??
      toDistrict(commune, byName);
    if (place) centres.set(commune.code, { lat: place.lat, lng: place.lng, approximate: false });
  }
  return centres;
}

function toIsland(code: string): { lat: number; lng: number } | undefined {
  return ISLANDS[code] && { lat: ISLANDS[code][0], lng: ISLANDS[code][1] };
}

function toDistrict(
  commune: SourceCommune,
  byName: Map<string, SourcePlace>,
): { lat: number; lng: number } | undefined {
  if (commune.type !== "arrondissement-municipal") return undefined;
  const [, city, number] = /^(\w+) (\d+)/.exec(commune.nom)!;
  if (city === "Paris") return { lat: PARIS[Number(number) - 1][0], lng: PARIS[Number(number) - 1][1] };
  return byName.get(`${toNameKey(city + number.padStart(2, "0"))}|${commune.departement}`);
}

/** Adds means over the postal code, else over the community, for communes without a centre of their own. */
export function withApproximations(
  communes: SourceCommune[],
  exact: Map<string, Centre>,
  communities: string[][],
): Map<string, Centre> {
  const byPostalCode = Map.groupBy(
    communes.flatMap((commune) => commune.codesPostaux.map((postalCode) => ({ postalCode, code: commune.code }))),
    (pair) => pair.postalCode,
  );
  const community = new Map(communities.flatMap((codes) => codes.map((code) => [code, codes])));
  const all = new Map(exact);
  for (const commune of communes) {
    if (exact.has(commune.code)) continue;
    const peers = commune.codesPostaux.flatMap((postalCode) => byPostalCode.get(postalCode)!.map((pair) => pair.code));
    const centre = toMean(peers, exact) ?? toMean(community.get(commune.code) ?? [], exact);
    if (centre) all.set(commune.code, centre);
  }
  return all;
}

function toMean(codes: string[], exact: Map<string, Centre>): Centre | null {
  const centres = codes.flatMap((code) => exact.get(code) ?? []);
  if (centres.length === 0) return null;
  const mean = (pick: (centre: Centre) => number) =>
    centres.reduce((sum, centre) => sum + pick(centre), 0) / centres.length;
  return { lat: mean((centre) => centre.lat), lng: mean((centre) => centre.lng), approximate: true };
}
