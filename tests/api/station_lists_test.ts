import { deepEqual, equal, match } from "node:assert/strict";
import { testApp } from "../support/api_app.ts";

const BOX = "/api/v1/stations/bbox?north=48.9&south=48.8&east=2.42&west=2.25";

testApp("prices of further fuels are columns of the CSV, and a fuel that does not exist is refused as one", async (app) => {
  const { text } = await app.read(`${BOX}&fuel=e85&fuels=gplc,gazole&format=csv`);
  const [header, ...rows] = text.trimEnd().split("\r\n");
  match(header!, /,updated_at,gazole_price,gplc_price$/);
  deepEqual(rows.map((row) => row.split(",").slice(-2)), [["1.729", "1.015"], ["1.799", ""]]);
  const { status, text: refused } = await app.read(`${BOX}&fuel=e85&fuels=gazole,diesel`);
  equal(status, 400);
  const { code, message } = JSON.parse(refused).error;
  deepEqual([code, /"fuels" is "gazole,diesel"; expected some of gazole, sp95/.test(message)], ["INVALID_FUEL", true]);
});

testApp("questions that mean the same have one tag", async (app) => {
  const tagOf = async (more: string) => (await app.read(`${BOX}&fuel=e10${more}`)).headers.get("etag");
  equal(await tagOf("&offset=0&out_of_stock=false"), await tagOf(""));
  equal(await tagOf("&fuels=e10,gazole,e10"), await tagOf("&fuels=gazole,e10"));
});
