/** Takes each commune's centre from La Poste's list, and the few towns far from that centre from GeoNames. @module */

import { toNameKey } from "../../lib/shared/place/place_name.ts";
import type { Centre, SourceCommune, SourcePlace } from "./sources.ts";

/** Communes that split off after the list was made, with the commune each was part of: they have that one's centre. */
const SPLIT_OFF: Readonly<Record<string, string>> = {
  "15031": "15141", // Celles, from Neussargues en Pinatelle
  "15035": "15141", // Chalinargues
  "15047": "15141", // Chavagnac
  "15171": "15141", // Sainte-Anastasie
  "85165": "85084", // L'Oie, from Essarts-en-Bocage
  "85212": "85084", // Sainte-Florence
};

/** Cities that the list has by districts only: the city's centre is the mean of theirs. */
const DISTRICTS: Readonly<Record<string, RegExp>> = { "75056": /^751\d\d$/, "69123": /^6938\d$/, "13055": /^132\d\d$/ };

/** Centres by INSEE code; a commune that changed its code is found under its former one, an unknown commune is absent. */
export function findCentres(communes: SourceCommune[], official: ReadonlyMap<string, Centre>): Map<string, Centre> {
  const centres = new Map<string, Centre>();
  for (const { code, anciensCodes } of communes) {
    const known = [code, ...anciensCodes, SPLIT_OFF[code] ?? ""].find((candidate) => official.has(candidate));
    const centre = known === undefined ? toCityCentre(code, official) : official.get(known)!;
    if (centre) centres.set(code, centre);
  }
  return centres;
}

function toCityCentre(code: string, official: ReadonlyMap<string, Centre>): Centre | null {
  const districts = [...official].filter(([district]) => DISTRICTS[code]?.test(district)).map(([, centre]) => centre);
  if (districts.length === 0) return null;
  const mean = (pick: (centre: Centre) => number) =>
    districts.reduce((sum, centre) => sum + pick(centre), 0) / districts.length;
  return { lat: mean((centre) => centre.lat), lng: mean((centre) => centre.lng) };
}

/** GeoNames' positions of the given towns, by INSEE code; code and name must agree. Throws when a town has none. */
export function findTownPositions(towns: { code: string; name: string }[], places: SourcePlace[]): Map<string, Centre> {
  return new Map(towns.map(({ code, name }) => {
    const place = places.find(({ insee, name: own }) => insee === code && toNameKey(own) === toNameKey(name));
    if (!place) throw new Error(`GeoNames has no ${JSON.stringify(name)} of code ${code}`);
    return [code, { lat: place.lat, lng: place.lng }];
  }));
}
