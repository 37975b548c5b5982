/**
 * The alerts of this device, for pages and for the service worker. The server stores the rules, the
 * device their sentences.
 *
 * @module
 */

import type { AlertRule } from "../../domain/alert_rule.ts";
import { DAY_MS } from "../../shared/units.ts";
import { DEVICE_PATH } from "../../site/paths.ts";
import type { Lang } from "../../words/lang.ts";

/**
 * The stored state of the device: the endpoint and the key of its subscription, the time of its
 * last renewal, and sentences by rule ID.
 */
type Device = {
  endpoint: string;
  key: string;
  atMs: number;
  lang: Lang;
  texts: Record<string, string>;
};
type Answer = { ids: string[]; added: string | null; public_key: string };

/** A store that pages and workers share. */
const STORE = "alerts";
/** A temporary entry that checks whether there is room. */
const ROOM_PATH = "/alertes/place";

async function readDevice(): Promise<Device | null> {
  return await (await caches.match(DEVICE_PATH, { cacheName: STORE }))?.json() ?? null;
}

async function writeDevice(device: Device): Promise<void> {
  await (await caches.open(STORE)).put(DEVICE_PATH, new Response(JSON.stringify(device)));
}

/** The device or the server has reached its limit of rules. The server has changed nothing. */
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
  if (!response.ok) throw new Error(`${DEVICE_PATH} returned ${response.status}`);
  return await response.json();
}

type NewAlert = { rule: AlertRule; text: string };

/**
 * Stores the current subscription, with a new rule if there is one. The device's rules move to the
 * new subscription. Throws if the browser denies it, and {@link TooManyRulesError}.
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
  // A subscription for another key of the server is useless.
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
 * Renews the subscription of a device that has alerts, unless the last attempt was within
 * `withinMs`. Never throws.
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
  } catch { /* The next day retries. */ }
}

/**
 * Returns the registration once its worker is active. Throws if it cannot be installed, for example
 * because its pages do not fit.
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
 * Throws if the device has no room for an alert. Otherwise the server could store a rule whose
 * sentence the device cannot.
 */
async function checkRoom(alert: NewAlert): Promise<void> {
  const cache = await caches.open(STORE);
  await cache.put(ROOM_PATH, new Response(JSON.stringify(alert)));
  await cache.delete(ROOM_PATH);
}

/**
 * Makes an alert once the visitor allows notifications. Returns "full" if the server has reached
 * its limit. Throws without a network, and if the device's storage is full.
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
 * Returns the IDs and sentences of all alerts, after it deletes the one with the ID `ended`. Throws
 * without a network.
 */
export async function findAlerts(ended?: string): Promise<{ id: string; text: string }[]> {
  const device = await readDevice();
  if (device === null) return [];
  const { ids } = await post({ endpoint: device.endpoint, lang: device.lang, ended });
  const { [ended!]: _, ...texts } = device.texts;
  // The alert has ended, even if a full device still stores its sentence.
  if (ended) await writeDevice({ ...device, texts }).catch(() => {});
  return ids.map((id) => ({ id, text: texts[id] ?? id }));
}
