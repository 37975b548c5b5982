/**
 * Reads archives and snapshots a second time: facts and absences without database and ingest.
 *
 * @module
 */

import type { RawStation } from "../../ingest/parse_station.ts";
import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { toDepartmentCode } from "../../lib/domain/place/location.ts";
import { fuelNumber } from "../../lib/shared/fuels.ts";
import type { NaiveInterruption, NaiveWorld } from "./naive_means.ts";
import { isOfPetrol, readElements, readPrices, toMs } from "../../lib/selfcheck/second_reading.ts";

/** A snapshot and the instant of its ingest. */
export type NaiveSnapshot = { bytes: Uint8Array; asOfMs: number };

type NaiveStation = {
  id: number;
  department: string;
  facts: PriceFact[];
  closures: NaiveInterruption[];
};
type Prices = ReturnType<typeof readPrices>;

/**
 * Returns the station's petrol prices: all those of a snapshot if `atMs` is null, or those at an
 * instant of an archive.
 */
function findPetrols(prices: Prices, atMs: number | null): number[] {
  return ["sp95", "sp98", "e10"].flatMap((fuel) => {
    const list = prices.filter((price) => price.fuel === fuel).sort((a, b) => a.atMs - b.atMs);
    if (atMs === null) return list.map(({ priceMilli }) => priceMilli);
    const current = list.findLast((price) => price.atMs <= atMs) ?? list[0];
    return current ? [current.priceMilli] : [];
  });
}

function toStation(raw: RawStation, isSnapshot: boolean): NaiveStation {
  const stationId = Number(raw.id);
  const reported = readPrices(raw, Infinity);
  const facts = reported.filter((price) =>
    // Petrol has never cost less.
    price.priceMilli < 850 ||
    !isOfPetrol(price, findPetrols(reported, isSnapshot ? null : price.atMs))
  ).map(({ fuel, ...price }) => ({ ...price, stationId, fuel: fuelNumber(fuel) }));
  const closures = raw.closures.map(({ since, until }) => (
    {
      stationId,
      fuel: 0,
      sinceMs: toMs(since),
      untilMs: until === "" ? null : toMs(until),
      isClosure: true,
    }
  ));
  return {
    id: stationId,
    facts,
    closures,
    department: toDepartmentCode(raw.postalCode, raw.city) ?? "-",
  };
}

async function readStations(bytes: Uint8Array, isSnapshot: boolean): Promise<NaiveStation[]> {
  return (await Array.fromAsync(readElements(bytes))).map((raw) => toStation(raw, isSnapshot));
}

class Absences {
  readonly interruptions: NaiveInterruption[] = [];
  readonly #open = new Map<string, NaiveInterruption>();

  see(
    stationId: number,
    fuel: number,
    { isListed, asOfMs }: { isListed: boolean; asOfMs: number },
  ): void {
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

/**
 * A world with its stations, the time when each station missing in the newest snapshot was last
 * seen, and the snapshot's pairs as `station/fuel`.
 */
export type ReadWorld = NaiveWorld & {
  listed: Set<string>;
  leftMs: Map<number, number>;
  departments: Map<number, string>;
};

/**
 * Returns the world that an archive and snapshots (ascending) describe, whichever was loaded first.
 */
export async function readNaiveWorld(
  archive: Uint8Array,
  snapshots: readonly NaiveSnapshot[],
): Promise<ReadWorld> {
  const archived = (await readStations(archive, false)).filter(({ facts, closures }) =>
    facts.length + closures.length
  );
  const fuels = new Map<number, Set<number>>();
  const departments = new Map<number, string>();
  const facts: PriceFact[] = [];
  const learn = ({ id, department, facts: reported }: NaiveStation) => {
    fuels.set(id, new Set([...fuels.get(id) ?? [], ...reported.map(({ fuel }) => fuel)]));
    departments.set(id, department);
    facts.push(...reported);
  };
  archived.forEach(learn);
  const lastSeenMs = new Map(archived.map(({ id, facts, closures }) => {
    return [
      id,
      Math.max(...facts.map(({ atMs }) => atMs), ...closures.map(({ sinceMs }) => sinceMs)),
    ];
  }));
  const absences = new Absences();
  let newest: NaiveStation[] = [];
  for (const { bytes, asOfMs } of snapshots) {
    newest = await readStations(bytes, true);
    const listed = new Map(newest.map(({ id, facts }) => [id, facts.map(({ fuel }) => fuel)]));
    for (const [id, known] of fuels) {
      absences.see(id, 0, { isListed: listed.has(id), asOfMs });
      const now = listed.get(id);
      if (now) {
        for (const fuel of known) {
          absences.see(id, fuel, { isListed: now.includes(fuel), asOfMs });
        }
      }
    }
    newest.forEach(learn);
    for (const { id } of newest) lastSeenMs.set(id, asOfMs);
  }
  const left = [...lastSeenMs].filter(([id]) => !newest.some((station) => station.id === id));
  return {
    facts,
    interruptions: [...absences.interruptions, ...archived.flatMap(({ closures }) => closures)],
    areasOf: (stationId) => [departments.get(stationId)!],
    listed: new Set(newest.flatMap(({ id, facts }) => facts.map(({ fuel }) => `${id}/${fuel}`))),
    leftMs: new Map(left),
    departments,
  };
}
