/**
 * The alerts of this device, for its pages and its service worker. The server has the rules, the
 * device their sentences.
 *
 * @module
 */

import type { AlertRule } from "../../domain/alert_rule.ts";
import { DEVICE_PATH } from "../../site/paths.ts";
import type { Lang } from "../../words/lang.ts";

/**
 * The stored state of the device: the endpoint and the key of its subscription, its last renewal,
 * sentences by ids of rules.
 */
type Device = {
  endpoint: string;
  key: string;
  atMs: number;
  lang: Lang;
  texts: Record<string, string>;
};
type Answer = { ids: string[]; added: string | null; public_key: string };

/** Both pages and workers have this storage. */
const STORE = "alerts";
/** What shows whether there is room is stored here for a moment. */
const ROOM_PATH = "/alertes/place";
const DAY_MS = 86_400_000;

async function readDevice(): Promise<Device | null> {
  return await (await caches.match(DEVICE_PATH, { cacheName: STORE }))?.json() ?? null;
}

async function writeDevice(device: Device): Promise<void> {
  await (await caches.open(STORE)).put(DEVICE_PATH, new Response(JSON.stringify(device)));
}

/** The device, or the server, may have no more rules. The server has changed nothing. */
class TooManyRulesError extends Error {}

async function post(
  change: { endpoint?: string; lang: Lang; [name: string]: unknown },
): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(DEVICE_PATH, {
    method: "POST",
    headers,
    body: JSON.stringify(change),
  });
  if (response.status === 409) throw new TooManyRulesError();
  if (!response.ok) throw new Error(`${DEVICE_PATH} answered ${response.status}`);
  return await response.json();
}

type NewAlert = { rule: AlertRule; text: string };

/**
 * Stores the subscription of now, with a new rule if there is one; the device's rules move to it.
 * Throws when the browser refuses, and {@link TooManyRulesError}.
 */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  lang: Lang,
  alert?: NewAlert,
): Promise<void> {
  const device = await readDevice();
  const change = { endpoint: device?.endpoint, lang };
  const { public_key: key } = await post(change);
  let subscription = await pushManager.getSubscription();
  // one to another key of the server is of no use any more
  if (device?.key !== key && await subscription?.unsubscribe()) subscription = null;
  subscription ??= await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const answer = await post({ ...change, subscription, rule: alert?.rule });
  const texts = { ...device?.texts, ...(alert && answer.added && { [answer.added]: alert.text }) };
  await writeDevice({ endpoint: subscription.endpoint, key, atMs: Date.now(), lang, texts });
}

/**
 * Renews the subscription of a device that has alerts, unless that was tried within `withinMs`.
 * Never throws.
 */
export async function renewAlerts(
  registration: ServiceWorkerRegistration,
  withinMs = DAY_MS,
): Promise<void> {
  try {
    const device = await readDevice();
    if (device === null || Date.now() - device.atMs < withinMs) return;
    await writeDevice({ ...device, atMs: Date.now() });
    await subscribe(registration, device.lang);
  } catch { /* Tomorrow again. */ }
}

/**
 * Returns the registration once its worker is active. Throws if it cannot be installed, as where
 * its pages have no room.
 */
async function startWorker(address: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(address);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const { installing } = registration;
  installing?.addEventListener("statechange", () => {
    if (installing.state === "redundant") {
      reject(new Error("The service worker cannot be installed"));
    }
  });
  return await Promise.race([navigator.serviceWorker.ready, failed]);
}

/**
 * Throws if the device has no room for an alert: the server must not get a rule that the device
 * would not know.
 */
async function checkRoom(alert: NewAlert): Promise<void> {
  const cache = await caches.open(STORE);
  await cache.put(ROOM_PATH, new Response(JSON.stringify(alert)));
  await cache.delete(ROOM_PATH);
}

/**
 * Makes an alert, once the visitor allows notifications. `full`: the server has no room for it.
 * Throws without a network, and if the device's storage is full.
 */
export async function makeAlert(alert: NewAlert, lang: Lang): Promise<"made" | "denied" | "full"> {
  if (await Notification.requestPermission() !== "granted") return "denied";
  const { worker } = document.querySelector<HTMLElement>("script[data-worker]")!.dataset;
  const registration = await startWorker(worker!);
  await checkRoom(alert);
  try {
    await subscribe(registration, lang, alert);
    return "made";
  } catch (error) {
    if (error instanceof TooManyRulesError) return "full";
    throw error;
  }
}

/**
 * The ids and sentences of all alerts, once the one with the id `ended` is deleted. Throws without
 * a network.
 */
export async function findAlerts(ended?: string): Promise<{ id: string; text: string }[]> {
  const device = await readDevice();
  if (device === null) return [];
  const { ids } = await post({ endpoint: device.endpoint, lang: device.lang, ended });
  const { [ended!]: _, ...texts } = device.texts;
  // The alert has ended, even where a full device keeps its sentence.
  if (ended) await writeDevice({ ...device, texts }).catch(() => {});
  return ids.map((id) => ({ id, text: texts[id] ?? id }));
}
