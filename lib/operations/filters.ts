/**
 * The filters of searches. Each entry holds a filter's parameter, its test in memory and in SQL,
 * and its words.
 *
 * @module
 */

import { z } from "zod";
import { withJsonForms } from "../domain/params.ts";
import { parseAreaAddress } from "../domain/place/motorway_area.ts";
import { IN_FORCE_DAYS } from "../domain/price/in_force.ts";
import { isOpenAt } from "../domain/station/opening_hours.ts";
import { serviceField } from "../domain/wire.ts";
import { getDepartment } from "../places/departments.ts";
import { isService, SERVICES, type ServiceSlug } from "../shared/service_slugs.ts";
import { toServiceLabel } from "../words/services.ts";
import { BRAND_FILTERS } from "./brand_filters.ts";
import { defineFilter, toCanonicalList } from "./filter.ts";
import { countOf } from "./tool_text.ts";

const stationSql = (test: string) => `exists (select from station f where f.id = s.id and ${test})`;

const MOTORWAY_WORDS = { include: null, exclude: "no motorways", only: "motorways only" } as const;
const MOTORWAY_ADVICE = {
  include: null,
  exclude: "allow motorways",
  only: "allow other roads",
} as const;

/** Returns "A6" for "a 06", the form in which `parseAreaAddress` writes roads. */
function toRoad(text: string): string {
  return `${text[0]!.toUpperCase()}${Number(text.replace(/\D/g, ""))}`;
}

const AN_INSTANT = "2026-06-05T18:00:00Z";

const SERVICE_LIST = `some of ${SERVICES.join(", ")}, separated by commas`;
const DEPARTMENT_CODES = /^(?:\d{2,3}|2[ABab])(?:,(?:\d{2,3}|2[ABab]))*$/;
const STATION_IDS = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/;

