import { deepEqual, equal } from "../support/assert.ts";
import type { Resolve } from "../../ingest/alerts/post.ts";
import type { SendContext } from "../../ingest/alerts/send.ts";
import type { Db } from "../../lib/db/db.ts";
import type { Subscription } from "../../lib/domain/alert_rule.ts";
import { PUSH_VERDICTS, type PushAnswer } from "../../lib/domain/push_answers.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows } from "../support/load.ts";
import { countStored, queueMessages, send, toInstant } from "../support/outbox.ts";
import { withPush } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";

const FCM = "https://fcm.googleapis.com/fcm/send/x";

function failWith(code: string): Resolve {
  return () => Promise.reject(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
}

/**
 * Sends one message as of noon to a device that has failed three times. Returns the state of both
 * afterwards.
 */
async function sendOne(db: Db, subscription: Subscription, options: Partial<SendContext> = {}) {
  await queueMessages(db, subscription);
  await db.query({ text: "update push_device set failures = 3" });
  await send(db, 0, options);
  const [device] = await readRows(db, "select failures from push_device");
  const [message] = await readRows(db, "select due_at, attempts, taken_until from alert_outbox");
  const [rule] = await readRows(db, "select fired_at from alert_rule");
  await db.query({ text: "delete from push_device" });
  if (message) deepEqual(message.slice(1), [1, null]);
  const devices: Record<string, string> = { 0: "works", 3: "nothing", 4: "failure" };
  return {
    message: message ? "retry" : rule?.[0] ? "delivered" : "dropped",
    device: device ? devices[String(device[0])] : "gone",
    dueAt: message?.[0] ?? null,
  };
}

/** Runs `work` with a server that sends some bytes on every connection and closes it. */
async function withBytes<T>(bytes: string, work: (origin: string) => Promise<T>): Promise<T> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.write(new TextEncoder().encode(bytes));
      connection.close();
    }
  })();
  try {
    return await work(`http://127.0.0.1:${listener.addr.port}`);
  } finally {
    listener.close();
    await serving;
  }
}

forEachDb(
  "each response of a push service has its documented effect on the message and the device",
  (_, db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      const at = (endpoint: string) => ({ ...subscription, endpoint });
      const outcomes = new Map<PushAnswer, { message: string; device?: string }>();
      const note = async (
        answer: PushAnswer,
        to: Subscription,
        options: Partial<SendContext> = {},
      ) => {
        const { message, device } = await sendOne(db, to, options);
        outcomes.set(answer, { message, device });
      };
      for (const answer of Object.keys(PUSH_VERDICTS) as PushAnswer[]) {
        const status = Number(answer.replace(/xx$/, "00"));
        if (!status) continue;
        push.answer(status === 200 ? { kind: "created" } : { kind: "status", status });
        await note(answer, subscription);
      }
      await note("no connection", at("http://127.0.0.1:1/x"));
      push.answer({ kind: "silence" });
      await note("timeout", subscription, { pushTimeoutMs: 300 });
      await note("DNS failure", at(FCM), { resolve: failWith("EAI_AGAIN") });
      await note("no such name", at(FCM), { resolve: failWith("ENOTFOUND") });
      await note("private address", at(FCM), {
        resolve: () => Promise.resolve(["93.184.216.34", "127.0.0.1"]),
      });
      await note("unknown host", at("https://push.example/x"));
      const keys = { ...subscription.keys, p256dh: "A".repeat(87) };
      await note("bad keys", { ...subscription, keys });
      deepEqual(Object.fromEntries(outcomes), PUSH_VERDICTS);
    }),
);

Deno.test("a redirect is not followed, and an endless body is not read", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      push.answer({ kind: "redirect", to: `${push.url}/elsewhere` });
      equal((await sendOne(db, subscription)).message, "retry");
      equal(push.counts.requests, 1);
      push.answer({ kind: "rubbish" });
      equal((await sendOne(db, subscription)).message, "delivered");
    })
  ));

Deno.test("a server that does not speak HTTP counts as no connection", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      for (
        const bytes of [
          "SSH-2.0-OpenSSH_9.2\r\n",
          "",
          "HTTP/1.1 20",
          "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
          "HTTP/1.1 999 Strange\r\ncontent-length: 0\r\n\r\n",
          `HTTP/1.1 201 Created\r\n${`x: ${"y".repeat(1_000)}\r\n`.repeat(1_000)}\r\n`,
        ]
      ) {
        const { message, device } = await withBytes(
          bytes,
          (origin) =>
            sendOne(db, { ...subscription, endpoint: `${origin}/x` }, { pushTimeoutMs: 1_000 }),
        );
        deepEqual({ message, device }, PUSH_VERDICTS["no connection"], bytes.slice(0, 40));
      }
    })
  ));

Deno.test("a message waits twice as long after each attempt, or as Retry-After says, three hours at most", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      const subscription = await push.createSubscription();
      const waits: [string | undefined, number][] = [
        [undefined, 5],
        ["3600", 60],
        ["60", 5],
        ["Fri, 05 Jun 2026 10:30:00 GMT", 30],
        ["99999", 180],
        ["never", 5],
      ];
      for (const [retryAfter, minutes] of waits) {
        push.answer({ kind: "status", status: 429, retryAfter });
        deepEqual(
          (await sendOne(db, subscription)).dueAt,
          toInstant(minutes),
          `Retry-After: ${retryAfter}`,
        );
      }
      await queueMessages(db, subscription);
      const dueMinutes: number[] = [];
      for (let minute = 0; (await countStored(db)).messages > 0;) {
        dueMinutes.push(minute);
        await send(db, minute);
        const [row] = await readRows(db, "select due_at from alert_outbox");
        minute = ((row?.[0] as Date | undefined)?.getTime() ?? 0) / 60_000 -
          toInstant(0).getTime() / 60_000;
        if (minute > 360) await send(db, 360);
      }
      deepEqual(
        dueMinutes,
        [0, 5, 15, 35, 75, 155, 315],
        "it must be dropped six hours after the first attempt",
      );
    })
  ));

Deno.test("a DNS failure keeps messages and device for eight rules, is logged once with their number, and recovers", () =>
  withServerDb((db) =>
    withPush(async (push) => {
      const { keys, endpoint } = await push.createSubscription();
      const config = { vapidSubject: "https://fuel.example", pushHosts: ["push.home.arpa"] };
      await queueMessages(db, { keys, endpoint: endpoint.replace("127.0.0.1", "push.home.arpa") }, {
        rules: 8,
      });
      let lookups = 0;
      for (const code of ["EAI_AGAIN", "ETIMEOUT", "EAI_FAIL"]) {
        const resolve: Resolve = (host) => {
          lookups++;
          return failWith(code)(host);
        };
        await db.query({ text: "update alert_outbox set due_at = $1", values: [toInstant(0)] });
        const log = await send(db, 1, { resolve, config });
        deepEqual(await countStored(db), { messages: 8, rules: 8, failures: [0] }, code);
        const warnings = log.at("warn").map(({ message, messages }) => [message, messages]);
        deepEqual(warnings, [["DNS failed; alerts are sent later", 8]]);
      }
      equal(lookups, 3, "a run must look the host up once");
      await send(db, 30, { resolve: () => Promise.resolve(["127.0.0.1"]), config });
      const log = await send(db, 50, { resolve: () => Promise.resolve(["127.0.0.1"]), config });
      log.assertQuiet();
      deepEqual([push.counts.requests, (await countStored(db)).messages], [8, 0]);
      push.faults.length = 0; // its host name differs from the one that the sender uses
    })
  ));
