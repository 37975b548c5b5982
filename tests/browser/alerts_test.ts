/**
 * Tests alerts from the "M'avertir" button to their end, with real pages, service worker, ingest
 * and messages. Only the push service is a fake.
 *
 * @module
 */

import { deepEqual, equal, match } from "../support/assert.ts";
import type { BrowserContext, Page, Worker } from "../packages/playwright_core.ts";
import { sendAlerts } from "../../ingest/alerts/send.ts";
import type { AlertRule } from "../../lib/domain/alert_rule.ts";
import { decide, ingestAndDecide } from "../support/alerts.ts";
import { IDS } from "../support/api_fixture.ts";
import { readRows } from "../support/load.ts";
import { type PushService, startPushService } from "../support/push_service.ts";
import { eventually, SCREENS, type Site } from "../support/site.ts";
import { toFeed, toStations } from "../support/small_feed.ts";
import {
  ALERTS_ON,
  becomeControlled,
  declarePages,
  findViolations,
  type Pages,
  setStorageQuota,
  toFavourites,
  waitAlive,
  waitLive,
  waitText,
} from "./visit.ts";

const test = declarePages({ env: ALERTS_ON });

const LECLERC = "92120001";

type Subscription = {
  endpoint: string;
  toJSON(): object;
  options: object;
  unsubscribe(): Promise<boolean>;
};
type PushPage = {
  subscription?: Subscription;
  subscribeAt(serverKey: string): Promise<{ endpoint: string }>;
};

/**
 * Replaces the browser's subscriptions with ours, because Chromium's headless shell has no push
 * service.
 */
async function subscribeAt(push: PushService, context: BrowserContext): Promise<void> {
  await context.exposeFunction(
    "subscribeAt",
    (serverKey: string) => push.createSubscription({ serverKey }),
  );
  await context.addInitScript(() => {
    const page = globalThis as unknown as PushPage;
    PushManager.prototype.getSubscription = () =>
      Promise.resolve((page.subscription ?? null) as PushSubscription | null);
    PushManager.prototype.subscribe = async (options) => {
      const key = options!.applicationServerKey as string;
      const json = await page.subscribeAt(key);
      const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      page.subscription = {
        endpoint: json.endpoint,
        toJSON: () => json,
        options: { applicationServerKey: bytes.buffer },
        unsubscribe: () => Promise.resolve(delete page.subscription),
      };
      return page.subscription as unknown as PushSubscription;
    };
  });
}

/**
 * Replaces notifications, which the headless shell lacks: records those that the worker shows, and
 * returns them as the browser would.
 */
function noteNotifications(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown: Notification[] = [];
    registration.showNotification = (title, options) => {
      const close = () => void shown.splice(0);
      shown.push({ title, ...options, close } as unknown as Notification);
      return Promise.resolve();
    };
    registration.getNotifications = () => Promise.resolve(shown);
  });
}

type Shown = { title: string; body: string; tag: string; data: unknown; actions: unknown };

function readShown(worker: Worker): Promise<Shown[]> {
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const shown = await registration.getNotifications() as unknown as Shown[];
    return shown.map(({ title, body, tag, data, actions }) => ({
      title,
      body,
      tag,
      data,
      actions,
    }));
  });
}

/** Presses a button of the first notification. The browser protocol has no command for it. */
function press(worker: Worker, action: string): Promise<void> {
  return worker.evaluate(async (action) => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const done: Promise<unknown>[] = [];
    const event = Object.assign(new Event("notificationclick"), {
      notification,
      action,
      waitUntil: (work: Promise<unknown>) => done.push(work),
    });
    dispatchEvent(event);
    await Promise.all(done);
  }, action);
}

/** Notifies the worker that the browser replaced the subscription. */
async function replaceSubscription(
  worker: Worker,
  subscription: { endpoint: string },
): Promise<void> {
  await worker.evaluate(async (json) => {
    const subscription = {
      endpoint: json.endpoint,
      toJSON: () => json,
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve(subscription);
    const done: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => done.push(work);
    dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), { waitUntil }));
    await Promise.all(done);
  }, subscription);
}

