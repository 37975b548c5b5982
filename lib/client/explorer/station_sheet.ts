/**
 * Loads the parts of a station's sheet: the station, and the server's HTML about its past.
 *
 * @module
 */

import { effect } from "@preact/signals";
import type { Station } from "../../domain/wire.ts";
import { FLAGS } from "../../site/explorer/filters.ts";
import { IN_FORCE_DAYS } from "../../words/format.ts";
import { type Fuel, FUEL_LABELS } from "../../shared/fuels.ts";
import type { ListedStation } from "../../site/listed_station.ts";
import { toPriceText } from "../../shared/price/money.ts";
import { NO_PRICE } from "../../shared/price/unranked.ts";
import { dayOf, toSlots } from "../../shared/time/week_text.ts";
import { HOUR_MS } from "../../shared/units.ts";
import type { Stations } from "../stations.ts";
import { requestJson } from "../request.ts";
import type { Model } from "./model.ts";

type Offer = { fuel: Fuel; milli: number; ageH: number; at: string };

function findOffers(stations: Stations, index: number): Offer[] {
  return [...stations.fuels].flatMap(([fuel, column]) => {
    const milli = column.price[index]!;
    if (milli === NO_PRICE.unknown) return [];
    const ageH = column.ageH[index]!;
    const at = new Date(stations.asOfMs - ageH * HOUR_MS).toISOString();
    return [{ fuel: fuel as Fuel, milli, ageH, at }];
  });
}

const toClock = (time: string) => `${time.slice(0, 2)}:${time.slice(2)}`;

/** Returns the seven days of a week text, Monday first, or null if the hours are unknown. */
function toWeek(week: string): Station["opening_hours"] {
  if (week === "") return null;
  const days = week.split(";");
  return [1, 2, 3, 4, 5, 6, 7].map((day) => {
    const text = dayOf(days, day);
    const slots = toSlots(text).map(([open, close]) => ({
      open: toClock(open),
      close: toClock(close),
    }));
    return { day, closed: text === "-", slots };
  });
}

/**
 * Returns a station as the API would, from the file of prices and from a row that was shown
 * (`known`). Returns null if the file does not have it.
 */
function toStation(stations: Stations, id: string, known?: ListedStation): Station | null {
  const index = stations.indexOf.get(id);
  if (index === undefined) return null;
  const flags = stations.flags[index]!;
  const offers = findOffers(stations, index);
  const week = stations.weeks[stations.hours[index]!] ?? "";
  return {
    id,
    name: known?.name ?? null,
    brand: stations.brands[stations.brand[index]!] ?? null,
    address: known?.address ?? null,
    city: known?.city ?? null,
    postal_code: null,
    department: null,
    region: null,
    services: [],
    service_codes: [],
    latitude: stations.lat[index]!,
    longitude: stations.lng[index]!,
    prices: offers.filter(({ milli }) => milli > 0).map(({ fuel, milli, ageH, at }) => ({
      fuel,
      label: FUEL_LABELS[fuel],
      price: toPriceText(milli),
      updated_at: at,
      in_force: ageH < IN_FORCE_DAYS * 24,
      suspect: false,
    })),
    out_of_stock: offers.filter(({ milli }) => milli < 0).map(({ fuel, milli, at }) => ({
      fuel,
      since: at,
      kind: milli === NO_PRICE.unsold ? "permanent" as const : "temporary" as const,
    })),
    closed_since: null,
    closed_kind: null,
    motorway: (flags & FLAGS.motorway) !== 0,
    automate_24_7: (flags & FLAGS.automate247) !== 0,
    opening_hours: toWeek(week),
    last_seen_at: new Date(stations.asOfMs).toISOString(),
  };
}

function isOffline({ loading, savedAtMs }: Model): boolean {
  return !navigator.onLine || savedAtMs.peek() !== null || loading.peek().kind === "offline";
}

/**
 * Fills a waiting sheet from memory as soon as all stations are loaded. Marks it as failed if the
 * station is unknown.
 */
function recall(id: string, { sheet, stations, details }: Model): void {
  const end = effect(() => {
    if (sheet.value?.id !== id || sheet.value.kind !== "waiting") {
      return queueMicrotask(() => end());
    }
    if (stations.value === null) return;
    const station = toStation(stations.value, id, details.peek().get(id));
    sheet.value = station === null ? { kind: "failed", id } : { kind: "filled", id, station };
  });
}

/**
 * Fetches the station of the sheet, unless another one is shown by then. Falls back to memory
 * without a network.
 */
export async function fillSheet(id: string, model: Model): Promise<void> {
  const answer = await requestJson<{ data: Station }>(`/api/v1/stations/${id}`);
  if (model.sheet.peek()?.id !== id) return;
  if (answer.kind === "ok") model.sheet.value = { kind: "filled", id, station: answer.body.data };
  else if (answer.kind !== "gone" && isOffline(model)) recall(id, model);
  else model.sheet.value = { kind: "failed", id };
}

/**
 * Fetches the server's HTML at a path, unless it is already loaded. Retries a failed request at the
 * next call.
 */
export async function needFragment(path: string, { fragments }: Model): Promise<void> {
  if (fragments.peek().get(path)) return;
  const html = await fetch(path)
    .then((response) => response.ok ? response.text() : "")
    .catch(() => "");
  fragments.value = new Map([...fragments.peek(), [path, html]]);
}
