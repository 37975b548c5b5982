/** Lists and calls the tools: every operation that has one. @module */

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import { type AnyOperation, type Body, readAnswer, type Result } from "../operations/operation.ts";
import { FILTER_MEANINGS } from "../operations/filter_rules.ts";
import { toBody, toMeta } from "../operations/answer.ts";
import { widenSearch } from "../operations/stations/widen_search.ts";
import { dropSafeBounds, type JsonSchema, toJsonSchema } from "../operations/input.ts";
import { BusyError, DomainError } from "../domain/errors.ts";
import type { Point } from "../places/point.ts";
import { type ReadCall, readCall, toolInputOf } from "./arguments.ts";
import { badParams, type McpContext, toRefusal } from "./context.ts";
import { isObject } from "./messages.ts";
import { AmbiguousPlaces, toQuestionText } from "./place_arguments.ts";

/**
 * Short descriptions of the arguments, next to their bounds and defaults. The documentation has the
 * full ones.
 */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...FILTER_MEANINGS,
  lat: "Latitude",
  lng: "Longitude",
  fuel: "Common names work too",
  radius: "km; with place: as needed",
  limit: "Maximum entries",
  fuels: "Adds their prices: gazole,e10",
  offset: "Entries to skip: meta.next",
  litres: "Litres to fill",
  consumption: "Litres per 100 km",
  discounts: 'Euros off: "Avia:0.03"',
  sort: "cost: fill and trip; distance: nearest first",
  line: "GeoJSON LineString as text",
  polyline: "Encoded polyline",
  precision: "Decimals of polyline",
  points: "lat,lng;lat,lng",
  corridor: "km off the line",
  tank: "Tank size in litres; plans stops",
  start_level: "Litres at the start",
  reserve: "Litres to keep in it",
  stop_cost: "Euros a saved stop is worth",
  min_fill: "Minimum litres per stop",
  round_trip: "Plan there and back",
  id: "Station ID",
  stationId: "Station ID",
  code: "Code or name: 29, 2A, Finistère",
  area: "FR, name or code of a department or region (R84), brand:Avia",
  days: "Days up to today",
  q: "Name or postal code",
  price: "Euros per litre",
};

type ObjectSchema = JsonSchema & { type: "object" };

/** Drops the format rules of texts; an error message states them when they matter. */
function dropTextRules(node: JsonSchema): void {
  if (node.type !== "string") return;
  delete node.pattern;
  delete node.format;
  delete node.minLength;
  delete node.maxLength;
}

/** Returns the schema of a tool's arguments, strict and flat. */
function toInputSchema(operation: AnyOperation): ObjectSchema {
  const schema = toJsonSchema(
    toolInputOf(operation).whole,
    dropSafeBounds,
    dropTextRules,
  ) as ObjectSchema;
  for (const [name, property] of Object.entries(schema.properties as Record<string, JsonSchema>)) {
    property.description = DESCRIPTIONS[name] ?? property.description;
  }
  return schema;
}

/**
 * Returns the schema of a tool's result: the body of REST, without its fields, which the
 * documentation describes. The data are a list if the tool was called for an area.
 */
function toOutputSchema({ output, tool }: AnyOperation): ObjectSchema {
  const { type } = toJsonSchema(output);
  const data = tool!.inArea && type !== "array"
    ? { anyOf: [{ type }, { type: "array" }] }
    : { type };
  return { type: "object", properties: { data, meta: { type: "object" } } };
}

/**
 * Returns a tool as it is listed. Its arguments are strict; its result is the body of REST, open to
 * later fields.
 */
function toListed(operation: AnyOperation): ListedTool {
  const { title, tool } = operation;
  const { name, description, app } = tool!;
  return {
    name,
    title,
    description,
    inputSchema: toInputSchema(operation),
    outputSchema: toOutputSchema(operation),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    // Hosts that were written before the extension was final read the flat key.
    ...(app ? { _meta: { ui: { resourceUri: app }, "ui/resourceUri": app } } : {}),
  };
}

/** The tools of some operations, in their order. */
export class Tools {
  readonly list: readonly ListedTool[];
  readonly #byName: ReadonlyMap<string, AnyOperation>;

  constructor(operations: readonly AnyOperation[]) {
    this.#byName = new Map(
      operations.flatMap((operation) => operation.tool ? [[operation.tool.name, operation]] : []),
    );
    this.list = [...this.#byName.values()].map(toListed);
  }

  /**
   * Calls a tool. A fault of the caller returns a result with `isError`; a name that several places
   * share returns a question for the user. Throws the JSON-RPC error −32602 for an unknown tool.
   */
  async call(context: McpContext, name: string): Promise<CallToolResult | InputRequiredResult> {
    const named = this.#byName.get(name);
    if (!named) {
      const shown = JSON.stringify(name.slice(0, 60));
      throw badParams(
        `Unknown tool ${shown}; the tools are ${[...this.#byName.keys()].join(", ")}`,
      );
    }
    try {
      const given = context.params.arguments ?? {};
      const charge = (cost: number) => {
        if (!context.charge(cost)) {
          throw new DomainError("RATE_LIMITED", "This call costs more than the limit has left");
        }
      };
      const call = await readCall(named, { given, answers: readAnswers(context), charge });
      charge(call.operation.cost?.(call.input, context.backend.clock()) ?? 1);
      return await findResult(context, call);
    } catch (error) {
      if (error instanceof AmbiguousPlaces && canElicit(context)) return toQuestion(error);
      if (error instanceof BusyError) context.busy = error;
      const { code, message } = toRefusal(error, context);
      const advice = code === "STATION_NOT_FOUND" ? ". Take an id from search_stations_nearby" : "";
      return { content: [{ type: "text", text: `${code}: ${message}${advice}` }], isError: true };
    }
  }
}

