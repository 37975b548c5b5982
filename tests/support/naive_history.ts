/**
 * A second, naive reading of archives and snapshots: facts and absences straight from the texts, without database and
 * without the ingest's code. It shares with the product only the bounds of plausible prices and the list of departments.
 *
 * @module
 */

import type { PriceFact } from "../../lib/domain/fact.ts";
import { isPetrolPrice, isPlausible } from "../../lib/domain/plausibility.ts";
import { toDepartmentCode } from "../../lib/domain/location.ts";
import { FUELS } from "../../lib/shared/fuels.ts";
import type { NaiveInterruption, NaiveWorld } from "./naive_means.ts";
import { parisToMs } from "./reference.ts";

/** A snapshot and the instant at which it is ingested. */
export type NaiveSnapshot = { text: string; asOfMs: number };

const NAMES = ["Gazole", "SP95", "SP98", "E10", "E85", "GPLc"];
const hours = new Map<string, number>();

/** As parisToMs, which asks the platform's formatter, but once per hour. */
function toMs(at: string): number {
  const hour = at.slice(0, 13).replace("T", " ");
  if (!hours.has(hour)) hours.set(hour, parisToMs(`${hour}:00:00`));
  return hours.get(hour)! + Number(at.slice(14, 16)) * 60_000 + Number(at.slice(17, 19)) * 1000;
}

type NaiveStation = { id: number; department: string; facts: PriceFact[]; closures: NaiveInterruption[] };

function readFacts(element: string, stationId: number): PriceFact[] {
  return [...element.matchAll(/<prix nom="([^"]*)" id="[^"]*" maj="([^"]*)" valeur="([^"]*)"/g)].map((match) => {
    const value = Number(match[3]);
    return {
      stationId,
      fuel: NAMES.indexOf(match[1]!) + 1,
      priceMilli: Math.round(value >= 100 ? value : value * 1000),
      atMs: toMs(match[2]!),
    };
  }).filter(({ fuel, priceMilli }) => fuel > 0 && isPlausible(FUELS[fuel - 1]!, priceMilli));
}

/** The cheapest petrol of the station: of a snapshot among what it lists, of an archive at the instant. */
function findPetrol(facts: PriceFact[], atMs: number | null): number | null {
  const prices = [2, 3, 4].flatMap((fuel) => {
    const list = facts.filter((fact) => fact.fuel === fuel).sort((a, b) => a.atMs - b.atMs);
    if (list.length === 0) return [];
    if (atMs === null) return list.map(({ priceMilli }) => priceMilli);
    return [(list.findLast((fact) => fact.atMs <= atMs) ?? list[0]!).priceMilli];
  });
  return prices.length > 0 ? Math.min(...prices) : null;
}

function readStations(text: string, isSnapshot: boolean): NaiveStation[] {
  return [...text.matchAll(/<pdv [^>]*\/>|<pdv [\s\S]*?<\/pdv>/g)].map(([element]) => {
    const id = Number(/id="(\d+)"/.exec(element)![1]);
    const city = /<ville>([^<]*)</.exec(element)?.[1] ?? "";
    const reported = readFacts(element, id);
    const facts = reported.filter((fact) => {
      if (fact.fuel < 5 || fact.priceMilli < 850) return true; // no petrol was ever so cheap that this could be it
      return !isPetrolPrice(
        FUELS[fact.fuel - 1]!,
        fact.priceMilli,
        findPetrol(reported, isSnapshot ? null : fact.atMs),
      );
    });
    const closures = [...element.matchAll(/<fermeture type="[^"]*" debut="([^"]*)" fin="([^"]*)"/g)].map((match) => (
      {
        ...{ stationId: id, fuel: 0, sinceMs: toMs(match[1]!), isClosure: true },
        untilMs: match[2] === "" ? null : toMs(match[2]!),
      }
    ));
    return { id, closures, department: toDepartmentCode(/cp="([^"]*)"/.exec(element)![1]!, city) ?? "-", facts };
  });
}

/** Opens and closes absences as the snapshots go by. */
class Absences {
  readonly interruptions: NaiveInterruption[] = [];
  readonly #open = new Map<string, NaiveInterruption>();

  see(stationId: number, fuel: number, { isListed, asOfMs }: { isListed: boolean; asOfMs: number }): void {
    const key = `${stationId}/${fuel}`;
    const open = this.#open.get(key);
    if (isListed && open) {
      open.untilMs = asOfMs;
      this.#open.delete(key);
    } else if (!isListed && !open) {
      const interruption = { stationId, fuel, sinceMs: asOfMs, untilMs: null };
      this.interruptions.push(interruption);
      this.#open.set(key, interruption);
    }
  }
}

/** A world with its stations, when each that the newest snapshot leaves out was last seen, and what that lists, as `station/fuel`. */
export type ReadWorld = NaiveWorld & {
  stationIds: number[];
  listed: Set<string>;
  leftMs: Map<number, number>;
  departments: Map<number, string>;
};

/** The world that an archive and snapshots (ascending) tell, whichever was loaded first. */
export function readNaiveWorld(archive: string, snapshots: readonly NaiveSnapshot[]): ReadWorld {
  const archived = readStations(archive, false).filter(({ facts, closures }) => facts.length + closures.length > 0);
  const fuels = new Map<number, Set<number>>();
  const departments = new Map<number, string>();
  const facts: PriceFact[] = [];
  const closures = archived.flatMap((station) => station.closures);
  const learn = ({ id, department, facts: reported }: NaiveStation) => {
    const known = fuels.get(id) ?? new Set();
    for (const { fuel } of reported) known.add(fuel);
    fuels.set(id, known);
    departments.set(id, department);
    facts.push(...reported);
  };
  archived.forEach(learn);
  const lastSeenMs = new Map(archived.map(({ id, facts, closures }) => {
    return [id, Math.max(...facts.map(({ atMs }) => atMs), ...closures.map(({ sinceMs }) => sinceMs))];
  }));
  const absences = new Absences();
  const current = new Set<string>();
  let newest = new Set<number>();
  for (const { text, asOfMs } of snapshots) {
    const listed = new Map(readStations(text, true).map((station) => [station.id, station]));
    for (const [stationId, known] of fuels) {
      const station = listed.get(stationId);
      absences.see(stationId, 0, { isListed: station !== undefined, asOfMs });
      if (!station) continue;
      const now = new Set(station.facts.map(({ fuel }) => fuel));
      for (const fuel of known) absences.see(stationId, fuel, { isListed: now.has(fuel), asOfMs });
    }
    [...listed.values()].forEach(learn);
    for (const id of listed.keys()) lastSeenMs.set(id, asOfMs);
    newest = new Set(listed.keys());
    current.clear();
    for (const { id, facts } of listed.values()) for (const { fuel } of facts) current.add(`${id}/${fuel}`);
  }
  const areasOf = (stationId: number) => [departments.get(stationId)!];
  return {
    facts,
    interruptions: [...absences.interruptions, ...closures],
    areasOf,
    stationIds: [...fuels.keys()],
    listed: current,
    leftMs: new Map([...lastSeenMs].filter(([id]) => !newest.has(id))),
    departments,
  };
}
