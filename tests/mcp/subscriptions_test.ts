import { deepEqual, equal, ok } from "../support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../../lib/db/db.ts";
import { McpEndpoint } from "../../lib/mcp/endpoint.ts";
import { SUBSCRIPTION_BOUNDS, type SubscriptionBounds } from "../../lib/mcp/subscriptions.ts";
import type { TestApp } from "../support/api_app.ts";
import { newEra, testApp } from "./app.ts";
import { idOf } from "./fixture.ts";

const STATION = `fuel://stations/${idOf(1)}`;
const AREA = "fuel://nearby/gazole/48.85,2.35,20";

// deno-lint-ignore no-explicit-any -- tests look into whatever was sent
type Message = any;

/** A stream of messages. `next` waits for one, and returns null at the end. */
type Stream = {
  status: number;
  headers: Headers;
  next(): Promise<Message>;
  leave(): Promise<void>;
};

function toEndpoint({ service }: TestApp, bounds: Partial<SubscriptionBounds> = {}) {
  const ending = new AbortController();
  const endpoint = new McpEndpoint(
    { ...service, ending: ending.signal },
    { ...SUBSCRIPTION_BOUNDS, checkMs: 20, ...bounds },
  );
  const open = async (client: string, request: Request): Promise<Stream> => {
    const options = { requestId: "test", count: () => null, toClient: () => client };
    return toStream(await endpoint.handle(request, options));
  };
  const listen = (resourceSubscriptions: unknown, id: number | string = 9) =>
    open("192.0.2.1", toRequest(resourceSubscriptions, id));
  const listenAs = (client: string) => open(client, toRequest([STATION], 9));
  return { listen, listenAs, end: () => ending.abort() };
}

function toRequest(resourceSubscriptions: unknown, id: number | string): Request {
  const { headers, meta } = newEra("subscriptions/listen");
  const params = { notifications: { resourceSubscriptions, toolsListChanged: true }, _meta: meta };
  return new Request("http://localhost:8000/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params }),
  });
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
  return { status: response.status, headers: response.headers, next, leave: () => reader.cancel() };
}

async function change(app: TestApp, db: Db, text: string): Promise<void> {
  await db.query({ text });
  await db.query({ text: "update data_state set revision = revision + 1" });
  await app.service.backend.snapshots.refresh();
}

const setPrice = (id: string, milli: number) =>
  `update current_price set price_milli = ${milli} where station_id = ${id} and fuel = 1`;

async function expectEnd(stream: Stream, id: number | string = 9): Promise<void> {
  const last = await stream.next();
  deepEqual([last.id, last.result.resultType], [id, "complete"]);
  equal(await stream.next(), null);
}

const honoured = (ack: Message) => ack.params.notifications.resourceSubscriptions;

// Proves docs/contract.md#mcp
testApp(
  "a new price of a station or around a point sends a notification, and a confirmed price does not",
  async (app, db) => {
    const { listen, end } = toEndpoint(app);
    const stream = await listen([STATION, AREA, "fuel://stations/999", "fuel://fuels", "x", 1]);
    const ack = await stream.next();
    equal(ack.method, "notifications/subscriptions/acknowledged");
    deepEqual(honoured(ack), [STATION, AREA], "an unwatchable resource must not be acknowledged");
    await change(
      app,
      db,
      "update current_price set updated_at = updated_at + interval '1 second' where fuel = 1",
    );
    await delay(100);
    await change(app, db, setPrice(idOf(1), 999));
    const notified = [await stream.next(), await stream.next()];
    // One subscription may still be compared for the previous change, and then be notified first.
    deepEqual(notified.map(({ method, params }) => `${method} ${params.uri}`).sort(), [
      `notifications/resources/updated ${AREA}`,
      `notifications/resources/updated ${STATION}`,
    ]);
    equal(notified[0].params._meta["io.modelcontextprotocol/subscriptionId"], 9);
    end();
    await expectEnd(stream);
  },
  { writes: true },
);

testApp(
  "two subscribers to the same resource are both notified, and one that left is not",
  async (app, db) => {
    const { listen, end } = toEndpoint(app);
    const one = await listen([STATION], 1);
    const other = await listen([STATION, AREA], 2);
    const left = await listen([AREA], 3);
    for (const stream of [one, other, left]) await stream.next();
    await left.leave();
    await change(app, db, setPrice(idOf(1), 998));
    equal((await one.next()).params.uri, STATION);
    deepEqual([(await other.next()).params.uri, (await other.next()).params.uri], [STATION, AREA]);
    end();
    await expectEnd(one, 1);
    await expectEnd(other, 2);
  },
  { writes: true },
);