/**
 * Returns the user's responses to earlier questions, by argument. Older protocol revisions have no
 * questions.
 */
function responsesOf({ isNewEra, params }: McpContext): [argument: string, response: unknown][] {
  return isNewEra && isObject(params.inputResponses) ? Object.entries(params.inputResponses) : [];
}

const isAccepted = (response: unknown) => isObject(response) && response.action === "accept";

/** Returns whether the client can show a form and the user has not declined one before. */
function canElicit(context: McpContext): boolean {
  const { isNewEra, params } = context;
  const capabilities = isObject(params._meta) ? params._meta[CLIENT_CAPABILITIES_META_KEY] : null;
  const elicitation = isObject(capabilities) ? capabilities.elicitation : null;
  // A client that names no mode accepts forms.
  const takesForms = isObject(elicitation) &&
    (elicitation.form !== undefined || elicitation.url === undefined);
  return isNewEra && takesForms &&
    responsesOf(context).every(([, response]) => isAccepted(response));
}

function readAnswers(context: McpContext): Map<string, string> {
  return new Map(
    responsesOf(context).flatMap(([argument, response]) => {
      const content = isAccepted(response) && (response as Record<string, unknown>).content;
      const place = isObject(content) && content.place;
      return /^(place|from|to|via\d)$/.test(argument) && typeof place === "string"
        ? [[argument, place]]
        : [];
    }),
  );
}

/** Returns a result that makes the client show one form per ambiguous name. */
function toQuestion({ questions }: AmbiguousPlaces): InputRequiredResult {
  const forms = questions.map((question) => {
    const places = question.resolved.places.map(({ ask }) => ask);
    const form = inputRequired.elicit({
      message: `${toQuestionText(question)}. Which one is meant?`,
      requestedSchema: {
        type: "object",
        properties: { place: { type: "string", title: "Place", enum: places } },
        required: ["place"],
      },
    });
    return [question.argument, form];
  });
  return inputRequired({ inputRequests: Object.fromEntries(forms) });
}

function toFew(count: number): string {
  if (count === 0) return "No station is";
  return count === 1 ? "Only 1 is" : `Only ${count} are`;
}

/**
 * Returns the call with the first radius that contains enough stations. `meta` and the remarks say
 * that it was widened and which station is nearest.
 */
async function widen({ backend }: McpContext, call: ReadCall): Promise<ReadCall> {
  const { operation, tool } = call;
  const from = call.input as Point;
  const tried: { radius_km: number; found: number }[] = [];
  const search = async (radius: number) => {
    const answer = await readAnswer(operation, backend, { ...from, radius });
    tried.push({ radius_km: radius, found: tool.countFound!(answer, from) });
  };
  const { radiusKm: radius } = await widenSearch(search, {
    count: () => tried.at(-1)!.found,
    from,
  });
  const input = { ...from, radius };
  const [first] = tried;
  if (tried.length === 1) return { ...call, input };
  const nearest = tool.toNearest &&
    (await readAnswer(operation, backend, tool.toNearest(input))).data as object[];
  const meta = { ...call.meta, widened: first!, ...(nearest?.[0] ? { nearest: nearest[0] } : {}) };
  const remark = `${toFew(first!.found)} within ${
    first!.radius_km
  } km, so up to ${radius} km were searched`;
  return { ...call, input, meta, remarks: [...call.remarks, remark] };
}

async function findResult(context: McpContext, given: ReadCall): Promise<CallToolResult> {
  const call = given.widens ? await widen(context, given) : given;
  const { operation, input, isShort, meta } = call;
  const found = await readAnswer(operation, context.backend, input);
  const { radius: radius_km } = input as { radius?: number };
  const radius: Record<string, number> = meta.place && radius_km !== undefined ? { radius_km } : {};
  const result = {
    data: found.data,
    state: found.state,
    meta: { ...found.meta, ...meta, ...radius },
  };
  const body = toBody(result);
  return {
    content: [{ type: "text", text: toText(result, call, context) }],
    structuredContent: isShort ? toShort(body, call.tool) : body,
  };
}

/**
 * Returns the text of a result: the first line, then how the request was understood, the entries,
 * and the page for people.
 */
function toText(
  found: Result<unknown>,
  { tool, input, maxLines, remarks }: ReadCall,
  { backend: { baseUrl } }: McpContext,
): string {
  const data = maxLines === null || !tool.pickListed
    ? found.data
    : tool.pickListed(found, maxLines);
  const body = { data, meta: toMeta(found) };
  const [first = "", ...others] = tool.toText(body, input).split("\n");
  const page = baseUrl && tool.toPage ? [`Page: ${baseUrl}${tool.toPage(body, input)}`] : [];
  const understood = remarks.length === 0 ? [] : [`${remarks.join(". ")}.`];
  return [first, ...understood, ...others, ...page].join("\n");
}

function toShort({ data, meta }: Body, tool: ReadCall["tool"]): Body {
  const fields = tool.shortFields!;
  const entries = data as Record<string, unknown>[];
  const pick = (entry: Record<string, unknown>) =>
    Object.fromEntries(
      fields.flatMap((name) => entry[name] === undefined ? [] : [[name, entry[name]]]),
    );
  return { data: entries.map(pick), meta };
}
