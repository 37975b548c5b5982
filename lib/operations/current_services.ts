/** `GET /data/services.json`: services of all stations, for maps whose visitors filter by them. @module */

import { z } from "zod";
import { type ServiceColumns, serviceColumnsSchema } from "../domain/bulk_files.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { requireSnapshot, toSteps } from "./current_prices.ts";
import { defineOperation } from "./operation.ts";
import { stateOfSnapshot } from "./state.ts";

/** Different values, the most frequent first (ties by text), so that most places are short. */
function rank(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** The same stations as in the file of prices. */
function toServiceColumns(snapshot: Snapshot): ServiceColumns {
  const records = snapshot.located.map(({ record }) => record).sort((a, b) => Number(a.id) - Number(b.id));
  const services = rank(records.flatMap((record) => record.services));
  const place = new Map(services.map((label, index) => [label, index]));
  const keys = records.map((record) =>
    record.services.map((label) => place.get(label)!).sort((a, b) => a - b).join(",")
  );
  const combinations = rank(keys);
  const byKey = new Map(combinations.map((key, index) => [key, index]));
  return {
    services,
    combinations: combinations.map((key) => key === "" ? [] : key.split(",").map(Number)),
    id: toSteps(records.map(({ id }) => Number(id))),
    combination: keys.map((key) => byKey.get(key)!),
  };
}

const toResult = (snapshot: Snapshot) => ({
  data: toServiceColumns(snapshot),
  meta: {},
  state: stateOfSnapshot(snapshot),
});

/** What the file of prices leaves out. */
export const servicesJson = defineOperation({
  kind: "file",
  id: "servicesJson",
  tag: "Bulk",
  path: "/data/services.json",
  title: "Services of all stations, column by column",
  description:
    "What current.json leaves out, for maps that filter by services. Free of quota, made once per revision of the data.",
  example: "/data/services.json",
  tool: null,
  input: z.strictObject({}),
  output: serviceColumnsSchema,
  fromSnapshot: toResult,
  fromDatabase: async (deps) => toResult(await requireSnapshot(deps)),
});
