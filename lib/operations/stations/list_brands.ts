/** `GET /api/v1/brands`: the brands of stations. @module */

import { z } from "zod";
import { countBrands } from "../../db/current/listed_stations.ts";
import { toBrandKey } from "../../domain/brand/brand.ts";
import { compareIds } from "../../domain/station/station_record.ts";
import { defineOperation, requireState, type Result } from "../operation.ts";

/** A brand with its number of stations. */
export const brandSchema = z.object({
  brand: z.string().max(500).describe(
    "Canonical spelling. The parameter brand accepts it and other spellings",
  ),
  stationCount: z.int().min(1).describe("Stations of the brand that the newest feed lists"),
  code: z.string().max(500).describe("The brand without capitals and commas, for lists of brands"),
});

type Brand = z.infer<typeof brandSchema>;

function toResult(brands: Omit<Brand, "code">[], state: Result<Brand[]>["state"]): Result<Brand[]> {
  const data = brands.sort((a, b) =>
    b.stationCount - a.stationCount || compareIds(a.brand, b.brand)
  )
    .map((each) => ({ ...each, code: toBrandKey(each.brand) }));
  return { data, meta: { count: data.length }, state };
}

/** Most stations first, ties by name. */
export const listBrands = defineOperation({
  id: "listBrands",
  tag: "Stations",
  path: "/api/v1/brands",
  title: "Brands with their number of stations",
  description:
    "The brands of the stations that the newest feed lists, most stations first, ties by name. " +
    "Stations of unknown brand are not counted.",
  example: "/api/v1/brands",
  input: z.strictObject({}),
  output: z.array(brandSchema).max(20_000),
  meta: { count: z.int().min(0).describe("Number of brands in data") },
  formats: ["json", "csv"],
  table: { columns: ["brand", "stationCount", "code"], toRows: (brands) => brands },
  fromSnapshot({ stations, state }) {
    const groups = Map.groupBy(stations, ({ record }) => record.brand);
    groups.delete(null);
    return toResult(
      [...groups].map(([brand, some]) => ({ brand: brand!, stationCount: some.length })),
      state,
    );
  },
  async fromDatabase(backend) {
    const { brands, state } = await countBrands(backend.db);
    return toResult(brands, requireState(state, backend));
  },
});
