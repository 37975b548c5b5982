/** The service worker's part in alerts: it shows their messages, and does what a visitor presses there. @module */

import type { AlertMessage } from "../../shared/words/news.ts";
import { langOf, toLocalPath } from "../../shared/words/lang.ts";
import { findAlerts, renewAlerts } from "./device.ts";

type WorkerEvent = Event & { waitUntil(work: Promise<unknown>): void };
type Worker = { clients: { openWindow(path: string): Promise<unknown> }; registration: ServiceWorkerRegistration };
const { clients, registration } = globalThis as unknown as Worker;

function show({ title, body, rule, url, actions }: AlertMessage): Promise<void> {
  return registration.showNotification(title, {
    ...{ body, tag: rule, data: { rule, url }, icon: "/icons/icon-192.png", lang: langOf(url) },
    // A newer message of a rule replaces the older one, and is heard all the same.
    renotify: true,
    actions: Object.entries(actions).map(([action, title]) => ({ action, title })),
  } as NotificationOptions);
}

/** Handlers of the worker's events. */
export const alertEvents = {
  push: (event: WorkerEvent & { data: { json(): AlertMessage } }) => event.waitUntil(show(event.data.json())),
  notificationclick(event: WorkerEvent & { action: string; notification: Notification }) {
    const { action, notification } = event;
    const { rule, url } = notification.data;
    notification.close();
    // Without a network the page of all alerts opens, which still has it.
    const stop = () => findAlerts(rule).catch(() => clients.openWindow(toLocalPath("/alertes", langOf(url))));
    event.waitUntil(action === "stop" ? stop() : clients.openWindow(url));
  },
  pushsubscriptionchange: (event: WorkerEvent) => event.waitUntil(renewAlerts(registration, 0)),
};
