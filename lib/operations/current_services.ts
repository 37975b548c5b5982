/** Services of all stations at once: fetched only by a map whose visitor filters by them. @module */

import type { Snapshot } from "../snapshot/snapshot.ts";

/** Services by station, column by column. */
export type ServiceColumns = {
  /** Labels as the feed has them, most stations first. */
  services: string[];
  /** Different combinations as places in `services`, most stations first. */
  combinations: number[][];
  /** Ids as numbers, ascending, each as the step from the one before. */
  id: number[];
  /** Place in `combinations`. */
  combination: number[];
};

/** Different values, the most frequent first (ties by text), so that most places are short. */
function rank(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** The columns of a picture: listed stations with a position, as in the file of all prices. */
export function toServiceColumns(snapshot: Snapshot): ServiceColumns {
  const records = snapshot.located.map(({ record }) => record).sort((a, b) => Number(a.id) - Number(b.id));
  const services = rank(records.flatMap((record) => record.services));
  const place = new Map(services.map((label, index) => [label, index]));
  const keys = records.map((record) =>
    record.services.map((label) => place.get(label)!).sort((a, b) => a - b).join(",")
  );
  const combinations = rank(keys);
  const byKey = new Map(combinations.map((key, index) => [key, index]));
  const ids = records.map(({ id }) => Number(id));
  return {
    services,
    combinations: combinations.map((key) => key === "" ? [] : key.split(",").map(Number)),
    id: ids.map((id, index) => index === 0 ? id : id - ids[index - 1]),
    combination: keys.map((key) => byKey.get(key)!),
  };
}
