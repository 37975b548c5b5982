import { match, ok } from "../support/assert.ts";
import { testApp } from "../support/api_app.ts";

testApp("the legal notice leads to the licences of what Jauge contains", async (app) => {
  for (const page of ["/mentions-legales", "/en/mentions-legales"]) {
    match((await app.read(page)).text, /<a href="\/THIRD_PARTY_NOTICES\.txt">/, page);
  }
  const { status, headers, text } = await app.read("/THIRD_PARTY_NOTICES.txt");
  ok(status === 200 && headers.get("content-type")!.startsWith("text/plain"));
  for (const name of ["leaflet", "preact", "@preact/signals", "@resvg/resvg-wasm", "pg", "zod"]) {
    match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, "m"));
  }
});
