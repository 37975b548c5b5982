/** Prices, ages, distances and dates as people read them, in both languages. @module */

import type { Lang } from "./lang.ts";
import { DAY_MS } from "../shared/units.ts";

const NBSP = "\u00a0";
/** The languages' names for the platform's formats. */
export const LOCALES = { fr: "fr-FR", en: "en-GB" };
const DATES = {
  day: { day: "numeric", month: "short", year: "numeric" },
  longDay: { day: "numeric", month: "long", year: "numeric" },
  recent: { day: "numeric", month: "long" },
  weekday: { weekday: "long" },
  time: { hour: "2-digit", minute: "2-digit" },
  second: { timeStyle: "medium" },
} as const;
const dateFormats: Record<string, Intl.DateTimeFormat> = {};

/**
 * A format of dates, made when it is first used, which keeps a page waiting, and once, since it
 * takes longer than a hundred uses.
 */
function dateFormat(kind: keyof typeof DATES, lang: Lang): Intl.DateTimeFormat {
  return dateFormats[kind + lang] ??= new Intl.DateTimeFormat(LOCALES[lang], {
    ...DATES[kind],
    timeZone: "Europe/Paris",
  });
}

/** A number's text with the language's decimal mark. */
export function withMark(text: string, lang: Lang): string {
  return lang === "fr" ? text.replace(".", ",") : text;
}

/** A price per litre to the thousandth, from the wire's text. */
export function formatPrice(price: string, lang: Lang): string {
  return lang === "fr" ? `${withMark(price, lang)}${NBSP}€` : `€${price}`;
}

/** A sum of money in whole cents, from euros. */
export function formatEuros(euros: number, lang: Lang): string {
  const text = Math.abs(euros).toFixed(2);
  const sign = euros < 0 && Number(text) !== 0 ? "−" : "";
  return sign + formatPrice(text, lang);
}

/** A signed difference of prices in cents, from the wire's signed text: `"-0.032"` is −3,2 c. */
export function formatCents(difference: string, lang: Lang): string {
  const cents = Number(difference) * 100;
  const text = Math.abs(cents).toFixed(1);
  const sign = Number(text) === 0 ? "" : cents < 0 ? "−" : "+";
  return `${sign}${withMark(text, lang)}${NBSP}c`;
}

/**
 * A distance: metres in steps of 10 below one kilometre, one decimal below ten, whole kilometres
 * above.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(formatKm(0.347, "fr"), "350\u00a0m");
 * equal(formatKm(4.26, "fr"), "4,3\u00a0km");
 * equal(formatKm(12.4, "en"), "12\u00a0km");
 * ```
 */
export function formatKm(km: number, lang: Lang): string {
  if (km < 0.995) return `${Math.round(km * 100) * 10}${NBSP}m`;
  const text = km < 9.95 ? km.toFixed(1) : String(Math.round(km));
  return `${withMark(text, lang)}${NBSP}km`;
}

/** Formats a radius in km; whole numbers have no decimal. */
export function formatRadius(km: number, lang: Lang): string {
  return `${withMark(String(km), lang)}${NBSP}km`;
}

/**
 * A number from 0 with the language's groups of thousands and decimal mark; a first
 * Intl.NumberFormat takes a phone 0.1 s.
 */
export function formatCount(count: number, lang: Lang): string {
  const [whole, decimals] = String(count).split(".") as [string, string?];
  const groups = whole.padStart(3 * Math.ceil(whole.length / 3)).match(/.{3}/g)!;
  const grouped = groups.join(lang === "fr" ? "\u202f" : ",").trimStart();
  return decimals ? withMark(`${grouped}.${decimals}`, lang) : grouped;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Age in days up to which a price is in force; from then on it is shown by its date. */
export const IN_FORCE_DAYS = 30;

/**
 * How long ago, in one unit rounded down: minutes, hours, days; from 30 days on the date itself.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * const now = Date.UTC(2026, 5, 5, 10, 20);
 * equal(formatAge("2026-06-05T08:10:00.000Z", { nowMs: now, lang: "fr" }), "il y a 2\u00a0h");
 * equal(formatAge("2026-06-05T10:19:40.000Z", { nowMs: now, lang: "en" }), "just now");
 * equal(formatAge("2026-04-02T08:00:00.000Z", { nowMs: now, lang: "fr" }), "le 2 avr. 2026");
 * ```
 */
export function formatAge(instant: string, { nowMs, lang }: { nowMs: number; lang: Lang }): string {
  const ageMs = nowMs - Date.parse(instant);
  if (ageMs >= IN_FORCE_DAYS * DAY_MS) {
    return lang === "fr" ? `le ${formatDay(instant, lang)}` : formatDay(instant, lang);
  }
  if (ageMs < MINUTE_MS) return lang === "fr" ? "à l’instant" : "just now";
  const [count, unit] = ageMs < HOUR_MS
    ? [ageMs / MINUTE_MS, "min"]
    : ageMs < DAY_MS
    ? [ageMs / HOUR_MS, "h"]
    : [ageMs / DAY_MS, lang === "fr" ? "j" : "d"];
  const text = `${Math.floor(count)}${NBSP}${unit}`;
  return lang === "fr" ? `il y a ${text}` : `${text} ago`;
}

/**
 * The day of an instant for "since …": its weekday in the last six days, else its date.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * const options = { nowMs: Date.UTC(2026, 5, 5, 10, 20), lang: "fr" } as const;
 * equal(formatSince("2026-06-02T08:00:00Z", options), "mardi");
 * equal(formatSince("2026-05-02T08:00:00Z", options), "le 2 mai 2026");
 * ```
 */
export function formatSince(
  instant: string,
  { nowMs, lang }: { nowMs: number; lang: Lang },
): string {
  if (nowMs - Date.parse(instant) < 6 * DAY_MS) {
    return dateFormat("weekday", lang).format(new Date(instant));
  }
  return lang === "fr" ? `le ${formatDay(instant, lang)}` : formatDay(instant, lang);
}

/**
 * Short date of an instant or of a day (`YYYY-MM-DD`), Europe/Paris: `5 juin 2026`, `5 Jun 2026`.
 */
export function formatDay(instant: string, lang: Lang): string {
  // A day alone is read at noon, so that no zone can move it.
  return dateFormat("day", lang).format(
    new Date(instant.length === 10 ? `${instant}T12:00:00Z` : instant),
  );
}

/** `07:30` as French writes it: `7 h 30`, `21 h`. */
export function formatClock(time: string, lang: Lang): string {
  if (lang === "en") return time;
  const [hour, minute] = time.split(":");
  return `${Number(hour)}${NBSP}h${minute === "00" ? "" : `${NBSP}${minute}`}`;
}

/**
 * Date and time of an instant, Europe/Paris: `5 juin 2026 à 12 h 20`, `5 June 2026 at 12:20`; a
 * `recent` one has no year: `5 juin, 12 h 20`.
 */
export function formatInstant(
  instant: string,
  lang: Lang,
  kind: "longDay" | "recent" = "longDay",
): string {
  const date = new Date(instant);
  const time = formatClock(dateFormat("time", lang).format(date), lang);
  const joint = kind === "recent" ? "," : lang === "fr" ? " à" : " at";
  return `${dateFormat(kind, lang).format(date)}${joint} ${time}`;
}

/** Time of day of an instant to the second, Europe/Paris. */
export function formatTime(instantMs: number, lang: Lang): string {
  return dateFormat("second", lang).format(instantMs);
}