/** Makes the browser deliver a message to the service worker, as if it came from a push service. */
async function deliver(page: Page, { origin }: Site, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on(
      "ServiceWorker.workerRegistrationUpdated",
      ({ registrations: [one] }) => one && resolve(one.registrationId),
    )
  );
  await cdp.send("ServiceWorker.enable");
  await cdp.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registered,
    data,
  });
}

/** Opens a page whose browser subscribes at `push` and whose worker records its notifications. */
async function visitPush({ visit }: Pages, push: PushService, path: string) {
  const opened = await visit("/a-propos", {
    serviceWorkers: "allow",
    viewport: SCREENS.phone,
    stored: STORED,
  });
  const { page, context } = opened;
  await context.grantPermissions(["notifications"]);
  await subscribeAt(push, context);
  await page.goto(new URL(path, page.url()).href);
  await waitAlive(page);
  return opened;
}

const STORED = { favourites: toFavourites([LECLERC, IDS.paris]) };

async function makeAlert(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Activer l’alerte" }).click();
  await waitText(page, "dialog", /C’est noté/);
}

async function rulesOf({ db }: Site): Promise<Pick<AlertRule, "where" | "when">[]> {
  return (await readRows(db, "select rule from alert_rule order by rule->'when'->>'kind'")).map((
    [rule],
  ) => rule as AlertRule);
}

async function withPush(work: (push: PushService) => Promise<void>): Promise<void> {
  const push = startPushService();
  await work(push).finally(push.stop);
  deepEqual(push.faults, []);
}

test("a lower price notifies the device that asked for it, and the notification can end the alert", (pages) =>
  withPush(async (push) => {
    const { site } = pages;
    await decide(site.db, "2026-06-05T10:10:00Z");
    const { page, context } = await visitPush(pages, push, `/stations/${LECLERC}`);
    await page.getByRole("button", { name: "M’avertir" }).click();
    await waitText(page, "dialog", /M’avertir quand.*€ à la station E\.Leclerc, Montrouge\./);
    equal(await page.getByLabel("Prix, en euros").inputValue(), "1.720");
    await makeAlert(page);
    const when = { kind: "at_most", price_milli: 1720 };
    const rest = { every_h: 6, at_night: false };
    deepEqual(await rulesOf(site), [{ fuel: "gazole", where: { ids: [LECLERC] }, when, ...rest }]);
    await becomeControlled(page);
    const worker = context.serviceWorkers()[0]!;
    await noteNotifications(worker);

    const send = (at: string) =>
      sendAlerts({
        db: site.db,
        clock: () => new Date(at),
        log: site.log.log,
        config: { vapidSubject: ALERTS_ON.VAPID_SUBJECT, pushHosts: [ALERTS_ON.PUSH_HOSTS] },
        ending: new AbortController().signal,
      });
    await send("2026-06-05T10:11:00Z");
    equal(JSON.parse(push.messages[0]!.data).title, "Alerte créée");
    await deliver(page, site, push.messages[0]!.data);
    await eventually(async () => equal((await readShown(worker)).length, 1));
    const [created] = await readShown(worker);
    deepEqual([created!.title, created!.body], [
      "Alerte créée",
      "Gazole\u00a0: les prochains messages arriveront ici.",
    ]);
    // closes it; the headless shell cannot open a window
    await press(worker, "open").catch(() => {});

    const price = { fuel: "Gazole", at: "2026-06-05 12:15:00", value: "1.719" };
    const feed = toFeed([...toStations(60, "2026-06-05 12:00:00"), {
      id: LECLERC,
      prices: [price],
    }]);
    await ingestAndDecide(site.db, feed, { at: "2026-06-05T10:20:00Z" });
    await send("2026-06-05T10:20:00Z");
    equal(push.messages.length, 1);
    await deliver(page, site, push.messages[0]!.data);
    await eventually(async () => equal((await readShown(worker)).length, 1));
    const [shown] = await readShown(worker);
    const { rule } = JSON.parse(push.messages[0]!.data);
    equal(shown!.title, "Gazole à 1,719\u00a0€");
    match(shown!.body, /^E\.Leclerc, Paris · −1,0\sc/);
    deepEqual([shown!.tag, shown!.data], [rule, { rule, url: `/stations/${LECLERC}` }]);
    deepEqual(shown!.actions, [
      { action: "open", title: "Voir la station" },
      { action: "stop", title: "Ne plus m’avertir" },
    ]);
    await press(worker, "stop");
    deepEqual(await rulesOf(site), []);
    deepEqual(await readRows(site.db, "select endpoint from push_device"), []);
  }));

