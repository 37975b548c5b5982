/** The manners of revision 2026-07-28: headers, revisions, subscriptions. @module */

import { deepEqual, equal, match } from "node:assert/strict";
import { prepareServer } from "../support/server_db.ts";
import { newEra, post, testApp } from "./app.ts";

Deno.test.beforeAll(prepareServer);

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_national_prices", arguments: { fuel: "e10" } },
};

testApp("2026-07-28: headers must be there and agree with the body", async (app) => {
  const { headers, meta } = newEra("tools/call", "get_national_prices");
  const call = { ...CALL, params: { ...CALL.params, _meta: meta } };
  equal((await post(app, call, headers)).body.result.resultType, "complete");
  const { "mcp-protocol-version": _, ...noVersion } = headers;
  const { "mcp-method": __, ...noMethod } = headers;
  const { "mcp-name": ___, ...noName } = headers as Record<string, string>;
  const wrong: Record<string, string>[] = [
    noVersion as Record<string, string>,
    noMethod as Record<string, string>,
    noName,
    { ...headers, "mcp-method": "tools/list" },
    { ...headers, "mcp-name": "lookup_station" },
    { ...headers, "mcp-protocol-version": "2025-11-25" },
  ];
  for (const bad of wrong) {
    const { status, body } = await post(app, call, bad);
    deepEqual([status, body.error.code, body.id], [400, -32020, 1], JSON.stringify(bad));
  }
  // the same envelope again
  equal((await post(app, call, headers)).status, 200);
  for (const bad of wrong) equal((await post(app, call, bad)).status, 400);
});

testApp("2026-07-28: no answer is stored, whichever way it is made", async (app) => {
  const { headers, meta } = newEra("tools/call", "get_national_prices");
  const call = { ...CALL, params: { ...CALL.params, _meta: meta } };
  const list = { ...LIST, params: { _meta: meta } };
  const asked: [unknown, Record<string, string>][] = [
    [call, headers],
    [call, headers],
    [list, newEra("tools/list").headers],
    [call, { ...headers, "mcp-method": "tools/list" }],
    [{ ...list, method: "nope/nope" }, newEra("nope/nope").headers],
  ];
  for (const [message, sent] of asked) {
    equal((await post(app, message, sent)).headers.get("cache-control"), "no-store, no-transform");
  }
});

testApp("2026-07-28: an unknown revision is refused and the known ones are listed", async (app) => {
  const { headers, meta } = newEra("tools/list");
  const version = "2099-01-01";
  const message = { ...LIST, params: { _meta: { ...meta, "io.modelcontextprotocol/protocolVersion": version } } };
  const { status, body } = await post(app, message, { ...headers, "mcp-protocol-version": version });
  equal(status, 400);
  deepEqual(body.error.data.supported, ["2026-07-28"]);
  equal((await post(app, LIST, { "mcp-protocol-version": version })).status, 400);
});

testApp("2026-07-28: a subscription to what never changes is acknowledged and ends", async (app) => {
  const { headers, meta } = newEra("subscriptions/listen");
  const params = { notifications: { toolsListChanged: true }, _meta: meta };
  const response = await app.fetch("/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 9, method: "subscriptions/listen", params }),
  });
  match(response.headers.get("content-type")!, /^text\/event-stream/);
  match(await response.text(), /notifications\/subscriptions\/acknowledged[\s\S]*"id":9/);
});
