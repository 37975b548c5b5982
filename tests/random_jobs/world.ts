/**
 * Runs one random world: a source of feeds, brands and archives, a push service, visitors, and two
 * instances over one database.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import type { JobName } from "../../ingest/jobs.ts";
import { changeDevice } from "../../lib/db/alerts/devices.ts";
import type { Db } from "../../lib/db/db.ts";
import { pick, type Random } from "../../lib/shared/random.ts";
import { startServer } from "../support/process.ts";
import {
  type PushAnswer,
  type PushService,
  type PushSubscriptionJson,
  startPushService,
} from "../support/push_service.ts";
import { checkFailures } from "./checks.ts";
import type { Pool } from "./instances.ts";
import {
  changingIds,
  createMarket,
  type Market,
  moveMarket,
  takeBack,
  toFeedBytes,
  writeArchive,
} from "./market.ts";
import type { Dns } from "./messages.ts";
import { drawRule, type Visit } from "./visits.ts";

const START_MS = Date.parse("2026-06-05T10:00:00Z");
const MINUTE_MS = 60_000;
const STEPS = 3;
const NEW_RULES = 6;
const PUSH_HOST = "push.test";
/** Visitors arrive while the jobs of a step run. */
const MAX_VISIT_DELAY_MS = 200;

/**
 * How the push service responds in a step. `overlap` delays its responses until the next feed was
 * decided on.
 */
const STEP_ANSWERS: (PushAnswer | "overlap")[] = [
  { kind: "created" },
  "overlap",
  "overlap",
  { kind: "status", status: 404 },
  { kind: "status", status: 410 },
  { kind: "status", status: 429, retryAfter: "600" },
  { kind: "status", status: 500 },
  { kind: "unheard" },
  { kind: "silence" },
];

/**
 * Longer than the timeout of a job, so that a job that waited for a message being sent would time
 * out.
 */
const HEARD_TIMEOUT_MS = 60_000;
const UNHEARD_TIMEOUT_MS = 100;
/** How often the feed of a step repeats the previous one. */
const UNCHANGED_SHARE = 0.2;

/** How often a step runs each of the jobs whose source may delay them. */
const KEPT_JOBS: [JobName, number][] = [["brands", 0.15], ["archive", 0.15]];
/** How often a step runs each of the other jobs. */
const OTHER_JOBS: [JobName, number][] = [
  ["decide_alerts", 0.25],
  ["send_alerts", 0.6],
  ["means", 0.1],
  ["history_files", 0.05],
];
/** How often a step kills an instance. Starting another one takes as long as many steps. */
const KILL_SHARE = 0.04;

export class World {
  readonly markets: Market[];
  readonly visits: Visit[] = [];
  /** Whether an instance was killed, or the push service accepted a message without responding. */
  #hasLostAnswers = false;
  nowMs = START_MS;
  /** The settings with which instances are opened. */
  instanceEnv: Record<string, string> | null = null;
  #push: PushService;
  #source: ReturnType<typeof startServer>;
  #dns: Dns = "works";
  #pushTimeoutMs = HEARD_TIMEOUT_MS;
  /** Resolves when the sources of brands and archives respond. */
  #otherSources: Promise<void> = Promise.resolve();
  #subscriptions: PushSubscriptionJson[] = [];

  constructor(private readonly random: Random, readonly db: Db, private readonly pool: Pool) {
    this.markets = [createMarket(random, START_MS)];
    this.#push = startPushService({ hostname: PUSH_HOST });
    this.#source = startServer(({ url }) => this.#answerSource(new URL(url).pathname));
  }

  /**
   * Whether a message may have been accepted without the instance's knowledge, because it was
   * killed, got no response or had stopped waiting for it.
   */
  get hasLostAnswers(): boolean {
    return this.#hasLostAnswers || this.#push.counts.lost > 0;
  }

  /** The messages that the push service stored, in order. */
  get received(): PushService["received"] {
    return this.#push.received;
  }

  /**
   * The messages with news, without the first message of a rule, which confirms that it was made.
   */
  get news(): PushService["received"] {
    return this.received.filter(({ data }) => !data.includes("Alert created"));
  }

  /** The responses of the push service, in order; null for none. */
  get answered(): PushService["answered"] {
    return this.#push.answered;
  }