test("map and favourites create alerts, a new key or subscription keeps them, and their page lists and ends them", (pages) =>
  withPush(async (push) => {
    const { site } = pages;
    const { page, context } = await visitPush(pages, push, "/?place=75056");
    await waitLive(page);
    await page.getByRole("button", { name: "M’avertir" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Ce qui compte").selectOption("cheapest");
    await makeAlert(page);
    const where = { cell: { lat: 48.85, lng: 2.35 }, radius_km: 10 };
    deepEqual((await rulesOf(site)).map(({ where, when }) => [where, when]), [
      [where, { kind: "cheapest", fall_milli: 10 }],
    ]);
    await page.goto(`${site.origin}/favoris`);
    await page.getByRole("button", { name: "M’avertir" }).click();
    await site.db.query({ text: "delete from push_key" });
    await makeAlert(page);
    const ids = [LECLERC, IDS.paris];
    deepEqual((await rulesOf(site)).map(({ where }) => where), [{ ids }, where]);
    const devices = () =>
      readRows(site.db, "select endpoint from push_device join alert_rule using (endpoint)");
    const before = await devices();
    deepEqual(
      before[0],
      before[1],
      "the older rule must move to the subscription with the new key",
    );

    await becomeControlled(page);
    const { endpoint, ...keys } = await push.createSubscription();
    await replaceSubscription(context.serviceWorkers()[0]!, { endpoint, ...keys });
    deepEqual(await devices(), [[endpoint], [endpoint]]);
    await page.goto(`${site.origin}/alertes`);
    await waitText(
      page,
      ".alerts",
      /Le gazole le moins cher baisse d’au moins 1 c près de Paris \(10 km\)\./,
    );
    await waitText(
      page,
      ".alerts",
      /Le gazole devient le moins cher dans l’une de mes 2 stations\./,
    );
    deepEqual(await findViolations(page), []);
    await page.getByRole("button", { name: /^Ne plus m’avertir : le gazole le moins cher baisse/ })
      .click();
    await eventually(async () => equal((await rulesOf(site)).length, 1));
    await page.goto(`${site.origin}/en/alerts`);
    await page.getByRole("button", { name: /^Stop notifying me: le gazole devient/ }).click();
    await waitText(page, "main", /No alerts/);
    deepEqual(await rulesOf(site), []);
  }));

test("a device with full storage creates no alert it could not store, and can still end its stored ones", (pages) =>
  withPush(async (push) => {
    const { site } = pages;
    const { page } = await visitPush(pages, push, `/stations/${LECLERC}`);
    await page.getByRole("button", { name: "M’avertir" }).click();
    // There is no room for the worker's pages, so it is not installed.
    await setStorageQuota(page, 1);
    const press = () => page.getByRole("button", { name: "Activer l’alerte" }).click();
    await press();
    await waitText(page, "dialog", /Cela n’a pas marché/);
    await setStorageQuota(page, null);
    await makeAlert(page);
    const [rule] = await rulesOf(site);
    // The worker is installed, but there is no room for the new rule.
    await setStorageQuota(page, 1);
    await page.getByLabel("Prix, en euros").fill("1.5");
    await press();
    await waitText(page, "dialog", /Cela n’a pas marché/);
    deepEqual(await rulesOf(site), [rule]);
    await page.goto(`${site.origin}/alertes`);
    await page.getByRole("button", { name: /^Ne plus m’avertir/ }).click();
    await waitText(page, "main", /Aucune alerte/);
    deepEqual(await rulesOf(site), []);
  }));
