/** Lists and calls the tools: every operation that has one. @module */

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import {
  type AnyOperation,
  type Body,
  readAnswer,
  type Result,
  toBody,
  toBodyJson,
  toMeta,
  toNamesCost,
  widenSearch,
  withMeta,
} from "../operations/mod.ts";
import { BusyError, DomainError } from "../domain/errors.ts";
import type { Point } from "../shared/url_state.ts";
import { type ReadCall, readCall } from "./arguments.ts";
import { badParams, type McpContext, toRefusal } from "./context.ts";
import { toInputSchema, toOutputSchema } from "./listing.ts";
import { isObject } from "./messages.ts";
import { AmbiguousPlaces, namesOf, toQuestionText } from "./place_arguments.ts";

/** A result as JSON, as it is stored for every caller; `isQuestion`: it asks the person before the client, by `input_required`. */
export type Called = { json: string; isQuestion?: boolean };

/** What clients list of a tool. Its arguments are strict; its result is the body that REST answers, open to later fields. */
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
    // the flat key is what hosts read that were written before the extension was final
    ...(app ? { _meta: { ui: { resourceUri: app }, "ui/resourceUri": app } } : {}),
  };
}

/** The tools of some operations. */
export class Tools {
  /** In the order of the operations. */
  readonly list: readonly ListedTool[];
  readonly #byName: ReadonlyMap<string, AnyOperation>;

  constructor(operations: readonly AnyOperation[]) {
    this.#byName = new Map(operations.flatMap((operation) => operation.tool ? [[operation.tool.name, operation]] : []));
    this.list = [...this.#byName.values()].map(toListed);
  }

  /** Whether a tool has this name. */
  has(name: unknown): name is string {
    return typeof name === "string" && this.#byName.has(name);
  }

  /**
   * Calls a tool with the arguments of the request: `structuredContent` is the body that REST answers, the text says the same to a reader. What the caller can
   * mend is answered with `isError`. Throws the JSON-RPC error −32602 for an unknown tool.
   */
  async call(context: McpContext, name: string): Promise<Called> {
    const operation = this.#require(name);
    try {
      const given = context.params.arguments ?? {};
      charge(context, await toNamesCost(namesOf(operation, given)));
      const call = await readCall(operation, { given, answers: readAnswers(context) });
      charge(context, operation.cost?.(call.input) ?? 1);
      return await findResult(context, { operation, call });
    } catch (error) {
      if (error instanceof AmbiguousPlaces && canAsk(context)) return toQuestion(error);
      if (error instanceof BusyError) context.busy = error;
      const { code, message } = toRefusal(error, context);
      const advice = code === "STATION_NOT_FOUND" ? ". Take an id from search_stations_nearby" : "";
      const text = `${code}: ${message}${advice}`;
      const result: CallToolResult = { content: [{ type: "text", text }], isError: true };
      return { json: JSON.stringify(result) };
    }
  }

  #require(name: string): AnyOperation {
    const operation = this.#byName.get(name);
    if (operation) return operation;
    const shown = JSON.stringify(name.slice(0, 60));
    throw badParams(`Unknown tool ${shown}; the tools are ${[...this.#byName.keys()].join(", ")}`);
  }
}

/** Throws RATE_LIMITED when less is left than a call costs. */
function charge(context: McpContext, cost: number): void {
  if (!context.charge(cost)) throw new DomainError("RATE_LIMITED", "This call costs more than is left of the limit");
}

/** JSON with the euro sign and its like as escapes: one such character doubles what the whole answer takes, and its encoding. */
function toNarrowJson(value: unknown): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[^\0-\xff]/g, toEscape);
}

/** Whether the person before the client can be asked, and has not refused to answer. */
function canAsk({ isNewEra, params }: McpContext): boolean {
  const capabilities = isObject(params._meta) ? params._meta[CLIENT_CAPABILITIES_META_KEY] : null;
  const elicitation = isObject(capabilities) ? capabilities.elicitation : null;
  // without a mode a client means forms
  const takesForms = isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
  const answers = isObject(params.inputResponses) ? Object.values(params.inputResponses) : [];
  return isNewEra && takesForms && answers.every((answer) => isObject(answer) && answer.action === "accept");
}

/** What a person answered to an earlier question, by argument. */
function readAnswers({ isNewEra, params }: McpContext): Map<string, string> {
  const answers = isNewEra && isObject(params.inputResponses) ? Object.entries(params.inputResponses) : [];
  return new Map(answers.flatMap(([argument, answer]) => {
    const place = isObject(answer) && answer.action === "accept" && isObject(answer.content) && answer.content.place;
    return /^(place|from|to|via\d)$/.test(argument) && typeof place === "string" ? [[argument, place]] : [];
  }));
}

/** The result that makes the client ask the person which place is meant, one form for each name. */
function toQuestion({ questions }: AmbiguousPlaces): Called {
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
  return { json: JSON.stringify(inputRequired({ inputRequests: Object.fromEntries(forms) })), isQuestion: true };
}

type RequestParts = { operation: AnyOperation; call: ReadCall };

/** The input with the radius that holds enough stations. */
async function widenRadius({ deps }: McpContext, { operation, call }: RequestParts): Promise<object> {
  const input = call.input as Point;
  const search = async (radius: number) => await readAnswer(operation, deps, { ...input, radius });
  const { radiusKm } = await widenSearch(search, { count: operation.tool!.countFound!, from: input });
  return { ...input, radius: radiusKm };
}

async function findResult(context: McpContext, asked: RequestParts): Promise<Called> {
  const { operation, call } = asked;
  const input = call.widens ? await widenRadius(context, asked) : call.input;
  const { isShort, mostLines, meta, remarks } = call;
  const form = `tool ${JSON.stringify([isShort, mostLines, meta, remarks])}`;
  return await context.cache.find<unknown, Called>({ operation, input, form }, (found) => {
    const told = Object.keys(meta).length === 0 ? found : withMeta(found, toPlaceMeta(meta, input));
    const content = toNarrowJson([{ type: "text", text: toText(told, { operation, call: { ...call, input } }) }]);
    const body = isShort ? JSON.stringify(toShort(toBody(told), operation)) : toBodyJson(operation, told);
    const json = `{"content":${content},"structuredContent":${body}}`;
    return { value: { json }, size: json.length };
  });
}

/** What `meta` says of places that were named: which they are, and how far around a point was searched. */
function toPlaceMeta(meta: ReadCall["meta"], input: unknown): Record<string, object | number> {
  return meta.place ? { ...meta, radius_km: (input as { radius: number }).radius } : meta;
}

/** The text of a result: the answer first, then how the question was understood, then the entries. */
function toText(found: Result<unknown>, { operation, call: { input, mostLines, remarks } }: RequestParts): string {
  const tool = operation.tool!;
  const data = mostLines === null || !tool.pickListed ? found.data : tool.pickListed(found, mostLines);
  const [first = "", ...others] = tool.toText({ data, meta: toMeta(found) }, input).split("\n");
  const understood = remarks.length === 0 ? [] : [`${remarks.join(". ")}.`];
  return [first, ...understood, ...others].join("\n");
}

/** A list whose entries have the fields of a short answer alone. */
function toShort({ data, meta }: Body, { tool }: AnyOperation): Body {
  const fields = tool!.shortFields!;
  const entries = data as Record<string, unknown>[];
  const pick = (entry: Record<string, unknown>) =>
    Object.fromEntries(fields.flatMap((name) => entry[name] === undefined ? [] : [[name, entry[name]]]));
  return { data: entries.map(pick), meta };
}