  get env(): Record<string, string> {
    return {
      FEED_URL: `${this.#source.url}/feed`,
      BRANDS_URL: `${this.#source.url}/brands`,
      ARCHIVE_URL: this.#source.url,
      BASE_URL: "https://fuel.example",
      PUSH_HOSTS: PUSH_HOST,
    };
  }

  async #answerSource(path: string): Promise<Response> {
    if (path === "/feed") return new Response(toFeedBytes(this.markets.at(-1)!));
    await this.#otherSources;
    if (path === "/brands") return new Response(this.#writeBrands());
    return new Response(writeArchive());
  }

  #writeBrands(): string {
    const rows = changingIds.map((id) => `${id},${pick(this.random, ["Avia", "Esso", "BP"])},,,`);
    return ["ref:FR:prix-carburants,brand,name,operator,branch", ...rows, ""].join("\n");
  }

  /** Runs the steps of the world, each with several concurrent jobs, visitors and faults. */
  async run(): Promise<void> {
    await this.#run("ingest", 0);
    // The first decision only stores the market.
    await this.#run("decide_alerts", 0);
    // The sender that it started would take the first messages of the rules, and wait for the
    // responses of the next step.
    await this.#settleAll({ isLast: false });
    await this.#createRules();
    for (let step = 0; step < STEPS; step++) {
      this.#moveClock();
      this.#dns = this.random() < 0.2 ? "fails" : "works";
      await this.#runStep();
      // The clock must not jump while a job runs.
      await this.#settleAll({ isLast: false });
      await checkFailures(this.db, this.answered);
    }
  }

  async #createRules(): Promise<void> {
    for (let count = 0; count < NEW_RULES; count++) await this.#createRule(0);
  }

  #moveClock(): void {
    if (this.random() < UNCHANGED_SHARE) {
      // All steps take less than an hour, because older prices are not news.
      this.nowMs += 10 * MINUTE_MS;
      return;
    }
    // At least two minutes, so that a step has time for the reports of two feeds.
    this.nowMs += (1 + Math.ceil(119 * this.random())) * MINUTE_MS;
    this.#publish();
  }

  /** Publishes a feed with other prices, and leaves a minute for the reports of the next one. */
  #publish(): void {
    this.markets.push(moveMarket(this.random, this.markets.at(-1)!, this.nowMs - MINUTE_MS));
  }

  /** Draws the feed that arrives while messages are being sent. Often these are no longer true. */
  #drawNext(): Market {
    const now = this.markets.at(-1)!;
    const before = this.markets.at(-2);
    if (before && this.random() < 0.5) return takeBack(this.random, { before, now }, this.nowMs);
    return moveMarket(this.random, now, this.nowMs);
  }

  /**
   * Sets how the push service responds in this step. An overlap ends when its messages were sent.
   */
  async #answerStep(): Promise<void> {
    const answer = pick(this.random, STEP_ANSWERS);
    this.#pushTimeoutMs = HEARD_TIMEOUT_MS;
    if (answer === "overlap") return await this.#overlap();
    if (answer.kind === "unheard") this.#hasLostAnswers = true;
    if (answer.kind === "unheard" || answer.kind === "silence") {
      this.#pushTimeoutMs = UNHEARD_TIMEOUT_MS;
    }
    // A new object, which distinguishes the responses of this step from others.
    this.#push.answer({ ...answer });
  }

  /** Stores a feed, and the next one while the first messages about it are being sent. */
  async #overlap(): Promise<void> {
    const arrival = Promise.withResolvers<void>();
    const decision = Promise.withResolvers<void>();
    const until = () => {
      arrival.resolve();
      return decision.promise;
    };
    this.#push.answer({ kind: "held", until });
    const sending = this.#runInTurn(["ingest", "decide_alerts", "send_alerts"]);
    // If there is no message, the sender just ends.
    await Promise.race([arrival.promise, sending]);
    this.markets.push(this.#drawNext());
    await this.#runInTurn(["ingest", "decide_alerts"]);
    decision.resolve();
    await sending;
  }

  /**
   * Runs a step. Brands and archives may arrive only after all other work of the step, so a job
   * that waited for them would hang.
   */
  async #runStep(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.random() < 0.5) this.#otherSources = promise;
    for (const [job, share] of KEPT_JOBS) {
      if (this.random() < share) void this.#run(job, this.#pickInstance());
    }
    await Promise.all([this.#answerStep(), ...this.#startStep()]);
    resolve();
  }

  #startStep(): Promise<unknown>[] {
    const tasks: Promise<unknown>[] = [];
    const chance = (share: number, start: () => Promise<unknown>) => {
      if (this.random() < share) tasks.push(start());
    };
    chance(0.8, () => this.#run("ingest", this.#pickInstance()));
    chance(0.5, () => this.#run("ingest", this.#pickInstance()));
    for (const [job, share] of OTHER_JOBS) {
      chance(share, () => this.#run(job, this.#pickInstance()));
    }
    chance(0.6, () => this.#createRule());
    chance(0.4, () => this.#createRule());
    chance(0.4, () => this.#endRule());
    chance(0.4, () => this.#endRule());
    chance(KILL_SHARE, () => this.#kill());
    return tasks;
  }

  #pickInstance(): number {
    return this.random() < 0.5 ? 0 : 1;
  }

  async #run(job: JobName, instance: number): Promise<void> {
    await this.pool.instances[instance]!.run(job, {
      at: new Date(this.nowMs).toISOString(),
      dns: this.#dns,
      pushTimeoutMs: this.#pushTimeoutMs,
    });
  }

  async #runInTurn(jobs: readonly JobName[]): Promise<void> {
    const instance = this.#pickInstance();
    for (const job of jobs) await this.#run(job, instance);
  }

  async #kill(): Promise<void> {
    this.#hasLostAnswers = true;
    await this.pool.kill(this.#pickInstance(), {
      afterMs: 60 * this.random(),
      env: this.instanceEnv!,
    });
  }

  async #createRule(maxDelayMs = MAX_VISIT_DELAY_MS): Promise<void> {
    const { random } = this;
    await delay(maxDelayMs * random());
    const isKnown = this.#subscriptions.length > 0 && random() < 0.6;
    const subscription = isKnown
      ? pick(random, this.#subscriptions)
      : await this.#push.createSubscription();
    if (!isKnown) this.#subscriptions.push(subscription);
    const rule = drawRule(random);
    const { added } = await changeDevice(this.db, {
      subscription,
      rule,
      lang: "en",
      now: new Date(this.nowMs),
    });
    if (this.visits.some(({ id }) => id === added)) return; // the device already had this rule
    this.visits.push({
      id: added!,
      endpoint: subscription.endpoint,
      rule,
      atMs: this.nowMs,
      feeds: this.markets.length,
      isEnded: false,
    });
  }

  async #endRule(): Promise<void> {
    await delay(MAX_VISIT_DELAY_MS * this.random());
    const visits = this.visits.filter(({ isEnded }) => !isEnded);
    if (visits.length === 0) return;
    const visit = pick(this.random, visits);
    visit.isEnded = true;
    await changeDevice(this.db, {
      endpoint: visit.endpoint,
      ended: visit.id,
      lang: "en",
      now: new Date(this.nowMs),
    });
  }

  /**
   * Repairs everything, stores two last feeds, and sends until no message waits or a day and a half
   * has passed.
   */
  async settle(): Promise<void> {
    this.#dns = "works";
    this.#pushTimeoutMs = HEARD_TIMEOUT_MS;
    await this.#createRules();
    // Late enough that most rules may send again.
    this.nowMs += 120 * MINUTE_MS;
    this.#publish();
    // After the last feed, no other feed can repair what the overlap broke.
    await this.#overlap();
    // An instance killed while it built files would block the others for a minute.
    await this.db.query({ text: "delete from history_lease" });
    for (const job of ["archive", "means", "history_files"] as const) await this.#run(job, 0);
    for (let hour = 0; hour < 36 && await this.#hasWaiting(); hour++) {
      await this.#run("send_alerts", 0);
      this.nowMs += 60 * MINUTE_MS;
    }
    await this.#settleAll({ isLast: true });
  }

  async #settleAll(options: { isLast: boolean }): Promise<void> {
    await Promise.all(this.pool.instances.map((instance) => instance.settle(options)));
  }

  async #hasWaiting(): Promise<boolean> {
    return (await this.db.query({ text: "select from alert_outbox limit 1" })).length > 0;
  }

  async stop(): Promise<void> {
    await this.#source.stop();
    await this.#push.stop();
  }
}