/** All filters, in the order in which tool texts name them. */
export const FILTERS = {
  ...BRAND_FILTERS,
  motorway: defineFilter({
    input: z.enum(["include", "exclude", "only"]).default("include").describe(
      "Include or exclude stations on motorways, or find only these. Service areas on " +
        "expressways (RN10, RN165) do not count as motorway",
    ),
    meaning: "On motorways",
    resolve: (motorway) => motorway === "include" ? null : motorway === "only",
    keeps: ({ motorway }, isOnly) => motorway === isOnly,
    sql: "s.motorway = $motorway::boolean",
    toWords: (motorway) => MOTORWAY_WORDS[motorway],
    toAdvice: (motorway) => MOTORWAY_ADVICE[motorway],
  }),
  open_now: defineFilter({
    input: z.boolean().default(false).describe(
      "true leaves out stations known to be closed at meta.generated_at. Stations with unknown " +
        "hours are kept",
    ),
    meaning: "Leave out closed ones",
    resolve: (isOn) => isOn || null,
    keeps: ({ openingHours, automate247 }, _, asOf) =>
      isOpenAt(openingHours, automate247, asOf) !== false,
    toWords: (isOn) => isOn ? "open now or hours unknown" : null,
    toAdvice: (isOn) => isOn ? "drop open_now" : null,
  }),
  open_at: defineFilter({
    input: z.iso.datetime({ offset: true, error: `an instant such as ${AN_INSTANT}` }).min(1).max(
      40,
    ).optional()
      .describe(
        `Leave out stations whose usual hours say that they are closed at this instant, such as ` +
          `${AN_INSTANT}. Write the plus sign of an offset as %2B`,
      ),
    meaning: "Open at: 2026-06-05T18:00Z",
    toCanonical: (instant) => new Date(instant).toISOString(),
    fault: (_, { open_now }) =>
      open_now ? 'Parameter "open_at" is given with "open_now"; expected one of them' : null,
    resolve: (instant) => new Date(instant),
    keeps: ({ openingHours, automate247 }, instant) =>
      isOpenAt(openingHours, automate247, instant) !== false,
    toWords: (instant) => `open at ${instant} or hours unknown`,
    toAdvice: () => "drop open_at",
  }),
  // Each search applies this filter to the price itself.
  max_age_days: defineFilter({
    input: z.int().min(1).max(365).default(IN_FORCE_DAYS).describe(
      "Ignore prices older than this many days, 1 to 365",
    ),
    meaning: "Oldest price, days",
    toWords: (days) => days === IN_FORCE_DAYS ? null : `prices up to ${countOf(days, "day")} old`,
    toAdvice: (days) => days < 365 ? "raise max_age_days" : null,
  }),
  road: defineFilter({
    input: z.string().regex(/^[AN][ -]?\d{1,3}$/i, "a motorway such as A6").min(2).max(5).optional()
      .describe(
        "Only motorway stations whose address names this road, such as A6 or N104",
      ),
    meaning: "Motorway: A6; alone: in France",
    toCanonical: toRoad,
    resolve: (road) => road,
    keeps: ({ motorway, address }, road) =>
      motorway && address !== null && parseAreaAddress(address).road === road,
    toWords: (road) => `on the ${road}`,
    toAdvice: () => "drop road: not all addresses name theirs",
  }),
  // Each search then finds stock-outs instead of prices.
  out_of_stock: defineFilter({
    input: z.boolean().optional().describe(
      "true finds stations that ran out of the fuel at most max_age_days ago, the latest first. " +
        "Permanent stock-outs do not count",
    ),
    meaning: "Stations that ran out",
    toCanonical: (isOn) => isOn || undefined,
    fault(isOn, { litres, consumption, discounts, sort }) {
      const cost = { litres, consumption, discounts, sort: sort === "cost" ? sort : undefined };
      const [given] = Object.entries(cost).find(([, value]) => value !== undefined) ?? [];
      return isOn && given !== undefined
        ? `Parameter "out_of_stock" is true with "${given}"; a station without a price has no cost`
        : null;
    },
  }),
  services: defineFilter({
    input: withJsonForms(
      z.string().regex(/^[a-z-]+(?:,[a-z-]+)*$/, SERVICE_LIST).min(1).max(400).optional().describe(
        `Only stations with all of these services, separated by commas: ${SERVICES.join(", ")}`,
      ),
      { item: serviceField },
    ),
    toCanonical: (services) => toCanonicalList(services),
    fault(services) {
      const unknown = services.split(",").find((slug) => !isService(slug));
      return unknown === undefined
        ? null
        : `Parameter "services" names ${unknown}; expected ${SERVICE_LIST}`;
    },
    meaning: "Has all: toilettes,gonflage",
    resolve: (services) => services.split(",").map((slug) => toServiceLabel(slug as ServiceSlug)),
    keeps: ({ services }, labels) => labels.every((label) => services.includes(label)),
    sql: stationSql("f.services @> $services::text[]"),
    toWords: (services) => `services ${services}`,
    toAdvice: () => "drop services",
  }),
  automate_24_7: defineFilter({
    input: z.boolean().optional().describe(
      "true finds only stations with a card terminal that sells fuel day and night",
    ),
    meaning: "Card terminal, day and night",
    toCanonical: (isOn) => isOn || undefined,
    resolve: (isOn) => isOn || null,
    keeps: ({ automate247 }) => automate247,
    sql: stationSql("f.automate_24_7"),
    toWords: (isOn) => isOn ? "card terminal day and night" : null,
    toAdvice: (isOn) => isOn ? "drop automate_24_7" : null,
  }),
  department: defineFilter({
    input: withJsonForms(
      z.string().regex(
        DEPARTMENT_CODES,
        "department codes separated by commas, such as 69 or 2A,2B",
      ).max(400)
        .optional().describe(
          "Only stations in these departments: codes separated by commas, such as 69 or 2A,2B",
        ),
      { item: z.string() },
    ),
    meaning: "Codes: 69 or 2A,2B",
    toCanonical: (codes) => toCanonicalList(codes.toUpperCase()),
    fault(codes) {
      const unknown = toCanonicalList(codes.toUpperCase()).split(",").find((code) =>
        getDepartment(code) === null
      );
      return unknown === undefined
        ? null
        : `Parameter "department" names ${unknown}; expected department codes, such as 69 or 2A`;
    },
    resolve: (codes) => codes.split(","),
    keeps: ({ department }, codes) => department !== null && codes.includes(department),
    sql: stationSql("f.department = any($department::text[])"),
  }),
  ids: defineFilter({
    input: withJsonForms(
      z.string().regex(
        STATION_IDS,
        "station IDs separated by commas, such as 75013013,69002004",
      ).max(5_000)
        .optional().describe("Only these stations: IDs separated by commas"),
      { item: z.string() },
    ),
    meaning: "Separated by commas",
    toCanonical: (ids) => toCanonicalList(ids),
    resolve: (ids) => new Set(ids.split(",")),
    keeps: ({ id }, ids) => ids.has(id),
    sql: "s.id = any($ids::text[]::int[])",
  }),
};

/** The name of a filter. */
export type FilterName = keyof typeof FILTERS;
type Inputs<N extends FilterName> = { [name in N]: (typeof FILTERS)[name]["input"] };

function inputsOf<N extends FilterName>(...names: N[]): Inputs<N> {
  return Object.fromEntries(names.map((name) => [name, FILTERS[name].input])) as Inputs<N>;
}

/** The filters that every search takes. */
export const filterParams = inputsOf("max_age_days", "brand", "motorway", "open_now");
/** Further filters of every search. */
export const narrowParams = inputsOf(
  "brands",
  "exclude_brands",
  "services",
  "automate_24_7",
  "open_at",
  "members_only",
);

/** The filters once parsed. */
export type Filters =
  & z.infer<z.ZodObject<typeof filterParams>>
  & Partial<z.infer<z.ZodObject<Inputs<FilterName>>>>;

/** The filters of a request that sets none. */
export const DEFAULT_FILTERS: Filters = z.object(filterParams).parse({});
