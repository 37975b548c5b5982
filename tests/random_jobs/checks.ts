/** Checks what must be true when no job of a random world is running any more. @module */

import { deepEqual, equal, ok } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import type { AlertRule } from "../../lib/domain/alert_rule.ts";
import { readContent, readListed, readParquet, toWritten } from "../support/history_files.ts";
import { readRows } from "../support/load.ts";
import type { Instance } from "./instances.ts";
import {
  ARCHIVED_AT,
  findLowest,
  isSuspect,
  type Market,
  replayHistory,
  toFeedBytes,
} from "./market.ts";
import type { Visit } from "./visits.ts";
import type { World } from "./world.ts";

const GAZOLE_ROWS_SQL = "select station_id::text || ' ' || to_char(at at time zone 'UTC', " +
  `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' ' || price_milli from price_change where fuel = 1`;

async function hash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.toHex();
}

/** Returns the markets whose feeds were stored, in order. */
async function findStored(db: Db, markets: readonly Market[]): Promise<Market[]> {
  const stored = new Set((await readRows(
    db,
    `select content_hash
      from ingest_run
      where kind = 'feed'
        and outcome in ('changed', 'unchanged')`,
  )).flat());
  const hashes = await Promise.all(markets.map((market) => hash(toFeedBytes(market))));
  return markets.filter((_market, index) => stored.has(hashes[index]!));
}

/** Checks that current and past prices match the stored feeds and the archive. */
export async function checkPrices(db: Db, { markets }: World): Promise<Market[]> {
  const stored = await findStored(db, markets);
  const last = markets.at(-1)!;
  equal(stored.at(-1), last, "the last feed must be stored");
  const current = await readRows(
    db,
    `select station_id::text, price_milli, suspect
      from current_price
      where listed
        and fuel = 1
      order by station_id`,
  );
  const wanted = [...last].filter(([, { isOut }]) => !isOut)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([id, { milli }]) => [id, milli, isSuspect(milli)]);
  deepEqual(current, wanted, "current prices");
  const rows = (await readRows(db, GAZOLE_ROWS_SQL)).flat() as string[];
  const fromFeeds = rows.filter((row) => !ARCHIVED_AT.some((at) => row.includes(at))).sort();
  deepEqual(fromFeeds, replayHistory(stored), "past prices");
  return stored;
}

/**
 * Checks that the listed files contain each past price once, in the file of its month or in
 * `earlier`.
 */
export async function checkFiles(db: Db): Promise<void> {
  const files = [...(await readListed(db)).values()].filter(({ table, name }) =>
    table === "changes" && name.endsWith(".parquet")
  );
  const found: string[] = [];
  for (const file of files) {
    const rows = (await readParquet(await readContent(db, file))).map(toWritten);
    equal(rows.length, file.rows, file.name);
    found.push(
      ...rows.map(({ station_id, since, price }) =>
        `${station_id} ${new Date(Number(since)).toISOString()} ${price}`
      ),
    );
  }
  deepEqual(
    found.sort(),
    (await readRows(db, GAZOLE_ROWS_SQL)).flat().sort(),
    "files of past prices",
  );
}

/** Checks that no job timed out or failed, and that every ingest was stored, unchanged or busy. */
export async function checkRuns(db: Db, instances: readonly Instance[]): Promise<void> {
  const bad = instances.flatMap(({ runs }) => runs)
    .filter(({ outcome, faults }) =>
      outcome !== "ok" || faults.some(({ level }) => level === "error")
    );
  deepEqual(bad, [], "runs of jobs");
  const good = "'changed', 'unchanged', 'busy'";
  const text =
    `select outcome, message from ingest_run where kind = 'feed' and outcome not in (${good})`;
  deepEqual(await readRows(db, text), [], "ingests");
}

/**
 * Checks that only a failing push service counts against a device, once per step: neither the name
 * server nor a missing response does.
 */
