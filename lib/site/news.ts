/**
 * The words of events in feeds and alerts: a price, or a fuel that is out of stock or back.
 *
 * @module
 */

import type { AlertNews, StationNames } from "../domain/alert_decision.ts";
import { toStationPath } from "./paths.ts";
import type { Fuel } from "../shared/fuels.ts";
import { alertWords } from "../words/alerts.ts";
import { toPriceText } from "../shared/price/money.ts";
import { formatCents, formatPrice } from "../words/format.ts";
import { type Lang, toLocalPath } from "../words/lang.ts";
import { commonWords, fill, inBothLanguages } from "../words/mod.ts";

/** By language. `{name}` is a placeholder for `fill()`. `around` and `of` are titles of feeds. */
export const newsWords = /* @__PURE__ */ inBothLanguages({
  around: ["{fuel} à moins de {km} de {point}", "{fuel} within {km} of {point}"],
  of: ["{fuel} : {stations}", "{fuel}: {stations}"],
  price: ["{fuel} à {price}", "{fuel} at {price}"],
  back: ["{fuel} : de nouveau en vente", "{fuel}: back in stock"],
  out: ["{fuel} : rupture", "{fuel}: out of stock"],
  cheapest: ["la moins chère du secteur", "cheapest around"],
  open: ["Voir la station", "See the station"],
  created: {
    title: ["Alerte créée", "Alert created"],
    body: [
      "{fuel} : les prochains messages arriveront ici.",
      "{fuel}: the next messages will arrive here.",
    ],
    open: ["Voir mes alertes", "See my alerts"],
  },
});

type Title = { kind: "price" | "out" | "back"; fuel: Fuel; priceMilli: number | null };

/** "Gazole à 1,689 €", "Gazole : rupture". */
export function toNewsTitle({ kind, fuel, priceMilli }: Title, lang: Lang): string {
  const price = priceMilli === null ? "" : formatPrice(toPriceText(priceMilli), lang);
  return fill(newsWords[lang][kind], { fuel: commonWords[lang].fuels[fuel].short, price });
}

/** The content of a push message. `url` is a path of this service, `rule` an ID. */
export type AlertMessage = ReturnType<typeof toAlertMessage>;

/**
 * Returns the message about an event at a station, such as "Gazole à 1,689 €" above "TotalEnergies,
 * Grenoble · −3,1 c".
 */
export function toAlertMessage(
  { kind, stationId, fuel, priceMilli, oldMilli }: AlertNews,
  { rule, lang, names }: { rule: string; lang: Lang; names: StationNames },
) {
  const words = newsWords[lang];
  const common = commonWords[lang];
  const sale = kind === "out" || kind === "back" ? kind : null;
  const station = [names.brand ?? names.name ?? common.station.unknownName, names.city].filter(
    Boolean,
  ).join(", ");
  const cents = sale === null && priceMilli !== null && oldMilli !== null && oldMilli !== priceMilli
    ? formatCents(toPriceText(priceMilli - oldMilli), lang)
    : null;
  const around = kind === "cheapest" || kind === "best" ? words.cheapest : null;
  return {
    title: toNewsTitle({ kind: sale ?? "price", fuel, priceMilli }, lang),
    body: [station, cents, around].filter(Boolean).join(" · "),
    url: toLocalPath(toStationPath(stationId), lang),
    rule,
    actions: { open: words.open, stop: alertWords[lang].stop },
  };
}

/**
 * Returns the first message of a rule: "Alerte créée" above "Gazole : les prochains messages
 * arriveront ici."
 */
export function toCreatedMessage(
  fuel: Fuel,
  { rule, lang }: { rule: string; lang: Lang },
): AlertMessage {
  const { title, body, open } = newsWords[lang].created;
  return {
    title,
    body: fill(body, { fuel: commonWords[lang].fuels[fuel].short }),
    url: toLocalPath("/alertes", lang),
    rule,
    actions: { open, stop: alertWords[lang].stop },
  };
}