testApp(
  "a stream ends in time with a result, and the numbers of streams and resources are limited",
  async (app) => {
    const { listen, end } = toEndpoint(app, {
      lastsMs: 150,
      maxStreams: 2,
      keptStreams: 0,
      maxUris: 3,
    });
    const many = Array.from({ length: 8 }, (_, index) => `fuel://stations/${idOf(index + 1)}`);
    const first = await listen(many, "a");
    const second = await listen([STATION], "b");
    equal(honoured(await first.next()).length, 3);
    await second.next();
    const refused = await listen([STATION], "c");
    equal(refused.status, 429);
    const { id, error } = await refused.next();
    deepEqual([id, error.code, error.message], [
      "c",
      429,
      "Limit of 2 streams of all clients reached",
    ]);
    await expectEnd(first, "a");
    await expectEnd(second, "b");
    const again = await listen([STATION], "d");
    equal(honoured(await again.next()).length, 1, "a stream must be allowed again");
    end();
    await expectEnd(again, "d");
  },
);

testApp(
  "a subscription to nothing watchable ends at once, whatever it requested",
  async (app) => {
    const { listen } = toEndpoint(app);
    for (const uris of [[], ["fuel://fuels"], undefined, ["x".repeat(10_000)]]) {
      const stream = await listen(uris);
      equal(honoured(await stream.next()), undefined);
      await expectEnd(stream);
    }
  },
);

testApp(
  "a client has five streams, other clients have their own, and one that ends makes room",
  async (app) => {
    const listen = async (hostname: string) => {
      const remoteAddr: Deno.NetAddr = { transport: "tcp", hostname, port: 4711 };
      return toStream(
        await app.handler(toRequest([STATION], hostname), {
          remoteAddr,
          completed: Promise.resolve(),
        }),
      );
    };
    const open: Stream[] = [];
    for (let n = 1; n <= 5; n++) open.push(await listen(`2001:db8::${n}`));
    const refused = await listen("2001:db8::6");
    equal(refused.status, 429);
    const retryAfterS = Number(refused.headers.get("retry-after"));
    ok(retryAfterS > 3_590 && retryAfterS <= 3_600, String(retryAfterS));
    deepEqual(await refused.next(), {
      jsonrpc: "2.0",
      id: "2001:db8::6",
      error: {
        code: 429,
        message: "Limit of 5 streams of a client reached",
        data: { retryAfterS },
      },
    });
    open.push(await listen("2001:db8:0:1::1"));
    await open.shift()!.leave();
    open.push(await listen("2001:db8::6"));
    for (const stream of open) {
      equal(stream.status, 200);
      deepEqual(honoured(await stream.next()), [STATION]);
      await stream.leave();
    }
  },
);

testApp(
  "clients with many streams make room for new clients, and their idle streams end first",
  async (app) => {
    const { listenAs, end } = toEndpoint(app, {
      maxStreams: 4,
      maxClientStreams: 3,
      keptStreams: 1,
      idleMs: 0,
    });
    const held = [
      await listenAs("192.0.2.1"),
      await listenAs("192.0.2.1"),
      await listenAs("192.0.2.1"),
    ];
    for (const stream of held) await stream.next();
    const other = await listenAs("192.0.2.2");
    equal(
      (await other.next()).method,
      "notifications/subscriptions/acknowledged",
      "the place must be free",
    );
    equal((await listenAs("192.0.2.2")).status, 429, "a client with a stream must evict no other");
    const third = await listenAs("192.0.2.3");
    equal((await third.next()).method, "notifications/subscriptions/acknowledged");
    await expectEnd(held.shift()!);
    end();
    for (const stream of [...held, other, third]) await expectEnd(stream);
  },
);

testApp("an active stream keeps its place", async (app) => {
  const { listenAs, end } = toEndpoint(app, { maxStreams: 1, keptStreams: 0, idleMs: 60_000 });
  const held = await listenAs("192.0.2.1");
  await held.next();
  const refused = await listenAs("192.0.2.2");
  equal(refused.status, 429);
  const retryAfterS = Number(refused.headers.get("retry-after"));
  ok(retryAfterS > 50 && retryAfterS <= 60, String(retryAfterS));
  end();
  await expectEnd(held);
});

testApp("of a thousand unknown addresses only the first ten are read", async (app, db) => {
  const { listen } = toEndpoint(app);
  const unknown = Array.from({ length: 1_000 }, (_, index) => `fuel://stations/${index + 1}`);
  const query = db.query.bind(db);
  let queries = 0;
  db.query = (question) => {
    queries++;
    return query(question);
  };
  const stream = await listen([...unknown, STATION]);
  equal(
    honoured(await stream.next()),
    undefined,
    "a known resource after ten unknown ones is not read",
  );
  await expectEnd(stream);
  ok(queries <= 2 * SUBSCRIPTION_BOUNDS.maxUris + 1, `${queries} queries`);
  db.query = query;
});

testApp(
  "a rejected subscription, and one that ends or whose client leaves, takes no place",
  async (app) => {
    const { listen, end } = toEndpoint(app, { maxStreams: 1 });
    ok((await (await listen("text")).next()).error, "a value that is not a list must be rejected");
    const nothing = await listen(["fuel://fuels"]);
    equal((await nothing.next()).method, "notifications/subscriptions/acknowledged");
    await expectEnd(nothing);
    const left = await listen([STATION]);
    equal((await listen([STATION])).status, 429);
    await left.leave();
    const last = await listen([STATION]);
    deepEqual(honoured(await last.next()), [STATION]);
    end();
    await expectEnd(last);
  },
);
