/** Subscriptions of 2026-07-28: what is news is told after a change of the data, within bounds. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Db } from "../../lib/db/db.ts";
import { createMcpEndpoint } from "../../lib/mcp/endpoint.ts";
import { SUBSCRIPTION_BOUNDS, type SubscriptionBounds } from "../../lib/mcp/subscriptions.ts";
import { prepareServer } from "../support/server_db.ts";
import { type McpApp, newEra, testApp } from "./app.ts";
import { idOf } from "./fixture.ts";

Deno.test.beforeAll(prepareServer);

const STATION = `fuel://stations/${idOf(1)}`;
const AREA = "fuel://nearby/gazole/48.85,2.35,20";

// deno-lint-ignore no-explicit-any -- tests look into whatever was sent
type Message = any;

/** A stream of messages; `next` waits for one, null at the end. */
type Stream = { status: number; next(): Promise<Message>; leave(): Promise<void> };

function toEndpoint({ service }: McpApp, bounds: Partial<SubscriptionBounds> = {}) {
  const ending = new AbortController();
  const parts = { ...service, ending: ending.signal, bounds: { ...SUBSCRIPTION_BOUNDS, checkMs: 20, ...bounds } };
  const endpoint = createMcpEndpoint(parts, service.config);
  const listen = async (resourceSubscriptions: unknown, id: number | string = 9): Promise<Stream> => {
    const { headers, meta } = newEra("subscriptions/listen");
    const params = { notifications: { resourceSubscriptions, toolsListChanged: true }, _meta: meta };
    const request = new Request("http://localhost:8000/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params }),
    });
    return toStream(await endpoint.handle(request, { requestId: "test", count: () => null }));
  };
  return { listen, end: () => ending.abort() };
}

function toStream(response: Response): Stream {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Message> => {
    const found = isStream ? /^event: message\ndata: (.*)\n\n/.exec(text) : null;
    if (found) {
      text = text.slice(found[0].length);
      return JSON.parse(found[1]!);
    }
    const { done, value } = await reader.read();
    if (done) return text === "" ? null : JSON.parse(text);
    text += value;
    return await next();
  };
  return { status: response.status, next, leave: () => reader.cancel() };
}

async function change(app: McpApp, db: Db, text: string): Promise<void> {
  await db.query({ text });
  await db.query({ text: "update data_state set revision = revision + 1" });
  await app.service.deps.snapshots.refresh();
}

const setPrice = (id: string, milli: number) =>
  `update current_price set price_milli = ${milli} where station_id = ${id} and fuel = 1`;

async function expectEnd(stream: Stream, id: number | string = 9): Promise<void> {
  const last = await stream.next();
  deepEqual([last.id, last.result.resultType], [id, "complete"]);
  equal(await stream.next(), null);
}

const honoured = (ack: Message) => ack.params.notifications.resourceSubscriptions;

testApp("a new price of a station and around a point is told, a confirmed one is not", async (app, db) => {
  const { listen, end } = toEndpoint(app);
  const stream = await listen([STATION, AREA, "fuel://stations/999", "fuel://fuels", "x", 1]);
  const ack = await stream.next();
  equal(ack.method, "notifications/subscriptions/acknowledged");
  deepEqual(honoured(ack), [STATION, AREA], "what cannot be watched is not acknowledged");
  await change(app, db, "update current_price set updated_at = updated_at + interval '1 second' where fuel = 1");
  await new Promise((resolve) => setTimeout(resolve, 100));
  await change(app, db, setPrice(idOf(1), 999));
  const told = [await stream.next(), await stream.next()];
  deepEqual(told.map(({ method, params }) => [method, params.uri]), [
    ["notifications/resources/updated", STATION],
    ["notifications/resources/updated", AREA],
  ]);
  equal(told[0].params._meta["io.modelcontextprotocol/subscriptionId"], 9);
  end();
  await expectEnd(stream);
}, { writes: true });

testApp("two who watch the same are both told, and who has left is told nothing", async (app, db) => {
  const { listen, end } = toEndpoint(app);
  const [one, other, left] = [await listen([STATION], 1), await listen([STATION, AREA], 2), await listen([AREA], 3)];
  for (const stream of [one, other, left]) await stream.next();
  await left.leave();
  await change(app, db, setPrice(idOf(1), 998));
  equal((await one.next()).params.uri, STATION);
  deepEqual([(await other.next()).params.uri, (await other.next()).params.uri], [STATION, AREA]);
  end();
  await expectEnd(one, 1);
  await expectEnd(other, 2);
}, { writes: true });

testApp("a stream ends in time with a result, and streams and resources are bounded", async (app) => {
  const { listen, end } = toEndpoint(app, { lastsMs: 150, maxStreams: 2, maxUris: 3 });
  const many = Array.from({ length: 8 }, (_, index) => `fuel://stations/${idOf(index + 1)}`);
  const [first, second] = [await listen(many, "a"), await listen([STATION], "b")];
  equal(honoured(await first.next()).length, 3);
  await second.next();
  const refused = await (await listen([STATION], "c")).next();
  match(refused.error.message, /limit/i);
  await expectEnd(first, "a");
  await expectEnd(second, "b");
  const again = await listen([STATION], "d");
  equal(honoured(await again.next()).length, 1, "there is room again");
  end();
  await expectEnd(again, "d");
});

testApp("a subscription to nothing that can be watched ends at once, whatever was asked", async (app) => {
  const { listen } = toEndpoint(app);
  for (const asked of [[], ["fuel://fuels"], undefined, ["x".repeat(10_000)]]) {
    const stream = await listen(asked);
    equal(honoured(await stream.next()), undefined);
    await expectEnd(stream);
  }
  ok((await (await listen("text")).next()).error, "what is no list is refused");
});
