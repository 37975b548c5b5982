/** Invents stations: where each is, what it sells and when it is open. @module */

import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Place } from "../../lib/shared/places.ts";
import { createRandom as createUniform } from "../../lib/shared/random.ts";
import type { RawHours } from "../parse_station.ts";

/** Draws from one stream; equal seeds give equal streams. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True so often. */
  chance(probability: number): boolean;
  /** Of a bell curve around 0 with deviation 1. */
  normal(): number;
  /** One of the items, by their weights. */
  pick<T>(items: readonly (readonly [T, number])[]): T;
};

/**
 * The stream of a seed (a 32-bit whole number).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(createRandom(7).next(), createRandom(7).next());
 * ```
 */
export function createRandom(seed: number): Random {
  const next = createUniform(seed);
  const pick = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    const found = items.find(([, weight]) => (left -= weight) < 0) ?? items.at(-1);
    if (found === undefined) throw new RangeError("Nothing to pick from");
    return found[0];
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick,
  };
}

/** How stations of a brand behave. */
type SampleBrand = {
  /** Spelling in the brands file; empty: none. */
  name: string;
  /** Share among ordinary stations, in thousandths. */
  weight: number;
  /** Difference from the country's level, thousandths of a euro. */
  offsetMilli: number;
  /** Mean days between two changes. */
  pauseDays: number;
  /** How often the station has a 24/24 terminal. */
  automate: number;
  /** How often it sells E85 and GPLc. */
  e85: number;
  gplc: number;
};

/** All brands of the sample. The spellings vary as they do on the map, so that the merging of brands has work. */
const SAMPLE_BRANDS: readonly SampleBrand[] = [
  { name: "TotalEnergies", weight: 190, offsetMilli: 35, pauseDays: 5.5, automate: 0.45, e85: 0.35, gplc: 0.2 },
  { name: "TotalEnergies Access", weight: 90, offsetMilli: -5, pauseDays: 4, automate: 0.6, e85: 0.75, gplc: 0.3 },
  { name: "Intermarché", weight: 150, offsetMilli: -30, pauseDays: 4, automate: 0.85, e85: 0.45, gplc: 0.1 },
  { name: "Carrefour Market", weight: 75, offsetMilli: -22, pauseDays: 4, automate: 0.8, e85: 0.4, gplc: 0.1 },
  { name: "Carrefour Contact", weight: 40, offsetMilli: -10, pauseDays: 5.5, automate: 0.75, e85: 0.2, gplc: 0.05 },
  { name: "E.Leclerc", weight: 70, offsetMilli: -45, pauseDays: 3.25, automate: 0.9, e85: 0.85, gplc: 0.35 },
  { name: "Système U", weight: 45, offsetMilli: -35, pauseDays: 4, automate: 0.85, e85: 0.5, gplc: 0.12 },
  { name: "Super U", weight: 50, offsetMilli: -35, pauseDays: 4, automate: 0.85, e85: 0.5, gplc: 0.12 },
  { name: "Esso Express", weight: 60, offsetMilli: -15, pauseDays: 3.25, automate: 0.95, e85: 0.05, gplc: 0.02 },
  { name: "Avia", weight: 70, offsetMilli: 40, pauseDays: 8.5, automate: 0.4, e85: 0.15, gplc: 0.15 },
  { name: "Auchan", weight: 28, offsetMilli: -30, pauseDays: 3.25, automate: 0.9, e85: 0.7, gplc: 0.2 },
  { name: "Eni", weight: 18, offsetMilli: 25, pauseDays: 5.5, automate: 0.4, e85: 0.1, gplc: 0.1 },
  { name: "BP", weight: 12, offsetMilli: 60, pauseDays: 5.5, automate: 0.2, e85: 0.05, gplc: 0.2 },
  { name: "Shell", weight: 8, offsetMilli: 70, pauseDays: 5.5, automate: 0.1, e85: 0.1, gplc: 0.2 },
  { name: "Elan", weight: 22, offsetMilli: 75, pauseDays: 14.5, automate: 0.15, e85: 0.05, gplc: 0.1 },
  { name: "", weight: 72, offsetMilli: 70, pauseDays: 16, automate: 0.2, e85: 0.05, gplc: 0.08 },
];

/** Brands along motorways, with their share. */
const MOTORWAY_BRANDS: readonly (readonly [string, number])[] = [
  ["TotalEnergies", 40],
  ["Shell", 18],
  ["BP", 17],
  ["Eni", 8],
  ["Avia", 8],
  ["Esso Express", 4],
  ["E.Leclerc", 3],
  ["Carrefour", 2],
];

/** The least of what a motorway station costs more than others, in thousandths. */
const MOTORWAY_OFFSET_MILLI = 210;

/** An invented station without its prices. */
export type SampleStation = {
  id: number;
  place: Place;
  postalCode: string;
  lat: number;
  lng: number;
  address: string;
  motorway: boolean;
  brand: SampleBrand;
  hours: RawHours | null;
  services: string[];
  fuels: Fuel[];
  /** Its own difference from the country's level, thousandths. */
  offsetMilli: number;
  /** Whether it stopped telling its prices some time ago. */
  silent: boolean;
};

