/** Completes arguments while somebody types: fuels, departments, station ids. @module */

import type { CompleteResult } from "@modelcontextprotocol/server";
import { DEPARTMENTS } from "../shared/departments.ts";
import { FUELS } from "../shared/fuels.ts";
import { toNameWords } from "../shared/place_name.ts";
import { guessFuel } from "./arguments.ts";
import { badParams, type McpContext } from "./context.ts";
import { PROMPTS } from "./prompts.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";

/** The most values that one answer may hold by the protocol. */
const VALUES_MAX = 100;

type Reference = { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };

/** What the client asks: which argument of what, and what was typed so far. */
export type CompletionQuestion = { ref: Reference; argument: { name: string; value: string } };

function findFuels(typed: string): string[] {
  const found = FUELS.filter((code) => code.startsWith(typed.toLowerCase().trim()));
  const guess = guessFuel(typed);
  return found.length === 0 && guess ? [guess] : [...found];
}

const departments = DEPARTMENTS.map(({ name, code }) => ({
  words: toNameWords(name),
  code,
  value: `${name} (${code})`,
}));

function findDepartments(typed: string): string[] {
  const words = toNameWords(typed);
  const asked = typed.trim().toUpperCase();
  return departments.filter((one) => one.words.startsWith(words) || one.code === asked).map(({ value }) => value);
}

function findStationIds(typed: string, { deps }: McpContext): string[] {
  if (!/^\d+$/.test(typed)) return [];
  const stations = deps.snapshots.current()?.stations ?? [];
  return stations.map(({ record }) => record.id).filter((id) => id.startsWith(typed));
}

function isKnown(ref: Reference): boolean {
  if (ref.type === "ref/prompt") return PROMPTS.some(({ name }) => name === ref.name);
  return RESOURCE_TEMPLATES.some(({ uriTemplate }) => uriTemplate === ref.uri) ||
    RESOURCES.some(({ uri }) => uri === ref.uri);
}

/** The values that begin with what was typed, at most 100. Throws the JSON-RPC error −32602 for an unknown reference. */
export function complete(context: McpContext, { ref, argument }: CompletionQuestion): CompleteResult {
  if (!isKnown(ref)) throw badParams("Unknown reference: expected one of our prompts or resource templates");
  const finders: Record<string, () => string[]> = {
    fuel: () => findFuels(argument.value),
    place: () => findDepartments(argument.value),
    id: () => findStationIds(argument.value, context),
  };
  const values = Object.hasOwn(finders, argument.name) ? finders[argument.name]() : [];
  return {
    completion: { values: values.slice(0, VALUES_MAX), total: values.length, hasMore: values.length > VALUES_MAX },
  };
}
