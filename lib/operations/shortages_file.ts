/** The file `/data/shortages.json`: where each fuel has run out at more stations than usual. @module */

import { z } from "zod";
import { FUELS } from "../shared/fuels.ts";
import { nationalPrices } from "./area_prices.ts";
import { defineOperation } from "./operation.ts";
import { findShortages } from "./page_shortages.ts";

const shortageSchema = z.object({
  code: z.string().describe("Department code"),
  out: z.int().describe("Stations that ran out within the last seven days"),
  stations: z.int().describe("Stations that sell the fuel, or did until then"),
  usual: z.number().describe(
    "Mean share of stations out in the thirty days before these, over the days whose stock-outs were observed",
  ),
});

/** For maps: all fuels at once. */
export const shortagesJson = defineOperation({
  kind: "file",
  id: "shortagesJson",
  tag: "Bulk",
  path: "/data/shortages.json",
  title: "Departments short of a fuel",
  description:
    "By fuel, the departments where at least three stations and 5 % of those that sell it have run out within seven days, " +
    "and at least twice the usual share, the worst first. Unknown until the stock-outs of 28 days were observed. Free of quota.",
  example: "/data/shortages.json",
  tool: null,
  input: z.strictObject({}),
  output: z.record(
    z.string(),
    z.object({
      since: z.iso.date().describe(
        "First of the days over which the usual share is averaged; null: unknown, and no department is named",
      )
        .nullable(),
      departments: z.array(shortageSchema),
    }),
  ),
  async fromDatabase(deps) {
    const { state } = await nationalPrices.read(deps, { fuel: FUELS[0] });
    const found = await Promise.all(
      FUELS.map(async (fuel) => [fuel, await findShortages(deps, { fuel, asOfMs: state.asOfMs })] as const),
    );
    return { data: Object.fromEntries(found), meta: {}, state };
  },
});
