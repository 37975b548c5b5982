import { deepEqual, equal } from "node:assert/strict";
import { changeDevice } from "../../lib/db/alerts/devices.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { ingestAndDecide } from "../support/alerts.ts";
import { readRows } from "../support/load.ts";
import { runProgram, startProgram, until } from "../support/process.ts";
import { startPushService } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const SENDER = "tests/support/alert_sender.ts";
const DEVICES = 30;

const toPrices = (value: string, at: string) =>
  toFeed(
    toStations(60, "2026-06-05 12:00:00", (station, index) =>
      index > 0 ? station : { ...station, prices: [{ fuel: "Gazole", at, value }] }),
  );

Deno.test("of alerts whose sender is killed with kill -9, none is lost, and one that comes twice replaces itself", async () => {
  const push = startPushService();
  await withServerDb(async (db, url) => {
    await ingestAndDecide(db, toPrices("1.750", "2026-06-05 12:00:00"), { at: "2026-06-05T10:10:00Z" });
    const when = { kind: "at_most", price_milli: 1_700 };
    const rule = alertRule.parse({ fuel: "gazole", where: { ids: ["75012001"] }, when });
    for (let at = 0; at < DEVICES; at++) {
      const subscription = await push.createSubscription();
      await changeDevice(db, { subscription, rule, lang: "fr", now: new Date("2026-06-05T10:10:00Z") });
    }
    await ingestAndDecide(db, toPrices("1.650", "2026-06-05 12:15:00"), { at: "2026-06-05T10:20:00Z" });
    // after the commit: the first ones are sent and settled, the next ones delivered without the sender hearing of it
    push.answer(
      ...Array.from({ length: 5 }, () => ({ kind: "created" } as const)),
      ...Array.from({ length: 5 }, () => ({ kind: "unheard" } as const)),
      { kind: "silence" },
    );
    const killed = startProgram([SENDER, url, "2026-06-05T10:20:00Z"]);
    const count = () => readRows(db, "select count(*)::int from alert_outbox").then(([row]) => row![0]);
    await until(async () => await count() === DEVICES - 5 && push.received.length === 10);
    killed.kill("SIGKILL");
    await killed.end();
    equal(await count(), DEVICES - 5);
    push.answer({ kind: "created" });
    const send = async (now: string) => equal((await runProgram([SENDER, url, now])).code, 0);
    // what the dead process had taken is free again after a minute; both look at once
    await Promise.all([send("2026-06-05T10:21:30Z"), send("2026-06-05T10:21:30Z")]);
    equal(await count(), 0);
    deepEqual([push.messages.length, push.faults], [DEVICES, []]);
    equal(
      push.received.length,
      DEVICES + 5,
      "only those whose answer was never heard come again, and replace themselves",
    );
  }).finally(push.stop);
});
