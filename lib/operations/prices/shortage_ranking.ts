/** `GET /api/v1/prices/shortages`: departments by the share of stations that ran out of a fuel. @module */

import { z } from "zod";
import { fuelParam } from "../../domain/params.ts";
import { fuelField } from "../../domain/wire.ts";
import { getDepartment } from "../../shared/place/departments.ts";
import { defineOperation, readState } from "../operation.ts";
import { rankDepartments } from "./shortages.ts";

const roundShare = (share: number) => Math.round(share * 10_000) / 10_000;
const shareField = z.number().min(0);

const departmentSchema = z.object({
  code: z.string().max(3).describe("Department code"),
  name: z.string().max(100).describe("Department's name"),
  region: z.string().max(100).describe("Region's name"),
  out: z.int().min(0).describe("Stations that ran out within the last seven days and still are"),
  stationCount: z.int().min(1).describe("Stations that sell the fuel, or did until then"),
  share: shareField.describe("out / stationCount, 0 to 1, four decimals"),
  usualShare: shareField.nullable().describe(
    "Mean of the thirty days before these seven, over observed days; null until stock-outs of 28 days were observed",
  ),
});

/** The highest share first, equal shares by code. */
export const shortageRanking = defineOperation({
  id: "shortageRanking",
  tag: "Prices",
  path: "/api/v1/prices/shortages",
  title: "Departments by the share of stations without a fuel",
  description:
    "Every department where a station sells the fuel, or did until it ran out within seven days, with the share of those " +
    "that ran out, the highest first. /data/shortages.json names those that are short of it.",
  example: "/api/v1/prices/shortages?fuel=gazole",
  input: z.strictObject({ fuel: fuelParam }),
  output: z.array(departmentSchema).max(110),
  meta: { count: z.int().min(0).describe("Entries in data"), fuel: fuelField },
  formats: ["json", "csv"],
  table: {
    columns: ["code", "name", "region", "out", "stationCount", "share", "usualShare"],
    toRows: (departments) => departments,
  },
  async fromDatabase(deps, { fuel }) {
    const state = await readState(deps);
    const { departments } = await rankDepartments(deps, { fuel, asOfMs: state.asOfMs });
    const data = departments.map(({ code, out, stations, usual }) => {
      const { name, regionName: region } = getDepartment(code)!;
      const [share, usualShare] = [roundShare(out / stations), usual === null ? null : roundShare(usual)];
      return { code, name, region, out, stationCount: stations, share, usualShare };
    });
    return { data, meta: { count: data.length, fuel }, state };
  },
});