export async function checkFailures(db: Db, answered: World["answered"]): Promise<void> {
  for (
    const [endpoint, failures] of await readRows(db, "select endpoint, failures from push_device")
  ) {
    const failed = answered.filter((answer) =>
      answer.endpoint === endpoint && answer.status === 500
    );
    const failingSteps = new Set(failed.map(({ answer }) => answer)).size;
    ok(
      Number(failures) <= failingSteps,
      `${failures} failures are counted, but the service failed in ${failingSteps} steps`,
    );
  }
}

/**
 * The content of a message. `milli` is null for a stock-out, or for a fuel that is back without a
 * price.
 */
type Message = { title: string; milli: number | null; url: string };

function parseMessage(data: string): Message & { rule: string } {
  const { title, url, rule } = JSON.parse(data);
  const [, euros] = /€(\d\.\d{3})/.exec(title) ?? [];
  return {
    title,
    url,
    rule,
    milli: euros === undefined ? null : Math.round(1_000 * Number(euros)),
  };
}

/** The time within which a push service must accept the first message of a rule. */
const CONFIRM_WITHIN_MS = 6 * 3_600_000;

/** Returns whether no instance knows of an accepted message of a rule in its first six hours. */
function isUnconfirmed({ id, atMs }: Visit, { nowMs, hasLostAnswers, received }: World): boolean {
  const wasSent = received.some(({ data }) => parseMessage(data).rule === id);
  return nowMs - atMs >= CONFIRM_WITHIN_MS && (hasLostAnswers || !wasSent);
}

/** Returns the responses of the push service to the device of a rule; null for none. */
function findStatuses({ endpoint }: Visit, { answered }: World): (number | null)[] {
  return answered.filter((answer) => answer.endpoint === endpoint).map(({ status }) => status);
}

/**
 * Returns whether a deleted rule was ended by its visitor, was deleted with a rejected device, or
 * was never confirmed.
 */
function mayBeDeleted(visit: Visit, world: World): boolean {
  if (visit.isEnded || isUnconfirmed(visit, world)) return true;
  const statuses = findStatuses(visit, world);
  const failures = statuses.filter((status) => status === null || status >= 300).length;
  return statuses.some((status) => status === 404 || status === 410) || failures >= 8;
}

function describeDeleted(visit: Visit, world: World): string {
  const ageH = (world.nowMs - visit.atMs) / 3_600_000;
  const sent = world.received.filter(({ data }) => parseMessage(data).rule === visit.id).length;
  const statuses = findStatuses(visit, world).join(", ");
  return `rule ${visit.id} was deleted without a reason after ${ageH} h; ${sent} messages, responses ${statuses}`;
}

/** Checks that each remaining rule has sent its messages, once each. */
export async function checkMessages(
  db: Db,
  world: World,
  stored: readonly Market[],
): Promise<void> {
  equal((await readRows(db, "select from alert_outbox")).length, 0, "messages wait forever");
  const rules = new Map(
    (await readRows(db, "select id, reference_milli from alert_rule")) as [string, number | null][],
  );
  const messagesByRule = Map.groupBy(
    world.news.map(({ data }) => parseMessage(data)),
    ({ rule }) => rule,
  );
  for (const visit of world.visits) {
    if (!rules.has(visit.id)) {
      ok(mayBeDeleted(visit, world), describeDeleted(visit, world));
      continue;
    }
    const messages = messagesByRule.get(visit.id) ?? [];
    if (!world.hasLostAnswers) checkRepeats(visit.rule, messages);
    const known = stored.filter((market) => world.markets.indexOf(market) < visit.feeds);
    const reference = rules.get(visit.id) ?? null;
    checkComplete(visit.rule, {
      messages,
      reference,
      known,
      last: stored.at(-1)!,
      isSure: !world.hasLostAnswers,
    });
  }
}