/**
 * Ids of the sample have nine digits and begin with a nine; the State's have seven or eight. A person sees it in the address
 * too: every one ends in "(exemple)".
 */
export const FIRST_SAMPLE_ID = 900_000_001;

const STREETS = ["Avenue de la Gare", "Route Nationale", "Rue du Commerce", "Boulevard de l’Europe", "Rue de l’Église"];
const MORE_STREETS = [
  "Zone Commerciale",
  "Place du Marché",
  "Route de Paris",
  "Avenue Jean Jaurès",
  "Rue du Cœur de Ville",
];
const SERVICES = [
  ...[
    "Station de gonflage",
    "Boutique alimentaire",
    "Boutique non alimentaire",
    "Toilettes publiques",
    "Lavage automatique",
  ],
  ...[
    "Lavage manuel",
    "Relais colis",
    "Carburant additivé",
    "Piste poids lourds",
    "Restauration à emporter",
    "Bar",
    "Wifi",
  ],
  ...["Vente de gaz domestique (Butane, Propane)", "Bornes électriques", "Location de véhicule", "Laverie", "Douches"],
];
const DAY_NAMES = ["Lundi", "Mardi", "Mercredi", "Jeudi", "Vendredi", "Samedi", "Dimanche"];

/** The feed's name of a weekday, 1 Monday to 7 Sunday. */
export function toDayName(day: string): string {
  return DAY_NAMES[Number(day) - 1] ?? "";
}

function drawFuels(random: Random, brand: SampleBrand): Fuel[] {
  const fuels: Fuel[] = random.chance(0.98) ? ["gazole"] : [];
  const hasE10 = random.chance(0.77);
  if (!hasE10 || random.chance(0.12)) fuels.push("sp95");
  if (random.chance(0.8)) fuels.push("sp98");
  if (hasE10) fuels.push("e10");
  if (random.chance(brand.e85)) fuels.push("e85");
  if (random.chance(brand.gplc)) fuels.push("gplc");
  return fuels;
}

/** Hours with the feed's own oddities: unknown, empty, closed every day with a dummy slot, two slots, around the clock. */
function drawHours(random: Random, automate: boolean): RawHours | null {
  const kind = random.pick(
    [["none", 14], ["empty", 38], ["closed", 11], ["day", 22], ["pause", 9], ["clock", 6]] as const,
  );
  if (kind === "none" && !automate) return null;
  const slots = {
    none: [],
    empty: [],
    closed: [{ open: "01.00", close: "01.00" }],
    day: [{ open: random.chance(0.5) ? "07.00" : "08.30", close: random.chance(0.5) ? "19.00" : "20.30" }],
    pause: [{ open: "08.00", close: "12.00" }, { open: "14.00", close: "18.30" }],
    clock: [{ open: "00.00", close: "23.59" }],
  }[kind];
  const isSundayClosed = random.chance(0.4);
  const days = DAY_NAMES.map((_name, index) => {
    const closed = kind === "closed" || (index === 6 && isSundayClosed && (kind === "day" || kind === "pause"));
    return {
      day: String(index + 1),
      closed: closed ? "1" : "",
      slots: closed ? [{ open: "01.00", close: "01.00" }] : slots,
    };
  });
  return { automate: automate ? "1" : "", days };
}

function drawServices(random: Random, automate: boolean): string[] {
  const services = SERVICES.filter(() => random.chance(0.22));
  return automate ? [...services, "Automate CB 24/24"] : services;
}

function drawAddress(random: Random, motorway: boolean, place: Place): string {
  if (motorway) return `Aire de ${place.name} - Autoroute A${random.integer(1, 89)} (exemple)`;
  const street = random.pick([...STREETS, ...MORE_STREETS].map((name) => [name, 1] as const));
  const address = `${random.integer(1, 180)} ${street} (exemple)`;
  return random.chance(0.5) ? address.toUpperCase() : address;
}

/** A station somewhere in a town: farther out the larger the town, and never on the very spot of its town hall. */
export function drawStation(random: Random, { id, place }: { id: number; place: Place }): SampleStation {
  const motorway = random.chance(0.043);
  const brand = random.pick(SAMPLE_BRANDS.map((one) => [one, one.weight] as const));
  const motorwayBrand = random.pick(MOTORWAY_BRANDS);
  const reachKm = Math.min(4, 0.4 + Math.sqrt(place.population) / 120);
  const lat = place.lat + (reachKm / 111) * random.normal();
  const lng = place.lng + (reachKm / (111 * Math.cos((place.lat * Math.PI) / 180))) * random.normal();
  const automate = random.chance(motorway ? 0.1 : brand.automate);
  return {
    id,
    place,
    postalCode: random.pick(place.postalCodes.map((code) => [code, 1] as const)),
    lat,
    lng,
    address: drawAddress(random, motorway, place),
    motorway,
    brand: motorway ? { ...brand, name: motorwayBrand } : brand,
    hours: drawHours(random, automate),
    services: drawServices(random, automate),
    fuels: drawFuels(random, brand),
    offsetMilli: Math.round(brand.offsetMilli + 14 * random.normal() + (motorway ? MOTORWAY_OFFSET_MILLI : 0)),
    silent: random.chance(0.03),
  };
}
