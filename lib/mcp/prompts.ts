/** The prompts that clients offer as commands, and the completion of their arguments. @module */

import type {
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  Prompt,
} from "@modelcontextprotocol/server";
import type { Backend } from "../operations/operation.ts";
import { findStationIds } from "../operations/stations/lookup_station.ts";
import { FUEL_NAMES } from "../operations/tool_text.ts";
import { DEPARTMENTS } from "../places/departments.ts";
import { type Fuel, FUELS } from "../shared/fuels.ts";
import { toNameWords } from "../places/place_name.ts";
import { findFuels } from "./fuel_words.ts";
import { badParams, type McpContext } from "./context.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";

const place = {
  name: "place",
  description: "Town, postal code, address or department in France",
  required: true,
};
const fuel = {
  name: "fuel",
  description: `One of ${FUELS.join(", ")}; default e10`,
  required: false,
};

/** All prompts. */
export const PROMPTS: readonly Prompt[] = [
  {
    name: "cheapest_fuel_near",
    title: "Cheapest fuel near a place",
    description: "Where to refuel around a place now, weighing price against distance",
    arguments: [place, fuel],
  },
  {
    name: "is_it_a_good_time_to_fill_up",
    title: "Is it a good time to fill up?",
    description:
      "Whether to fill up today or wait, from the trend of the country and of stations nearby",
    arguments: [{ ...fuel }, { ...place, required: false }],
  },
  {
    name: "plan_refuelling_on_a_route",
    title: "Plan my refuelling on a route",
    description: "Where to stop between two places and how much to buy, for the least money",
    arguments: [
      {
        name: "from",
        description: "Town or postal code in France where the route starts",
        required: true,
      },
      { name: "to", description: "Town or postal code in France where it ends", required: true },
      fuel,
    ],
  },
];

const FRESHNESS = "Say how old the prices are, and name the source as the tool does.";

type Args = Record<string, string>;

const MESSAGES: Record<string, (args: Args, fuel: Fuel) => (string | null)[]> = {
  cheapest_fuel_near(args, fuel) {
    const place = requirePlace(args, "place");
    return [
      `Where should I buy ${FUEL_NAMES[fuel]} near ${place} in France?`,
      `Call search_stations_nearby with place "${place}" (coordinates for an address) and fuel "${fuel}".`,
      "Recommend one station and up to two others, with price, town, distance and address. Say " +
      "so when a slightly dearer station is much closer: a detour of 10 km costs about 1 euro.",
    ];
  },
  is_it_a_good_time_to_fill_up(args, fuel) {
    const place = readPlace(args);
    return [
      `Is it a good time to fill up with ${FUEL_NAMES[fuel]}${
        place ? ` near ${place}` : " in France"
      }?`,
      `Call get_national_prices with fuel "${fuel}" for today's mean and the change over seven days.`,
      place
        ? `Call search_stations_nearby with place "${place}", and get_price_history over 90 days for the cheapest ` +
          "station: is its price low or high for its own past?"
        : null,
      "Answer in a sentence or two: fill up, wait, or it makes no difference, and why. Nobody " +
      "knows tomorrow's price: say that this is the trend so far.",
    ];
  },
  plan_refuelling_on_a_route(args, fuel) {
    const from = requirePlace(args, "from");
    const to = requirePlace(args, "to");
    return [
      `Plan my refuelling with ${FUEL_NAMES[fuel]} from ${from} to ${to}.`,
      "Ask me for the size of my tank, how full it is and my consumption per 100 km, unless I " +
      "have given them.",
      `If you have a routing service, pass its line to find_stations_on_route with fuel "${fuel}", tank, start_level and ` +
      "consumption. Otherwise pass from and to with a corridor of 10, and say that the line is " +
      "straight, so the plan is rough.",
      "List the stops in order: where each is, how many litres to buy and what they cost. Say " +
      "what the plan saves.",
    ];
  },
};

function readFuel(args: Args): Fuel {
  const given = args.fuel?.trim();
  if (!given) return "e10";
  const [fuel] = findFuels(given);
  if (fuel) return fuel;
  throw badParams(
    `Argument "fuel" is ${JSON.stringify(given.slice(0, 60))}; expected one of ${FUELS.join(", ")}`,
  );
}

function readPlace(args: Args, name = "place"): string | undefined {
  const given = args[name]?.replace(/\s+/g, " ").trim();
  if (given && given.length > 200) {
    throw badParams(`Argument "${name}" is too long; expected at most 200 characters`);
  }
  return given || undefined;
}

function requirePlace(args: Args, name: string): string {
  const place = readPlace(args, name);
  if (place === undefined) {
    throw badParams(`Argument "${name}" is missing; expected a place in France`);
  }
  return place;
}

/**
 * Returns the messages of a prompt. Throws the JSON-RPC error −32602 for an unknown prompt or bad
 * arguments.
 */
export function getPrompt(params: { name: string; arguments?: Args }): GetPromptResult {
  const prompt = PROMPTS.find(({ name }) => name === params.name);
  if (!prompt) {
    const names = PROMPTS.map(({ name }) => name).join(", ");
    throw badParams(
      `Unknown prompt ${JSON.stringify(params.name.slice(0, 60))}; the prompts are ${names}`,
    );
  }
  const args = params.arguments ?? {};
  const lines = [...MESSAGES[prompt.name]!(args, readFuel(args)), FRESHNESS];
  const text = lines.filter((line) => line !== null).join("\n");
  return {
    description: prompt.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  };
}

/** The protocol's limit of values per completion. */
const MAX_VALUES = 100;

async function findValues(
  backend: Backend,
  { name, value }: CompleteRequestParams["argument"],
): Promise<string[]> {
  if (name === "fuel") {
    const found = FUELS.filter((code) => code.startsWith(value.toLowerCase().trim()));
    return found.length === 0 ? findFuels(value).slice(0, 1) : found;
  }
  if (name === "place") {
    const words = toNameWords(value);
    const typedCode = value.trim().toUpperCase();
    return DEPARTMENTS.filter(({ name, code }) =>
      toNameWords(name).startsWith(words) || code === typedCode
    )
      .map(({ name, code }) => `${name} (${code})`);
  }
  return name === "id" && /^\d+$/.test(value) ? await findStationIds(backend, value) : [];
}

/**
 * Returns the values that begin with the typed text, at most 100. Throws the JSON-RPC error −32602
 * for an unknown reference.
 */
export async function complete(
  { backend }: McpContext,
  { ref, argument }: CompleteRequestParams,
): Promise<CompleteResult> {
  const uris = [
    ...RESOURCE_TEMPLATES.map(({ uriTemplate }) => uriTemplate),
    ...RESOURCES.map(({ uri }) => uri),
  ];
  const isOurs = ref.type === "ref/prompt"
    ? PROMPTS.some(({ name }) => name === ref.name)
    : uris.includes(ref.uri);
  if (!isOurs) {
    throw badParams("Unknown reference: expected one of our prompts or resource templates");
  }
  const values = await findValues(backend, argument);
  return {
    completion: {
      values: values.slice(0, MAX_VALUES),
      total: values.length,
      hasMore: values.length > MAX_VALUES,
    },
  };
}