/** Checks that two consecutive messages differ. */
function checkRepeats({ when }: AlertRule, messages: readonly Message[]): void {
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    if (!next) return;
    ok(
      next.title !== message.title || next.url !== message.url || when.kind !== "cheapest",
      `sent twice: ${next.title}`,
    );
    if (when.kind === "cheapest" && when.fall_milli > 0) {
      ok(message.milli! - next.milli! >= when.fall_milli, `${next.title} after ${message.title}`);
    }
    if (when.kind === "at_most") ok(next.milli! <= when.price_milli, next.title);
  }
}

/**
 * The messages of a rule so far, its reference, the markets that were stored before it was made,
 * and the last one. `isSure` is false if a response of the push service was lost: then a message
 * may have arrived twice, or may have been withdrawn after it arrived.
 */
type Story = {
  messages: readonly Message[];
  reference: number | null;
  known: readonly Market[];
  last: Market;
  isSure: boolean;
};

/** Checks that no message of the rule is missing. */
function checkComplete({ where, when }: AlertRule, story: Story): void {
  const ids = "ids" in where ? where.ids : [];
  const context = JSON.stringify({
    when,
    ids,
    now: findLowest(story.last, ids),
    reference: story.reference,
    messages: story.messages,
    known: story.known.map((market) => findLowest(market, ids)),
  });
  switch (when.kind) {
    case "cheapest":
      return checkCheapest(story, { ids, fallMilli: when.fall_milli, context });
    case "at_most":
      return checkAtMost(story, { ids, limitMilli: when.price_milli, context });
    case "stock":
      return checkStock(story, { id: ids[0]!, context });
    case "best":
      return checkBest(story, { ids, context });
  }
}

function checkCheapest(
  { messages, reference, known, last, isSure }: Story,
  { ids, fallMilli, context }: { ids: readonly string[]; fallMilli: number; context: string },
): void {
  const latest = messages.at(-1);
  if (latest && isSure) {
    equal(reference, latest.milli, `the reference must be the last message: ${context}`);
  }
  const lowest = known.map((market) => findLowest(market, ids));
  // If there was no price at that time, the reference is the first price after it.
  if (!latest && reference !== null && !lowest.includes(null)) {
    ok(lowest.includes(reference), context);
  }
  const now = findLowest(last, ids);
  if (now === null || reference === null) return;
  const isDue = fallMilli === 0 ? reference !== now : reference - now >= fallMilli;
  ok(!isDue, `a message is missing: ${context}`);
}

function checkAtMost(
  { messages, known, last }: Story,
  { ids, limitMilli, context }: { ids: readonly string[]; limitMilli: number; context: string },
): void {
  const now = findLowest(last, ids);
  const wasHigher = known.length > 0 &&
    known.every((market) => (findLowest(market, ids) ?? 0) > limitMilli);
  if (!wasHigher || now === null || now > limitMilli) return;
  const latest = messages.at(-1);
  ok(latest && latest.milli! <= now, `a message is missing: ${context}`);
}

function checkStock(
  { messages, known, last, isSure }: Story,
  { id, context }: { id: string; context: string },
): void {
  if (!isSure) return;
  const isOutIn = (market: Market) => market.get(id)!.isOut;
  const isOut = isOutIn(last);
  const latest = messages.at(-1);
  if (latest) {
    equal(latest.title.includes("out of stock"), isOut, `the message differs: ${context}`);
    return;
  }
  const hasTurned = known.length > 0 && known.every((market) => isOutIn(market) !== isOut);
  ok(!hasTurned, `a message is missing: ${context}`);
}

function checkBest(
  { messages, known, last }: Story,
  { ids, context }: { ids: readonly string[]; context: string },
): void {
  const isBest = (market: Market) => {
    const own = findLowest(market, ids);
    return own !== null && own === findLowest(market, [...market.keys()]);
  };
  const wasNever = known.length > 0 && !known.some(isBest);
  const isDue = wasNever && isBest(last);
  ok(!isDue || messages.length > 0, `a message is missing: ${context}`);
}
